//! Step 1: one pawn. The bot moves the e-pawn, and nothing else.
//!
//! This is what a team writes in the first week: it needs a board, the rules of one piece and the words of the protocol,
//! but no idea of chess. It captures or advances, whatever falls, and resigns when the pawn is blocked, lost or home.

use rocada_rules::{AnyPosition, Color, Move, Piece, Role, Square};

use crate::dice::Dice;
use crate::opponent::{Answer, Opponent};

/// The bot that moves one pawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnePawn;

/// What became of the pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Stands(Square),
    Lost,
    Home,
}

impl Opponent for OnePawn {
    fn name(&self) -> String {
        "pawn".to_owned()
    }

    fn answer(&self, game: &AnyPosition, seed: u64) -> Answer {
        let square = match fate(game) {
            Fate::Stands(square) => square,
            Fate::Lost => return Answer::resign("the pawn is lost"),
            Fate::Home => return Answer::resign("the pawn has reached the last rank"),
        };
        let legal = game.legal_moves();
        let steps: Vec<Move> =
            legal.iter().copied().filter(|mv| !mv.is_drop() && mv.from() == square).collect();
        match Dice::for_move(seed, game).pick(&steps) {
            Some(mv) if mv.is_capture() => Answer::play(mv, "the pawn captures"),
            Some(mv) => Answer::play(mv, "the pawn advances"),
            None => Answer::resign("the pawn is blocked"),
        }
    }
}

/// Follows the pawn from the start of the game through all moves.
fn fate(game: &AnyPosition) -> Fate {
    let us = game.turn();
    let mut start = game.clone();
    while start.undo().is_some() {}
    let Some(mut square) = first_pawn(&start, us) else { return Fate::Lost };
    for &mv in game.moves() {
        if start.turn() == us && !mv.is_drop() && mv.from() == square {
            if mv.is_promotion() {
                return Fate::Home;
            }
            square = mv.to();
        }
        start.play(mv);
        if start.piece_at(square) != Some(Role::Pawn.of(us)) {
            return Fate::Lost;
        }
    }
    Fate::Stands(square)
}

/// The pawn that the bot plays with: on the e-file, or on the file nearest to it if none is there.
fn first_pawn(start: &AnyPosition, us: Color) -> Option<Square> {
    const E_FILE: u8 = 4;
    let wanted: Piece = Role::Pawn.of(us);
    Square::all()
        .filter(|square| start.piece_at(*square) == Some(wanted))
        .min_by_key(|square| (square.file().abs_diff(E_FILE), square.relative_rank(us)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponent::Choice;
    use rocada_rules::{Tolerance, Variant};

    fn after(moves: &str) -> AnyPosition {
        let mut game = AnyPosition::start(Variant::Chess);
        for text in moves.split_whitespace() {
            game.play(game.parse_move(text).expect("a legal move"));
        }
        game
    }

    fn says(game: &AnyPosition) -> String {
        let answer = OnePawn.answer(game, 1);
        match answer.choice {
            Choice::Move(mv) => game.san(mv),
            Choice::Resign => answer.comment,
        }
    }

    #[test]
    fn the_e_pawn_moves_and_captures_at_random() {
        let first: Vec<Choice> = (0..20).map(|seed| OnePawn.answer(&after(""), seed).choice).collect();
        assert!(first.iter().any(|choice| *choice != first[0]), "one step or two");
        let game = after("e4 d5");
        let both: Vec<Choice> = (0..20).map(|seed| OnePawn.answer(&game, seed).choice).collect();
        assert!(both.iter().any(|choice| *choice != both[0]), "it captures or advances");
    }

    #[test]
    fn it_resigns_when_the_pawn_is_blocked_lost_or_home() {
        assert_eq!(says(&after("e4 e5")), "the pawn is blocked");
        assert_eq!(says(&after("e4 d5 a3 dxe4")), "the pawn is lost");
        assert_eq!(
            says(&after("e4 d5 e5 f5 exf6 a6 fxg7 a5 gxh8=Q a4")),
            "the pawn has reached the last rank"
        );
    }

    #[test]
    fn another_piece_on_its_square_is_not_the_pawn() {
        assert_eq!(says(&after("e4 d5 Nc3 dxe4 Nxe4 a6")), "the pawn is lost");
    }

    #[test]
    fn taken_en_passant_it_is_lost() {
        let fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
        let mut game = AnyPosition::from_fen(Variant::Chess, fen, Tolerance::Strict).expect("a FEN");
        for text in ["e4", "dxe3"] {
            game.play(game.parse_move(text).expect("a legal move"));
        }
        assert_eq!(says(&game), "the pawn is lost");
    }
}
