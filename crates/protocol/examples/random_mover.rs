//! A complete engine without a brain: what an event loop around a [`Session`] looks like.
//!
//! One thread reads stdin, one thread per search pretends to think, both feed one channel; the loop asks the session
//! what to do and does it. `xboard -fcp target/debug/examples/random_mover` plays against it.

#![allow(missing_docs)]

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rocada_protocol::session::{Action, Event, GoRequest, Input, SearchId, Session, SessionConfig, Thinking};
use rocada_protocol::text::LineBuffer;
use rocada_protocol::{Bound, Score};

enum Arrival {
    Line(Vec<u8>),
    Event(Event),
    Eof,
}

/// What a running search must look at.
#[derive(Default)]
struct Flags {
    stop: AtomicBool,
    /// Pondering or analysing: no move before the flag falls or `stop` rises.
    endless: AtomicBool,
}

fn read_lines(sender: &Sender<Arrival>) {
    let mut buffer = LineBuffer::new();
    let mut chunk = [0; 4096];
    loop {
        match std::io::stdin().read(&mut chunk) {
            Ok(0) | Err(_) => break,
            Ok(count) => {
                for line in buffer.push(chunk.get(..count).unwrap_or_default()) {
                    if sender.send(Arrival::Line(line)).is_err() {
                        return;
                    }
                }
            }
        }
    }
    if let Some(line) = buffer.rest() {
        let _ = sender.send(Arrival::Line(line));
    }
    let _ = sender.send(Arrival::Eof);
}

/// Thinks for a moment and plays anything.
fn search(request: &GoRequest, flags: &Flags, sender: &Sender<Arrival>) {
    let mut position = request.position.clone();
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |time| time.subsec_nanos());
    let pick = |position: &rocada_rules::AnyPosition, salt: u32| {
        let legal = position.legal_moves();
        let index = (seed / 7 + salt) as usize % legal.len().max(1);
        legal.get(index).copied()
    };
    let allowed = &request.limits.searchmoves;
    let best = allowed.first().copied().or_else(|| pick(&position, 0));
    let mut ponder = None;
    if let Some(best) = best {
        position.play(best);
        ponder = pick(&position, 3);
    }
    let line = Thinking {
        depth: 1,
        seldepth: 1,
        multipv: 1,
        score: Score::Centipawns(0),
        bound: Bound::Exact,
        wdl: None,
        nodes: 1,
        tbhits: 0,
        hashfull: 0,
        time: Duration::from_millis(5),
        pv: best.into_iter().chain(ponder).collect(),
    };
    let search = request.search;
    let _ = sender.send(Arrival::Event(Event::Thinking { search, line: Box::new(line) }));
    let mut waited = 0;
    while !flags.stop.load(Ordering::Relaxed) && (flags.endless.load(Ordering::Relaxed) || waited < 5) {
        thread::sleep(Duration::from_millis(1));
        waited += 1;
    }
    let _ = sender.send(Arrival::Event(Event::BestMove { search, best, ponder }));
}

fn main() -> std::io::Result<()> {
    let (sender, receiver) = channel();
    let reader = sender.clone();
    thread::spawn(move || read_lines(&reader));
    let start = Instant::now();
    let mut session =
        Session::new(SessionConfig { name: "Random mover".to_owned(), ..SessionConfig::default() });
    let mut running: HashMap<SearchId, Arc<Flags>> = HashMap::new();
    let flag = |running: &HashMap<SearchId, Arc<Flags>>, search: SearchId, set: fn(&Flags)| {
        if let Some(flags) = running.get(&search) {
            set(flags);
        }
    };
    while let Ok(arrival) = receiver.recv() {
        if let Arrival::Event(Event::BestMove { search, .. }) = &arrival {
            running.remove(search);
        }
        let actions = match arrival {
            Arrival::Line(line) => session.step(start.elapsed(), Input::Line(&line)),
            Arrival::Event(event) => session.step(start.elapsed(), Input::Event(event)),
            Arrival::Eof => session.step(start.elapsed(), Input::Eof),
        };
        let mut out = std::io::stdout().lock();
        for action in actions {
            match action {
                Action::Send(line) => {
                    writeln!(out, "{line}")?;
                    out.flush()?;
                }
                Action::Go(request) => {
                    let flags = Arc::new(Flags::default());
                    flags.endless.store(request.limits.infinite || request.limits.ponder, Ordering::Relaxed);
                    running.insert(request.search, flags.clone());
                    let sender = sender.clone();
                    thread::spawn(move || search(&request, &flags, &sender));
                }
                Action::Stop(search) => {
                    flag(&running, search, |flags| flags.stop.store(true, Ordering::Relaxed));
                }
                Action::PonderHit { search, .. } => {
                    flag(&running, search, |flags| flags.endless.store(false, Ordering::Relaxed));
                }
                Action::Quit => return Ok(()),
                _ => {}
            }
        }
    }
    Ok(())
}
