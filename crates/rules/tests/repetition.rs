//! Repetition against its plain definition: written-out positions are compared with all earlier ones.

mod support;

use rocada_rules::{Crazyhouse, Move, Position, Role, Rules, Standard, Tolerance, Variant};
use support::{Random, for_each_seed, start};

/// What counts for repetition: board, hands, marks, turn, castling rights, legal en passant square.
fn identity<R: Rules>(position: &Position<R>) -> String {
    let fen = position.fen();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// How many plies ago each earlier equal position occurred.
fn distances(past: &[String], identity: &str) -> Vec<usize> {
    (1..=past.len()).filter(|&ago| past[past.len() - ago] == identity).collect()
}

/// May one reversible move of the side to move bring back an earlier position, as `can_repeat` defines it?
fn can_repeat<R: Rules>(position: &mut Position<R>, past: &[String], ply: usize) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|&mv| {
        let reversible = !mv.is_noisy() && !mv.is_castle() && !mv.is_drop();
        if !reversible
            || position.role_at(mv.from()) == Some(Role::Pawn)
            || position.promoted().has(mv.from())
        {
            return false;
        }
        position.play(mv);
        let found = distances(past, &identity(position));
        position.unmake(mv);
        found.first().is_some_and(|&ago| ago < ply) || found.len() >= 2
    })
}

/// Shuffles pieces to and fro, with now and then another move, so that many positions repeat.
fn choose<R: Rules>(position: &Position<R>, made: &[Move], random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    if let Some(&own_last) = made.iter().rev().nth(1)
        && !own_last.is_drop()
        && !random.one_in(4)
        && let Some(&back) = moves.iter().find(|mv| {
            !mv.is_drop() && mv.from() == own_last.to() && mv.to() == own_last.from() && mv.is_quiet()
        })
    {
        return Some(back);
    }
    let quiet: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| mv.is_quiet() && !mv.is_drop() && position.role_at(mv.from()) != Some(Role::Pawn))
        .collect();
    if !quiet.is_empty() && !random.one_in(8) {
        return Some(quiet[random.below(quiet.len())]);
    }
    if moves.is_empty() { None } else { Some(moves[random.below(moves.len())]) }
}

fn compare_game<R: Rules>(variant: Variant, seed: u64) {
    let mut random = Random::new(seed);
    let mut position: Position<R> = start(variant, &mut random);
    let (mut past, mut made) = (Vec::new(), Vec::new());
    for _ in 0..120 {
        let now = identity(&position);
        let found = distances(&past, &now);
        assert_eq!(position.repetitions(), found.len(), "{now}");
        for ply in [0, 1, 3, 4, 5, 8, 1000, random.below(30)] {
            let expected = found.iter().any(|&ago| ago < ply) || found.len() >= 2;
            assert_eq!(
                position.is_repetition(ply),
                expected,
                "ply {ply} of {now}, equal {found:?} plies ago"
            );
            let expected = can_repeat(&mut position, &past, ply);
            assert_eq!(position.can_repeat(ply), expected, "ply {ply} of {now} after {made:?}");
        }
        let Some(mv) = choose(&position, &made, &mut random) else { return };
        past.push(now);
        made.push(mv);
        position.play(mv);
    }
}

fn on_games<R: Rules>(variant: Variant) {
    for_each_seed(80, |seed| compare_game::<R>(variant, seed));
}

#[test]
fn repetitions_in_chess_are_found() {
    on_games::<Standard>(Variant::Chess);
}

#[test]
fn repetitions_in_chess960_are_found() {
    on_games::<Standard>(Variant::Chess960);
}

#[test]
fn repetitions_in_crazyhouse_are_found() {
    on_games::<Crazyhouse>(Variant::Crazyhouse);
}

/// Both sides lose a knight and drop the one they have won where the old one stood.
#[test]
fn captures_do_not_end_repetition_in_crazyhouse() {
    let fen = "k2q4/8/8/3n4/8/2N5/8/4K3[] w - - 0 40";
    let mut position: Position<Crazyhouse> = Position::from_fen(fen, Tolerance::Strict).expect("a valid FEN");
    let first = identity(&position);
    for text in ["Nxd5", "Qxd5", "N@c3", "Qd7", "Kf1", "Qd8", "Ke1", "N@d5"] {
        position.play(position.parse_move(text).expect("a legal move"));
    }
    assert_eq!((identity(&position), position.repetitions()), (first, 1));
}
