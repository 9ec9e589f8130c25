//! What safe Rust cannot say about memory: zeroed pages that the system hands out only when they are touched, huge ones for
//! large tables, and a hint to fetch a line early. One of the listed unsafe modules.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// A value for which all bits zero is a valid state.
///
/// # Safety
/// The type must be valid when all its bytes are zero.
pub(crate) unsafe trait Zeroed {}

/// Pages of this size need few look-ups of addresses, and are handed out 512 at a time.
const HUGE_PAGE: usize = 2 << 20;

/// A slice of zeroes, each value on its own alignment. Large ones cost nothing until they are used: the system maps
/// their pages lazily, huge ones if it has them. A boxed slice would not do that for values with a large alignment, which
/// the allocator zeroes by hand; so some more bytes are taken, and the slice begins at the first one that is aligned.
pub(crate) struct Zeroes<T> {
    /// Where the slice begins, within the words.
    first: NonNull<T>,
    len: usize,
    /// Never touched but through the slice. Words, because these the allocator gets as zero pages.
    _words: Box<[UnsafeCell<u64>]>,
}

// SAFETY: the words belong to this value alone and are only seen as `T`, which may be sent and shared.
unsafe impl<T: Send> Send for Zeroes<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Zeroes<T> {}

impl<T: Zeroed> Zeroes<T> {
    /// So many zeroes.
    pub(crate) fn new(len: usize) -> Zeroes<T> {
        const { assert!(!std::mem::needs_drop::<T>()) };
        let bytes = len * size_of::<T>();
        let alignment = if bytes < HUGE_PAGE { align_of::<T>() } else { align_of::<T>().max(HUGE_PAGE) };
        // SAFETY: a word of zero bits is the number zero.
        let words: Box<[UnsafeCell<u64>]> =
            unsafe { Box::new_zeroed_slice((bytes + alignment).div_ceil(size_of::<u64>())).assume_init() };
        let start = NonNull::from(&*words).cast::<u8>();
        let offset = start.align_offset(alignment);
        assert!(offset <= alignment, "invariant: bytes can be aligned");
        // SAFETY: the offset is within the words.
        let first = unsafe { start.add(offset) };
        if bytes >= HUGE_PAGE {
            ask_for_huge_pages(first, bytes);
        }
        Zeroes { first: first.cast(), len, _words: words }
    }
}

impl<T: Zeroed> Deref for Zeroes<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: from `first` on there is room for `len` aligned values; zero bytes are a valid `T`, and whatever is
        // written later is written as a `T`.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T: Zeroed> DerefMut for Zeroes<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
    }
}

/// One zero value, made without a copy on the stack, in memory like that of [`Zeroes`].
pub(crate) struct Zero<T>(Zeroes<T>);

impl<T: Zeroed> Zero<T> {
    pub(crate) fn new() -> Zero<T> {
        Zero(Zeroes::new(1))
    }
}

impl<T: Zeroed> Deref for Zero<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: as for the slice, which has one value.
        unsafe { self.0.first.as_ref() }
    }
}

impl<T: Zeroed> DerefMut for Zero<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as for the slice, which has one value.
        unsafe { self.0.first.as_mut() }
    }
}

/// Asks the system to use huge pages for memory that nobody has touched yet. It may refuse; then nothing is lost.
fn ask_for_huge_pages(start: NonNull<u8>, bytes: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: the C library's function as its manual declares it. The range is memory of our own that begins at a page, and
    // the advice changes nothing that a program can see but how long it takes.
    unsafe {
        unsafe extern "C" {
            fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
        }
        const MADV_HUGEPAGE: i32 = 14;
        madvise(start.as_ptr(), bytes, MADV_HUGEPAGE);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, bytes);
}

/// Asks the processor to load the cache line of `value`.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch never faults and changes nothing; the pointer comes from a reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[repr(align(64))]
    struct Wide(AtomicU64);

    // SAFETY: an atomic of zero bits is the number zero.
    unsafe impl Zeroed for Wide {}

    #[test]
    fn wide_values_are_aligned_and_zero() {
        for len in [1, 3, 1000, 3 * HUGE_PAGE / size_of::<Wide>()] {
            let mut zeroes = Zeroes::<Wide>::new(len);
            assert_eq!(zeroes.len(), len);
            assert!(zeroes.iter().all(|wide| wide.0.load(Ordering::Relaxed) == 0));
            assert_eq!(zeroes.as_ptr().align_offset(64), 0);
            zeroes[len - 1].0.store(7, Ordering::Relaxed);
            *zeroes[len - 1].0.get_mut() += 1;
            assert_eq!(zeroes[len - 1].0.load(Ordering::Relaxed), 8);
        }
    }
}
