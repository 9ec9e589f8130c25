//! The bytes of an unfinished run, from which it goes on as if nothing had happened, and of a network in floats.
//!
//! ```text
//! checkpoint  magic "ROTRAIN\x1a", version u16, settings (length u32, text), step u64, losses of the epoch,
//!             points of the curve (count u32), then parameters, means and squares as f32 each in the order of files
//! floats      magic "ROFLOAT\x1a", version u16, game u8, king buckets u8, output buckets u8, zero, hidden u16,
//!             parameters as f32
//! both        end with the CRC-32 of everything before; all numbers little-endian
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use rocada_eval::nnue::{GameKind, NetError, Network, Shape};

use super::kernel::Losses;
use super::layout::{Layout, Row};
use super::model::Model;
use super::{Data, Options, Point, Trainer};
use crate::games::bytes::Bytes;

const CHECKPOINT: [u8; 8] = *b"ROTRAIN\x1a";
const FLOATS: [u8; 8] = *b"ROFLOAT\x1a";
const VERSION: u16 = 1;

/// Why a file cannot be used to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// It is something else.
    NoCheckpoint,
    /// It is a network that cannot be used, or no network at all.
    Network(NetError),
    /// The network has a shape (first) that does not grow into the one that is wanted.
    Smaller(String, String),
    /// It was written by another version of the program.
    Version(u16),
    /// Its checksum does not match.
    Damaged,
    /// The run was begun with other settings: name, value in the file, value now.
    Other(String, String, String),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::NoCheckpoint => f.write_str("this is no checkpoint of a training run"),
            CheckpointError::Network(error) => error.fmt(f),
            CheckpointError::Smaller(found, wanted) => {
                write!(f, "its shape is {found}, from which {wanted} cannot grow")
            }
            CheckpointError::Version(version) => {
                write!(f, "it has format {version}, this program knows format {VERSION} only")
            }
            CheckpointError::Damaged => f.write_str("it is damaged: its checksum is wrong"),
            CheckpointError::Other(name, found, now) => {
                write!(
                    f,
                    "it was made with {name} {found}, not {now}: use the same, or remove it to begin anew"
                )
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

/// Writes a file so that a kill leaves either the old one or the new one.
///
/// # Errors
/// If the disk says no.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&part, path)
}

fn begin(magic: [u8; 8]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes
}

fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Checks magic, version and checksum, and gives what lies between.
fn unseal(bytes: &[u8], magic: [u8; 8], other: CheckpointError) -> Result<Bytes<'_>, CheckpointError> {
    let mut rest = Bytes(bytes);
    if rest.array() != Some(magic) {
        return Err(other);
    }
    let version = rest.u16().ok_or(CheckpointError::Damaged)?;
    if version != VERSION {
        return Err(CheckpointError::Version(version));
    }
    let covered = bytes.len().saturating_sub(4);
    let (content, check) = bytes.split_at_checked(covered).ok_or(CheckpointError::Damaged)?;
    if Bytes(check).u32() != Some(crc32fast::hash(content)) {
        return Err(CheckpointError::Damaged);
    }
    let length = rest.0.len().saturating_sub(4);
    rest.take(length).map(Bytes).ok_or(CheckpointError::Damaged)
}

fn put_numbers(bytes: &mut Vec<u8>, layout: &Layout, rows: &[Row]) {
    bytes.extend(layout.to_numbers(rows).iter().flat_map(|number| number.to_le_bytes()));
}

fn take_rows(bytes: &mut Bytes<'_>, layout: &Layout) -> Option<Vec<Row>> {
    let numbers = bytes.take(layout.numbers() * size_of::<f32>())?;
    let (numbers, _) = numbers.as_chunks();
    Some(layout.to_rows(&numbers.iter().map(|&number| f32::from_le_bytes(number)).collect::<Vec<_>>()))
}

fn put_losses(bytes: &mut Vec<u8>, losses: &Losses) {
    for number in [losses.target, losses.score, losses.result] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(losses.positions.to_le_bytes());
}

fn take_losses(bytes: &mut Bytes<'_>) -> Option<Losses> {
    let mut number = || bytes.array().map(f64::from_le_bytes);
    let (target, score, result) = (number()?, number()?, number()?);
    Some(Losses { target, score, result, positions: bytes.u64()? })
}

fn put_point(bytes: &mut Vec<u8>, point: &Point) {
    bytes.extend(point.epoch.to_le_bytes());
    bytes.extend(point.step.to_le_bytes());
    bytes.extend(point.rate.to_le_bytes());
    put_losses(bytes, &point.training);
    put_losses(bytes, &point.held);
}

fn take_point(bytes: &mut Bytes<'_>) -> Option<Point> {
    Some(Point {
        epoch: bytes.u32()?,
        step: bytes.u64()?,
        rate: bytes.array().map(f32::from_le_bytes)?,
        training: take_losses(bytes)?,
        held: take_losses(bytes)?,
    })
}

/// All that must be the same for a run to go on. The number of threads may differ.
fn settings(data: &Data, options: &Options, batch: usize) -> String {
    let lines = [
        ("shape", data.shape().to_string()),
        ("games with the checksum", format!("{:08x}", data.fingerprint)),
        ("positions", format!("{} + {}", data.training.len(), data.held.len())),
        ("epochs", options.epochs.to_string()),
        ("batch", batch.to_string()),
        ("rate", options.rate.to_string()),
        ("result share", options.result_share.to_string()),
        ("seed", options.seed.to_string()),
    ];
    lines.map(|(name, value)| format!("{name}\t{value}\n")).concat()
}

/// The first line that differs.
fn difference(found: &str, now: &str) -> Option<CheckpointError> {
    let (found, now) = found.lines().zip(now.lines()).find(|(found, now)| found != now)?;
    let (name, found) = found.split_once('\t').unwrap_or(("settings", found));
    let now = now.split_once('\t').map_or(now, |(_, now)| now);
    Some(CheckpointError::Other(name.to_owned(), found.to_owned(), now.to_owned()))
}

impl<'a> Trainer<'a> {
    /// The bytes from which [`Trainer::resume`] goes on.
    pub fn checkpoint(&self) -> Vec<u8> {
        let layout = &self.model.layout;
        let mut bytes = begin(CHECKPOINT);
        let settings = settings(self.data, &self.options, self.batch);
        bytes.extend((settings.len() as u32).to_le_bytes());
        bytes.extend(settings.bytes());
        bytes.extend(self.step.to_le_bytes());
        put_losses(&mut bytes, &self.epoch);
        bytes.extend((self.curve.len() as u32).to_le_bytes());
        self.curve.iter().for_each(|point| put_point(&mut bytes, point));
        for rows in [&self.model.rows, &self.adam.means, &self.adam.squares] {
            put_numbers(&mut bytes, layout, rows);
        }
        seal(bytes)
    }

    /// Goes on from a checkpoint with the same data and options.
    ///
    /// # Errors
    /// If the bytes are damaged or of another run.
    pub fn resume(data: &'a Data, options: Options, bytes: &[u8]) -> Result<Trainer<'a>, CheckpointError> {
        let mut rest = unseal(bytes, CHECKPOINT, CheckpointError::NoCheckpoint)?;
        let mut trainer = Trainer::new(data, options);
        let length = rest.u32().ok_or(CheckpointError::Damaged)?;
        let found = rest.take(length as usize).and_then(|text| std::str::from_utf8(text).ok());
        let now = settings(data, &options, trainer.batch);
        match difference(found.ok_or(CheckpointError::Damaged)?, &now) {
            Some(error) => return Err(error),
            None => trainer.restore(&mut rest).ok_or(CheckpointError::Damaged)?,
        }
        Ok(trainer)
    }

    fn restore(&mut self, bytes: &mut Bytes<'_>) -> Option<()> {
        self.step = bytes.u64()?;
        self.epoch = take_losses(bytes)?;
        let points = bytes.u32()?;
        self.curve = (0..points).map(|_| take_point(bytes)).collect::<Option<_>>()?;
        let layout = self.model.layout;
        self.model.rows = take_rows(bytes, &layout)?;
        self.adam.means = take_rows(bytes, &layout)?;
        self.adam.squares = take_rows(bytes, &layout)?;
        self.after_change_of_weights();
        bytes.is_empty().then_some(())
    }

    /// The network in floats, for warm restarts.
    pub fn floats(&self) -> Vec<u8> {
        let Shape { game, hidden, king_buckets, output_buckets } = self.shape();
        let mut bytes = begin(FLOATS);
        bytes.extend([game as u8, king_buckets as u8, output_buckets as u8, 0]);
        bytes.extend((hidden as u16).to_le_bytes());
        put_numbers(&mut bytes, &self.model.layout, &self.model.rows);
        seal(bytes)
    }

    /// Begins with an earlier network: the bytes of one in floats or of a finished one. One that has fewer neurons, or one
    /// king bucket or output where many are wanted, grows.
    ///
    /// # Errors
    /// If the bytes are damaged or of a shape that cannot grow into that of the data.
    pub fn warm(data: &'a Data, options: Options, bytes: &[u8]) -> Result<Trainer<'a>, CheckpointError> {
        let earlier = match bytes.starts_with(&FLOATS) {
            true => model_of(bytes)?,
            false => Model::of(&Network::from_bytes(bytes).map_err(CheckpointError::Network)?),
        };
        let [found, wanted] = [earlier.layout.shape, data.shape()];
        match earlier.grown(wanted, options.seed) {
            Some(model) => Ok(Trainer::with(data, options, model)),
            None => Err(CheckpointError::Smaller(found.to_string(), wanted.to_string())),
        }
    }
}

/// The network in floats.
fn model_of(bytes: &[u8]) -> Result<Model, CheckpointError> {
    let mut rest = unseal(bytes, FLOATS, CheckpointError::Damaged)?;
    let head = (|| Some((rest.array::<4>()?, rest.u16()?)))();
    let ([game, king_buckets, output_buckets, _], hidden) = head.ok_or(CheckpointError::Damaged)?;
    let shape = Shape {
        game: *GameKind::ALL.get(usize::from(game)).ok_or(CheckpointError::Damaged)?,
        hidden: usize::from(hidden),
        king_buckets: usize::from(king_buckets),
        output_buckets: usize::from(output_buckets),
    };
    if !shape.is_valid() {
        return Err(CheckpointError::Damaged);
    }
    let layout = Layout::new(shape);
    let rows = take_rows(&mut rest, &layout).ok_or(CheckpointError::Damaged)?;
    Ok(Model { layout, rows })
}
