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
    /// A line of the GUI.
    Line(Vec<u8>),
    /// The engine says something.
    Engine(engine::Event),
    /// A tool has finished.
    Text(Vec<String>),
    /// Nobody will say anything more.
    Eof,
}

/// How many bytes of lines may wait for the loop. A GUI sends a few at a time; only a flood meets this bound.
const MOST_WAITING: usize = 1 << 20;

/// Counts the bytes that wait for the loop, so that a flood of input stays in the pipe instead of filling the memory.
#[derive(Clone, Default)]
pub(super) struct Backpressure(Arc<AtomicUsize>);

impl Backpressure {
    pub(super) fn release(&self, bytes: usize) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }

    fn take(&self, bytes: usize) {
        while self.0.load(Ordering::Relaxed) > MOST_WAITING {
            thread::sleep(Duration::from_millis(1));
        }
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Does the line end the conversation, whatever is going on?
pub(super) fn is_quit(line: &[u8]) -> bool {
    line.trim_ascii() == b"quit"
}

/// Reads standard input on a thread of its own.
pub(super) fn start_reader(sender: Sender<Arrival>, backpressure: Backpressure) -> io::Result<()> {
    thread::Builder::new().name("reader".to_owned()).spawn(move || read(&sender, &backpressure))?;
    Ok(())
}

fn read(sender: &Sender<Arrival>, backpressure: &Backpressure) {
    let mut stdin = io::stdin().lock();
    let mut buffer = LineBuffer::new();
    let mut chunk = [0; 8192];
    loop {
        match stdin.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => {
                for line in buffer.push(&chunk[..count]) {
                    if !pass_on(line, sender, backpressure) {
                        return;
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if let Some(line) = buffer.rest() {
        pass_on(line, sender, backpressure);
    }
    end(sender);
}

/// Gives a line to the loop; false if the conversation ends here.
fn pass_on(line: Vec<u8>, sender: &Sender<Arrival>, backpressure: &Backpressure) -> bool {
    let last = is_quit(&line);
    backpressure.take(line.len());
    let heard = sender.send(Arrival::Line(line)).is_ok();
    if last {
        end(sender);
    }
    heard && !last
}

/// How long the loop may take to leave before it is left behind.
const PATIENCE: Duration = Duration::from_millis(30);

/// Tells the loop to leave. If it cannot, because the GUI reads nothing more and the pipe is full, the process
/// leaves without it.
fn end(sender: &Sender<Arrival>) {
    let _ = sender.send(Arrival::Eof);
    thread::sleep(PATIENCE);
    std::process::exit(0);
}

/// SIGINT is ignored: XBoard sends it to engines that it takes for busy. SIGTERM is the end of the input.
#[cfg(unix)]
pub(super) fn watch_signals(sender: &Sender<Arrival>) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    signal_hook::flag::register(SIGINT, Arc::new(AtomicBool::new(false)))?;
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM])?;
    let sender = sender.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if signals.forever().next().is_some() {
            end(&sender);
        }
    })?;
    Ok(())
}

/// Other systems have no signals that matter here.
#[cfg(not(unix))]
pub(super) fn watch_signals(_sender: &Sender<Arrival>) -> io::Result<()> {
    Ok(())
}
