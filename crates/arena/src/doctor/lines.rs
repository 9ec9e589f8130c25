//! Games that lead to one special move and then leave the bot hardly a choice: who misunderstood the special move
//! cannot find the legal answer. They were found by random play.

use super::cards::{self, Card};

/// What is checked, and the moves of the game from the start position.
pub(crate) type Line = (&'static Card, &'static str);

/// Games of chess. After each the side to move has one legal move; the piece that moved last was moved, promoted or
/// castled by the special move.
#[rustfmt::skip]
pub(crate) const CHESS: [Line; 8] = [
    (&cards::CASTLE_SHORT, "a2a3 b7b5 e2e3 a7a5 b2b3 f7f5 d1g4 f5g4 g1h3 g4g3 f2g3 c8a6 a1a2 e8f7 f1d3 c7c5 e1g1 f7e8 f1f8"),
    (&cards::CASTLE_SHORT, "e2e4 f7f6 e1e2 e7e5 c2c4 g7g6 e2f3 g8h6 b1c3 f6f5 f1e2 d8h4 c3d5 h6g4 d5e3 f8g7 e3f1 e8g8 e4f5 f8f5"),
    (&cards::CASTLE_LONG, "b2b3 b8c6 b1c3 c6a5 d2d3 b7b6 c3b5 h7h6 d3d4 d7d6 b5a7 a5c6 c1d2 c6d4 c2c4 c8h3 e2e4 a8a7 d2g5 d4f5 d1c2 d6d5 g5f4 a7a4 e1c1 d5c4 d1d8"),
    (&cards::CASTLE_LONG, "a2a4 d7d5 d2d3 c7c5 e2e3 c8h3 d1e2 b8a6 e2d2 h3g2 d3d4 e7e6 d4c5 h7h5 d2d5 g8e7 d5e4 g2f1 e4h7 h8g8 b2b3 d8c7 h7g7 e8c8 a4a5 d8d1"),
    (&cards::EN_PASSANT, "g2g4 h7h5 g4g5 f7f5 g5f6 g7g5 f6f7"),
    (&cards::EN_PASSANT, "b2b3 f7f5 h2h4 f5f4 g2g4 f4g3 c2c3 g3f2"),
    (&cards::PROMOTION, "b1c3 e7e6 b2b4 d8e7 b4b5 g8f6 b5b6 a7a6 b6c7 e7d6 h2h3 a8a7 c7b8r b7b6 b8c8"),
    (&cards::PROMOTION, "f2f3 c7c5 e1f2 g7g5 b1a3 g5g4 f2e1 g4g3 a1b1 g3h2 e2e4 h2g1q c2c4 g1f2"),
];

/// The same for crazyhouse.
#[rustfmt::skip]
pub(crate) const CRAZYHOUSE: [Line; 12] = [
    (&cards::CASTLE_SHORT, "a2a4 g8h6 g1h3 g7g6 h3g5 e7e6 d2d3 d8e7 g5f7 e7c5 P@a3 f8d6 f7g5 e8g8 d3d4 c5b4 b1c3 f8f2 g5h3 f2e2 f1e2 P@g4 a3b4 P@f6 Q@h8 g8f7 R@h5 b8c6 e1g1 d6e7 f1f6"),
    (&cards::CASTLE_SHORT, "b2b4 a7a6 g2g4 f7f5 f1g2 g8f6 c2c4 g7g5 d1a4 f6e4 d2d4 f5g4 e1f1 P@d6 c1e3 f8g7 h2h3 e8g8 e3g5 f8f2"),
    (&cards::CASTLE_LONG, "b1a3 e7e5 g2g4 f7f5 f1h3 f8d6 g1f3 g7g6 g4g5 d6e7 d2d4 e7f6 c1e3 e8e7 h3f1 d7d6 d1b1 c7c6 g5f6 e7f6 d4e5 f6e6 B@f8 P@g3 P@c4 d8f6 e3b6 g6g5 f1h3 c8d7 c2c3 d7c8 h3g2 f6d8 b1c1 g3h2 c1f4 b8d7 e1c1 a8b8 d1d6"),
    (&cards::CASTLE_LONG, "h2h3 f7f6 b1a3 a7a5 a1b1 g7g6 e2e4 d7d5 g1f3 b7b5 f3h2 d5e4 h3h4 P@f4 d1f3 c8a6 g2g4 d8d2 c1d2 b8c6 e1e2 e8c8 f3b3 d8d2"),
    (&cards::EN_PASSANT, "h2h4 b8c6 h4h5 g7g5 h5g6 h7h5 g6f7"),
    (&cards::EN_PASSANT, "h2h4 g7g5 g1f3 g5h4 g2g4 h4g3 b1c3 g3f2"),
    (&cards::PROMOTION, "e2e3 h7h5 d1h5 d7d5 P@h7 d8d7 h7g8q g7g5 g8f7"),
    (&cards::PROMOTION, "a2a3 b8c6 c2c3 g8f6 d2d4 c6d4 e2e3 P@e2 g2g3 e2f1q e1d2 f1d1"),
    (&cards::DROP, "d2d3 g8h6 c1h6 b8c6 N@f5 c6b8 f5g7"),
    (&cards::DROP, "b1a3 e7e5 h2h3 f8a3 a1b1 N@b4 g2g4 b4c2"),
    (&cards::OWN_DROP, "f2f4 c7c5 h2h4 d8c7 b2b4 f7f5 h4h5 c7c6 c1b2 c6e4 b2g7 e4f4 g7f8 P@g5 P@e5 f4g3"),
    (&cards::OWN_DROP, "b2b3 g8h6 f2f4 c7c6 e2e4 h6g4 d1g4 h7h6 N@f2 g7g6 g4e6 a7a6 e4e5 f7f6 a2a3 f6e5 e6g6"),
];

/// Positions in which only one kind of move is legal, for bots that can set up positions.
pub(crate) const POSITIONS: [Line; 2] = [
    (&cards::OWN_PROMOTION, "8/P6k/8/8/8/6q1/8/7K w - - 0 1"),
    (&cards::OWN_EN_PASSANT, "2r4k/8/8/3Pp3/3K4/8/8/1b2r3 w - e6 0 1"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{AnyPosition, Tolerance, Variant};

    #[test]
    fn every_line_is_legal_and_leaves_hardly_a_choice() {
        for (variant, lines) in [(Variant::Chess, &CHESS[..]), (Variant::Crazyhouse, &CRAZYHOUSE[..])] {
            for (card, line) in lines {
                let mut position = AnyPosition::start(variant);
                for text in line.split(' ') {
                    let mv =
                        position.parse_coordinate(text).unwrap_or_else(|error| panic!("{line}: {error}"));
                    position.play(mv);
                }
                let moves = position.legal_moves();
                if card.id == "own-drop" {
                    assert!(!moves.is_empty() && moves.iter().all(|mv| mv.is_drop()), "{line}");
                } else {
                    assert!((1..=2).contains(&moves.len()), "{line}");
                }
            }
        }
    }

    #[test]
    fn every_position_has_only_special_moves() {
        for variant in [Variant::Chess, Variant::Crazyhouse] {
            let position = |index: usize| {
                AnyPosition::from_fen(variant, POSITIONS[index].1, Tolerance::Strict).expect("a position")
            };
            assert!(position(0).legal_moves().iter().all(|mv| mv.promotion().is_some()));
            let only: Vec<String> = position(1).legal_moves().iter().map(|mv| position(1).uci(*mv)).collect();
            assert_eq!(only, ["d5e6"]);
        }
    }
}
