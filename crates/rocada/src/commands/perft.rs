//! `rocada perft`: counts the leaves of the move tree, on all cores.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rocada_rules::{AnyBoard, Move, Position, Rules, perft};

use super::PositionArguments;
use crate::failure::Failure;
use crate::progress::Progress;

/// Arguments of `rocada perft`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rocada perft 6
  rocada perft 5 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' --divide
  rocada perft 5 --variant crazyhouse --threads 1")]
pub(crate) struct Perft {
    /// How many moves deep.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=40))]
    depth: u32,
    #[command(flatten)]
    position: PositionArguments,
    /// Print the number below each move too.
    #[arg(long)]
    divide: bool,
    /// How many threads count; all cores if not given.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

impl Perft {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let any = self.position.position()?;
        let begin = Instant::now();
        let counts = match any.board() {
            AnyBoard::Chess(position) => self.count(position),
            AnyBoard::Crazyhouse(position) => self.count(position),
        };
        let elapsed = begin.elapsed();
        let nodes = if self.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum::<u64>() };
        let mut out = std::io::stdout().lock();
        if self.divide {
            for &(mv, count) in &counts {
                writeln!(out, "{}: {count}", any.uci(mv))?;
            }
        }
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9);
        writeln!(out, "time {:.3} s, {:.0} million nodes a second", elapsed.as_secs_f64(), speed / 1e6)?;
        writeln!(out, "nodes {nodes}")?;
        Ok(ExitCode::SUCCESS)
    }

    /// The number of leaves below each root move.
    fn count<R: Rules>(&self, position: &Position<R>) -> Vec<(Move, u64)> {
        if self.depth == 0 {
            return Vec::new();
        }
        let roots = position.legal_moves();
        let jobs = split(position, &roots, self.depth);
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let threads = threads.map_or(1, NonZeroUsize::get).min(jobs.len().max(1));
        let mut counts = vec![0; roots.len()];
        let next = AtomicUsize::new(0);
        let shared = Mutex::new((&mut counts, Progress::new("perft", jobs.len() as u64)));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut position = position.clone();
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let count = job.count(&mut position, self.depth);
                        if let Ok(mut shared) = shared.lock() {
                            shared.0[job.root] += count;
                            shared.1.step();
                        }
                    }
                });
            }
        });
        drop(shared);
        roots.iter().copied().zip(counts).collect()
    }
}

/// A part of the tree: below one root move, or below one root move and one reply.
struct Job {
    /// The index of the root move.
    root: usize,
    moves: [Option<Move>; 2],
}

impl Job {
    fn count<R: Rules>(&self, position: &mut Position<R>, depth: u32) -> u64 {
        let moves = self.moves.into_iter().flatten();
        let played: Vec<Move> = moves.inspect(|&mv| position.play(mv)).collect();
        let count = perft(position, depth - played.len() as u32);
        for mv in played.into_iter().rev() {
            position.unmake(mv);
        }
        count
    }
}

/// Two plies give enough parts to keep all threads busy to the end.
fn split<R: Rules>(position: &Position<R>, roots: &[Move], depth: u32) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (root, &first) in roots.iter().enumerate() {
        if depth < 3 {
            jobs.push(Job { root, moves: [Some(first), None] });
            continue;
        }
        let mut after = position.clone();
        after.play(first);
        let replies = after.legal_moves();
        jobs.extend(replies.iter().map(|&reply| Job { root, moves: [Some(first), Some(reply)] }));
    }
    jobs
}
