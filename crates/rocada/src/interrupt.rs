//! Ctrl-C while long work is going on.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the first interruption sets; a later one ends the program. `timeout` and some terminals send their signal to
/// the process and to its group: what comes within half a second is one interruption.
#[cfg(unix)]
pub(crate) fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    const TOGETHER: Duration = Duration::from_millis(500);
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let mut first = None;
        for signal in &mut signals {
            flag.store(true, Ordering::Relaxed);
            if first.get_or_insert_with(Instant::now).elapsed() > TOGETHER {
                std::process::exit(128 + signal);
            }
        }
    })?;
    Ok(stop)
}

/// Other systems end the program at once.
#[cfg(not(unix))]
pub(crate) fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
