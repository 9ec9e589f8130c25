//! `rocada eval`: why a position is worth what it is, and what each piece on it is worth.

use std::io::Write as _;
use std::process::ExitCode;

use rocada_engine::{control_text, terms_text, worth_text};
use rocada_rules::{AnyPosition, DrawingStyle, Tolerance, Variant};

use super::EvaluationArguments;
use crate::failure::Failure;

/// Arguments of `rocada eval`.
#[derive(clap::Args)]
#[command(after_help = "\
Prints the terms of the classical evaluation for each side, then each piece with its worth: how many pawns worse its
owner would stand without it. Where a network judges the game, its value and what it thinks of each piece are there too. With
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
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}\n", position.drawing(DrawingStyle::default()).trim_end())?;
        writeln!(out, "{}\n\n{}", terms_text(&position, &evaluations), worth_text(&position, &evaluations))?;
        if self.map {
            writeln!(out, "\n{}", control_text(&position))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
