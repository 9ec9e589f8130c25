//! Random games for the tests, the same ones on every machine: a seed decides everything.

// Every test is a crate of its own and uses a part of this only.
#![allow(dead_code)]

use std::sync::atomic::{AtomicU64, Ordering};

use rocada_rules::{Move, Position, Rules, Setup, Tolerance, Variant};

/// A small generator (xorshift64*), good enough to choose moves.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        // Neighbouring seeds must not give neighbouring games.
        Random((seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// The start position of a game: one of the 960 in the variants that have them.
pub(crate) fn start<R: Rules>(variant: Variant, random: &mut Random) -> Position<R> {
    let number = if variant.is_960() { random.below(960) as u16 } else { rocada_rules::CLASSICAL_START };
    let setup = Setup::chess960(number).expect("a number below 960");
    Position::from_setup(&setup, Tolerance::Strict).expect("start positions are valid")
}

/// What a random player likes, so that rare rules are met often: each game gets a taste of its own.
#[derive(Clone, Copy)]
pub(crate) enum Taste {
    Anything,
    Captures,
    Pawns,
    Checks,
    KingsAndCastling,
    Drops,
}

impl Taste {
    pub(crate) fn random(random: &mut Random) -> Taste {
        [
            Taste::Anything,
            Taste::Captures,
            Taste::Captures,
            Taste::Pawns,
            Taste::Checks,
            Taste::KingsAndCastling,
            Taste::Drops,
        ][random.below(7)]
    }

    fn likes<R: Rules>(self, position: &Position<R>, mv: Move) -> bool {
        if mv.is_castle() || mv.is_en_passant() || mv.is_promotion() {
            return true;
        }
        let role = || if mv.is_drop() { None } else { position.role_at(mv.from()) };
        match self {
            Taste::Anything => false,
            Taste::Captures => mv.is_capture(),
            Taste::Pawns => role() == Some(rocada_rules::Role::Pawn),
            Taste::Checks => position.gives_check(mv),
            Taste::KingsAndCastling => {
                // Clears the way between king and rooks.
                mv.from().rank() == if position.turn() == rocada_rules::Color::White { 0 } else { 7 }
                    && role() != Some(rocada_rules::Role::Rook)
                    && role() != Some(rocada_rules::Role::King)
            }
            Taste::Drops => mv.is_drop(),
        }
    }
}

/// A legal move, often one of those that the taste likes.
pub(crate) fn choose<R: Rules>(position: &Position<R>, taste: Taste, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    if !random.one_in(3) {
        let liked: Vec<Move> = moves.iter().copied().filter(|&mv| taste.likes(position, mv)).collect();
        if !liked.is_empty() {
            return Some(liked[random.below(liked.len())]);
        }
    }
    Some(moves[random.below(moves.len())])
}

/// Plays a random game and shows each position on the way, the first one included.
pub(crate) fn play_game<R: Rules>(
    variant: Variant,
    seed: u64,
    plies: usize,
    mut look: impl FnMut(&mut Position<R>, &mut Random),
) {
    let mut random = Random::new(seed);
    let taste = Taste::random(&mut random);
    let mut position: Position<R> = start(variant, &mut random);
    for _ in 0..plies {
        look(&mut position, &mut random);
        let Some(mv) = choose(&position, taste, &mut random) else { return };
        position.play(mv);
    }
}

/// Does something for each number below `count`, on all cores. If it panics, the number is printed: it is the seed.
pub(crate) fn for_each_seed(count: u64, job: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count {
                        return;
                    }
                    let _announcement = Announcement(seed);
                    job(seed);
                }
            });
        }
    });
}

/// Says which seed it was when a test fails.
struct Announcement(u64);

impl Drop for Announcement {
    #[allow(clippy::print_stderr)]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with seed {}", self.0);
        }
    }
}

/// A number from the environment.
pub(crate) fn from_environment(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => default,
    }
}
