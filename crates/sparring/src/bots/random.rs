//! Step 2: all pieces, and all their legal moves. The bot takes a random piece that can move, then one of its moves.
//!
//! What is new is legality: pins, checks, castling, en passant, promotion. A bot that gets through a thousand random games
//! without a complaint of the referee knows the rules. How it plays does not matter yet.

use rocada_rules::{AnyPosition, Move};

use crate::dice::Dice;
use crate::opponent::{Answer, Opponent};

/// The bot that moves at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomMover;

impl Opponent for RandomMover {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn answer(&self, game: &AnyPosition, seed: u64) -> Answer {
        let mut dice = Dice::for_move(seed, game);
        Answer::play_or_resign(random_piece_move(&game.legal_moves(), &mut dice), "a random piece moves")
    }
}

/// A random piece's random move: first who moves, then where to, then what a pawn becomes. So a queen with twenty moves is
/// not moved more often than a knight with two. A piece in hand is a piece too.
fn random_piece_move(moves: &[Move], dice: &mut Dice) -> Option<Move> {
    let mover = pick_group(moves, dice, |mv| (mv.is_drop(), mv.from()))?;
    let target = pick_group(&mover, dice, Move::to)?;
    dice.pick(&target)
}

/// The moves of one group, each group being as likely as the others.
fn pick_group<K: PartialEq + Copy>(
    moves: &[Move],
    dice: &mut Dice,
    group: impl Fn(Move) -> K,
) -> Option<Vec<Move>> {
    let mut groups: Vec<K> = Vec::new();
    for &mv in moves {
        if !groups.contains(&group(mv)) {
            groups.push(group(mv));
        }
    }
    let chosen = dice.pick(&groups)?;
    Some(moves.iter().copied().filter(|mv| group(*mv) == chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponent::Choice;
    use rocada_rules::{Role, Tolerance, Variant};

    fn chosen(fen: &str) -> Vec<Move> {
        let game = AnyPosition::from_fen(Variant::Chess, fen, Tolerance::Strict).expect("a FEN");
        (0..400)
            .filter_map(|seed| match RandomMover.answer(&game, seed).choice {
                Choice::Move(mv) => Some(mv),
                Choice::Resign => None,
            })
            .collect()
    }

    #[test]
    fn pieces_are_equally_likely_whatever_they_can_do() {
        let moves = chosen("4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1");
        let queen = moves.iter().filter(|mv| mv.from().to_string() == "d5").count();
        assert!((150..250).contains(&queen), "{queen} of 400 with the queen");
    }

    #[test]
    fn promotions_are_to_any_piece() {
        let moves = chosen("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            assert!(moves.iter().any(|mv| mv.promotion() == Some(role)), "{role:?}");
        }
    }

    #[test]
    fn without_a_move_it_resigns() {
        assert!(chosen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_empty());
    }
}
