//! The two things that safe Rust cannot say about memory: zeroed pages that the system hands out only when they are
//! touched, and a hint to fetch a line early. One of the listed unsafe modules.
#![allow(unsafe_code)]

/// A value for which all bits zero is a valid state.
///
/// # Safety
/// The type must be valid when all its bytes are zero.
pub(crate) unsafe trait Zeroed {}

/// A slice of zeroes, each value on its own alignment. Large ones cost nothing until they are used: the system maps
/// their pages lazily. A boxed slice would not do that for values with a large alignment, which the allocator zeroes
/// by hand; so some more bytes are taken, and the slice begins at the first one that is aligned.
pub(crate) struct Zeroes<T> {
    /// Never touched but through the slice. Words, because these the allocator gets as zero pages.
    words: Box<[std::cell::UnsafeCell<u64>]>,
    /// Bytes before the slice.
    offset: usize,
    len: usize,
    kind: std::marker::PhantomData<T>,
}

// SAFETY: the words belong to this value alone and are only seen as `T`, which may be sent and shared.
unsafe impl<T: Send> Send for Zeroes<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Zeroes<T> {}

impl<T: Zeroed> Zeroes<T> {
    /// So many zeroes.
    pub(crate) fn new(len: usize) -> Zeroes<T> {
        const { assert!(!std::mem::needs_drop::<T>()) };
        let bytes = len * size_of::<T>() + align_of::<T>();
        // SAFETY: a word of zero bits is the number zero.
        let words: Box<[std::cell::UnsafeCell<u64>]> =
            unsafe { Box::new_zeroed_slice(bytes.div_ceil(size_of::<u64>())).assume_init() };
        let offset = words.as_ptr().cast::<u8>().align_offset(align_of::<T>());
        assert!(offset <= align_of::<T>(), "invariant: bytes can be aligned");
        Zeroes { words, offset, len, kind: std::marker::PhantomData }
    }
}

impl<T: Zeroed> std::ops::Deref for Zeroes<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: from `offset` on there is room for `len` aligned values; zero bytes are a valid `T`, and whatever is
        // written later is written as a `T`.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().byte_add(self.offset).cast(), self.len) }
    }
}

impl<T: Zeroed> std::ops::DerefMut for Zeroes<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and `self` is borrowed mutably.
        unsafe {
            std::slice::from_raw_parts_mut(self.words.as_mut_ptr().byte_add(self.offset).cast(), self.len)
        }
    }
}

/// A boxed zero value, made without a copy on the stack.
pub(crate) fn zeroed_box<T: Zeroed>() -> Box<T> {
    // SAFETY: `Zeroed` promises that all bytes zero is a valid value.
    unsafe { Box::<T>::new_zeroed().assume_init() }
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
        for len in [1, 3, 1000] {
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
