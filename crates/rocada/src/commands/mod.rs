//! The sub-commands, one module each.

mod bench;
mod book;
mod data;
mod datagen;
mod doctor;
mod documents;
mod eval;
mod install;
mod perft;
pub(crate) mod play;
mod play_match;
mod ratings;
mod serve;
mod suite;
mod train;
mod tune;

use std::process::ExitCode;
use std::str::FromStr;

use clap::Subcommand;
use rocada_engine::Evaluations;
use rocada_rules::{AnyPosition, Tolerance, Variant};

use crate::failure::Failure;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game in the terminal.
    Play(Box<play::Play>),
    /// Open the board in the browser.
    Serve(serve::Serve),
    /// Count the leaves of the legal move tree.
    Perft(perft::Perft),
    /// Play against itself and keep the games, for training and tuning.
    Datagen(datagen::Datagen),
    /// Inspect, verify, split, merge and shuffle files of games.
    Data(data::Data),
    /// Train a network from games.
    Train(Box<train::Train>),
    /// Fit the numbers of the engine: weights to games, parameters of the search by play.
    Tune(tune::Tune),
    /// Show what a position is worth, term by term and piece by piece.
    Eval(eval::Eval),
    /// Search a fixed set of positions: signature and speed.
    Bench(bench::Bench),
    /// Solve the positions of an EPD file.
    Suite(suite::Suite),
    /// Tell XBoard and other chess programs about the engine.
    Install(install::Install),
    /// Show the manual page, or write all of them.
    Man(documents::Man),
    /// Show the completions for a shell.
    Completions(documents::Completions),
    /// Play engines against each other.
    Match(Box<play_match::PlayMatch>),
    /// Fit one scale of ratings to games.
    Ratings(ratings::Ratings),
    /// Build a set of opening positions.
    Book(book::Book),
    /// Find out what is wrong with a bot.
    Doctor(doctor::Doctor),
}

impl Command {
    pub(crate) fn run(self) -> Result<ExitCode, Failure> {
        match self {
            Command::Play(play) => play.run(),
            Command::Serve(serve) => serve.run(),
            Command::Perft(perft) => perft.run(),
            Command::Datagen(datagen) => datagen.run(),
            Command::Data(data) => data.run(),
            Command::Train(train) => train.run(),
            Command::Tune(tune) => tune.run(),
            Command::Eval(eval) => eval.run(),
            Command::Bench(bench) => bench.run(),
            Command::Suite(suite) => suite.run(),
            Command::Install(install) => install.run(),
            Command::Man(man) => man.run(),
            Command::Completions(completions) => completions.run(),
            Command::Match(contest) => contest.run(),
            Command::Ratings(ratings) => ratings.run(),
            Command::Book(book) => book.run(),
            Command::Doctor(doctor) => doctor.run(),
        }
    }
}

/// The position a command works on.
#[derive(clap::Args)]
pub(crate) struct PositionArguments {
    /// The position as FEN; the start position if not given.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// chess, chess960, crazyhouse or crazyhouse960.
    #[arg(long, default_value = "chess", value_name = "VARIANT")]
    variant: Variant,
    /// Accept positions that no game reaches, as long as they can be played.
    #[arg(long)]
    lax: bool,
}

/// What judges positions, for commands that search or explain.
#[derive(clap::Args)]
pub(crate) struct EvaluationArguments {
    /// A network file, used for its own game; `embedded`: those that the binary carries; `classical`: none.
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    net: Vec<String>,
}

impl EvaluationArguments {
    pub(crate) fn evaluations(&self) -> Result<Evaluations, Failure> {
        let mut evaluations = Evaluations::default();
        for net in &self.net {
            evaluations.choose(net).map_err(Failure::new)?;
        }
        Ok(evaluations)
    }
}

impl PositionArguments {
    pub(crate) fn position(&self) -> Result<AnyPosition, Failure> {
        let tolerance = if self.lax { Tolerance::Lax } else { Tolerance::Strict };
        match &self.fen {
            None => Ok(AnyPosition::start(self.variant)),
            Some(fen) => AnyPosition::from_fen(self.variant, fen, tolerance).map_err(Failure::new),
        }
    }
}

/// Reads a number above 0.
fn positive<F: FromStr + Copy + Into<f64>>(text: &str) -> Result<F, String> {
    let number = text.parse().ok().filter(|&number: &F| number.into().is_finite() && number.into() > 0.0);
    number.ok_or_else(|| "a number above 0 is needed".to_owned())
}
