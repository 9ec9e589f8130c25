//! An engine's output, read with a time limit. Knows bytes only.

use std::process::ChildStdout;
use std::time::Duration;

/// What came of waiting for output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// So many bytes.
    Bytes(usize),
    /// Nothing in time.
    Nothing,
    /// The output has ended.
    End,
}

pub(crate) use system::Output;

/// The thread that plays the game waits for the pipe itself. A thread that reads for it would have to wake it for each
/// line, and a core that waits for a second thread to wake up is lost to the engines.
#[cfg(unix)]
mod system {
    use std::io::Read as _;
    use std::time::Instant;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    use super::{Arrival, ChildStdout, Duration};

    /// The reading end of a pipe.
    pub(crate) struct Output(ChildStdout);

    impl Output {
        pub(crate) fn new(pipe: ChildStdout) -> Output {
            Output(pipe)
        }

        /// Waits at most `patience` for output and reads what is there.
        pub(crate) fn read(&mut self, buffer: &mut [u8], patience: Duration) -> Arrival {
            match self.is_ready(patience) {
                Ok(false) => Arrival::Nothing,
                Ok(true) => match self.0.read(buffer) {
                    Ok(count @ 1..) => Arrival::Bytes(count),
                    _ => Arrival::End,
                },
                Err(_) => Arrival::End,
            }
        }

        fn is_ready(&self, patience: Duration) -> Result<bool, Errno> {
            let begin = Instant::now();
            loop {
                let left = patience.saturating_sub(begin.elapsed());
                // A limit too long for the system's clock is none at all.
                let left = Timespec::try_from(left).ok();
                match poll(&mut [PollFd::new(&self.0, PollFlags::IN)], left.as_ref()) {
                    Ok(ready) => return Ok(ready > 0),
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

/// Other systems cannot wait for a pipe with a time limit: a thread reads it.
#[cfg(not(unix))]
mod system {
    use std::io::Read as _;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};

    use super::{Arrival, ChildStdout, Duration};

    /// How many pieces may wait; beyond this the engine has to wait.
    const WAITING_PIECES: usize = 16;
    const PIECE_BYTES: usize = 4 << 10;

    /// The reading end of a pipe.
    pub(crate) struct Output {
        pieces: Receiver<Vec<u8>>,
        rest: Vec<u8>,
    }

    impl Output {
        pub(crate) fn new(mut pipe: ChildStdout) -> Output {
            let (send, pieces) = sync_channel(WAITING_PIECES);
            std::thread::spawn(move || {
                let mut piece = vec![0; PIECE_BYTES];
                while let Ok(count @ 1..) = pipe.read(&mut piece) {
                    if send.send(piece[..count].to_vec()).is_err() {
                        return;
                    }
                }
            });
            Output { pieces, rest: Vec::new() }
        }

        /// Waits at most `patience` for output and reads what is there.
        pub(crate) fn read(&mut self, buffer: &mut [u8], patience: Duration) -> Arrival {
            if self.rest.is_empty() {
                match self.pieces.recv_timeout(patience) {
                    Ok(piece) => self.rest = piece,
                    Err(RecvTimeoutError::Timeout) => return Arrival::Nothing,
                    Err(RecvTimeoutError::Disconnected) => return Arrival::End,
                }
            }
            let count = self.rest.len().min(buffer.len());
            buffer[..count].copy_from_slice(&self.rest[..count]);
            self.rest.drain(..count);
            Arrival::Bytes(count)
        }
    }
}
