//! Errors as the user sees them: one sentence on standard error, exit code 2.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why a command could not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// One sentence that says what is wrong and what to do next.
    Message(String),
    /// Nobody reads the output any more: no error, but nothing left to do.
    Unread,
}

impl Failure {
    pub(crate) fn new(message: impl Display) -> Failure {
        Failure::Message(message.to_string())
    }

    /// Tells the user and gives the exit code.
    #[allow(clippy::print_stderr)]
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Message(message) => {
                eprintln!("rocada: {message}");
                ExitCode::from(2)
            }
            Failure::Unread => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::new(error),
        }
    }
}
