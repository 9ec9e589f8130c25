//! Solves king and pawn against king completely, so that nothing has to be initialised at run time.
//! The result is one bit for each position: does the side with the pawn win?

use std::fmt::Write as _;
use std::{env, fs, path::Path};

/// Index of a position. The pawn is White's and stands on the files a to d, the others are mirrors.
///
/// ```text
/// bit  0 … 5 white king | 6 … 11 black king | 12 side to move (1 = Black) | 13 … 14 pawn file | 15 … 17 6 - pawn rank
/// ```
const fn index(turn: usize, white_king: usize, black_king: usize, pawn: usize) -> usize {
    white_king | black_king << 6 | turn << 12 | (pawn & 7) << 13 | (6 - (pawn >> 3)) << 15
}

const POSITIONS: usize = 2 * 24 * 64 * 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Impossible,
    Unknown,
    Draw,
    Win,
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let states = solve();
    let mut text = String::from("static KPK: [u64; 3072] = [\n");
    for word in states.chunks(64) {
        let bits = (0..64).filter(|&bit| word[bit] == State::Win).fold(0u64, |bits, bit| bits | 1 << bit);
        writeln!(text, "    {bits:#018x},").expect("writing to a string");
    }
    text.push_str("];\n");
    let directory = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&directory).join("kpk.rs"), text).expect("OUT_DIR is writable");
}

/// Passes over all unknown positions until nothing changes; what is unknown then cannot be won.
fn solve() -> Vec<State> {
    let mut states: Vec<State> = (0..POSITIONS).map(first_look).collect();
    loop {
        let mut changed = false;
        for i in 0..POSITIONS {
            if states[i] == State::Unknown {
                let now = classify(&states, i);
                changed |= now != State::Unknown;
                states[i] = now;
            }
        }
        if !changed {
            return states;
        }
    }
}

fn parts(index: usize) -> (usize, usize, usize, usize) {
    let pawn = (6 - (index >> 15)) << 3 | (index >> 13 & 3);
    (index >> 12 & 1, index & 63, index >> 6 & 63, pawn)
}

fn distance(a: usize, b: usize) -> usize {
    (a & 7).abs_diff(b & 7).max((a >> 3).abs_diff(b >> 3))
}

/// Does a white pawn attack the square?
fn pawn_attacks(pawn: usize, square: usize) -> bool {
    (square >> 3) == (pawn >> 3) + 1 && (square & 7).abs_diff(pawn & 7) == 1
}

fn king_steps(from: usize) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&to| distance(from, to) == 1)
}

/// What can be said without looking ahead.
fn first_look(i: usize) -> State {
    let (turn, white_king, black_king, pawn) = parts(i);
    let overlap = white_king == pawn || black_king == pawn || distance(white_king, black_king) <= 1;
    if overlap || turn == 0 && pawn_attacks(pawn, black_king) {
        return State::Impossible;
    }
    if turn == 0 {
        // A pawn on the seventh that can promote without being taken at once.
        let goal = pawn + 8;
        let promotes = pawn >> 3 == 6
            && white_king != goal
            && black_king != goal
            && (distance(black_king, goal) > 1 || distance(white_king, goal) == 1);
        return if promotes { State::Win } else { State::Unknown };
    }
    let escapes: Vec<usize> = king_steps(black_king)
        .filter(|&to| distance(to, white_king) > 1 && !pawn_attacks(pawn, to))
        .collect();
    let stalemate = escapes.is_empty() && !pawn_attacks(pawn, black_king);
    if stalemate || escapes.contains(&pawn) { State::Draw } else { State::Unknown }
}

/// White wins if one move wins; Black draws if one move draws.
fn classify(states: &[State], i: usize) -> State {
    let (turn, white_king, black_king, pawn) = parts(i);
    let (good, bad) = if turn == 0 { (State::Win, State::Draw) } else { (State::Draw, State::Win) };
    let mut all_bad = true;
    let mut any_good = false;
    let mut see = |state: State| {
        any_good |= state == good;
        all_bad &= state == bad || state == State::Impossible;
    };
    if turn == 0 {
        for to in king_steps(white_king).filter(|&to| to != pawn) {
            see(states[index(1, to, black_king, pawn)]);
        }
        let free = |square: usize| square != white_king && square != black_king;
        if pawn >> 3 < 6 && free(pawn + 8) {
            see(states[index(1, white_king, black_king, pawn + 8)]);
            if pawn >> 3 == 1 && free(pawn + 16) {
                see(states[index(1, white_king, black_king, pawn + 16)]);
            }
        }
    } else {
        for to in king_steps(black_king).filter(|&to| !pawn_attacks(pawn, to)) {
            see(states[index(0, white_king, to, pawn)]);
        }
    }
    if any_good {
        good
    } else if all_bad {
        bad
    } else {
        State::Unknown
    }
}
