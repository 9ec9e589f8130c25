//! Step 3: a first wish. Castling comes before everything, the queenside first; then en passant; then chance.
//!
//! What is new is that moves are sorted into kinds and the best kind wins. The wish itself is naive, but whoever has it
//! must get castling and en passant right, the two rules that most bots break.

use rocada_rules::{AnyPosition, Move};

use crate::dice::Dice;
use crate::opponent::{Answer, Opponent};

/// The bot that castles first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Castler;

impl Opponent for Castler {
    fn name(&self) -> String {
        "castler".to_owned()
    }

    fn answer(&self, game: &AnyPosition, seed: u64) -> Answer {
        let legal = game.legal_moves();
        if let Some(mv) = castling(&legal) {
            return Answer::play(mv, "castling comes first");
        }
        let mut dice = Dice::for_move(seed, game);
        let en_passant: Vec<Move> = legal.iter().copied().filter(|mv| mv.is_en_passant()).collect();
        match dice.pick(&en_passant) {
            Some(mv) => Answer::play(mv, "en passant comes second"),
            None => Answer::play_or_resign(dice.pick(&legal), "a random move"),
        }
    }
}

/// A castling move, queenside if both are there: the rook that stands further to the left.
fn castling(legal: &[Move]) -> Option<Move> {
    legal.iter().copied().filter(|mv| mv.is_castle()).min_by_key(|mv| mv.to().file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponent::Choice;
    use rocada_rules::{Tolerance, Variant};

    fn san(fen: &str) -> String {
        let game = AnyPosition::from_fen(Variant::Chess960, fen, Tolerance::Strict).expect("a FEN");
        match Castler.answer(&game, 5).choice {
            Choice::Move(mv) => game.san(mv),
            Choice::Resign => "resigns".to_owned(),
        }
    }

    #[test]
    fn it_castles_queenside_first_then_kingside_then_takes_en_passant() {
        assert_eq!(san("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"), "O-O-O");
        assert_eq!(san("4k3/8/8/3pP3/8/8/8/R3K2R w K d6 0 1"), "O-O");
        assert_eq!(san("4k3/8/8/3pP3/8/8/8/R3K2R w - d6 0 1"), "exd6");
    }

    #[test]
    fn it_castles_from_chess960_squares() {
        assert_eq!(san("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1"), "O-O-O");
    }
}
