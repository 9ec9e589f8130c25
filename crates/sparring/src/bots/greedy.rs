//! Step 4: greed. En passant, then captures, then quiet moves; in check it captures the checker, then moves the king, then
//! puts something in between.
//!
//! What is new is an order of preference that has to do with winning: material. The bot does not count what a capture
//! costs, so its queen takes a defended pawn. Counting is the next step.

use rocada_rules::{AnyPosition, Move};

use crate::dice::Dice;
use crate::opponent::{Answer, Opponent};

/// The bot that captures whatever it can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Opponent for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn answer(&self, game: &AnyPosition, seed: u64) -> Answer {
        let legal = game.legal_moves();
        let preferences = if game.in_check() { in_check(game) } else { in_peace() };
        let mut dice = Dice::for_move(seed, game);
        for (comment, wanted) in preferences {
            let moves: Vec<Move> = legal.iter().copied().filter(|mv| wanted(*mv)).collect();
            if let Some(mv) = dice.pick(&moves) {
                return Answer::play(mv, comment);
            }
        }
        Answer::resign("no move is left")
    }
}

/// A kind of move, and what the bot says when it plays one.
type Preference<'a> = (&'static str, Box<dyn Fn(Move) -> bool + 'a>);

fn in_peace<'a>() -> Vec<Preference<'a>> {
    vec![
        ("en passant first", Box::new(Move::is_en_passant)),
        ("it can be taken", Box::new(Move::is_capture)),
        ("nothing to take", Box::new(|_| true)),
    ]
}

fn in_check(game: &AnyPosition) -> Vec<Preference<'_>> {
    let checkers = game.checkers();
    let king = game.king(game.turn());
    vec![
        ("takes the piece that gives check", Box::new(move |mv| mv.is_en_passant() || checkers.has(mv.to()))),
        ("the king steps aside", Box::new(move |mv| !mv.is_drop() && mv.from() == king)),
        ("something in between", Box::new(|_| true)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponent::Choice;
    use rocada_rules::{Tolerance, Variant};

    fn sans(variant: Variant, fen: &str) -> Vec<String> {
        let game = AnyPosition::from_fen(variant, fen, Tolerance::Strict).expect("a FEN");
        let mut all: Vec<String> = (0..50)
            .map(|seed| match Greedy.answer(&game, seed).choice {
                Choice::Move(mv) => game.san(mv),
                Choice::Resign => "resigns".to_owned(),
            })
            .collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn en_passant_comes_before_captures_and_captures_before_quiet_moves() {
        assert_eq!(sans(Variant::Chess, "4k3/8/8/r2pP3/8/8/8/R3K3 w - d6 0 1"), ["exd6"]);
        assert_eq!(sans(Variant::Chess, "4k3/8/8/r2pP3/8/8/8/R3K3 w - - 0 1"), ["Rxa5"]);
    }

    #[test]
    fn in_check_it_takes_the_checker_then_moves_the_king_then_interposes() {
        assert_eq!(sans(Variant::Chess, "4k3/8/8/8/8/6b1/7P/4K3 w - - 0 1"), ["hxg3"]);
        let king = sans(Variant::Chess, "4k3/8/8/8/7b/8/R7/4K3 w - - 0 1");
        assert!(king.iter().all(|san| san.starts_with('K')), "{king:?}");
        assert_eq!(sans(Variant::Chess, "3rkr2/8/8/8/7b/R7/4P3/4K3 w - - 0 1"), ["Rg3"]);
    }

    #[test]
    fn a_drop_can_be_what_goes_in_between() {
        assert_eq!(sans(Variant::Crazyhouse, "3rkr2/8/8/8/8/6b1/4P3/4K3[N] w - - 0 1"), ["N@f2"]);
    }
}
