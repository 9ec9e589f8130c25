//! Progress of long work: a bar on a terminal, now and then a plain line in a pipe.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a pipe gets a line.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Progress over a known number of steps, told on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    what: &'static str,
    plain: bool,
    last_line: Instant,
    /// How it stands, in a few words.
    note: String,
}

impl Progress {
    /// Begins to tell about `total` steps of `what`.
    pub(crate) fn new(what: &'static str, total: u64) -> Progress {
        let plain = !std::io::stderr().is_terminal();
        let bar = ProgressBar::new(total);
        if plain {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {eta} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(what);
        Progress { bar, what, plain, last_line: Instant::now(), note: String::new() }
    }

    /// So many steps were done before.
    pub(crate) fn skip(&mut self, steps: u64) {
        self.bar.set_position(steps);
        self.bar.reset_eta();
    }

    /// How it stands, for the next line.
    pub(crate) fn note(&mut self, text: &str) {
        text.clone_into(&mut self.note);
        self.bar.set_message(self.note.clone());
    }

    /// A line that stays.
    #[allow(clippy::print_stderr)]
    pub(crate) fn say(&self, text: &str) {
        if self.plain {
            eprintln!("{text}");
        } else {
            self.bar.println(text);
        }
    }

    /// Does something else on the terminal while the bar is out of the way.
    pub(crate) fn hide<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// One step is done.
    pub(crate) fn step(&mut self) {
        self.advance(1);
    }

    /// So many more steps are done.
    #[allow(clippy::print_stderr)]
    pub(crate) fn advance(&mut self, steps: u64) {
        self.bar.inc(steps);
        if self.plain && self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let note = if self.note.is_empty() { String::new() } else { format!(", {}", self.note) };
            eprintln!("{}: {done} of {total}, about {:.0?} left{note}", self.what, self.bar.eta());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
