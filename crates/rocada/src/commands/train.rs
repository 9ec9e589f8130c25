//! `rocada train`: makes a network out of games.

use std::fmt::Display;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rocada_engine::embedded_network;
use rocada_eval::nnue::{GameKind, MAX_HIDDEN, MAX_NAME, Shape};
use rocada_lab::trainer::{
    self, Data, Filter, Finished, Lessons, Options, Point, Trainer, csv, game_of, svg, write_atomically,
};

use crate::commands::positive;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;

/// Arguments of `rocada train`.
#[derive(clap::Args)]
#[command(after_help = "\
The game is that of the files. The shape is (inputs -> hidden) x 2 -> 1 with squared clipped neurons, as each side sees
the board. With few games learn from scores alone (--wdl 0): results of few games are learnt by heart.

Beside the network NET.nnue there will be NET.floats (its weights before rounding), NET.csv and NET.svg (the curve), and,
while it runs, NET.checkpoint (to go on from with --resume after a kill). The same seed and number of threads make the
same network. Whole games are held out by lot; a game is held out in every run or in none.

Examples:
  rocada train games.rog --out net.nnue
  rocada train g0.rog g1.rog --hidden 512 --epochs 30 --output-buckets 8 --out second.nnue
  rocada train g0.rog g1.rog --hidden 512 --epochs 30 --output-buckets 8 --out second.nnue --resume
  rocada train g2.rog --hidden 512 --from second.floats --lr 0.0003 --epochs 5 --out third.nnue
  rocada train g3.rog --hidden 768 --from embedded --lr 0.0006 --epochs 5 --out wider.nnue")]
pub(crate) struct Train {
    /// Files of games that `rocada datagen` made.
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// Where the network goes.
    #[arg(long, value_name = "NET.nnue")]
    out: PathBuf,
    /// Neurons of the first layer, a multiple of 64.
    #[arg(long, default_value_t = 256)]
    hidden: usize,
    /// How many outputs there are, by men on the board or in hand: 1 or 8.
    #[arg(long, default_value_t = 8)]
    output_buckets: usize,
    /// How many sets of first weights there are, by the own king's place: 1 or 4.
    #[arg(long, default_value_t = 1)]
    king_buckets: usize,
    /// How often all positions are seen.
    #[arg(long, default_value_t = Options::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions a step; chosen by the number of positions if not given (2048 or 4096).
    #[arg(long)]
    batch: Option<NonZeroUsize>,
    /// The largest step; it falls along a cosine.
    #[arg(long, default_value_t = Options::default().rate, value_parser = positive::<f32>)]
    lr: f32,
    /// How much the game's result counts, from 0 to 1; the rest is the search's score.
    #[arg(long, default_value_t = Options::default().result_share, value_parser = share)]
    wdl: f32,
    /// How much of each target comes from the scores of the plies after it, from 0 (nothing) to 1 (the result alone).
    #[arg(long, default_value_t = Lessons::default().foresight, value_parser = share)]
    foresight: f32,
    /// The share of games that are held out to measure the loss.
    #[arg(long, default_value_t = Lessons::default().held, value_parser = share)]
    held: f32,
    /// How many threads work; all cores if not given.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// What the random numbers begin with.
    #[arg(long, default_value_t = Options::default().seed)]
    seed: u64,
    /// Go on from the checkpoint of a run that did not finish, if there is one.
    #[arg(long)]
    resume: bool,
    /// Begin with an earlier network: NET.floats, NET.nnue, or `embedded` for the one that the binary carries. It may have
    /// fewer neurons, king buckets or outputs: new ones are added to what it knows.
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,
    /// Leave out the first so many plies of each game; random moves are always left out.
    #[arg(long, default_value_t = Filter::default().skip_plies)]
    skip_plies: usize,
    /// Leave out positions with a score further from even, in centipawns.
    #[arg(long, default_value_t = Filter::default().most_score)]
    most_score: i32,
    /// Leave out positions with fewer men on the board (not in crazyhouse).
    #[arg(long, default_value_t = Filter::default().least_men)]
    least_men: u32,
    /// Keep positions in check.
    #[arg(long)]
    keep_checks: bool,
    /// Keep positions whose move takes, promotes or drops with check.
    #[arg(long)]
    keep_noisy: bool,
    /// Write a checkpoint so often, in seconds.
    #[arg(long, default_value_t = 60.0, value_parser = positive::<f32>)]
    checkpoint_every: f32,
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1 is needed".to_owned())
}

fn in_file(path: &Path, error: impl Display) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| in_file(path, error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_atomically(path, bytes).map_err(|error| in_file(path, error))
}

impl Train {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let checkpoint = self.beside("checkpoint");
        self.check_files(&checkpoint)?;
        let shape = self.shape()?;
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let options = Options {
            epochs: self.epochs,
            batch: self.batch.map(NonZeroUsize::get),
            rate: self.lr,
            result_share: self.wdl,
            threads: threads.map_or(1, NonZeroUsize::get),
            seed: self.seed,
        };
        let data = self.load(shape, options.threads)?;
        let mut out = std::io::stdout().lock();
        let (games, positions) = (data.games, data.positions());
        writeln!(out, "{} positions of {} games to learn from", positions[0], games[0])?;
        writeln!(out, "{} positions of {} games held out", positions[1], games[1])?;
        let mut trainer = self.trainer(&data, options, &checkpoint)?;
        writeln!(
            out,
            "{shape}, {} positions a step, {} steps, {:.0} MB of positions",
            trainer.batch(),
            trainer.steps(),
            data.bytes() as f64 / 1e6
        )?;
        if trainer.steps_done() > 0 {
            writeln!(out, "going on after step {}", trainer.steps_done())?;
        }
        // At once, so that a folder that cannot be written to is found before the work.
        write(&checkpoint, &trainer.checkpoint())?;
        if !self.learn(&mut trainer, &checkpoint, &mut out)? {
            writeln!(out, "interrupted after step {}: --resume goes on", trainer.steps_done())?;
            return Ok(ExitCode::from(130));
        }
        self.finish(&mut trainer, &mut out)?;
        std::fs::remove_file(&checkpoint).map_err(|error| in_file(&checkpoint, error))?;
        Ok(ExitCode::SUCCESS)
    }

    /// A file with the network's name and another ending.
    fn beside(&self, ending: &str) -> PathBuf {
        self.out.with_extension(ending)
    }

    /// Nothing finished is overwritten, and nothing unfinished is lost.
    fn check_files(&self, checkpoint: &Path) -> Result<(), Failure> {
        match (checkpoint.exists(), self.resume) {
            (true, false) => Err(in_file(
                checkpoint,
                "a run that did not finish left this: --resume goes on, or remove it to begin anew",
            )),
            (false, _) if self.out.exists() => {
                Err(in_file(&self.out, "the network is there already: choose another name or remove it"))
            }
            _ => Ok(()),
        }
    }

    fn shape(&self) -> Result<Shape, Failure> {
        let first = self.files.first().ok_or_else(|| Failure::new("no games are given"))?;
        let shape = Shape {
            game: game_of(first).map_err(Failure::new)?,
            hidden: self.hidden,
            king_buckets: self.king_buckets,
            output_buckets: self.output_buckets,
        };
        match shape.is_valid() {
            true => Ok(shape),
            false => Err(Failure::new(format!(
                "no network can have the shape {shape}: --hidden is a multiple of 64 up to {MAX_HIDDEN}, \
                 --king-buckets 1 or 4, --output-buckets 1 or 8"
            ))),
        }
    }

    fn load(&self, shape: Shape, threads: usize) -> Result<Data, Failure> {
        let mut bytes = 0;
        for path in &self.files {
            bytes += std::fs::metadata(path).map_err(|error| in_file(path, error))?.len();
        }
        let filter = Filter {
            skip_plies: self.skip_plies,
            most_score: self.most_score,
            least_men: self.least_men,
            keep_checks: self.keep_checks,
            keep_noisy: self.keep_noisy,
        };
        let mut progress = Progress::new("loading", bytes);
        let mut before = 0;
        let lessons = Lessons { filter, foresight: self.foresight, held: self.held };
        trainer::load(&self.files, shape, &lessons, threads, &mut |loaded| {
            progress.note(&format!("{} games", loaded.games));
            progress.advance(loaded.bytes - before);
            before = loaded.bytes;
        })
        .map_err(Failure::new)
    }

    fn trainer<'a>(
        &self,
        data: &'a Data,
        options: Options,
        checkpoint: &Path,
    ) -> Result<Trainer<'a>, Failure> {
        if checkpoint.exists() {
            let bytes = read(checkpoint)?;
            return Trainer::resume(data, options, &bytes).map_err(|error| in_file(checkpoint, error));
        }
        match &self.from {
            Some(path) => {
                let bytes = earlier(path, data.shape().game)?;
                Trainer::warm(data, options, &bytes).map_err(|error| in_file(path, error))
            }
            None => Ok(Trainer::new(data, options)),
        }
    }

    /// Learns until all is done or somebody interrupts; gives whether all is done.
    fn learn(
        &self,
        trainer: &mut Trainer<'_>,
        checkpoint: &Path,
        out: &mut dyn std::io::Write,
    ) -> Result<bool, Failure> {
        let stop = interrupt::stop_flag()?;
        let mut progress = Progress::new("train", trainer.steps());
        progress.skip(trainer.steps_done());
        let every = Duration::from_secs_f32(self.checkpoint_every);
        let (begin, mut written, mut positions) = (Instant::now(), Instant::now(), 0);
        while let Some(status) = trainer.step() {
            positions += status.positions;
            let speed = positions as f64 / begin.elapsed().as_secs_f64();
            progress.note(&format!(
                "epoch {}, loss {:.6}, {:.2} M positions a second",
                status.epoch,
                status.training.target,
                speed / 1e6
            ));
            progress.step();
            if let Some(point) = &status.point {
                progress.hide(|| show(out, point))?;
            }
            let stopped = stop.load(Ordering::Relaxed);
            if stopped || status.point.is_some() || written.elapsed() >= every {
                write(checkpoint, &trainer.checkpoint())?;
                written = Instant::now();
            }
            if stopped {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes all files, the network last: once it is there the run is over.
    fn finish(&self, trainer: &mut Trainer<'_>, out: &mut dyn std::io::Write) -> Result<(), Failure> {
        let Finished { network, report } = trainer.finish(&self.name()).map_err(Failure::new)?;
        write(&self.beside("floats"), &trainer.floats())?;
        write(&self.beside("csv"), csv(trainer.curve()).as_bytes())?;
        let title = format!("{}: {}", network.id(), network.shape());
        let picture = svg(trainer.curve(), &title).map_err(Failure::new)?;
        write(&self.beside("svg"), picture.as_bytes())?;
        write(&self.out, &network.to_bytes())?;
        writeln!(
            out,
            "rounding changes values by {:.2} centipawns, at most {:.2}, in {} positions",
            report.mean_error, report.largest_error, report.compared
        )?;
        writeln!(out, "start position {} centipawns, queen odds {}", report.start, report.queen_odds)?;
        let symmetric = if report.symmetric { "symmetric" } else { "not symmetric" };
        writeln!(out, "{:.1} % dead neurons, {symmetric}", report.dead * 100.0)?;
        for doubt in report.doubts() {
            writeln!(out, "doubtful: {doubt}")?;
        }
        writeln!(out, "network {}", network.id())?;
        Ok(())
    }

    /// The file's name, as far as it can be a network's name.
    fn name(&self) -> String {
        let stem = self.out.file_stem().unwrap_or_default().to_string_lossy();
        let fine = |letter: &char| letter.is_ascii_alphanumeric() || "-_.".contains(*letter);
        let name: String = stem.chars().filter(fine).take(MAX_NAME).collect();
        if name.is_empty() { "net".to_owned() } else { name }
    }
}

/// The bytes of the network to begin with.
fn earlier(path: &Path, game: GameKind) -> Result<Vec<u8>, Failure> {
    if path != Path::new("embedded") {
        return read(path);
    }
    let network = embedded_network(game);
    let network = network.ok_or_else(|| Failure::new(format!("this binary carries no network for {game}")));
    Ok(network?.to_bytes())
}

fn show(out: &mut dyn std::io::Write, point: &Point) -> std::io::Result<()> {
    writeln!(
        out,
        "epoch {:>3}: training {:.6}, held out {:.6} (score {:.6}, result {:.6})",
        point.epoch, point.training.target, point.held.target, point.held.score, point.held.result
    )?;
    out.flush()
}
