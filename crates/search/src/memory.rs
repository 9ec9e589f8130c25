//! The two things that safe Rust cannot say about memory: zeroed pages that the system hands out only when they are
//! touched, and a hint to fetch a line early. One of the listed unsafe modules.
#![allow(unsafe_code)]

/// A value for which all bits zero is a valid state.
///
/// # Safety
/// The type must be valid when all its bytes are zero.
pub(crate) unsafe trait Zeroed {}

/// A boxed slice of zeroes. Large ones cost nothing until they are used: the system maps their pages lazily.
pub(crate) fn zeroed_slice<T: Zeroed>(len: usize) -> Box<[T]> {
    // SAFETY: `Zeroed` promises that all bytes zero is a valid value.
    unsafe { Box::<[T]>::new_zeroed_slice(len).assume_init() }
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
