//! An engine's process: lines in, lines out, bounded in every direction, killed and reaped whatever it does.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rocada_protocol::text::LineBuffer;

use crate::fault::{Fault, FaultKind};

/// Lines that wait to be read; beyond this the engine's pipe fills up and it has to wait.
const WAITING_LINES: usize = 1024;

/// How much an engine may print between two answers before it counts as a flood.
const FLOOD_LINES: u64 = 200_000;
const FLOOD_BYTES: u64 = 32 << 20;

/// What may stand unread in the engine's input: a pipe holds 64 KiB, so a write below this never blocks.
const UNREAD_BYTES: usize = 48 << 10;

/// How much of the error output is kept.
const ERROR_LINES: usize = 40;

/// How long a pause between two looks at the amount of output may be.
const SLICE: Duration = Duration::from_millis(200);

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
    lines: Receiver<Heard>,
    /// Bytes that the engine printed, counted by the reader.
    printed: Arc<AtomicU64>,
    printed_at_answer: u64,
    lines_since_answer: u64,
    unread: usize,
    errors: Arc<Mutex<VecDeque<String>>>,
    begin: Instant,
    talk: VecDeque<Exchange>,
    talk_kept: usize,
    /// The output has ended.
    ended: bool,
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
        let (send, lines) = sync_channel(WAITING_LINES);
        let printed = Arc::new(AtomicU64::new(0));
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let input = child.stdin.take();
        if let Some(output) = child.stdout.take() {
            let printed = Arc::clone(&printed);
            std::thread::spawn(move || read_lines(output, &send, &printed));
        }
        if let Some(output) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            std::thread::spawn(move || collect_errors(output, &errors));
        }
        Ok(Process {
            child,
            input,
            lines,
            printed,
            printed_at_answer: 0,
            lines_since_answer: 0,
            unread: 0,
            errors,
            begin: Instant::now(),
            talk: VecDeque::new(),
            talk_kept: 200,
            ended: false,
        })
    }

    /// Keeps the whole conversation, not only its end.
    pub(crate) fn keep_all(&mut self) {
        self.talk_kept = 5000;
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.record(false, line, Instant::now());
        self.unread += line.len() + 1;
        if self.unread > UNREAD_BYTES {
            return Err(Fault::new(
                FaultKind::Hung,
                format!("it has not reacted to the last {} kB that were sent to it", self.unread >> 10),
            ));
        }
        let Some(input) = &mut self.input else {
            return Err(self.crashed());
        };
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        // A pipe takes a short write as a whole, so the engine never sees half a line.
        if input.write_all(&bytes).is_err() {
            return Err(self.crashed());
        }
        Ok(())
    }

    /// The next line, if one comes before `deadline`.
    pub(crate) fn hear(&mut self, deadline: Instant) -> Result<Option<Heard>, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(SLICE)) {
                Ok(heard) => {
                    self.lines_since_answer += 1;
                    self.record(true, &heard.text, heard.at);
                    self.check_flood()?;
                    return Ok(Some(heard));
                }
                Err(RecvTimeoutError::Timeout) if left <= SLICE => return Ok(None),
                Err(RecvTimeoutError::Timeout) => self.check_flood()?,
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
            }
        }
    }

    /// A line that is there already.
    pub(crate) fn hear_now(&mut self) -> Option<Heard> {
        match self.lines.try_recv() {
            Ok(heard) => {
                self.lines_since_answer += 1;
                self.record(true, &heard.text, heard.at);
                Some(heard)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.ended = true;
                None
            }
        }
    }

    /// The engine has given an answer: it reads, and its output is counted from here.
    pub(crate) fn answered(&mut self) {
        self.unread = 0;
        self.lines_since_answer = 0;
        self.printed_at_answer = self.printed.load(Ordering::Relaxed);
    }

    fn check_flood(&self) -> Result<(), Fault> {
        let bytes = self.printed.load(Ordering::Relaxed) - self.printed_at_answer;
        if self.lines_since_answer <= FLOOD_LINES && bytes <= FLOOD_BYTES {
            return Ok(());
        }
        let text = format!(
            "it printed {} lines and {} kB without giving a move",
            self.lines_since_answer,
            bytes >> 10
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
            while self.hear_now().is_some() {}
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        signal_process(name, &self.id().to_string());
    }

    /// The fault of an engine whose output or input has ended.
    pub(crate) fn crashed(&mut self) -> Fault {
        self.ended = true;
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
        if self.ended {
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
        while self.hear_now().is_some() {}
        if gone && self.ended {
            return;
        }
        // A wrapper script may have left children behind that hold the pipes.
        signal_process("KILL", &format!("-{}", self.id()));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal with the system's tool, since the standard library knows only the deadly one.
fn signal_process(name: &str, target: &str) {
    let _ = Command::new("kill")
        .args(["-s", name, "--", target])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
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

/// Lines of thinking that may wait for the next line that matters.
const MOST_HELD_BACK: usize = 64;

/// A line of thinking: nobody needs it before the next other line comes, and waking a thread for each costs more than
/// reading it.
fn can_wait(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("info") => true,
        Some(depth) if depth.bytes().all(|byte| byte.is_ascii_digit()) => {
            words.next().is_some_and(|score| score.parse::<i64>().is_ok())
        }
        _ => false,
    }
}

fn read_lines(mut output: impl Read, send: &SyncSender<Heard>, printed: &AtomicU64) {
    let mut buffer = LineBuffer::new();
    let mut bytes = vec![0; 16 << 10];
    let mut held_back: Vec<Heard> = Vec::new();
    while let Ok(count @ 1..) = output.read(&mut bytes) {
        let at = Instant::now();
        printed.fetch_add(count as u64, Ordering::Relaxed);
        for line in buffer.push(bytes.get(..count).unwrap_or_default()) {
            let text = line_text(&line);
            let waits = held_back.len() < MOST_HELD_BACK && can_wait(&text);
            held_back.push(Heard { at, text });
            if !waits && held_back.drain(..).any(|heard| send.send(heard).is_err()) {
                return;
            }
        }
    }
    held_back.extend(buffer.rest().map(|line| Heard { at: Instant::now(), text: line_text(&line) }));
    for heard in held_back {
        if send.send(heard).is_err() {
            return;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_thinking_wait_for_the_next_other_line_and_keep_their_order() {
        let (send, lines) = sync_channel(100);
        let text = "info depth 1\n1-0 {White mates}\n4 13 10 100 e2e4\nmove e2e4\n5 1 1 1 d2d4";
        read_lines(text.as_bytes(), &send, &AtomicU64::new(0));
        drop(send);
        let heard: Vec<String> = lines.iter().map(|heard| heard.text).collect();
        assert_eq!(heard.join("\n"), text);
        assert!(can_wait("info string x") && can_wait("  9 -3 1 1 e2e4"));
        assert!(
            !can_wait("1-0 {x}")
                && !can_wait("1/2-1/2")
                && !can_wait("bestmove e2e4")
                && !can_wait("7 moves")
        );
    }
}
