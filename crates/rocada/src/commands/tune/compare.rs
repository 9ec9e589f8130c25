//! `rocada tune compare`: a changed set of parameters plays against the present one, in one process.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use rocada_arena::stats::{Estimate, Pentanomial};
use rocada_lab::duel::compare;
use rocada_lab::selfplay::Settings;
use rocada_rules::{Crazyhouse, Standard, Variant};
use rocada_search::{Params, SearchGame};

use super::search::{load, place_of};
use crate::commands::EvaluationArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;

/// Arguments of `rocada tune compare`.
#[derive(clap::Args)]
#[command(after_help = "\
Two games from each random opening, colours changed. What wins here is confirmed in a match at fixed time before it is kept.

Examples:
  rocada tune compare --set rfp_margin=90 --set futility_margin=100
  rocada tune compare --variant crazyhouse --state zh.spsa --pairs 1000 --nodes 5000")]
pub(crate) struct TuneCompare {
    /// chess or crazyhouse; their 960 variants share the parameters.
    #[arg(long, default_value = "chess")]
    variant: Variant,
    /// Take the changed set from the state of a run of `rocada tune search`.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Change a parameter.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// How many pairs of games are played.
    #[arg(long, default_value_t = 500)]
    pairs: u64,
    /// Begin no new iteration after so many nodes a move.
    #[arg(long, default_value_t = 2_000)]
    nodes: u32,
    #[command(flatten)]
    evaluation: EvaluationArguments,
    /// What the random numbers begin with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pairs are played at once; all cores if not given.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

impl TuneCompare {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match self.variant.has_drops() {
            false => self.compare::<Standard>(),
            true => self.compare::<Crazyhouse>(),
        }
    }

    fn compare<R: SearchGame>(&self) -> Result<ExitCode, Failure> {
        let changed = self.changed(R::PARAMS)?;
        if changed == *R::PARAMS {
            return Err(Failure::new("nothing is changed: give --set NAME=VALUE or --state FILE"));
        }
        let evaluator = self.evaluation.evaluations()?.evaluator::<R>();
        let settings = Settings { nodes: self.nodes, seed: self.seed, ..Settings::new(self.variant) };
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let stop = interrupt::stop_flag()?;
        let mut progress = Progress::new("compare", self.pairs);
        let mut shown = 0;
        let sets = [changed, R::PARAMS.clone()];
        let threads = threads.map_or(1, NonZeroUsize::get);
        let counts = compare(&settings, threads, &evaluator, &sets, self.pairs, &mut |counts| {
            let pairs = Pentanomial(*counts);
            progress.advance(pairs.pairs() - shown);
            shown = pairs.pairs();
            progress.note(&elo(&pairs.estimate()));
            !stop.load(Ordering::Relaxed)
        });
        drop(progress);
        show(&mut std::io::stdout().lock(), Pentanomial(counts))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The present parameters with the changes that were asked for.
    fn changed(&self, present: &Params) -> Result<Params, Failure> {
        let mut params = match &self.state {
            None => present.clone(),
            Some(path) => load(path)?
                .ok_or_else(|| Failure::new(format!("{}: there is no such file", path.display())))?
                .params(present),
        };
        for change in &self.set {
            let wrong =
                || Failure::new(format!("'{change}' is not of the form NAME=VALUE, as in rfp_margin=90"));
            let (name, value) = change.split_once('=').ok_or_else(wrong)?;
            let value: i32 = value.trim().parse().map_err(|_| wrong())?;
            let place = place_of(name.trim())?;
            let info = Params::LIST[place];
            if !(info.min..=info.max).contains(&value) {
                return Err(Failure::new(format!("{} goes from {} to {}", info.name, info.min, info.max)));
            }
            let mut values = params.to_vec();
            values[place] = value;
            params = params.with_values(&values);
        }
        Ok(params)
    }
}

fn elo(estimate: &Estimate) -> String {
    format!("Elo {}", estimate.elo_text())
}

fn show(out: &mut dyn std::io::Write, pairs: Pentanomial) -> std::io::Result<()> {
    writeln!(out, "Pairs with 0, 0.5, 1, 1.5, 2 points: {:?}", pairs.0)?;
    writeln!(out, "{}", elo(&pairs.estimate()))
}
