//! `rocada suite`: best-move, avoid-move and mate tests from an EPD file.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use rocada_engine::{Engine, Event, Limits, Request, Score, Setting};
use rocada_rules::{AnyPosition, Epd, Move, Tolerance, Variant};

use crate::failure::Failure;
use crate::progress::Progress;

/// Arguments of `rocada suite`.
#[derive(clap::Args)]
#[command(after_help = "\
A position with `bm` is solved by one of those moves, with `am` by any other. With `dm N` and no `bm`, and in a mate
suite with `--mates`, it is solved by a proven mate in at most N moves.

Examples:
  rocada suite wac.epd --movetime 1000
  rocada suite crazyhouse_mate3.epd --variant crazyhouse --movetime 1000")]
pub(crate) struct Suite {
    /// The EPD file.
    file: PathBuf,
    /// chess, chess960, crazyhouse or crazyhouse960.
    #[arg(long, default_value = "chess", value_name = "VARIANT")]
    variant: Variant,
    /// Nodes a position.
    #[arg(long, conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// Milliseconds a position; 1000 if neither is given.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Size of the hash table in mebibytes.
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Threads that search one position.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// A mate of the demanded length counts, whatever move it begins with.
    #[arg(long)]
    mates: bool,
    /// Folders with Syzygy tables.
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
}

/// A position with what is asked about it.
struct Puzzle {
    line: usize,
    name: String,
    position: AnyPosition,
    best: Vec<Move>,
    avoid: Vec<Move>,
    mate: Option<u32>,
}

impl Suite {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let puzzles = self.read()?;
        let (events, heard) = std::sync::mpsc::channel();
        let mut engine = Engine::start(move |event| {
            let _ = events.send(event);
        });
        engine.set(Setting::Hash(self.hash));
        engine.set(Setting::Threads(self.threads));
        if let Some(path) = &self.syzygy {
            engine.set(Setting::SyzygyPath(path.clone()));
        }
        let mut out = std::io::stdout().lock();
        let mut solved = 0;
        let mut progress = Progress::new("suite", puzzles.len() as u64);
        for (number, puzzle) in puzzles.iter().enumerate() {
            engine.new_game();
            let limits = Limits {
                nodes: self.nodes,
                move_time: match self.nodes {
                    Some(_) => None,
                    None => Some(Duration::from_millis(self.movetime.unwrap_or(1000))),
                },
                mate: puzzle.mate,
                ..Limits::default()
            };
            engine.search(Request {
                id: number as u64,
                position: puzzle.position.clone(),
                limits,
                for_play: false,
                opponent: None,
            });
            let verdict = loop {
                match heard.recv() {
                    Ok(Event::Finished(_, verdict)) => break verdict,
                    Ok(_) => {}
                    Err(_) => {
                        return Err(Failure::new("the engine stopped; this is a bug, please report it"));
                    }
                }
            };
            let score = verdict.line.map(|line| line.score);
            let good = puzzle.is_solved(verdict.best, score, self.mates);
            solved += usize::from(good);
            if !good {
                let played = verdict.best.map_or("no move".to_owned(), |mv| puzzle.position.san(mv));
                writeln!(out, "line {}: {} not solved, played {played}", puzzle.line, puzzle.name)?;
            }
            progress.step();
        }
        drop(progress);
        writeln!(out, "solved {solved} of {}", puzzles.len())?;
        Ok(if solved == puzzles.len() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn read(&self) -> Result<Vec<Puzzle>, Failure> {
        let file = self.file.display();
        let text = std::fs::read(&self.file)
            .map_err(|error| Failure::new(format!("cannot read '{file}': {error}")))?;
        let mut puzzles = Vec::new();
        for (index, line) in String::from_utf8_lossy(&text).lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let puzzle = Puzzle::read(self.variant, index + 1, line)
                .map_err(|error| Failure::new(format!("'{file}' line {}: {error}", index + 1)))?;
            puzzles.push(puzzle);
        }
        if puzzles.is_empty() {
            return Err(Failure::new(format!("'{file}' has no positions; an EPD file is needed")));
        }
        Ok(puzzles)
    }
}

impl Puzzle {
    fn read(variant: Variant, line: usize, text: &str) -> Result<Puzzle, Box<dyn std::error::Error>> {
        let epd = Epd::parse(text)?;
        let position = AnyPosition::from_setup(variant, &epd.setup, Tolerance::Lax)?;
        let moves = |opcode| epd.moves(opcode, |text| position.parse_move(text));
        let (best, avoid) = (moves("bm")?, moves("am")?);
        let mate = epd.number::<i32>("dm").map(i32::unsigned_abs);
        let name = epd.text("id").unwrap_or("position").to_owned();
        Ok(Puzzle { line, name, position, best, avoid, mate })
    }

    fn is_solved(&self, played: Option<Move>, score: Option<Score>, mates: bool) -> bool {
        let Some(played) = played else { return false };
        let mated = match (self.mate, score) {
            (Some(wanted), Some(Score::Mate(moves))) => moves.unsigned_abs() <= wanted,
            _ => false,
        };
        if self.mate.is_some() && (mates || self.best.is_empty()) && mated {
            return true;
        }
        match (self.best.is_empty(), self.avoid.is_empty()) {
            (true, true) => mated,
            (no_best, _) => (no_best || self.best.contains(&played)) && !self.avoid.contains(&played),
        }
    }
}
