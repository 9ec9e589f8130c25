//! An engine's process: lines in, lines out, bounded in every direction, killed and reaped whatever it does.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rocada_protocol::text::LineBuffer;

use crate::fault::{Fault, FaultKind};
use crate::output::{Arrival, Output};
use crate::signal::Signal;

/// How much an engine may print between two answers before it counts as a flood.
const FLOOD_LINES: u64 = 200_000;
const FLOOD_BYTES: u64 = 32 << 20;

/// How many lines are taken in one go where nobody waits for a certain one.
const MOST_LAST_WORDS: usize = 10_000;

/// How much is read from the pipe at once.
const PIECE_BYTES: usize = 16 << 10;

/// What may stand unread in the engine's input: a pipe holds 64 KiB, so a write below this never blocks.
const UNREAD_BYTES: usize = 48 << 10;

/// How much of the error output is kept.
const ERROR_LINES: usize = 40;

/// A line that came from the engine.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    /// When its last byte was read.
    pub(crate) at: Instant,
    /// Without the line end; blanks in front are kept.
    pub(crate) text: String,
}

/// A line of the conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Since the process was started.
    pub at: Duration,
    /// Did the engine say it?
    pub from_engine: bool,
    /// What was said.
    pub text: String,
}

impl std::fmt::Display for Exchange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = if self.from_engine { '<' } else { '>' };
        write!(f, "{:8.3} {mark} {}", self.at.as_secs_f64(), self.text)
    }
}

/// A running engine process.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<Output>,
    piece: Vec<u8>,
    buffer: LineBuffer,
    /// Lines that were read and not heard yet.
    waiting: VecDeque<Heard>,
    bytes_since_answer: u64,
    lines_since_answer: u64,
    unread: usize,
    errors: Arc<Mutex<VecDeque<String>>>,
    begin: Instant,
    talk: VecDeque<Exchange>,
    talk_kept: usize,
}

impl Process {
    /// Starts a program in a process group of its own.
    pub(crate) fn start(command: &[String], directory: Option<&Path>) -> Result<Process, Fault> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(Fault::new(FaultKind::NotStarted, "there is no command to start"));
        };
        let mut order = Command::new(program);
        order.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = directory {
            order.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut order, 0);
        let mut child = order.spawn().map_err(|error| {
            let help = match error.kind() {
                std::io::ErrorKind::NotFound => {
                    "; check the path, and write ./bot for a file in this directory"
                }
                std::io::ErrorKind::PermissionDenied => "; make the file executable with chmod +x",
                _ => "",
            };
            Fault::new(FaultKind::NotStarted, format!("cannot start '{program}': {error}{help}"))
        })?;
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let input = child.stdin.take();
        let output = child.stdout.take().map(Output::new);
        if let Some(output) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            std::thread::spawn(move || collect_errors(output, &errors));
        }
        Ok(Process {
            child,
            input,
            output,
            piece: vec![0; PIECE_BYTES],
            buffer: LineBuffer::new(),
            waiting: VecDeque::new(),
            bytes_since_answer: 0,
            lines_since_answer: 0,
            unread: 0,
            errors,
            begin: Instant::now(),
            talk: VecDeque::new(),
            talk_kept: 200,
        })
    }

    /// Keeps the whole conversation, not only its end.
    pub(crate) fn keep_all(&mut self) {
        self.talk_kept = 5000;
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.send_together(&[line.to_owned()])
    }

    /// Sends lines that belong together at once, so that the engine wakes up only once.
    pub(crate) fn send_together(&mut self, lines: &[String]) -> Result<(), Fault> {
        let mut text = String::new();
        for line in lines {
            self.record(false, line, Instant::now());
            text.push_str(line);
            text.push('\n');
        }
        self.unread += text.len();
        if self.unread > UNREAD_BYTES {
            return Err(Fault::new(
                FaultKind::Hung,
                format!("it has not reacted to the last {} kB that were sent to it", self.unread >> 10),
            ));
        }
        let Some(input) = &mut self.input else {
            return Err(self.crashed());
        };
        if input.write_all(text.as_bytes()).is_err() {
            return Err(self.crashed());
        }
        Ok(())
    }

    /// The next line, if one comes before `deadline`.
    pub(crate) fn hear(&mut self, deadline: Instant) -> Result<Option<Heard>, Fault> {
        loop {
            if let Some(heard) = self.waiting.pop_front_if(|heard| heard.at <= deadline) {
                return Ok(Some(self.heard(heard)));
            }
            if !self.waiting.is_empty() {
                return Ok(None);
            }
            if self.output.is_none() {
                return Err(self.crashed());
            }
            let came = self.read(deadline.saturating_duration_since(Instant::now()));
            self.check_flood()?;
            if !came || (self.waiting.is_empty() && Instant::now() >= deadline) {
                return Ok(None);
            }
        }
    }

    /// A line that is there already.
    pub(crate) fn hear_now(&mut self) -> Option<Heard> {
        if self.waiting.is_empty() {
            self.read(Duration::ZERO);
        }
        let heard = self.waiting.pop_front()?;
        Some(self.heard(heard))
    }

    /// Hears everything that is there, however much the engine goes on printing.
    pub(crate) fn hear_last_words(&mut self) {
        for _ in 0..MOST_LAST_WORDS {
            if self.hear_now().is_none() {
                return;
            }
        }
    }

    fn heard(&mut self, heard: Heard) -> Heard {
        self.lines_since_answer += 1;
        self.record(true, &heard.text, heard.at);
        heard
    }

    /// Reads what comes within `patience`; false if nothing does.
    fn read(&mut self, patience: Duration) -> bool {
        let Some(output) = &mut self.output else { return false };
        let arrival = output.read(&mut self.piece, patience);
        let at = Instant::now();
        let heard = |line: Vec<u8>| Heard { at, text: line_text(&line) };
        match arrival {
            Arrival::Nothing => return false,
            Arrival::Bytes(count) => {
                self.bytes_since_answer += count as u64;
                let piece = self.piece.get(..count).unwrap_or_default();
                self.waiting.extend(self.buffer.push(piece).into_iter().map(heard));
            }
            Arrival::End => {
                self.output = None;
                self.waiting.extend(self.buffer.rest().map(heard));
            }
        }
        true
    }

    /// The engine has given an answer: it reads, and its output is counted from here.
    pub(crate) fn answered(&mut self) {
        self.unread = 0;
        self.lines_since_answer = 0;
        self.bytes_since_answer = 0;
    }

    fn check_flood(&self) -> Result<(), Fault> {
        if self.lines_since_answer <= FLOOD_LINES && self.bytes_since_answer <= FLOOD_BYTES {
            return Ok(());
        }
        let text = format!(
            "it printed {} lines and {} kB without giving a move",
            self.lines_since_answer,
            self.bytes_since_answer >> 10
        );
        Err(Fault::new(FaultKind::Flood, text).with_line(self.last_heard()))
    }

    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Has it ended, and how? Waits at most so long.
    pub(crate) fn wait_end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            // Whoever waits here must not hold up the engine's last words.
            self.hear_last_words();
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        signal.send_to(&self.child);
    }

    /// The fault of an engine whose output or input has ended.
    pub(crate) fn crashed(&mut self) -> Fault {
        let how = match self.wait_end(Duration::from_millis(500)) {
            Some(status) => describe_status(status),
            None => "closed its output but is still running".to_owned(),
        };
        let errors = self.errors();
        let said = errors.last().map_or(String::new(), |line| format!("; its error output ends '{line}'"));
        Fault::new(FaultKind::Crashed, format!("the process {how}{said}")).with_line(self.last_heard())
    }

    fn last_heard(&self) -> Option<String> {
        self.talk.iter().rev().find(|exchange| exchange.from_engine).map(|exchange| exchange.text.clone())
    }

    /// The last lines of its error output.
    pub(crate) fn errors(&self) -> Vec<String> {
        // A moment for the thread that collects them.
        if self.output.is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.errors.lock().map_or_else(|_| Vec::new(), |errors| errors.iter().cloned().collect())
    }

    /// The last lines of the conversation.
    pub(crate) fn talk(&self) -> Vec<Exchange> {
        self.talk.iter().cloned().collect()
    }

    fn record(&mut self, from_engine: bool, text: &str, at: Instant) {
        if self.talk.len() >= self.talk_kept {
            self.talk.pop_front();
        }
        let text = shortened(text, 1000);
        self.talk.push_back(Exchange { at: at.saturating_duration_since(self.begin), from_engine, text });
    }

    /// Ends the process politely if it can be had in `patience`, otherwise by force.
    pub(crate) fn end(&mut self, patience: Duration) {
        if self.input.is_some() {
            let _ = self.send("quit");
        }
        self.close_input();
        self.wait_end(patience);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.close_input();
        let gone = matches!(self.child.try_wait(), Ok(Some(_)));
        self.hear_last_words();
        if gone && self.output.is_none() {
            return;
        }
        // A wrapper script may have left children behind that hold the pipes.
        Signal::Kill.send_to_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a process ended, in words.
pub(crate) fn describe_status(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            2 => " (SIGINT)",
            4 => " (SIGILL)",
            6 => " (SIGABRT)",
            8 => " (SIGFPE)",
            9 => " (SIGKILL)",
            11 => " (SIGSEGV)",
            13 => " (SIGPIPE)",
            15 => " (SIGTERM)",
            _ => "",
        };
        return format!("was ended by signal {signal}{name}");
    }
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => "ended".to_owned(),
    }
}

/// At most so many characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A line as text: bad UTF-8 replaced, control characters but the tab turned into blanks, blanks in front kept.
fn line_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .trim_end()
        .chars()
        .map(|c| if c.is_control() && c != '\t' { ' ' } else { c })
        .collect()
}

fn collect_errors(mut output: impl Read, errors: &Mutex<VecDeque<String>>) {
    let mut buffer = LineBuffer::new();
    let mut bytes = vec![0; 4 << 10];
    let keep = |line: &[u8]| {
        if let Ok(mut errors) = errors.lock() {
            if errors.len() >= ERROR_LINES {
                errors.pop_front();
            }
            errors.push_back(shortened(&line_text(line), 300));
        }
    };
    while let Ok(count @ 1..) = output.read(&mut bytes) {
        for line in buffer.push(bytes.get(..count).unwrap_or_default()) {
            keep(&line);
        }
    }
    if let Some(line) = buffer.rest() {
        keep(&line);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let command = ["sh", "-c", script].map(str::to_owned);
        Process::start(&command, None).expect("a shell")
    }

    fn soon(milliseconds: u64) -> Instant {
        Instant::now() + Duration::from_millis(milliseconds)
    }

    #[test]
    fn lines_come_in_order_and_the_last_one_needs_no_end() {
        let mut process = shell("printf 'one\\n  two \\r\\nthr'; sleep 0.1; printf 'ee'");
        let mut texts = Vec::new();
        while let Ok(Some(heard)) = process.hear(soon(5000)) {
            texts.push(heard.text);
        }
        assert_eq!(texts, ["one", "  two", "three"]);
        assert_eq!(process.crashed().kind, FaultKind::Crashed);
    }

    #[test]
    fn nobody_waits_longer_than_the_deadline_for_half_a_line() {
        let mut process = shell("while :; do printf x; sleep 0.01; done");
        let begin = Instant::now();
        assert!(process.hear(soon(100)).expect("no fault").is_none());
        assert!(begin.elapsed() < Duration::from_secs(2));
    }

    #[test]
    fn what_comes_after_the_deadline_is_heard_later() {
        let mut process = shell("echo late");
        std::thread::sleep(Duration::from_millis(50));
        assert!(process.hear(Instant::now() - Duration::from_millis(10)).expect("no fault").is_none());
        assert_eq!(
            process.hear(soon(5000)).expect("no fault").map(|heard| heard.text).as_deref(),
            Some("late")
        );
    }

    #[test]
    fn lines_sent_together_arrive_as_lines() {
        let mut process = shell("read a; read b; echo \"$b $a\"");
        process.send_together(&["first".to_owned(), "second".to_owned()]).expect("sent");
        let heard = process.hear(soon(5000)).expect("no fault").expect("a line");
        assert_eq!(heard.text, "second first");
        let talk: Vec<String> = process.talk().into_iter().map(|line| line.text).collect();
        assert_eq!(talk, ["first", "second", "second first"]);
    }

    #[test]
    fn a_process_that_prints_for_ever_can_be_ended() {
        let mut process = shell("yes");
        let begin = Instant::now();
        process.end(Duration::from_millis(50));
        drop(process);
        assert!(begin.elapsed() < Duration::from_secs(5));
    }
}
