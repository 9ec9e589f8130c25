//! `rocada tune weights`: fits the weights of the classical evaluation to games.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use rocada_eval::classical::{Game as Evaluated, Weights};
use rocada_lab::games::{Game, GamesError, Reader};
use rocada_lab::tuner::{Epoch, Filter, Options, Samples, tune};
use rocada_rules::{Crazyhouse, Standard, Variant};

use crate::commands::data::in_file;
use crate::commands::positive;
use crate::failure::Failure;

/// Arguments of `rocada tune weights`.
#[derive(clap::Args)]
#[command(after_help = "\
Every tenth game is held out: its loss decides which epoch is kept.

Example:
  rocada tune weights --data games.rog --out crates/eval/src/classical/weights/chess.rs")]
pub(crate) struct TuneWeights {
    /// Files of games that `rocada datagen` made.
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// chess or crazyhouse; their 960 variants share the weights.
    #[arg(long, default_value = "chess")]
    variant: Variant,
    /// Where the weights go, as a Rust table.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How much the game's result counts, from 0 to 1; the rest is the search's score.
    #[arg(long, default_value_t = Options::default().result_share)]
    result_share: f32,
    /// How often all positions are seen.
    #[arg(long, default_value_t = Options::default().epochs)]
    epochs: usize,
    /// Positions a step.
    #[arg(long, default_value_t = Options::default().batch)]
    batch: usize,
    /// The first step's size in centipawns.
    #[arg(long, default_value_t = Options::default().rate, value_parser = positive::<f32>)]
    rate: f32,
    /// How strongly a weight is held to its first value, in positions.
    #[arg(long, default_value_t = Options::default().pull)]
    pull: f32,
    /// Leave out positions with a score further from even.
    #[arg(long, default_value_t = Filter::default().most_score)]
    most_score: i32,
    /// How many threads work; all cores if not given.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// Of so many games one is held out.
const HELD_OUT: usize = 10;

impl TuneWeights {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match self.variant.has_drops() {
            false => self.tune::<Standard>("CHESS", "chess and Chess960", "chess"),
            true => self.tune::<Crazyhouse>("CRAZYHOUSE", "crazyhouse and crazyhouse960", "crazyhouse"),
        }
    }

    fn tune<R: Evaluated>(&self, constant: &str, games: &str, game: &str) -> Result<ExitCode, Failure> {
        let mut out = std::io::stdout().lock();
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let options = Options {
            result_share: self.result_share.clamp(0.0, 1.0),
            epochs: self.epochs,
            batch: self.batch.max(1),
            rate: self.rate,
            pull: self.pull,
            threads: threads.map_or(1, NonZeroUsize::get),
            ..Options::default()
        };
        let [training, validation] = self.samples::<R>(options.threads)?;
        if validation.is_empty() {
            return Err(Failure::new("there are too few positions: give more games"));
        }
        writeln!(
            out,
            "{} positions to learn from, {} held out, {:.0} coefficients each",
            training.len(),
            validation.len(),
            training.entries() as f64 / training.len().max(1) as f64
        )?;
        let mut shown = Ok(());
        let tuned = tune(R::weights(), &training, &validation, &options, &mut |epoch| {
            if shown.is_ok() {
                shown = show(&mut out, epoch);
            }
        });
        shown?;
        writeln!(out, "scale {:.6}, {} rare weights kept", tuned.scale, tuned.kept)?;
        writeln!(
            out,
            "validation loss {:.6} before, {:.6} after epoch {}",
            tuned.first.validation.target, tuned.best.validation.target, tuned.best.number
        )?;
        if let Some(path) = &self.out {
            let text = table(&tuned.weights, constant, games, game);
            std::fs::write(path, text)
                .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The positions to learn from, and those held out.
    fn samples<R: Evaluated>(&self, threads: usize) -> Result<[Samples; 2], Failure> {
        let mut parts: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
        for path in &self.data {
            let failure = |error: GamesError| in_file(path, &error);
            let mut number = 0;
            for chunk in Reader::open(path).map_err(failure)? {
                let chunk = chunk.map_err(failure)?;
                let variant = chunk.header.label.variant;
                if variant.has_drops() != R::DROPS {
                    return Err(failure(GamesError::OtherVariant(variant)));
                }
                for game in chunk.games().map_err(failure)? {
                    parts[usize::from(number % HELD_OUT == 0)].push(game);
                    number += 1;
                }
            }
        }
        let filter = Filter { most_score: self.most_score, ..Filter::default() };
        Ok(parts.map(|games| Samples::of_games::<R>(&games, R::weights(), &filter, threads)))
    }
}

fn show(out: &mut dyn std::io::Write, epoch: &Epoch) -> std::io::Result<()> {
    writeln!(
        out,
        "epoch {:>3}: training {:.6}, held out {:.6} (result {:.6}, score {:.6})",
        epoch.number,
        epoch.training.target,
        epoch.validation.target,
        epoch.validation.result,
        epoch.validation.score
    )?;
    out.flush()
}

/// The file that the evaluation's `weights` folder holds.
fn table(weights: &Weights, constant: &str, games: &str, game: &str) -> String {
    format!(
        "//! The weights of {games}, fitted to Rocada's own games by `rocada tune weights`.\n\
         //! `s(middlegame, endgame)` in centipawns; `Weights::to_rust` prints this table.\n\n\
         use super::{{Table, Weights, s}};\n\n\
         /// The weights of {game}.\n#[rustfmt::skip]\n{}",
        weights.to_rust(constant)
    )
}
