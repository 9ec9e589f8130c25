//! `rocada data judge`: how far evaluations are from what searches found.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use rocada_engine::Evaluations;
use rocada_eval::Evaluator;
use rocada_eval::classical::Game as Evaluated;
use rocada_eval::nnue::GameKind;
use rocada_lab::games::{GamesError, Trouble};
use rocada_lab::trainer::{Filter, game_of, judge};
use rocada_rules::{Crazyhouse, Standard};

use super::{each_chunk, in_file};
use crate::failure::Failure;

/// Arguments of `rocada data judge`.
#[derive(clap::Args)]
#[command(after_help = "\
The error is the mean square of sigmoid(evaluation / 400) - sigmoid(score / 400), as in training. Games that were searched
more deeply than those that a network learnt from, and that it never saw, rank networks with less noise than a match.

Example:
  rocada datagen --net c1.nnue --nodes 1500 --games 500 --seed 777 --out deep.rog
  rocada data judge deep.rog --net classical --net c1.nnue --net c2.nnue")]
pub(super) struct Judge {
    /// Files of games.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What to judge: `classical`, `embedded` or a network file; again for each.
    #[arg(long, required = true, value_name = "FILE")]
    net: Vec<String>,
    /// Keep positions whose move takes, promotes or drops with check.
    #[arg(long)]
    keep_noisy: bool,
}

impl Judge {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let Some(first) = self.files.first() else { return Err(Failure::new("give a file of games")) };
        let game = game_of(first).map_err(Failure::new)?;
        match game {
            GameKind::Chess => self.judge::<Standard>(game),
            GameKind::Crazyhouse => self.judge::<Crazyhouse>(game),
        }
    }

    fn judge<R: Evaluated>(&self, kind: GameKind) -> Result<ExitCode, Failure> {
        let mut evaluators =
            self.net.iter().map(|net| evaluator(net, kind)).collect::<Result<Vec<_>, _>>()?;
        let filter = Filter { keep_noisy: self.keep_noisy, ..Filter::default() };
        let (mut positions, mut errors) = (0, vec![0.0; evaluators.len()]);
        for path in &self.files {
            each_chunk(std::slice::from_ref(path), |label, _, games| {
                if label.variant.has_drops() != R::DROPS {
                    return Err(in_file(path, &GamesError::OtherVariant(label.variant)));
                }
                for game in &games {
                    positions += judge::<R>(game, &filter, &mut evaluators, &mut errors)
                        .ok_or_else(|| in_file(path, &Trouble::Content("list of moves")))?;
                }
                Ok(())
            })?;
        }
        if positions == 0 {
            return Err(Failure::new("no position of these games is quiet enough to be judged"));
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{positions} positions")?;
        for (net, error) in self.net.iter().zip(errors) {
            writeln!(out, "{:.6} {net}", error / positions as f64)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The evaluator that a word or a file stands for; a network of another game is refused.
fn evaluator<R: Evaluated>(net: &str, kind: GameKind) -> Result<Evaluator<R>, Failure> {
    let mut evaluations = Evaluations::classical();
    evaluations.choose(net).map_err(Failure::new)?;
    if evaluations.network(kind).is_none() && net != "classical" {
        return Err(Failure::new(format!("'{net}' has no network of {kind}")));
    }
    Ok(evaluations.evaluator::<R>())
}
