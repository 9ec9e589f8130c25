//! The log of a conversation, if the option `Debug Log File` asks for one.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::time::Instant;

/// Writes every line with its direction and the milliseconds since the log began.
pub(super) struct Log {
    file: Option<File>,
    start: Instant,
}

impl Default for Log {
    fn default() -> Log {
        Log { file: None, start: Instant::now() }
    }
}

impl Log {
    /// Appends to this file from now on; an empty name ends the log. Says what is wrong if the file cannot be written.
    pub(super) fn open(&mut self, path: &str) -> Option<String> {
        self.file = None;
        if path.trim().is_empty() {
            return None;
        }
        match OpenOptions::new().create(true).append(true).open(path.trim()) {
            Ok(file) => {
                self.file = Some(file);
                None
            }
            Err(error) => Some(format!("cannot write the log file: {error}")),
        }
    }

    /// A line of the GUI.
    pub(super) fn received(&mut self, line: &[u8]) {
        if self.file.is_some() {
            self.write('>', &String::from_utf8_lossy(line));
        }
    }

    /// A line to the GUI.
    pub(super) fn sent(&mut self, line: &str) {
        self.write('<', line);
    }

    /// A remark of our own.
    pub(super) fn remark(&mut self, text: &str) {
        self.write('#', text);
    }

    fn write(&mut self, direction: char, text: &str) {
        let now = self.start.elapsed().as_millis();
        // A full disk must not end a game.
        if let Some(file) = &mut self.file
            && writeln!(file, "{now:8} {direction} {}", text.trim_end()).is_err()
        {
            self.file = None;
        }
    }
}
