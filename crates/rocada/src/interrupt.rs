//! Ctrl-C while long work is going on.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the first interruption sets; the second one ends the program.
#[cfg(unix)]
pub(crate) fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first interruption finds the flag unset, and sets it.
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Other systems end the program at once.
#[cfg(not(unix))]
pub(crate) fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
