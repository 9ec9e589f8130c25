//! How table files are read: whole into memory while there is room, else piece by piece from the file.
//!
//! A probe reads in a dozen places. From memory that is three times as fast as by system calls, and unlike a memory map
//! it needs no `unsafe` and survives a file that shrinks or a disk that goes away.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// A larger table is never read whole: its first probe would stop the search for too long. All tables of up to five
/// men are smaller.
const LARGEST_WHOLE: u64 = 32 << 20;

/// All that the tables in memory may take together.
const MEMORY: u64 = 512 << 20;

/// The files of one set of tables.
pub(super) struct TableFiles {
    system: OsFilesystem,
    /// What is left of [`MEMORY`].
    room: AtomicU64,
    /// The library asks again for a file that turned out to be damaged, at every probe. It gets each file only once.
    opened: Mutex<HashSet<PathBuf>>,
}

impl Default for TableFiles {
    fn default() -> TableFiles {
        TableFiles {
            system: OsFilesystem::new(),
            room: AtomicU64::new(MEMORY),
            opened: Mutex::new(HashSet::new()),
        }
    }
}

impl TableFiles {
    /// Takes a part of the memory, if so much is left.
    fn reserve(&self, size: u64) -> bool {
        size <= LARGEST_WHOLE
            && self
                .room
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(size))
                .is_ok()
    }
}

impl Filesystem for TableFiles {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if !self.opened.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned()) {
            return Err(io::Error::other("the table could not be used before"));
        }
        if self.reserve(self.regular_file_size(path)?) {
            Ok(Box::new(InMemory(fs::read(path)?)))
        } else {
            self.system.open(path)
        }
    }
}

/// A table in memory.
struct InMemory(Vec<u8>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or(&[]);
        // A slice of bytes reads itself as far as it goes.
        io::Read::read(&mut &*rest, buffer)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn reading_past_the_end_gives_nothing_and_does_not_panic() {
        let file = InMemory(vec![1, 2, 3]);
        let mut buffer = [0; 2];
        assert_eq!(file.read_at(&mut buffer, 2, ReadHint::Data).unwrap(), 1);
        assert_eq!(file.read_at(&mut buffer, 3, ReadHint::Data).unwrap(), 0);
        assert_eq!(file.read_at(&mut buffer, u64::MAX, ReadHint::Data).unwrap(), 0);
    }

    #[test]
    fn memory_is_taken_only_while_there_is_some() {
        let files = TableFiles { room: AtomicU64::new(100), ..TableFiles::default() };
        assert!(files.reserve(60));
        assert!(!files.reserve(60));
        assert!(files.reserve(40));
    }
}
