//! The evaluation as text for people: terms, the worth of each piece, and who controls which square.

use std::fmt::Write as _;

use rocada_eval::classical::{Game, control_map, explain, piece_worth};
use rocada_eval::nnue::GameKind;
use rocada_rules::{AnyBoard, AnyPosition, Color, Piece, Position, Role, Square};

use crate::evaluations::Evaluations;

/// The terms of the classical evaluation, and what the network says where one judges the game.
pub fn terms_text(position: &AnyPosition, evaluations: &Evaluations) -> String {
    match position.board() {
        AnyBoard::Chess(board) => terms_of(board, evaluations),
        AnyBoard::Crazyhouse(board) => terms_of(board, evaluations),
    }
}

fn terms_of<R: Game>(position: &Position<R>, evaluations: &Evaluations) -> String {
    let terms = explain(position);
    match evaluations.network(GameKind::of::<R>()) {
        Some(network) => format!("{terms}\n{}", network.opinion(position)),
        None => terms.to_string(),
    }
}

/// What each piece is worth here: how many pawns worse its owner would stand without it.
pub fn worth_text(position: &AnyPosition, evaluations: &Evaluations) -> String {
    match position.board() {
        AnyBoard::Chess(board) => worth_of(board, evaluations),
        AnyBoard::Crazyhouse(board) => worth_of(board, evaluations),
    }
}

fn worth_of<R: Game>(position: &Position<R>, evaluations: &Evaluations) -> String {
    let grid = worth_grid(position, piece_worth(position));
    let mut text = format!("What each piece is worth here, in pawns:\n{grid}");
    if let Some(network) = evaluations.network(GameKind::of::<R>()) {
        let grid = worth_grid(position, network.piece_worth(position));
        let _ = write!(text, "\n\nWhat each piece is worth to the network, in pawns:\n{grid}");
    }
    text
}

/// How many men of White and of Black attack or defend each square.
pub fn control_text(position: &AnyPosition) -> String {
    let [white, black] = match position.board() {
        AnyBoard::Chess(board) => control_map(board),
        AnyBoard::Crazyhouse(board) => control_map(board),
    };
    let pairs = white.iter().zip(black);
    let cells: Vec<String> = pairs.map(|(white, black)| format!("{white}:{black}")).collect();
    format!("How many pieces of White : Black attack or defend each square:\n{}", grid(&cells, 5))
}

/// Each piece with its worth in pawns.
fn worth_grid<R: Game>(position: &Position<R>, worth: Vec<(Square, Piece, i32)>) -> String {
    let mut cells = vec![String::from("."); 64];
    for (square, piece, worth) in worth {
        cells[square.index()] = format!("{}{:.1}", piece.letter(), f64::from(worth) / 100.0);
    }
    for color in Color::ALL {
        cells[position.king(color).index()] = Role::King.of(color).letter().to_string();
    }
    grid(&cells, 7)
}

/// Eight ranks of eight cells, with the names of ranks and files.
fn grid(cells: &[String], width: usize) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let _ = write!(text, "{} ", rank + 1);
        for file in 0..8 {
            let _ = write!(text, "{:>width$}", cells[Square::at(file, rank).index()]);
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in 'a'..='h' {
        let _ = write!(text, "{file:>width$}");
    }
    text
}
