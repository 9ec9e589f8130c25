//! Openings that people of a level play: beginners know a few moves of a few lines, stronger ones more of more. Which line
//! is played belongs to the game's seed.

use rocada_rules::{AnyPosition, Move};

use super::Level;
use crate::dice::{mix, unit};

/// A line, and the lowest and highest level of those who play it.
type Line = (u8, u8, &'static str);

/// Lines of chess.
const CHESS: &[Line] = &[
    (1, 7, "e4 e5 Qh5 Nc6 Bc4"),
    (1, 8, "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5"),
    (1, 9, "e4 e5 Nf3 d6 d4"),
    (1, 9, "d4 d5 Bf4 Nf6 e3"),
    (1, 8, "d4 d5 e3 Nf6 Bd3"),
    (1, 6, "e4 d5 exd5 Qxd5"),
    (1, 5, "a4 e5"),
    (1, 5, "h4 d5"),
    (1, 6, "e4 a6"),
    (2, 11, "e4 e5 Nc3 Nf6 f4"),
    (3, 12, "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5"),
    (3, 12, "e4 e5 f4 exf4 Nf3 g5"),
    (3, 20, "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6"),
    (4, 14, "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4"),
    (4, 20, "d4 Nf6 Bf4 g6 e3 Bg7 Nf3 O-O"),
    (5, 20, "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2"),
    (5, 20, "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6"),
    (5, 20, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3"),
    (5, 16, "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3"),
    (6, 20, "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3"),
    (6, 20, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3"),
    (7, 20, "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4"),
    (7, 20, "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4 Bg7 Be3 Nf6 Nc3"),
    (8, 20, "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6"),
    (8, 20, "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O"),
    (8, 20, "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2 Nb6"),
    (9, 20, "Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7 d3 O-O Nbd2 c5"),
    (9, 20, "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4+ Bd2 Be7"),
    (10, 20, "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7 Be3 a6"),
    (10, 20, "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3"),
    (11, 20, "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Nf3 c5"),
    (12, 20, "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5"),
];

/// Lines of crazyhouse: pieces near the king, and no pawn moves that leave holes.
const CRAZYHOUSE: &[Line] = &[
    (1, 7, "e4 e5 Bc4 Bc5"),
    (1, 6, "d4 d5 Nf3 Nf6"),
    (1, 9, "e4 e5 Nf3 Nc6 Bc4 Bc5"),
    (1, 6, "e4 d5 exd5 Qxd5"),
    (3, 20, "e4 e5 Nf3 Nc6 Bc4 Nf6 d4 exd4 O-O"),
    (4, 20, "e4 Nc6 d4 d5 exd5 Qxd5 Nf3"),
    (5, 20, "e4 d5 exd5 Qxd5 Nc3 Qa5"),
    (6, 20, "d4 d5 Bf4 Bf5 e3 e6"),
    (6, 20, "e4 e6 d4 d5 e5 Ne7 Nf3"),
    (8, 20, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O"),
    (8, 20, "Nc3 d5 d4 Nf6 Bf4 Bf5"),
    (10, 20, "d4 Nf6 Nc3 d5 Bf4 e6 Nb5 Bb4+"),
];

/// The next move of a line that this person knows and that the game has followed so far.
pub(super) fn remembered(game: &AnyPosition, level: Level, seed: u64) -> Option<Move> {
    let plies = game.moves().len();
    if game.variant().is_960() || plies >= known_plies(level) {
        return None;
    }
    let lines = if game.variant().has_drops() { CRAZYHOUSE } else { CHESS };
    let mut start = game.clone();
    while start.undo().is_some() {}
    if start.key() != AnyPosition::start(game.variant()).key() {
        return None;
    }
    let mut candidates: Vec<Move> = Vec::new();
    let height = level.number();
    for (lowest, highest, line) in lines {
        if (f64::from(*lowest)..f64::from(*highest) + 1.0).contains(&height)
            && let Some(mv) = continuation(&start, game.moves(), line)
        {
            candidates.push(mv);
        }
    }
    let choice = unit(mix(mix(seed, 0xB00C), plies as u64)) * candidates.len() as f64;
    candidates.get(choice as usize).copied()
}

/// How many plies somebody remembers.
fn known_plies(level: Level) -> usize {
    (1.0 + level.number() * 0.8) as usize
}

/// What the line plays after these moves, if it began with them.
fn continuation(start: &AnyPosition, played: &[Move], line: &str) -> Option<Move> {
    let mut position = start.clone();
    let mut words = line.split_whitespace();
    for &mv in played {
        if position.parse_move(words.next()?).ok()? != mv {
            return None;
        }
        position.play(mv);
    }
    position.parse_move(words.next()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::Variant;
    use std::collections::BTreeSet;

    #[test]
    fn every_line_is_legal() {
        for (variant, lines) in [(Variant::Chess, CHESS), (Variant::Crazyhouse, CRAZYHOUSE)] {
            for (_, _, line) in lines {
                let mut game = AnyPosition::start(variant);
                for word in line.split_whitespace() {
                    let mv = game.parse_move(word).unwrap_or_else(|_| panic!("{word} in {line}"));
                    game.play(mv);
                }
            }
        }
    }

    fn first_moves(level: f64) -> BTreeSet<String> {
        let game = AnyPosition::start(Variant::Chess);
        (0..300)
            .filter_map(|seed| remembered(&game, Level::new(level), seed))
            .map(|mv| game.san(mv))
            .collect()
    }

    #[test]
    fn openings_vary_within_a_level_and_between_levels() {
        assert!(first_moves(2.0).contains("a4"));
        assert!(!first_moves(12.0).contains("a4"));
        assert!(first_moves(12.0).len() >= 4, "{:?}", first_moves(12.0));
    }

    #[test]
    fn a_set_up_position_has_no_opening() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1";
        let game =
            AnyPosition::from_fen(Variant::Chess, fen, rocada_rules::Tolerance::Strict).expect("a FEN");
        assert_eq!(remembered(&game, Level::new(10.0), 1), None);
    }
}
