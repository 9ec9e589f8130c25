//! Reads games and keeps the positions that are worth learning from, on many threads, in the order of the files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};

use rocada_eval::nnue::{GameKind, Shape};
use rocada_rules::{Color, Crazyhouse, GameResult, Move, Position, Rules, Standard};

use super::foresight;
use super::pool::{Pool, Share, Views};
use crate::games::{Chunk, Game, GamesError, Reader, Start, Trouble};
use crate::random::Random;

/// Which positions of a game are worth learning from. Random moves are never among them: nobody searched them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The first so many plies of a game are left out.
    pub skip_plies: usize,
    /// A score so far from even is left out, in centipawns; mates lie beyond.
    pub most_score: i32,
    /// Fewer men on the board are left out; does not count in crazyhouse.
    pub least_men: u32,
    /// Are positions in check kept?
    pub keep_checks: bool,
    /// Are positions kept whose move takes, promotes or drops with check?
    pub keep_noisy: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { skip_plies: 0, most_score: 10_000, least_men: 4, keep_checks: false, keep_noisy: false }
    }
}

impl Filter {
    /// Is a position worth keeping in which this move was played at this score?
    fn keeps<R: Rules>(&self, position: &Position<R>, mv: Move, score: i16) -> bool {
        i32::from(score).abs() < self.most_score
            && (R::DROPS || position.occupied().count() >= self.least_men)
            && (self.keep_checks || !position.in_check())
            && (self.keep_noisy || mv.is_quiet() && !(mv.is_drop() && position.gives_check(mv)))
    }
}

/// What is taken out of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lessons {
    /// Which positions.
    pub filter: Filter,
    /// How much of a position's target comes from the scores of the plies after it (`foresight.rs`).
    pub foresight: f32,
    /// The share of games that are held out.
    pub held: f32,
}

impl Default for Lessons {
    fn default() -> Lessons {
        Lessons { filter: Filter::default(), foresight: 0.0, held: 0.03 }
    }
}

/// Why there are no positions.
#[derive(Debug)]
pub enum LoadError {
    /// A file cannot be used.
    File(PathBuf, GamesError),
    /// No file has a game.
    NoGames,
    /// No position is left to learn from, or none to be held out.
    NoPositions,
    /// More than can be counted in 32 bits.
    TooMany,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::File(path, error) => write!(f, "{}: {error}", path.display()),
            LoadError::NoGames => f.write_str("the files have no games"),
            LoadError::NoPositions => {
                f.write_str("too few positions are left to learn from and to hold out: give more games")
            }
            LoadError::TooMany => f.write_str(
                "there are more positions than can be held, which is about 200 million: \
                 `rocada data split` gives a share of the games",
            ),
        }
    }
}

impl std::error::Error for LoadError {}

/// How far loading is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Loaded {
    /// Bytes of the files read so far.
    pub bytes: u64,
    /// Games in them.
    pub games: u64,
}

/// Positions to learn from, and others of whole games that were held out.
#[derive(Clone, Debug)]
pub struct Data {
    pub(super) training: Pool,
    pub(super) held: Pool,
    /// Some of the positions held out, as FEN, to compare the finished network with.
    pub(super) probes: Vec<String>,
    /// Differs when the games differ.
    pub(super) fingerprint: u32,
    pub(super) views: Views,
    /// The highest generation of the games.
    pub generation: u32,
    /// Games to learn from, and games held out.
    pub games: [usize; 2],
}

impl Data {
    /// Positions to learn from, and positions held out.
    pub fn positions(&self) -> [usize; 2] {
        [self.training.len(), self.held.len()]
    }

    /// The memory that the positions take, in bytes.
    pub fn bytes(&self) -> usize {
        self.training.bytes() + self.held.bytes()
    }

    /// The shape of network that the positions are listed for.
    pub fn shape(&self) -> Shape {
        self.views.shape()
    }
}

/// The game that a file's first chunk is of.
///
/// # Errors
/// If the file cannot be read or is empty.
pub fn game_of(path: &Path) -> Result<GameKind, LoadError> {
    let failure = |error| LoadError::File(path.to_owned(), error);
    let chunk = Reader::open(path).map_err(failure)?.next().ok_or(LoadError::NoGames)?.map_err(failure)?;
    Ok(kind_of(&chunk))
}

fn kind_of(chunk: &Chunk) -> GameKind {
    match chunk.header.label.variant.has_drops() {
        false => GameKind::Chess,
        true => GameKind::Crazyhouse,
    }
}

/// A chunk with its number among all and its file.
type Job = (usize, PathBuf, Chunk);

/// What a chunk gives.
#[derive(Default)]
struct Part {
    training: Pool,
    held: Pool,
    probes: Vec<String>,
    games: [usize; 2],
}

/// Every so many positions of a held-out game one is kept as FEN.
const PROBE_EVERY: usize = 4;

/// Loads the positions of files for a shape of network. `tell` hears how far it is.
///
/// # Errors
/// If a file cannot be read, is of another game, or has an illegal move, or if nothing is left.
pub fn load(
    paths: &[PathBuf],
    shape: Shape,
    lessons: &Lessons,
    threads: usize,
    tell: &mut dyn FnMut(Loaded),
) -> Result<Data, LoadError> {
    let views = Views::new(shape);
    let mut fingerprint = crc32fast::Hasher::new();
    fingerprint.update(&lessons.foresight.to_le_bytes());
    let mut generation = 0;
    let (sender, receiver) = sync_channel::<Job>(2 * threads.max(1));
    let receiver = Mutex::new(receiver);
    let parts = std::thread::scope(|scope| {
        let work = || match shape.game {
            GameKind::Chess => take_chunks::<Standard>(&receiver, &views, lessons),
            GameKind::Crazyhouse => take_chunks::<Crazyhouse>(&receiver, &views, lessons),
        };
        let running: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut send = |number: usize, path: &Path, chunk: Chunk| {
            fingerprint.update(&chunk.header.checksum.to_le_bytes());
            generation = generation.max(chunk.header.label.generation);
            // The other end stays open until this function ends.
            let _ = sender.send((number, path.to_owned(), chunk));
        };
        let read = read_files(paths, shape.game, &mut send, tell);
        drop(sender);
        let mut parts = Vec::new();
        for thread in running {
            parts.extend(thread.join().expect("invariant: replaying does not panic")?);
        }
        read?;
        Ok(parts)
    })?;
    let data = join(parts, views, fingerprint.finalize(), generation)?;
    match data.positions().contains(&0) {
        true => Err(LoadError::NoPositions),
        false => Ok(data),
    }
}

/// Reads the chunks of all files in order.
fn read_files(
    paths: &[PathBuf],
    game: GameKind,
    send: &mut dyn FnMut(usize, &Path, Chunk),
    tell: &mut dyn FnMut(Loaded),
) -> Result<(), LoadError> {
    let (mut loaded, mut number) = (Loaded::default(), 0);
    for path in paths {
        let failure = |error| LoadError::File(path.clone(), error);
        for chunk in Reader::open(path).map_err(failure)? {
            let chunk = chunk.map_err(failure)?;
            if kind_of(&chunk) != game {
                return Err(failure(GamesError::OtherVariant(chunk.header.label.variant)));
            }
            loaded.bytes += chunk.len_in_file();
            loaded.games += u64::from(chunk.header.games);
            send(number, path, chunk);
            number += 1;
            tell(loaded);
        }
    }
    Ok(())
}

/// One thread's work: replays chunks until there are no more. After an error it takes the rest away unread, so that
/// the reader never waits for nobody.
fn take_chunks<R: Rules>(
    chunks: &Mutex<Receiver<Job>>,
    views: &Views,
    lessons: &Lessons,
) -> Result<Vec<(usize, Part)>, LoadError> {
    let mut parts = Ok(Vec::new());
    loop {
        let next = chunks.lock().map(|chunks| chunks.recv());
        let Ok(Ok((number, path, chunk))) = next else { return parts };
        if let Ok(done) = &mut parts {
            match replay_chunk::<R>(&chunk, views, lessons) {
                Ok(part) => done.push((number, part)),
                Err(error) => parts = Err(LoadError::File(path, error)),
            }
        }
    }
}

fn replay_chunk<R: Rules>(chunk: &Chunk, views: &Views, lessons: &Lessons) -> Result<Part, GamesError> {
    let mut part = Part::default();
    for game in chunk.games()? {
        let is_held = lot(&game) < f64::from(lessons.held);
        part.games[usize::from(is_held)] += 1;
        let (pool, probes) = match is_held {
            false => (&mut part.training, None),
            true => (&mut part.held, Some(&mut part.probes)),
        };
        if replay::<R>(&game, views, lessons, pool, probes).is_none() {
            let trouble = Trouble::Content("list of moves");
            return Err(GamesError::Chunk { offset: chunk.offset, trouble });
        }
    }
    Ok(part)
}

/// Adds the positions of a game that pass the filter; `None` if a move is not legal.
pub(super) fn replay<R: Rules>(
    game: &Game,
    views: &Views,
    lessons: &Lessons,
    pool: &mut Pool,
    mut probes: Option<&mut Vec<String>>,
) -> Option<()> {
    let before = pool.len();
    let targets = foresight::targets(game, lessons.foresight);
    each_kept::<R>(game, &lessons.filter, &targets, |position, score| {
        if pool.push(views, position, score, share(game.result, position.turn()))
            && let Some(probes) = &mut probes
            && (pool.len() - before).is_multiple_of(PROBE_EVERY)
        {
            probes.push(position.fen());
        }
    })
}

/// Walks through a game and shows the positions that pass the filter, with the target for the side to move; `None` if a
/// move is not legal. `targets` are White's, one for each score of the game.
pub(super) fn each_kept<R: Rules>(
    game: &Game,
    filter: &Filter,
    targets: &[i16],
    mut show: impl FnMut(&Position<R>, i16),
) -> Option<()> {
    let mut position = game.start.position::<R>()?;
    let random = game.random_plies();
    for (ply, &mv) in game.moves.iter().enumerate() {
        if !position.is_legal(mv) {
            return None;
        }
        if ply >= random.max(filter.skip_plies)
            && let (Some(&score), Some(&target)) = (game.scores.get(ply - random), targets.get(ply - random))
            && filter.keeps(&position, mv, score)
        {
            show(&position, if position.turn() == Color::White { target } else { -target });
        }
        position.play(mv);
    }
    Some(())
}

fn share(result: GameResult, own: Color) -> Share {
    match result {
        GameResult::Draw => Share::Drawn,
        GameResult::Win(winner) if winner == own => Share::Won,
        GameResult::Win(_) => Share::Lost,
    }
}

/// A number from 0 to 1 that depends on the game alone: whatever files a game is in and whatever the seed, it is held
/// out in all runs or in none, so that networks can be compared and warm restarts have not seen it.
fn lot(game: &Game) -> f64 {
    let start = match &game.start {
        Start::Array(white, black) => u64::from(*white) << 16 | u64::from(*black),
        Start::Fen(fen) => u64::from(crc32fast::hash(fen.as_bytes())) << 32,
    };
    let mix = |hash: u64, word: u64| Random::new(hash ^ word).next_u64();
    Random::new(game.moves.iter().fold(start, |hash, mv| mix(hash, u64::from(mv.bits())))).unit()
}

/// Puts the parts of all threads into the order of the files.
fn join(
    mut parts: Vec<(usize, Part)>,
    views: Views,
    fingerprint: u32,
    generation: u32,
) -> Result<Data, LoadError> {
    parts.sort_by_key(|&(number, _)| number);
    let (mut training, mut held, mut probes, mut games) = (Vec::new(), Vec::new(), Vec::new(), [0, 0]);
    for (_, part) in parts {
        training.push(part.training);
        held.push(part.held);
        probes.extend(part.probes);
        games = [games[0] + part.games[0], games[1] + part.games[1]];
    }
    let training = Pool::join(training).ok_or(LoadError::TooMany)?;
    let held = Pool::join(held).ok_or(LoadError::TooMany)?;
    Ok(Data { training, held, probes, fingerprint, views, generation, games })
}
