//! `rocada eval`: why a position is worth what it is, and what each piece on it is worth.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use rocada_engine::Evaluations;
use rocada_eval::classical::{Game, control_map, explain, piece_worth};
use rocada_eval::nnue::GameKind;
use rocada_rules::{
    AnyBoard, AnyPosition, Color, DrawingStyle, Piece, Position, Role, Square, Tolerance, Variant,
};

use super::EvaluationArguments;
use crate::failure::Failure;

/// Arguments of `rocada eval`.
#[derive(clap::Args)]
#[command(after_help = "\
Prints the terms of the classical evaluation for each side, then each piece with its worth: how many pawns worse its
owner would stand without it. Where a network judges the game, its value and what it thinks of each piece follow. With
--map also how many pieces of each side attack or defend each square.

Examples:
  rocada eval
  rocada eval --net my.nnue
  rocada eval 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4' --map
  rocada eval 'r2q1rk1/ppp2pp1/2np4/2b1p3/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1[NPb] w - - 0 9' --variant crazyhouse")]
pub(crate) struct Eval {
    /// The position; the start position if not given.
    fen: Option<String>,
    /// chess, chess960, crazyhouse or crazyhouse960.
    #[arg(long, default_value = "chess", value_name = "VARIANT")]
    variant: Variant,
    /// Show the attack and defence map too.
    #[arg(long)]
    map: bool,
    #[command(flatten)]
    judge: EvaluationArguments,
}

impl Eval {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let position = match &self.fen {
            None => AnyPosition::start(self.variant),
            Some(fen) => AnyPosition::from_fen(self.variant, fen, Tolerance::Repair).map_err(Failure::new)?,
        };
        let evaluations = self.judge.evaluations()?;
        let text = match position.board() {
            AnyBoard::Chess(board) => self.describe(board, &evaluations),
            AnyBoard::Crazyhouse(board) => self.describe(board, &evaluations),
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}\n\n{text}", position.drawing(DrawingStyle::default()).trim_end())?;
        Ok(ExitCode::SUCCESS)
    }

    fn describe<R: Game>(&self, position: &Position<R>, evaluations: &Evaluations) -> String {
        let mut text = format!("{}\n\nWhat each piece is worth here, in pawns:\n", explain(position));
        text.push_str(&worth_grid(position, piece_worth(position)));
        if let Some(network) = evaluations.network(GameKind::of::<R>()) {
            let opinion = network.opinion(position);
            let _ = write!(text, "\n{opinion}\n\nWhat each piece is worth to the network, in pawns:\n");
            text.push_str(&worth_grid(position, network.piece_worth(position)));
        }
        if self.map {
            let [white, black] = control_map(position);
            let pairs = white.iter().zip(black);
            let cells: Vec<String> = pairs.map(|(white, black)| format!("{white}:{black}")).collect();
            text.push_str("\nHow many pieces of White : Black attack or defend each square:\n");
            text.push_str(&grid(&cells));
        }
        text.truncate(text.trim_end().len());
        text
    }
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
    grid(&cells)
}

/// Eight ranks of eight cells, with the names of ranks and files.
fn grid(cells: &[String]) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let _ = write!(text, "{} ", rank + 1);
        for file in 0..8 {
            let _ = write!(text, "{:>7}", cells[Square::at(file, rank).index()]);
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in 'a'..='h' {
        let _ = write!(text, "{file:>7}");
    }
    text.push('\n');
    text
}
