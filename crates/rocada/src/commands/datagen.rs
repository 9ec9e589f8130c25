//! `rocada datagen`: Rocada plays against itself and keeps the games.

use std::io::{IsTerminal, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rocada_engine::{embedded_network, open_network};
use rocada_eval::nnue::{GameKind, Network};
use rocada_lab::games::open_to_append;
use rocada_lab::selfplay::{self, Report, Settings, Until};
use rocada_rules::Variant;

use super::data::show;
use crate::failure::Failure;
use crate::interrupt;

/// Arguments of `rocada datagen`.
#[derive(clap::Args)]
#[command(after_help = "\
The file is continued if it exists. Ctrl-C finishes the games that are being played; a kill loses at most the last
minute. The same seed makes the same games whatever the number of threads.

Examples:
  rocada datagen --games 10000 --out games.rog
  rocada datagen --variant crazyhouse --minutes 60 --nodes 400 --seed 7 --out zh.rog
  rocada datagen --net c1.nnue --games 100000 --out g1.rog")]
pub(crate) struct Datagen {
    /// chess, chess960, crazyhouse or crazyhouse960.
    #[arg(long, default_value = "chess")]
    variant: Variant,
    /// Stop when the file has so many games.
    #[arg(long, required_unless_present = "minutes")]
    games: Option<u64>,
    /// Stop after so many minutes.
    #[arg(long)]
    minutes: Option<f64>,
    /// Begin no new iteration after so many nodes a move.
    #[arg(long, default_value_t = 700, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: u32,
    /// How many games are played at once; all cores if not given.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// What the random numbers begin with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the generation, kept in the file; if not given, that of the network, or 0.
    #[arg(long)]
    generation: Option<u32>,
    /// Judge by this network; `embedded`: the one that the binary carries; `classical`: by none.
    #[arg(long, value_name = "FILE", default_value = "classical")]
    net: String,
    /// The file of games.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Datagen {
    #[allow(clippy::print_stderr)]
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let network = self.network()?;
        let of_network = network.as_ref().map_or(0, |network| network.generation());
        let settings = Settings {
            nodes: self.nodes,
            seed: self.seed,
            generation: self.generation.unwrap_or(of_network),
            network,
            ..Settings::new(self.variant)
        };
        let (mut writer, resumed) = open_to_append(&self.out, settings.label())
            .map_err(|error| super::data::in_file(&self.out, &error))?;
        if resumed.cut > 0 {
            eprintln!("datagen: cut off {} bytes of a chunk that was not finished", resumed.cut);
        }
        if resumed.games > 0 {
            eprintln!("datagen: {} has {} games, going on", self.out.display(), resumed.games);
        }
        let until = Until {
            games: self.games,
            time: self.minutes.map(|minutes| Duration::from_secs_f64((minutes * 60.0).clamp(0.0, 1e9))),
        };
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let stop = interrupt::stop_flag()?;
        let mut teller = Teller::new(until);
        let statistics = selfplay::run(
            &settings,
            threads.map_or(1, NonZeroUsize::get),
            resumed.next_game,
            until,
            &mut writer,
            &mut |report| {
                teller.tell(report);
                !stop.load(Ordering::Relaxed)
            },
        )
        .map_err(|error| super::data::in_file(&self.out, &error))?;
        teller.finish();
        let mut out = std::io::stdout().lock();
        show(&mut out, &statistics)?;
        writeln!(out, "games {}", resumed.games + statistics.games)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Datagen {
    /// The network that judges, which must be one of the game that is played.
    fn network(&self) -> Result<Option<Arc<Network>>, Failure> {
        let game = GameKind::of_variant(self.variant);
        match self.net.as_str() {
            "classical" => Ok(None),
            "embedded" => match embedded_network(game) {
                Some(network) => Ok(Some(network)),
                None => Err(Failure::new(format!("this binary carries no network for {game}"))),
            },
            path => {
                let network = open_network(Path::new(path)).map_err(Failure::new)?;
                let wrong = |error| Failure::new(format!("cannot use {path}: {error}"));
                network.check_game(game).map_err(wrong)?;
                Ok(Some(Arc::new(network)))
            }
        }
    }
}

/// Shows how far the run is: a bar on a terminal, a line every ten seconds in a pipe.
struct Teller {
    bar: Option<ProgressBar>,
    until: Until,
    last_line: Instant,
}

impl Teller {
    fn new(until: Until) -> Teller {
        let bar = std::io::stderr().is_terminal().then(|| {
            let total = until.games.or(until.time.map(|time| time.as_secs())).unwrap_or(0);
            let style = ProgressStyle::with_template("datagen {wide_bar} {pos}/{len} {msg} {eta}");
            ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Teller { bar, until, last_line: Instant::now() }
    }

    #[allow(clippy::print_stderr)]
    fn tell(&mut self, report: &Report<'_>) {
        let statistics = report.statistics;
        let text = format!(
            "{} games, {} positions, {:.0} a second, {:.1} % drawn, {:.0} plies a game",
            statistics.games,
            statistics.scored,
            report.speed(),
            statistics.draw_rate() * 100.0,
            statistics.mean_length(),
        );
        if let Some(bar) = &self.bar {
            bar.set_position(match self.until.games {
                Some(_) => report.before + statistics.games,
                None => report.elapsed.as_secs(),
            });
            bar.set_message(text);
        } else if self.last_line.elapsed() >= Duration::from_secs(10) {
            self.last_line = Instant::now();
            eprintln!("datagen: {text}");
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
