//! What arrives from outside: lines of the GUI, the end of its pipe, and signals.

use std::io::{self, Read as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use rocada_engine as engine;
use rocada_protocol::text::LineBuffer;

/// Something that the loop has to deal with.
pub(super) enum Arrival {
    /// Lines of the GUI that came at once.
    Lines(Vec<Vec<u8>>),
    /// The engine says something, or several things at once.
    Engine(Vec<engine::Event>),
    /// A tool has finished.
    Text(Vec<String>),
    /// Nobody will say anything more.
    Eof,
}

impl Arrival {
    /// Does it end the conversation?
    pub(super) fn is_end(&self) -> bool {
        match self {
            Arrival::Lines(lines) => lines.iter().any(|line| is_quit(line)),
            Arrival::Eof => true,
            Arrival::Engine(_) | Arrival::Text(_) => false,
        }
    }
}

/// How many bytes of lines may wait for the loop. A GUI sends a few at a time; only a flood meets this bound.
const MOST_WAITING: usize = 1 << 20;

/// What the reader and the loop know of each other.
#[derive(Clone, Default)]
pub(super) struct Flow(Arc<Counters>);

#[derive(Default)]
struct Counters {
    /// Bytes that wait for the loop, so that a flood of input stays in the pipe instead of filling the memory.
    waiting: AtomicUsize,
    /// Is the loop writing a line?
    writing: AtomicBool,
    /// Lines written.
    written: AtomicUsize,
}

impl Flow {
    /// The loop has taken a line.
    pub(super) fn taken(&self, bytes: usize) {
        self.0.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Writes a line, in the knowledge of the reader.
    pub(super) fn write(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.0.writing.store(true, Ordering::SeqCst);
        let result = write();
        self.0.written.fetch_add(1, Ordering::SeqCst);
        self.0.writing.store(false, Ordering::SeqCst);
        result
    }

    fn add(&self, bytes: usize) {
        while self.0.waiting.load(Ordering::Relaxed) > MOST_WAITING {
            thread::sleep(Duration::from_millis(1));
        }
        self.0.waiting.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Waits until the loop hangs in a line that it cannot write. It may never return.
    fn wait_for_full_pipe(&self) {
        let mut last = None;
        loop {
            let now = self.0.writing.load(Ordering::SeqCst).then(|| self.0.written.load(Ordering::SeqCst));
            if now.is_some() && now == last {
                return;
            }
            last = now;
            thread::sleep(PATIENCE);
        }
    }
}

/// Does the line end the conversation, whatever is going on?
fn is_quit(line: &[u8]) -> bool {
    line.trim_ascii() == b"quit"
}

/// Reads standard input on a thread of its own.
pub(super) fn start_reader(sender: Sender<Arrival>, flow: Flow) -> io::Result<()> {
    thread::Builder::new().name("reader".to_owned()).spawn(move || read(&sender, &flow))?;
    Ok(())
}

fn read(sender: &Sender<Arrival>, flow: &Flow) {
    let mut stdin = io::stdin().lock();
    let mut buffer = LineBuffer::new();
    let mut chunk = [0; 8192];
    loop {
        match stdin.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => {
                if !pass_on(buffer.push(&chunk[..count]), sender, flow) {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    pass_on(buffer.rest().into_iter().collect(), sender, flow);
    end(sender, flow);
}

/// Gives lines to the loop; false if the conversation ends here. Those that came together arrive together, so that the
/// loop wakes up once for a position and the order to think about it.
fn pass_on(mut lines: Vec<Vec<u8>>, sender: &Sender<Arrival>, flow: &Flow) -> bool {
    if lines.is_empty() {
        return true;
    }
    let quit = lines.iter().position(|line| is_quit(line));
    if let Some(last) = quit {
        lines.truncate(last + 1);
    }
    flow.add(lines.iter().map(Vec::len).sum());
    let heard = sender.send(Arrival::Lines(lines)).is_ok();
    if quit.is_some() {
        end(sender, flow);
    }
    heard && quit.is_none()
}

/// How long one line may take to be written after the end.
const PATIENCE: Duration = Duration::from_millis(40);

/// Tells the loop to leave, after all that was said before. If it cannot, because the GUI reads nothing more and the pipe
/// is full, the process leaves without it.
fn end(sender: &Sender<Arrival>, flow: &Flow) {
    let _ = sender.send(Arrival::Eof);
    flow.wait_for_full_pipe();
    std::process::exit(0);
}

/// SIGINT is ignored: XBoard sends it to engines that it takes for busy. SIGTERM is the end of the input.
#[cfg(unix)]
pub(super) fn watch_signals(sender: &Sender<Arrival>, flow: &Flow) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    signal_hook::flag::register(SIGINT, Arc::new(AtomicBool::new(false)))?;
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM])?;
    let (sender, flow) = (sender.clone(), flow.clone());
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if signals.forever().next().is_some() {
            end(&sender, &flow);
        }
    })?;
    Ok(())
}

/// Other systems have no signals that matter here.
#[cfg(not(unix))]
pub(super) fn watch_signals(_sender: &Sender<Arrival>, _flow: &Flow) -> io::Result<()> {
    Ok(())
}
