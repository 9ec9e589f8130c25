//! Rocada plays against itself to make the games that it learns from.
//!
//! Each game depends on the seed and its number alone, so any number of threads makes the same file, and a run that was
//! killed goes on where the file ends.

mod judge;
mod player;
mod thinker;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use rocada_eval::Evaluator;
use rocada_eval::classical::{Game as Evaluated, Weights};
use rocada_eval::nnue::{GameKind, Network};
use rocada_rules::{Crazyhouse, Standard, Variant};
use rocada_search::SearchGame;

use crate::games::{EvaluationId, Game, GamesError, Label, Statistics, Writer};

pub use judge::Adjudication;
pub use player::Player;
pub(crate) use player::{Opening, end_of_game};
pub(crate) use thinker::Thinker;

/// How the games are played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which game.
    pub variant: Variant,
    /// No new iteration is begun after so many nodes; eight times as many end any search.
    pub nodes: u32,
    /// What the random numbers begin with.
    pub seed: u64,
    /// The first games are generation 0.
    pub generation: u32,
    /// What judges the positions: a network, if it is one of the game, or else the classical evaluation.
    pub network: Option<Arc<Network>>,
    /// How many random moves a game begins with; half of the games have one more.
    pub random_plies: usize,
    /// A random opening is rejected if the score after it is further from even, in centipawns.
    pub most_uneven: i32,
    /// The transposition table, in kibibytes.
    pub table_kib: usize,
    /// When a game is over before the rules say so.
    pub adjudication: Adjudication,
}

impl Settings {
    /// What fits the game.
    pub fn new(variant: Variant) -> Settings {
        Settings {
            variant,
            nodes: 700,
            seed: 1,
            generation: 0,
            network: None,
            random_plies: 8,
            most_uneven: if variant.has_drops() { 900 } else { 600 },
            table_kib: 2048,
            adjudication: Adjudication::new(variant),
        }
    }

    /// The network that judges the positions.
    fn judge(&self) -> Option<&Arc<Network>> {
        let game = GameKind::of_variant(self.variant);
        self.network.as_ref().filter(|network| network.check_game(game).is_ok())
    }

    /// A new evaluator: that of the network, or the classical one.
    fn evaluator<R: Evaluated>(&self) -> Evaluator<R> {
        let network = self.judge().and_then(|network| Evaluator::network(Arc::clone(network)).ok());
        network.unwrap_or_default()
    }

    /// What the games will be labelled with.
    pub fn label(&self) -> Label {
        let evaluation = match self.judge() {
            Some(network) => EvaluationId::new(&network.id()),
            None if self.variant.has_drops() => classical_id(Crazyhouse::weights()),
            None => classical_id(Standard::weights()),
        };
        Label {
            variant: self.variant,
            generation: self.generation,
            evaluation,
            nodes: self.nodes,
            seed: self.seed,
        }
    }
}

/// The name of a set of weights: `classical-` and a checksum.
pub fn classical_id(weights: &Weights) -> EvaluationId {
    let mut hasher = crc32fast::Hasher::new();
    for weight in weights.to_vec() {
        hasher.update(&weight.mg().to_le_bytes());
        hasher.update(&weight.eg().to_le_bytes());
    }
    EvaluationId::new(&format!("classical-{:08x}", hasher.finalize()))
}

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Until {
    /// When the file has so many games.
    pub games: Option<u64>,
    /// When so much time has passed; games that are being played are finished.
    pub time: Option<Duration>,
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The games of this run.
    pub statistics: &'a Statistics,
    /// How many games the file had before.
    pub before: u64,
    /// Since the run began.
    pub elapsed: Duration,
}

impl Report<'_> {
    /// Searched positions a second.
    pub fn speed(&self) -> f64 {
        self.statistics.scored as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Plays games from number `first` on and writes them in order. `tell` is called about once a second and gives back
/// whether to go on. Gives what was played.
///
/// # Errors
/// If the games cannot be written.
pub fn run<W: Write>(
    settings: &Settings,
    threads: usize,
    first: u64,
    until: Until,
    writer: &mut Writer<W>,
    tell: &mut dyn FnMut(&Report<'_>) -> bool,
) -> Result<Statistics, GamesError> {
    match settings.variant.has_drops() {
        false => run_as::<Standard, W>(settings, threads, first, until, writer, tell),
        true => run_as::<Crazyhouse, W>(settings, threads, first, until, writer, tell),
    }
}

fn run_as<R: SearchGame, W: Write>(
    settings: &Settings,
    threads: usize,
    first: u64,
    until: Until,
    writer: &mut Writer<W>,
    tell: &mut dyn FnMut(&Report<'_>) -> bool,
) -> Result<Statistics, GamesError> {
    let begin = Instant::now();
    let (next, stop) = (AtomicU64::new(first), AtomicBool::new(false));
    let last = until.games.unwrap_or(u64::MAX);
    let mut statistics = Statistics::default();
    let (sender, receiver) = mpsc::channel::<(u64, Game)>();
    std::thread::scope(|scope| {
        // The threads end when they are told to, whichever way this block is left.
        let _stop_at_the_end = StopAtTheEnd(&stop);
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let (next, stop) = (&next, &stop);
            scope.spawn(move || {
                let mut player = Player::<R>::new(settings);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= last || sender.send((number, player.play(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Games are written in the order of their numbers, so that the file does not depend on the threads.
        let mut waiting = BTreeMap::new();
        let mut expected = first;
        let mut told = Instant::now();
        loop {
            match receiver.recv_timeout(Duration::from_millis(500)) {
                Ok((number, game)) => {
                    waiting.insert(number, game);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(game) = waiting.remove(&expected) {
                statistics.add(&game);
                writer.push(&game)?;
                expected += 1;
            }
            writer.flush_if_due()?;
            let mut go_on = until.time.is_none_or(|time| begin.elapsed() < time);
            if told.elapsed() >= Duration::from_secs(1) {
                told = Instant::now();
                let elapsed = begin.elapsed();
                go_on &= tell(&Report { statistics: &statistics, before: first, elapsed });
            }
            if !go_on {
                stop.store(true, Ordering::Relaxed);
            }
        }
        writer.flush()
    })?;
    tell(&Report { statistics: &statistics, before: first, elapsed: begin.elapsed() });
    Ok(statistics)
}

struct StopAtTheEnd<'a>(&'a AtomicBool);

impl Drop for StopAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
