//! Writes files of games so that a kill costs at most the last minute.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::Game;
use super::chunk::Streams;
use super::error::{GamesError, Trouble};
use super::header::{Header, Label};
use super::reader::Reader;

/// A chunk is written when it has so many games …
const GAMES_A_CHUNK: u32 = 4000;
/// … or when its first game is so old.
const OLDEST_GAME: Duration = Duration::from_secs(45);
/// The levels above cost much time and save a few percent.
const COMPRESSION: i32 = 12;

/// Collects games and writes them in chunks.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    label: Label,
    /// The number of the first game that is not written yet.
    first_game: u64,
    streams: Streams,
    since: Instant,
}

impl<W: Write> Writer<W> {
    /// Writes games with a label; the first one has the number `first_game`.
    pub fn new(out: W, label: Label, first_game: u64) -> Writer<W> {
        Writer { out, label, first_game, streams: Streams::default(), since: Instant::now() }
    }

    /// Adds a game; writes a chunk if it is due.
    ///
    /// # Errors
    /// If the chunk cannot be written.
    pub fn push(&mut self, game: &Game) -> Result<(), GamesError> {
        if self.streams.games == 0 {
            self.since = Instant::now();
        }
        self.streams.push(game);
        self.flush_if_due()
    }

    /// Writes a chunk if its time has come. To be called now and then while no game comes.
    ///
    /// # Errors
    /// If the chunk cannot be written.
    pub fn flush_if_due(&mut self) -> Result<(), GamesError> {
        let due = self.streams.games >= GAMES_A_CHUNK || self.since.elapsed() >= OLDEST_GAME;
        if due { self.flush() } else { Ok(()) }
    }

    /// Writes what there is.
    ///
    /// # Errors
    /// If the chunk cannot be written.
    pub fn flush(&mut self) -> Result<(), GamesError> {
        let streams = std::mem::take(&mut self.streams);
        if streams.games == 0 {
            return Ok(());
        }
        let packed = zstd::bulk::compress(&streams.joined(), COMPRESSION)?;
        let header = Header {
            label: self.label,
            first_game: self.first_game,
            games: streams.games,
            plies: streams.plies,
            heads: streams.heads.len() as u32,
            scores: streams.scores.len() as u32,
            packed: packed.len() as u32,
            checksum: crc32fast::hash(&packed),
        };
        self.first_game += u64::from(streams.games);
        // In one piece, so that little can be torn.
        let bytes = [&header.encode()[..], &packed[..]].concat();
        self.out.write_all(&bytes)?;
        Ok(self.out.flush()?)
    }

    /// Writes what there is and gives the target back.
    ///
    /// # Errors
    /// If the chunk cannot be written.
    pub fn finish(mut self) -> Result<W, GamesError> {
        self.flush()?;
        Ok(self.out)
    }
}

/// What a file held when it was opened to append.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resumed {
    /// How many games are there.
    pub games: u64,
    /// The number of the next game.
    pub next_game: u64,
    /// How many bytes of a torn chunk were cut off.
    pub cut: u64,
}

/// Opens a file to add games with this label, or makes it. A torn chunk at the end is cut off.
///
/// # Errors
/// If the file cannot be opened, is damaged other than by a kill, or holds games with another label.
pub fn open_to_append(path: &Path, label: Label) -> Result<(Writer<File>, Resumed), GamesError> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let mut resumed = Resumed::default();
    let mut reader = Reader::new(BufReader::new(&file));
    for chunk in reader.by_ref() {
        let header = match chunk {
            Ok(chunk) => chunk.header,
            Err(GamesError::Chunk { offset, trouble: Trouble::Torn }) => {
                resumed.cut = file.metadata()?.len() - offset;
                break;
            }
            Err(error) => return Err(error),
        };
        same(label, header.label)?;
        resumed.games += u64::from(header.games);
        resumed.next_game = resumed.next_game.max(header.first_game + u64::from(header.games));
    }
    let sound = reader.offset();
    drop(reader);
    if resumed.cut > 0 {
        file.set_len(sound)?;
    }
    file.seek(SeekFrom::Start(sound))?;
    Ok((Writer::new(file, label, resumed.next_game), resumed))
}

/// Games of one file that is being made come from one source.
fn same(wanted: Label, found: Label) -> Result<(), GamesError> {
    let fields = [
        ("variant", wanted.variant.to_string(), found.variant.to_string()),
        ("generation", wanted.generation.to_string(), found.generation.to_string()),
        ("evaluation", wanted.evaluation.to_string(), found.evaluation.to_string()),
        ("nodes", wanted.nodes.to_string(), found.nodes.to_string()),
        ("seed", wanted.seed.to_string(), found.seed.to_string()),
    ];
    match fields.into_iter().find(|(_, wanted, found)| wanted != found) {
        Some((field, _, found)) => Err(GamesError::OtherLabel { field, found }),
        None => Ok(()),
    }
}
