//! Reads files of games, chunk by chunk.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;

use super::error::{GamesError, Trouble};
use super::header::{HEADER_LEN, Header};
use super::{Game, chunk};

/// A chunk whose checksums are right, still packed.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Where it begins in its file.
    pub offset: u64,
    /// What it tells about itself.
    pub header: Header,
    pub(super) head: [u8; HEADER_LEN],
    pub(super) packed: Vec<u8>,
}

impl Chunk {
    /// Its games.
    ///
    /// # Errors
    /// If the content makes no sense although the checksums match.
    pub fn games(&self) -> Result<Vec<Game>, GamesError> {
        let trouble = |trouble| GamesError::Chunk { offset: self.offset, trouble };
        let unpacked = zstd::bulk::decompress(&self.packed, self.header.unpacked() as usize)
            .map_err(|_| trouble(Trouble::Compression))?;
        chunk::decode(&self.header, &unpacked).map_err(trouble)
    }

    /// Writes the chunk as it is.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    pub fn copy_to(&self, out: &mut dyn Write) -> Result<(), GamesError> {
        out.write_all(&self.head)?;
        out.write_all(&self.packed)?;
        Ok(())
    }

    /// How many bytes it takes in the file.
    pub fn len_in_file(&self) -> u64 {
        (HEADER_LEN + self.packed.len()) as u64
    }
}

/// Goes through the chunks of a file. After an error there is nothing more.
#[derive(Debug)]
pub struct Reader<S: Read> {
    source: S,
    offset: u64,
    failed: bool,
}

impl Reader<BufReader<File>> {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> Result<Self, GamesError> {
        Ok(Reader::new(BufReader::new(File::open(path)?)))
    }
}

impl<S: Read> Reader<S> {
    /// Reads any source of bytes.
    pub fn new(source: S) -> Reader<S> {
        Reader { source, offset: 0, failed: false }
    }

    /// Where the next chunk begins; after an error, where the sound part ends.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn next_chunk(&mut self) -> Result<Option<Chunk>, GamesError> {
        let offset = self.offset;
        let error = |trouble| GamesError::Chunk { offset, trouble };
        let mut head = Vec::with_capacity(HEADER_LEN);
        self.source.by_ref().take(HEADER_LEN as u64).read_to_end(&mut head)?;
        if head.is_empty() {
            return Ok(None);
        }
        let head: [u8; HEADER_LEN] = head.try_into().map_err(|_| error(Trouble::Torn))?;
        let header = Header::decode(&head).map_err(error)?;
        let mut packed = Vec::new();
        self.source.by_ref().take(u64::from(header.packed)).read_to_end(&mut packed)?;
        if packed.len() != header.packed as usize {
            return Err(error(Trouble::Torn));
        }
        if crc32fast::hash(&packed) != header.checksum {
            return Err(error(Trouble::Checksum));
        }
        let chunk = Chunk { offset, header, head, packed };
        self.offset += chunk.len_in_file();
        Ok(Some(chunk))
    }
}

impl<S: Read> Iterator for Reader<S> {
    type Item = Result<Chunk, GamesError>;

    fn next(&mut self) -> Option<Result<Chunk, GamesError>> {
        if self.failed {
            return None;
        }
        let next = self.next_chunk();
        self.failed = next.is_err();
        next.transpose()
    }
}
