//! The binary behind pipes: every line it says with the moment it came.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rocada_rules::{AnyPosition, Variant};

pub(crate) const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// What a limit may be exceeded by, because other work keeps the machine busy: nothing on an idle one.
pub(crate) fn grace() -> Duration {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    let cores = thread::available_parallelism().map_or(1, usize::from) as f64;
    ms(20) + ms(100).mul_f64((load / cores - 0.5).clamp(0.0, 8.0))
}

/// Tries a test about time up to three times: a busy machine can spoil one attempt, a slow engine fails them all.
pub(crate) fn patiently(test: impl Fn() + std::panic::RefUnwindSafe) {
    for attempt in 1..=3 {
        match std::panic::catch_unwind(&test) {
            Ok(()) => return,
            Err(fault) if attempt == 3 => std::panic::resume_unwind(fault),
            Err(_) => thread::sleep(ms(300)),
        }
    }
}

/// A line and when it came.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

pub(crate) struct Rocada {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Said>,
    stderr: Option<JoinHandle<String>>,
    /// When the last input was sent.
    pub(crate) sent: Instant,
    /// Every line so far.
    pub(crate) history: Vec<Said>,
}

impl Rocada {
    /// The process, to which nothing has been said.
    pub(crate) fn start() -> Rocada {
        Rocada::start_with(&[])
    }

    /// The process with variables of its environment.
    pub(crate) fn start_with(variables: &[(&str, &Path)]) -> Rocada {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rocada"))
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stdout = child.stdout.take().expect("stdout is piped");
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(text) = line else { break };
                if sender.send(Said { text, at: Instant::now() }).is_err() {
                    break;
                }
            }
        });
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Rocada {
            stdin: child.stdin.take(),
            child,
            lines,
            stderr: Some(stderr),
            sent: Instant::now(),
            history: Vec::new(),
        }
    }

    /// After the greeting of CECP, without the book.
    pub(crate) fn cecp() -> Rocada {
        let mut rocada = Rocada::start();
        rocada.send("xboard; protover 2");
        rocada.expect(ms(5000), |line| line.contains("done=1"));
        rocada.send("option OwnBook=0");
        rocada
    }

    /// As most statements of the checklist begin.
    pub(crate) fn cecp_game() -> Rocada {
        let mut rocada = Rocada::cecp();
        rocada.send("new; easy; nopost; level 0 1 0");
        rocada
    }

    /// After the greeting of UCI, without the book.
    pub(crate) fn uci() -> Rocada {
        let mut rocada = Rocada::start();
        rocada.send("uci; setoption name OwnBook value false; isready");
        rocada.expect(ms(5000), |line| line == "readyok");
        rocada
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends lines, separated by `;`, in one write.
    pub(crate) fn send(&mut self, lines: &str) {
        let text: String = lines.split(';').map(|line| format!("{}\n", line.trim())).collect();
        self.write(text.as_bytes());
    }

    /// Sends bytes as they are. A process that has gone takes nothing.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the pipe is open");
        let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        self.sent = Instant::now();
    }

    /// Closes the engine's input.
    pub(crate) fn close(&mut self) {
        self.stdin = None;
        self.sent = Instant::now();
    }

    /// The next line that comes within a time, remarks left out.
    pub(crate) fn next(&mut self, within: Duration) -> Option<Said> {
        let end = Instant::now() + within;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(said) => {
                    self.history.push(said.clone());
                    if !said.text.starts_with('#') {
                        return Some(said);
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Waits for a line and says how long after the last input it came.
    pub(crate) fn expect(&mut self, within: Duration, wanted: impl Fn(&str) -> bool) -> (String, Duration) {
        let sent = self.sent;
        let end = Instant::now() + within + ms(5000);
        while let Some(said) = self.next(end.saturating_duration_since(Instant::now())) {
            if wanted(&said.text) {
                let took = said.at.saturating_duration_since(sent);
                assert!(took <= within + grace(), "'{}' took {took:?}, not {within:?}", said.text);
                return (said.text, took);
            }
        }
        panic!("no such line within {within:?}; said so far: {:#?}", self.tail());
    }

    fn tail(&self) -> Vec<&str> {
        let from = self.history.len().saturating_sub(12);
        self.history[from..].iter().map(|said| said.text.as_str()).collect()
    }

    /// Waits for exactly this line.
    pub(crate) fn expect_line(&mut self, within: Duration, wanted: &str) -> Duration {
        self.expect(within, |line| line == wanted).1
    }

    /// Waits for the engine's move in CECP; says it and how long it took.
    pub(crate) fn expect_move(&mut self, within: Duration) -> (String, Duration) {
        let (line, took) = self.expect(within, |line| line.starts_with("move "));
        (line["move ".len()..].to_owned(), took)
    }

    /// Everything that is said within a time.
    pub(crate) fn listen(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(said) = self.next(end.saturating_duration_since(Instant::now())) {
            lines.push(said.text);
        }
        lines
    }

    /// Nothing is said for a time.
    pub(crate) fn quiet(&mut self, time: Duration) {
        let lines = self.listen(time);
        assert!(lines.is_empty(), "should be quiet: {lines:?}");
    }

    /// Nothing but lines of thinking is said for a time.
    pub(crate) fn no_move(&mut self, time: Duration) {
        let lines = self.listen(time);
        assert!(!lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    }

    /// How long the process has used the processor.
    pub(crate) fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).expect("a Linux process");
        // The name in parentheses may hold blanks; the fields after it do not. 14 and 15 count in 10 ms.
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let ticks =
            |index: usize| fields.split_whitespace().nth(index).and_then(|word| word.parse::<u64>().ok());
        ms(10 * (ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)))
    }

    /// Memory in use, in kilobytes.
    pub(crate) fn memory(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.pid())).expect("a Linux process");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&mut self, name: &str) {
        let done = Command::new("kill").args([&format!("-{name}"), &self.pid().to_string()]).status();
        assert!(done.is_ok_and(|status| status.success()));
        self.sent = Instant::now();
    }

    /// Waits for the end of the process; says how long after the last input it came.
    pub(crate) fn wait_for_end(&mut self, within: Duration) -> (ExitStatus, Duration) {
        let sent = self.sent;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return (status, sent.elapsed());
            }
            assert!(sent.elapsed() < within + grace() + ms(3000), "still there after {:?}", sent.elapsed());
            thread::sleep(ms(1));
        }
    }

    /// The process ends in time, with status 0 and without a word on standard error.
    pub(crate) fn ends_well(&mut self, within: Duration) {
        let (status, took) = self.wait_for_end(within);
        assert!(status.success(), "{status}");
        assert!(took <= within + grace(), "the end took {took:?}");
        self.stderr_is_empty();
    }

    fn stderr_is_empty(&mut self) {
        if let Some(stderr) = self.stderr.take() {
            assert_eq!(stderr.join().expect("the reader of stderr ends"), "", "stderr");
        }
    }

    /// As every statement of the checklist ends: still alive, answers, and leaves when told.
    pub(crate) fn finish(mut self) {
        self.send("ping 99");
        self.expect_line(ms(1000), "pong 99");
        self.quit();
    }

    /// Leaves when told.
    pub(crate) fn quit(mut self) {
        self.send("quit");
        self.ends_well(ms(200));
    }
}

impl Drop for Rocada {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line of thinking in CECP.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) depth: u32,
    pub(crate) score: i32,
    pub(crate) time: u64,
    pub(crate) nodes: u64,
    /// The numbers between the nodes and the tab.
    pub(crate) extra: Vec<u64>,
    pub(crate) moves: Vec<String>,
}

/// Reads a line of thinking, if it is one.
pub(crate) fn post(line: &str) -> Option<Post> {
    let (numbers, moves) = line.split_once('\t')?;
    let mut words = numbers.split_whitespace();
    let depth = words.next()?.parse().ok()?;
    let score = words.next()?.parse().ok()?;
    let rest: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
    let [time, nodes, extra @ ..] = &rest[..] else { return None };
    let moves =
        moves.split_whitespace().filter(|word| !matches!(*word, "!" | "?")).map(str::to_owned).collect();
    Some(Post { depth, score, time: *time, nodes: *nodes, extra: extra.to_vec(), moves })
}

/// The number after a word of a UCI line.
pub(crate) fn field(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split_whitespace().skip_while(|found| *found != word);
    words.nth(1)?.parse().ok()
}

/// Plays moves, and panics at one that is not legal.
pub(crate) fn play(position: &mut AnyPosition, moves: impl IntoIterator<Item = impl AsRef<str>>) {
    for text in moves {
        let mv = position.parse_move(text.as_ref()).unwrap_or_else(|_| panic!("illegal: {}", text.as_ref()));
        position.play(mv);
    }
}

/// The start of chess after some moves.
pub(crate) fn chess_after(moves: &[&str]) -> AnyPosition {
    let mut position = AnyPosition::start(Variant::Chess);
    play(&mut position, moves);
    position
}
