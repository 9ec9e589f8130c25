//! `rocada book`: opening positions for matches, by random play filtered by the own evaluation.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};

use rocada_arena::{Random, default_openings};
use rocada_engine::{Engine, Event, Limits, Request, Score};
use rocada_rules::{AnyPosition, CastlingStyle, FenStyle, Variant};

use crate::failure::Failure;
use crate::progress::Progress;

/// Arguments of `rocada book`.
#[derive(clap::Args)]
#[command(after_help = "\
Plays random moves from the start position (in the 960 variants from random starts), searches the position that comes
out, and keeps it if the score is within the bounds, also after a second and longer search. 'rocada match --openings' reads the file.

Examples:
  rocada book --count 1000 --plies 8 -o chess.epd
  rocada book --variant crazyhouse --plies 6 --most 80 --least 20 -o unbalanced.epd")]
pub(crate) struct Book {
    /// The file to write, as EPD.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// chess, chess960, crazyhouse or crazyhouse960.
    #[arg(long, default_value = "chess", value_name = "VARIANT")]
    variant: Variant,
    /// How many positions.
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// Random moves of both sides together.
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// The score may be at most so many centipawns away from zero.
    #[arg(long, default_value_t = 60, value_name = "CENTIPAWNS")]
    most: u32,
    /// And must be at least so many away from it.
    #[arg(long, default_value_t = 0, value_name = "CENTIPAWNS")]
    least: u32,
    /// Nodes for the first search; the second one has eight times as many.
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// What random play begins with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// So many candidates in a row without a good one mean that there are none left.
const PATIENCE: usize = 20_000;

/// How many times longer the second search of a position is.
const SECOND_LOOK: u64 = 8;

impl Book {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if self.least > self.most {
            return Err(Failure::new("--least is above --most: no score can be both"));
        }
        let fail = |error| Failure::new(format!("cannot write '{}': {error}", self.output.display()));
        let mut out = BufWriter::new(File::create(&self.output).map_err(fail)?);
        let mut judge = Judge::new();
        let mut random = Random::new(self.seed);
        let starts = default_openings(self.variant, self.seed);
        let mut known = HashSet::new();
        let mut progress = Progress::new("book", self.count as u64);
        let mut tried = 0;
        let mut since_last = 0;
        while known.len() < self.count {
            tried += 1;
            since_last += 1;
            if since_last > PATIENCE {
                let text = format!(
                    "only {} such positions were found; allow more plies or a wider score",
                    known.len()
                );
                return Err(Failure::new(text));
            }
            let start = &starts[random.below(starts.len())].base;
            let Some(position) = random_position(start, self.plies, &mut random) else { continue };
            if known.contains(&position.key()) || !self.is_good(&position, &mut judge)? {
                continue;
            }
            known.insert(position.key());
            since_last = 0;
            writeln!(out, "{}", position.fen_with(self.style())).map_err(fail)?;
            progress.step();
        }
        out.flush().map_err(fail)?;
        drop(progress);
        let count = known.len();
        writeln!(std::io::stdout(), "{count} positions of {tried} tried in {}", self.output.display())?;
        Ok(ExitCode::SUCCESS)
    }

    fn style(&self) -> FenStyle {
        let castling = if self.variant.is_960() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        FenStyle { castling, ..FenStyle::default() }
    }

    /// A short search throws most candidates out; what it keeps must bear a longer one.
    fn is_good(&self, position: &AnyPosition, judge: &mut Judge) -> Result<bool, Failure> {
        for nodes in [self.nodes, self.nodes.saturating_mul(SECOND_LOOK)] {
            if !self.fits(judge.score(position, nodes)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fits(&self, score: Score) -> bool {
        match score {
            Score::Centipawns(value) => (self.least..=self.most).contains(&value.unsigned_abs()),
            _ => false,
        }
    }
}

/// Random moves from a start; nothing if the game ends on the way or somebody is in check at the end.
fn random_position(start: &AnyPosition, plies: usize, random: &mut Random) -> Option<AnyPosition> {
    let mut position = start.clone();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[random.below(moves.len())]);
    }
    (position.outcome().is_none() && !position.in_check()).then_some(position)
}

/// The engine that judges positions.
struct Judge {
    engine: Engine,
    heard: Receiver<Event>,
    searches: u64,
}

impl Judge {
    fn new() -> Judge {
        let (events, heard) = channel();
        let engine = Engine::start(move |event| {
            let _ = events.send(event);
        });
        Judge { engine, heard, searches: 0 }
    }

    fn score(&mut self, position: &AnyPosition, nodes: u64) -> Result<Score, Failure> {
        self.searches += 1;
        let id = self.searches;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let position = position.clone();
        self.engine.search(Request { id, position, limits, for_play: false, opponent: None });
        loop {
            match self.heard.recv() {
                Ok(Event::Finished(finished, verdict)) if finished == id => {
                    return Ok(verdict.line.map_or(Score::Mate(0), |line| line.score));
                }
                Ok(_) => {}
                Err(_) => return Err(Failure::new("the engine stopped; this is a bug, please report it")),
            }
        }
    }
}
