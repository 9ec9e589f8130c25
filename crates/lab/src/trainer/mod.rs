//! Trains networks from games: sparse inputs, one hidden layer seen by both sides, one output.
//!
//! [`load()`] makes positions out of games, a [`Trainer`] learns from them batch by batch, and [`Finished`] is the network
//! in whole numbers with a report. The inputs are those of [`rocada_eval::nnue`], so play sees what was learnt.
//! Knows files of games and the bytes of its own checkpoints; never prints.

mod adam;
mod checkpoint;
mod curve;
mod export;
mod foresight;
mod growth;
mod judge;
mod kernel;
mod layout;
mod load;
mod model;
mod pool;

#[cfg(test)]
mod tests;

use std::fmt;

use rocada_eval::nnue::Shape;

use crate::random::Random;
use adam::{Adam, schedule};
use kernel::{Aim, Worker};
use layout::Row;
use model::{Model, Played};

pub use checkpoint::{CheckpointError, write_atomically};
pub use curve::{Point, csv, svg};
pub use export::{Finished, Report};
pub use judge::judge;
pub use kernel::Losses;
pub use load::{Data, Filter, Lessons, LoadError, Loaded, game_of, load};

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How often all positions are seen.
    pub epochs: u32,
    /// Positions a step; `None` chooses by how many there are.
    pub batch: Option<usize>,
    /// The largest step.
    pub rate: f32,
    /// How much of the target is the game's result; the rest is the score that the search gave.
    pub result_share: f32,
    /// How many threads work. The same number makes the same network.
    pub threads: usize,
    /// What the random numbers begin with.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { epochs: 20, batch: None, rate: 1e-3, result_share: 0.0, threads: 2, seed: 1 }
    }
}

impl Options {
    /// Positions a step: few positions need smaller steps. Larger ones than this are faster and leave the network less
    /// able, however many positions there are (`nets/LEDGER.md`, c10s and z10).
    pub fn batch_for(&self, positions: usize) -> usize {
        self.batch.unwrap_or(if positions < 1_000_000 { 2048 } else { 4096 })
    }
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Status {
    /// The epoch that the last step belonged to, from 1.
    pub epoch: u32,
    /// Steps done.
    pub step: u64,
    /// Steps in all.
    pub steps: u64,
    /// Positions of the last step.
    pub positions: usize,
    /// The mean losses of the epoch so far.
    pub training: Losses,
    /// If the step was the last of an epoch: how the network stands now.
    pub point: Option<Point>,
}

/// A run: a network that learns from positions.
pub struct Trainer<'a> {
    data: &'a Data,
    options: Options,
    aim: Aim,
    batch: usize,
    model: Model,
    /// The weights as they will be played with, see [`Model::played`].
    played: Played,
    adam: Adam,
    workers: Vec<Worker>,
    /// Steps done.
    step: u64,
    /// Where the positions lie, in the order of this epoch; empty before its first step.
    order: Vec<u32>,
    /// The losses of the epoch so far.
    epoch: Losses,
    curve: Vec<Point>,
}

impl fmt::Debug for Trainer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trainer").field("options", &self.options).field("step", &self.step).finish()
    }
}

impl<'a> Trainer<'a> {
    /// Begins with random weights.
    pub fn new(data: &'a Data, options: Options) -> Trainer<'a> {
        Trainer::with(data, options, Model::random(data.shape(), options.seed))
    }

    fn with(data: &'a Data, options: Options, model: Model) -> Trainer<'a> {
        let layout = model.layout;
        let batch = options.batch_for(data.training.len()).clamp(1, data.training.len().max(1));
        Trainer {
            data,
            options,
            aim: Aim { result_share: options.result_share },
            batch,
            played: model.played(),
            adam: Adam::new(&layout),
            workers: (0..options.threads.max(1)).map(|_| Worker::new(layout)).collect(),
            step: 0,
            order: Vec::new(),
            epoch: Losses::default(),
            curve: Vec::new(),
            model,
        }
    }

    /// The shape of the network.
    pub fn shape(&self) -> Shape {
        self.model.layout.shape
    }

    /// Positions a step.
    pub fn batch(&self) -> usize {
        self.batch
    }

    /// Steps done.
    pub fn steps_done(&self) -> u64 {
        self.step
    }

    /// Steps in all.
    pub fn steps(&self) -> u64 {
        self.steps_an_epoch() * u64::from(self.options.epochs)
    }

    /// What was seen after each epoch.
    pub fn curve(&self) -> &[Point] {
        &self.curve
    }

    fn steps_an_epoch(&self) -> u64 {
        self.data.training.len().div_ceil(self.batch) as u64
    }

    /// Learns from the next batch; `None` when all is done.
    pub fn step(&mut self) -> Option<Status> {
        if self.step >= self.steps() {
            return None;
        }
        let epoch = self.step / self.steps_an_epoch();
        let part = self.step % self.steps_an_epoch();
        if self.order.is_empty() {
            self.order = self.data.training.places();
            Random::of(self.options.seed, epoch + 1).shuffle(&mut self.order);
        }
        // Batches of equal size: a short last one would be a step by few positions.
        let cut = |part: u64| (self.order.len() as u64 * part / self.steps_an_epoch()) as usize;
        let (begin, end) = (cut(part), cut(part + 1));
        let losses = self.learn(begin, end);
        self.epoch.add(&losses);
        let training = self.epoch.mean();
        let rate = self.options.rate * schedule(self.step, self.steps());
        self.descend(rate);
        self.step += 1;
        let point = self.step.is_multiple_of(self.steps_an_epoch()).then(|| {
            self.order.clear();
            self.epoch = Losses::default();
            let point = Point { epoch: epoch as u32 + 1, step: self.step, rate, training, held: self.held() };
            self.curve.push(point);
            point
        });
        Some(Status {
            epoch: epoch as u32 + 1,
            step: self.step,
            steps: self.steps(),
            positions: end - begin,
            training,
            point,
        })
    }

    /// The gradients of a part of the order, each thread its own share.
    fn learn(&mut self, begin: usize, end: usize) -> Losses {
        let (data, aim) = (self.data, self.aim);
        let played = &self.played;
        let places = &self.order[begin..end];
        on_shares(&mut self.workers, places, |worker, share| {
            worker.clear_gradient();
            worker.learn(played, &data.training, &data.views, share, places.len(), aim)
        })
    }

    fn descend(&mut self, rate: f32) {
        let gradients: Vec<&[Row]> = self.workers.iter().map(|worker| &worker.gradient[..]).collect();
        let layout = self.model.layout;
        self.adam.step(&layout, &mut self.model.rows, &gradients, rate, self.step);
        self.after_change_of_weights();
    }

    fn after_change_of_weights(&mut self) {
        self.model.play_as(&mut self.played, self.workers.len());
    }

    /// The mean losses on the games that were held out.
    fn held(&mut self) -> Losses {
        let (data, aim) = (self.data, self.aim);
        let played = &self.played;
        let places = data.held.places();
        on_shares(&mut self.workers, &places, |worker, share| {
            worker.losses(played, &data.held, &data.views, share, aim)
        })
        .mean()
    }
}

/// Gives each worker an equal share of the places, and adds up their losses in order.
fn on_shares(
    workers: &mut [Worker],
    places: &[u32],
    work: impl Fn(&mut Worker, &[u32]) -> Losses + Sync,
) -> Losses {
    let share = places.len().div_ceil(workers.len().max(1)).max(1);
    let mut sum = Losses::default();
    std::thread::scope(|scope| {
        let work = &work;
        let share = |i: usize| &places[(i * share).min(places.len())..((i + 1) * share).min(places.len())];
        let mut workers = workers.iter_mut().enumerate();
        let own = workers.next();
        let running: Vec<_> =
            workers.map(|(i, worker)| scope.spawn(move || work(worker, share(i)))).collect();
        if let Some((i, worker)) = own {
            sum.add(&work(worker, share(i)));
        }
        for thread in running {
            sum.add(&thread.join().expect("invariant: arithmetic does not panic"));
        }
    });
    sum
}
