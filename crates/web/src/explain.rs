//! Why a position is worth what it is: the terms of the classical evaluation, each piece's worth, who controls what.

use rocada_engine::Evaluations;
use rocada_eval::classical::{Game, control_map, explain, piece_worth};
use rocada_eval::nnue::GameKind;
use rocada_rules::{AnyBoard, AnyPosition, Color, Position};

use crate::messages::{ControlMap, ExplanationView, PieceWorth, TermView};

/// Explains a position.
pub(crate) fn explanation(position: &AnyPosition, evaluations: &Evaluations) -> ExplanationView {
    match position.board() {
        AnyBoard::Chess(board) => of_board(board, evaluations),
        AnyBoard::Crazyhouse(board) => of_board(board, evaluations),
    }
}

fn of_board<R: Game>(position: &Position<R>, evaluations: &Evaluations) -> ExplanationView {
    let explanation = explain(position);
    let network = evaluations.network(GameKind::of::<R>());
    let opinion = network.map(|network| network.evaluate_scalar(position));
    let by_network = network.map(|network| network.piece_worth(position)).unwrap_or_default();
    let pieces = piece_worth(position).into_iter().map(|(square, piece, worth)| PieceWorth {
        square: square.to_string(),
        color: piece.color.into(),
        role: piece.role.into(),
        worth,
        network: by_network.iter().find(|(other, _, _)| *other == square).map(|(_, _, worth)| *worth),
    });
    let [white, black] = control_map(position);
    ExplanationView {
        terms: explanation
            .terms
            .iter()
            .map(|line| {
                let white = explanation.tapered(line.white);
                // The total is rounded once: Black's part takes the difference.
                TermView { name: line.name.to_owned(), white, black: white - line.total, total: line.total }
            })
            .collect(),
        phase: explanation.phase,
        scale: explanation.scale,
        endgame: explanation.endgame.map(str::to_owned),
        total: explanation.total,
        network: opinion.map(|value| if position.turn() == Color::White { value } else { -value }),
        pieces: pieces.collect(),
        control: ControlMap { white: white.to_vec(), black: black.to_vec() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{Tolerance, Variant};

    #[test]
    fn a_lone_queen_is_worth_much_and_controls_her_rank() {
        let fen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
        let position = AnyPosition::from_fen(Variant::Chess, fen, Tolerance::Strict).expect("a position");
        let view = explanation(&position, &Evaluations::classical());
        assert_eq!(view.pieces.len(), 1);
        assert!(view.pieces[0].worth > 500, "{:?}", view.pieces);
        assert_eq!(view.control.white[1], 1);
        assert_eq!(view.network, None);
        assert!(view.terms.iter().all(|term| term.white - term.black == term.total));
    }

    #[test]
    fn crazyhouse_is_explained_with_its_own_terms() {
        let start = AnyPosition::start(Variant::Crazyhouse);
        let view = explanation(&start, &Evaluations::default());
        assert_eq!(view.pieces.len(), 30);
        assert_eq!(view.control.black.len(), 64);
    }
}
