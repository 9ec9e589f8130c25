//! Numbers that begin at a cache line, so that no vector load of a row crosses two lines.

use std::fmt;
use std::ops::{Deref, DerefMut};

const LINE: usize = 64;

/// A fixed number of 16-bit numbers, aligned to a cache line.
pub(super) struct Aligned {
    /// A little longer than needed; the numbers begin where a cache line does.
    numbers: Vec<i16>,
    start: usize,
    len: usize,
}

impl Aligned {
    pub(super) fn zeros(len: usize) -> Aligned {
        let numbers = vec![0; len + LINE / size_of::<i16>()];
        // A machine that cannot tell the offset gets the numbers unaligned, which is slower and nothing worse.
        let start = match numbers.as_ptr().align_offset(LINE) {
            offset if offset + len <= numbers.len() => offset,
            _ => 0,
        };
        Aligned { numbers, start, len }
    }
}

impl From<&[i16]> for Aligned {
    fn from(numbers: &[i16]) -> Aligned {
        let mut aligned = Aligned::zeros(numbers.len());
        aligned.copy_from_slice(numbers);
        aligned
    }
}

impl Deref for Aligned {
    type Target = [i16];

    #[inline]
    fn deref(&self) -> &[i16] {
        &self.numbers[self.start..self.start + self.len]
    }
}

impl DerefMut for Aligned {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i16] {
        &mut self.numbers[self.start..self.start + self.len]
    }
}

/// A clone lies elsewhere and is aligned there.
impl Clone for Aligned {
    fn clone(&self) -> Aligned {
        Aligned::from(&**self)
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Aligned) -> bool {
        **self == **other
    }
}

impl Eq for Aligned {}

impl fmt::Debug for Aligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.len)
    }
}
