//! The header of a chunk: where its games come from, how many there are, and checksums.
//!
//! ```text
//!  0  magic "ROGAMES\x1a"    8  version u16     10  variant u8      11  zero
//! 12  generation u32        16  evaluation, 24 bytes of ASCII       40  nodes u32
//! 44  games u32             48  plies u32       52  heads u32       56  scores u32
//! 60  packed bytes u32      64  CRC-32 of them  68  seed u64        76  first game u64
//! 84  CRC-32 of bytes 0 to 83                   all numbers little-endian
//! ```

use std::fmt;

use rocada_rules::Variant;

use super::bytes::Bytes;
use super::error::Trouble;

/// The version of the format that this program writes.
pub(super) const VERSION: u16 = 1;
pub(super) const HEADER_LEN: usize = 88;
const MAGIC: [u8; 8] = *b"ROGAMES\x1a";
/// A chunk never unpacks to more, so a damaged number cannot eat the memory.
const MOST_BYTES: u64 = 1 << 28;

/// The name of the evaluation that played the games: a net's hash or `classical-` and a checksum of the weights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct EvaluationId([u8; 24]);

impl EvaluationId {
    /// A name of up to 24 ASCII characters; the rest is cut off.
    pub fn new(name: &str) -> EvaluationId {
        let mut bytes = [0; 24];
        for (slot, byte) in bytes.iter_mut().zip(name.bytes().filter(u8::is_ascii_graphic)) {
            *slot = byte;
        }
        EvaluationId(bytes)
    }
}

impl fmt::Display for EvaluationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.iter().filter(|byte| byte.is_ascii_graphic()).map(|&byte| char::from(byte));
        f.write_str(&name.collect::<String>())
    }
}

impl fmt::Debug for EvaluationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Where games come from: with the same program it remakes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The game that was played.
    pub variant: Variant,
    /// The first games are generation 0; games by what was learnt from them are generation 1.
    pub generation: u32,
    /// Who judged the positions.
    pub evaluation: EvaluationId,
    /// The soft node limit a move.
    pub nodes: u32,
    /// What the random numbers begin with.
    pub seed: u64,
}

/// What a chunk tells about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Where the games come from.
    pub label: Label,
    /// The number of its first game among all of its seed.
    pub first_game: u64,
    /// How many games it has.
    pub games: u32,
    /// How many moves these have in all.
    pub plies: u32,
    /// Bytes of the games' heads when unpacked.
    pub(super) heads: u32,
    /// Bytes of the scores when unpacked.
    pub(super) scores: u32,
    /// Bytes that follow the header.
    pub packed: u32,
    /// The checksum of these.
    pub(crate) checksum: u32,
}

impl Header {
    /// How many bytes the games have when unpacked.
    pub(super) fn unpacked(&self) -> u64 {
        u64::from(self.heads) + u64::from(self.plies) * 2 + u64::from(self.scores)
    }

    pub(super) fn encode(&self) -> [u8; HEADER_LEN] {
        let label = &self.label;
        let variant = Variant::ALL.iter().position(|&variant| variant == label.variant).unwrap_or(0) as u8;
        let mut bytes = Vec::with_capacity(HEADER_LEN);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([variant, 0]);
        bytes.extend(label.generation.to_le_bytes());
        bytes.extend(label.evaluation.0);
        for number in
            [label.nodes, self.games, self.plies, self.heads, self.scores, self.packed, self.checksum]
        {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(label.seed.to_le_bytes());
        bytes.extend(self.first_game.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let mut header = [0; HEADER_LEN];
        for (slot, byte) in header.iter_mut().zip(bytes) {
            *slot = byte;
        }
        header
    }

    pub(super) fn decode(header: &[u8; HEADER_LEN]) -> Result<Header, Trouble> {
        let mut bytes = Bytes(header);
        if bytes.array() != Some(MAGIC) {
            return Err(Trouble::NoChunk);
        }
        let (covered, check) = header.split_at(HEADER_LEN - 4);
        if Bytes(check).u32() != Some(crc32fast::hash(covered)) {
            return Err(Trouble::Header);
        }
        let version = bytes.u16().ok_or(Trouble::Torn)?;
        if version > VERSION {
            return Err(Trouble::Version(version));
        }
        let header = Header::fields(&mut bytes).ok_or(Trouble::Content("header"))?;
        if header.unpacked() > MOST_BYTES || u64::from(header.packed) > MOST_BYTES {
            return Err(Trouble::Content("size"));
        }
        Ok(header)
    }

    fn fields(bytes: &mut Bytes<'_>) -> Option<Header> {
        let variant = *Variant::ALL.get(usize::from(bytes.u8()?))?;
        bytes.u8()?;
        let generation = bytes.u32()?;
        let evaluation = EvaluationId(bytes.array()?);
        let nodes = bytes.u32()?;
        let (games, plies, heads, scores) = (bytes.u32()?, bytes.u32()?, bytes.u32()?, bytes.u32()?);
        let (packed, checksum) = (bytes.u32()?, bytes.u32()?);
        let (seed, first_game) = (bytes.u64()?, bytes.u64()?);
        let label = Label { variant, generation, evaluation, nodes, seed };
        Some(Header { label, first_game, games, plies, heads, scores, packed, checksum })
    }
}
