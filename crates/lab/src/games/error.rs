//! What can be wrong with a file of games.

use std::{fmt, io};

use rocada_rules::Variant;

/// A file of games could not be read or written.
#[derive(Debug)]
pub enum GamesError {
    /// The operating system says no.
    Io(io::Error),
    /// The chunk that begins at this byte is not sound.
    Chunk {
        /// Where the chunk begins.
        offset: u64,
        /// What is wrong with it.
        trouble: Trouble,
    },
    /// The games to append are of another kind than those of the file.
    OtherLabel {
        /// What differs: a name and the value in the file.
        field: &'static str,
        /// The value in the file.
        found: String,
    },
    /// A file holds games of another game than what was asked for.
    OtherVariant(Variant),
}

/// What is wrong with a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The file ends in the middle of it: its writer was killed.
    Torn,
    /// It does not begin as chunks do.
    NoChunk,
    /// It was written by a later Rocada.
    Version(u16),
    /// The checksum of the header does not match.
    Header,
    /// The checksum of the games does not match.
    Checksum,
    /// The games cannot be decompressed.
    Compression,
    /// The checksums match, but the content makes no sense.
    Content(&'static str),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Torn => f.write_str("the file ends in the middle of it"),
            Trouble::NoChunk => f.write_str("this is no chunk of games"),
            Trouble::Version(version) => {
                write!(f, "its format {version} is newer than this program")
            }
            Trouble::Header => f.write_str("its header is damaged"),
            Trouble::Checksum => f.write_str("its checksum does not match"),
            Trouble::Compression => f.write_str("it cannot be decompressed"),
            Trouble::Content(what) => write!(f, "its {what} makes no sense"),
        }
    }
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesError::Io(error) => error.fmt(f),
            GamesError::Chunk { offset, trouble } => write!(f, "chunk at byte {offset}: {trouble}"),
            GamesError::OtherLabel { field, found } => {
                write!(f, "the file has games with {field} {found}: choose the same or another file")
            }
            GamesError::OtherVariant(variant) => write!(f, "the file has games of {variant}"),
        }
    }
}

impl std::error::Error for GamesError {}

impl From<io::Error> for GamesError {
    fn from(error: io::Error) -> GamesError {
        GamesError::Io(error)
    }
}
