//! `rocada tune search`: tunes the parameters of the search by games at a fixed number of nodes.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rocada_lab::selfplay::Settings;
use rocada_lab::spsa::{Options, State, run};
use rocada_rules::{Crazyhouse, Standard, Variant};
use rocada_search::{Params, SearchGame};

use crate::commands::data::in_file;
use crate::commands::{EvaluationArguments, positive};
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;

/// How often the state is written.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Arguments of `rocada tune search`.
#[derive(clap::Args)]
#[command(after_help = "\
The state is written every ten seconds; the same command goes on with it after a stop. The values are printed
by their names in the list of parameters. Confirm them in a match at fixed time before they are kept.

Examples:
  rocada tune search --pairs 20000 --state chess.spsa
  rocada tune search --variant crazyhouse --only lmr_quiet_base,lmr_quiet_divisor --state zh.spsa")]
pub(crate) struct TuneSearch {
    /// chess or crazyhouse; their 960 variants share the parameters.
    #[arg(long, default_value = "chess")]
    variant: Variant,
    /// How many pairs of games the whole run has.
    #[arg(long, default_value_t = Options::default().pairs)]
    pairs: u64,
    /// Begin no new iteration after so many nodes a move.
    #[arg(long, default_value_t = 2_000)]
    nodes: u32,
    /// How far a parameter moves in the last steps, as a share of its squared step.
    #[arg(long, default_value_t = Options::default().final_rate, value_parser = positive::<f64>)]
    rate: f64,
    /// How many steps a parameter is tried up and down: more for short runs, which see only great differences.
    #[arg(long, default_value_t = Options::default().stride, value_parser = positive::<f64>)]
    stride: f64,
    /// Tune these parameters only, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    only: Vec<String>,
    #[command(flatten)]
    evaluation: EvaluationArguments,
    /// Where the state of the run is kept.
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// What the random numbers begin with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pairs are played at once; all cores if not given.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

impl TuneSearch {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match self.variant.has_drops() {
            false => self.tune::<Standard>(),
            true => self.tune::<Crazyhouse>(),
        }
    }

    fn tune<R: SearchGame>(&self) -> Result<ExitCode, Failure> {
        let chosen = self.chosen()?;
        let first = load(&self.state)?.unwrap_or_else(|| State::new(R::PARAMS));
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let options = Options {
            pairs: self.pairs,
            final_rate: self.rate,
            stride: self.stride,
            threads: threads.map_or(1, NonZeroUsize::get),
        };
        let settings = Settings { nodes: self.nodes, seed: self.seed, ..Settings::new(self.variant) };
        let stop = interrupt::stop_flag()?;
        let mut progress = Progress::new("tune", self.pairs);
        progress.skip(first.pairs);
        let mut saved = (Instant::now(), Ok(()));
        let mut shown = first.pairs;
        let evaluator = self.evaluation.evaluations()?.evaluator::<R>();
        let last = run(&settings, &options, &evaluator, &chosen, first, &mut |state| {
            while shown < state.pairs {
                shown += 1;
                progress.step();
            }
            progress.note(&format!("balance {:+}", state.balance));
            if saved.0.elapsed() >= SAVE_EVERY {
                saved = (Instant::now(), save(&self.state, state));
            }
            saved.1.is_ok() && !stop.load(Ordering::Relaxed)
        });
        drop(progress);
        saved.1?;
        save(&self.state, &last)?;
        show(&mut std::io::stdout().lock(), R::PARAMS, &last.params(R::PARAMS))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Which of the parameters to tune.
    fn chosen(&self) -> Result<Vec<bool>, Failure> {
        self.only.iter().try_for_each(|name| place_of(name).map(drop))?;
        let chosen = |name: &str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        Ok(Params::LIST.iter().map(|info| chosen(info.name)).collect())
    }
}

/// Where a parameter is in the list.
pub(super) fn place_of(name: &str) -> Result<usize, Failure> {
    Params::LIST.iter().position(|info| info.name == name).ok_or_else(|| {
        let names: Vec<_> = Params::LIST.iter().map(|info| info.name).collect();
        Failure::new(format!("there is no parameter '{name}'; there are {}", names.join(", ")))
    })
}

pub(super) fn load(path: &Path) -> Result<Option<State>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => State::from_text(&text).map(Some).map_err(|error| in_file(path, &error)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(in_file(path, &error)),
    }
}

/// Writes beside the file and renames, so that a kill leaves the old state or the new one.
fn save(path: &Path, state: &State) -> Result<(), Failure> {
    let beside = path.with_extension("part");
    fs::write(&beside, state.to_text())
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| in_file(path, &error))
}

/// The parameters that changed, then all of them.
fn show(out: &mut dyn std::io::Write, before: &Params, after: &Params) -> std::io::Result<()> {
    let values = before.to_vec().into_iter().zip(after.to_vec());
    for (info, (before, after)) in Params::LIST.iter().zip(values) {
        let change = if before == after { String::new() } else { format!("  (was {before})") };
        writeln!(out, "{} = {after}{change}", info.name)?;
    }
    Ok(())
}
