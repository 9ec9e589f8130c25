//! `rocada data`: looks at files of games, checks, splits, merges and shuffles them.

mod judge;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use rocada_lab::games::{
    Ending, Game, GamesError, LENGTH_STEP, Label, Reader, SCORE_BOUNDS, Statistics, Writer, verify,
};
use rocada_lab::random::Random;

use crate::failure::Failure;

/// How many games a chunk has after a shuffle.
const GAMES_A_CHUNK: usize = 1000;

/// Arguments of `rocada data`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rocada data inspect games.rog
  rocada data verify games.rog zh.rog
  rocada data split games.rog --share 0.1 --out held.rog --rest train.rog
  rocada data merge a.rog b.rog --out all.rog
  rocada data shuffle all.rog --seed 3 --out mixed.rog
  rocada data judge deep.rog --net classical --net c1.nnue --net c2.nnue")]
pub(crate) struct Data {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Tell where the games come from and what they look like.
    Inspect {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Check every checksum, and every move by the rules.
    Verify {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Move a share of whole games, drawn by lot, to another file.
    Split {
        /// A file of games.
        file: PathBuf,
        /// The share, from 0 to 1.
        #[arg(long, default_value_t = 0.1)]
        share: f64,
        /// What the random numbers begin with.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Where the share goes.
        #[arg(long)]
        out: PathBuf,
        /// Where the rest goes.
        #[arg(long)]
        rest: PathBuf,
    },
    /// Join files.
    Merge {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The new file.
        #[arg(long)]
        out: PathBuf,
    },
    /// Put the games of files into random order; games of different origin stay in chunks of their own.
    Shuffle {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// What the random numbers begin with.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The new file.
        #[arg(long)]
        out: PathBuf,
    },
    /// Tell how far evaluations are from the scores that the games' searches gave.
    Judge(judge::Judge),
}

impl Data {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match &self.action {
            Action::Inspect { files } => inspect(files),
            Action::Verify { files } => verify_files(files),
            Action::Split { file, share, seed, out, rest } => split(file, *share, *seed, out, rest),
            Action::Merge { files, out } => merge(files, out),
            Action::Shuffle { files, seed, out } => shuffle(files, *seed, out),
            Action::Judge(judge) => judge.run(),
        }
    }
}

/// What went wrong with a file.
pub(super) fn in_file(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

/// Calls `use_games` with the games of every chunk.
fn each_chunk(
    files: &[PathBuf],
    mut use_games: impl FnMut(Label, u64, Vec<Game>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for path in files {
        let failure = |error: GamesError| in_file(path, &error);
        for chunk in Reader::open(path).map_err(failure)? {
            let chunk = chunk.map_err(failure)?;
            use_games(chunk.header.label, chunk.header.first_game, chunk.games().map_err(failure)?)?;
        }
    }
    Ok(())
}

/// Prints the counts.
pub(super) fn show(out: &mut dyn Write, statistics: &Statistics) -> io::Result<()> {
    let [white, drawn, black] = statistics.results;
    writeln!(
        out,
        "{} games, {} plies, {} positions with a score, {:.1} plies a game",
        statistics.games,
        statistics.plies,
        statistics.scored,
        statistics.mean_length()
    )?;
    writeln!(
        out,
        "White won {white}, drawn {drawn} ({:.1} %), Black won {black}",
        statistics.draw_rate() * 100.0
    )?;
    for (ending, count) in Ending::ALL.iter().zip(statistics.endings).filter(|(_, count)| *count > 0) {
        writeln!(out, "  {:<22} {count:>9}", ending.name())?;
    }
    writeln!(out, "games by length in plies")?;
    let last = statistics.lengths.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    for (i, &count) in statistics.lengths.iter().enumerate().take(last) {
        let from = i * LENGTH_STEP;
        bar(out, &format!("{from} to {}", from + LENGTH_STEP - 1), count, &statistics.lengths)?;
    }
    writeln!(out, "positions by score in centipawns")?;
    for (i, &count) in statistics.scores.iter().enumerate() {
        let name = match SCORE_BOUNDS.get(i) {
            Some(bound) if i + 1 < statistics.scores.len() => format!("below {bound}"),
            _ => "mates".to_owned(),
        };
        bar(out, &name, count, &statistics.scores)?;
    }
    Ok(())
}

fn bar(out: &mut dyn Write, name: &str, count: u64, all: &[u64]) -> io::Result<()> {
    let most = all.iter().copied().max().unwrap_or(1).max(1);
    writeln!(out, "  {name:<14} {count:>9} {}", "#".repeat((count * 50 / most) as usize))
}

fn inspect(files: &[PathBuf]) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    for path in files {
        let failure = |error: GamesError| in_file(path, &error);
        let mut origins: Vec<(Label, [u64; 4])> = Vec::new();
        let mut statistics = Statistics::default();
        for chunk in Reader::open(path).map_err(failure)? {
            let chunk = chunk.map_err(failure)?;
            chunk.games().map_err(failure)?.iter().for_each(|game| statistics.add(game));
            let header = &chunk.header;
            let counts = [1, u64::from(header.games), u64::from(header.plies), u64::from(header.packed)];
            match origins.iter_mut().find(|(label, _)| *label == header.label) {
                Some((_, sums)) => sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count),
                None => origins.push((header.label, counts)),
            }
        }
        writeln!(out, "{}", path.display())?;
        for (label, [chunks, games, plies, bytes]) in origins {
            writeln!(
                out,
                "  {}, generation {}, {}, {} nodes, seed {}: {games} games in {chunks} chunks, {:.2} bytes a ply",
                label.variant,
                label.generation,
                label.evaluation,
                label.nodes,
                label.seed,
                bytes as f64 / plies.max(1) as f64,
            )?;
        }
        show(&mut out, &statistics)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn verify_files(files: &[PathBuf]) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let (mut games, mut plies, mut faults) = (0u64, 0u64, 0u64);
    for path in files {
        let mut chunks = match Reader::open(path) {
            Ok(chunks) => chunks,
            Err(error) => return Err(in_file(path, &error)),
        };
        for chunk in &mut chunks {
            let content = chunk.and_then(|chunk| Ok((chunk.header, chunk.games()?)));
            let (header, content) = match content {
                Ok(content) => content,
                Err(error) => {
                    faults += 1;
                    writeln!(out, "{}: {error}", path.display())?;
                    continue;
                }
            };
            for (number, game) in (header.first_game..).zip(&content) {
                games += 1;
                plies += game.moves.len() as u64;
                if let Err(fault) = verify(game, header.label.variant) {
                    faults += 1;
                    writeln!(out, "{}: game {number}: {fault}", path.display())?;
                }
            }
        }
    }
    writeln!(out, "{games} games and {plies} moves checked, faults {faults}")?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn split(file: &Path, share: f64, seed: u64, out: &Path, rest: &Path) -> Result<ExitCode, Failure> {
    let mut random = Random::new(seed);
    let mut parts = [create(out)?, create(rest)?];
    let mut counts = [0u64; 2];
    each_chunk(&[file.to_owned()], |label, _, games| {
        let mut halves = [Vec::new(), Vec::new()];
        for game in games {
            halves[usize::from(random.unit() >= share)].push(game);
        }
        for ((part, half), count) in parts.iter_mut().zip(&halves).zip(&mut counts) {
            write_games(part, label, half)?;
            *count += half.len() as u64;
        }
        Ok(())
    })?;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{} games to {}, {} to {}", counts[0], out.display(), counts[1], rest.display())?;
    Ok(ExitCode::SUCCESS)
}

fn merge(files: &[PathBuf], out: &Path) -> Result<ExitCode, Failure> {
    let mut target = create(out)?;
    let mut games = 0u64;
    for path in files {
        let failure = |error: GamesError| in_file(path, &error);
        for chunk in Reader::open(path).map_err(failure)? {
            let chunk = chunk.map_err(failure)?;
            games += u64::from(chunk.header.games);
            chunk.copy_to(&mut target).map_err(failure)?;
        }
    }
    target.flush()?;
    writeln!(io::stdout(), "{games} games in {}", out.display())?;
    Ok(ExitCode::SUCCESS)
}

fn shuffle(files: &[PathBuf], seed: u64, out: &Path) -> Result<ExitCode, Failure> {
    let mut random = Random::new(seed);
    let mut origins: Vec<(Label, Vec<Game>)> = Vec::new();
    let mut places = HashMap::new();
    each_chunk(files, |label, _, games| {
        let place = *places.entry(label).or_insert_with(|| {
            origins.push((label, Vec::new()));
            origins.len() - 1
        });
        origins[place].1.extend(games);
        Ok(())
    })?;
    for (_, games) in &mut origins {
        random.shuffle(games);
    }
    let mut chunks: Vec<(Label, &[Game])> = origins
        .iter()
        .flat_map(|(label, games)| games.chunks(GAMES_A_CHUNK).map(|chunk| (*label, chunk)))
        .collect();
    random.shuffle(&mut chunks);
    let mut target = create(out)?;
    for (label, games) in &chunks {
        write_games(&mut target, *label, games)?;
    }
    target.flush()?;
    let games: usize = chunks.iter().map(|(_, games)| games.len()).sum();
    writeln!(io::stdout(), "{games} games in {}", out.display())?;
    Ok(ExitCode::SUCCESS)
}

fn write_games(target: &mut BufWriter<File>, label: Label, games: &[Game]) -> Result<(), Failure> {
    let mut writer = Writer::new(target, label, 0);
    for game in games {
        writer.push(game).map_err(Failure::new)?;
    }
    writer.finish().map_err(Failure::new)?;
    Ok(())
}

/// A new file; one that is there already is not overwritten.
fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    match File::create_new(path) {
        Ok(file) => Ok(BufWriter::new(file)),
        Err(error) => Err(Failure::new(format!("{}: {error}; name a new file", path.display()))),
    }
}
