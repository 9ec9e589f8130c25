//! What an engine can do wrong, with the line that shows it.

use std::fmt;

/// The kind of a fault; the verdict depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// The program could not be started.
    NotStarted,
    /// It does not answer the greeting.
    Handshake,
    /// It cannot play what is asked of it: the variant, the set-up, the limit, an option.
    Unsupported,
    /// The process has ended or closed its pipes.
    Crashed,
    /// It did not move before its time was up.
    TimeUp,
    /// It reads nothing or gives no move though no clock runs.
    Hung,
    /// It does not answer `ping` or `isready`.
    Stalled,
    /// It prints without end.
    Flood,
}

/// A fault of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What happened, as a part of a sentence with the engine as `it`.
    pub text: String,
    /// The line that shows it.
    pub line: Option<String>,
}

impl Fault {
    /// A fault without a line.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into(), line: None }
    }

    /// The same with the line that shows it.
    #[must_use]
    pub fn with_line(mut self, line: Option<String>) -> Fault {
        self.line = line;
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.line {
            Some(line) => write!(f, "; the last line was '{line}'"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
