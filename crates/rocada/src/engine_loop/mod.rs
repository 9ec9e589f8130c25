//! The engine as a GUI starts it: one loop between the pipe, the session that knows the protocols and the engine that
//! plays. Lines and events arrive in one channel; each arrival is one step of the session, whose actions are carried out
//! in order. Nothing here knows a command of either protocol.

mod convert;
mod input;
mod log;
mod opponent;
mod tools;

use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use rocada_engine as engine;
use rocada_engine::{Engine, Request, Setting};
use rocada_protocol::options::{OptionChange, OptionValue, Options, working_options};
use rocada_protocol::session::{
    Action, Event, GoRequest, Input, Purpose, SearchId, Session, SessionConfig, Thinking,
};

use crate::failure::Failure;
use input::{Arrival, Flow};
use log::Log;

/// Talks to a GUI over standard input and output until it says `quit` or closes the pipe.
pub(crate) fn run() -> Result<ExitCode, Failure> {
    let (sender, arrivals) = channel();
    let flow = Flow::default();
    input::watch_signals(&sender, &flow)?;
    tell_panics_to_the_gui();
    input::start_reader(sender.clone(), flow.clone())?;
    let is_quick = Arc::new(AtomicBool::new(false));
    let engine = Engine::start(listener(sender.clone(), Arc::clone(&is_quick)));
    let options = Options::new(working_options());
    let mut conversation = Conversation {
        session: Session::new(SessionConfig { options, ..SessionConfig::default() }),
        engine,
        is_quick,
        sender,
        arrivals,
        waiting: VecDeque::new(),
        unsent: Vec::new(),
        flow,
        start: Instant::now(),
        log: Log::default(),
        current: None,
        tickets: 0,
    };
    let outcome = conversation.run();
    // A running search ends with the process; nothing has to be saved.
    match outcome {
        Ok(()) => std::process::exit(0),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(error.into()),
    }
}

/// A search of so few nodes is over before anybody could read its lines.
const QUICK_NODES: u64 = 50_000;

/// Hears what the engine says, on the engine's thread. The lines of a quick search come to the loop together with its end:
/// each line on its own would wake up the loop and then the GUI, which in matches by nodes takes time from both engines.
fn listener(sender: Sender<Arrival>, is_quick: Arc<AtomicBool>) -> impl FnMut(engine::Event) + Send {
    let mut held = Vec::new();
    move |event| {
        let is_line = matches!(event, engine::Event::Line(..));
        held.push(event);
        if !is_line || !is_quick.load(Ordering::Relaxed) {
            // Only a loop that has ended does not listen.
            let _ = sender.send(Arrival::Engine(std::mem::take(&mut held)));
        }
    }
}

/// What the loop must remember of the newest search.
struct Current {
    search: SearchId,
    /// Can pieces be dropped? Chances depend on it.
    has_drops: bool,
    root_moves: u32,
    /// The last best line that was told, so that the final one is not told twice.
    told: Option<Thinking>,
}

/// How long the engine may take to settle when the conversation is to end.
const LAST_MOMENT: Duration = Duration::from_millis(40);

/// So many bytes are sent at once, even if there is more to do.
const MOST_UNSENT: usize = 4 << 10;

/// Why the loop ends without an error.
struct Over;

/// The loop's state.
struct Conversation {
    session: Session,
    engine: Engine,
    /// The newest search is a quick one.
    is_quick: Arc<AtomicBool>,
    sender: Sender<Arrival>,
    arrivals: Receiver<Arrival>,
    /// What arrived while the loop waited for the engine.
    waiting: VecDeque<Arrival>,
    /// Lines for the GUI that leave together as soon as there is nothing else to do: whoever reads them is woken up once,
    /// for the last line of thinking and the move.
    unsent: Vec<u8>,
    flow: Flow,
    start: Instant,
    log: Log,
    current: Option<Current>,
    tickets: engine::Ticket,
}

impl Conversation {
    fn run(&mut self) -> io::Result<()> {
        while let Some(arrival) = self.next_arrival()? {
            if let Some(Over) = self.arrived(arrival)? {
                break;
            }
        }
        self.send()
    }

    /// The next arrival. The loop never sleeps on lines that are not sent.
    fn next_arrival(&mut self) -> io::Result<Option<Arrival>> {
        if let Some(arrival) = self.waiting.pop_front() {
            return Ok(Some(arrival));
        }
        if self.unsent.len() < MOST_UNSENT
            && let Ok(arrival) = self.arrivals.try_recv()
        {
            return Ok(Some(arrival));
        }
        self.send()?;
        Ok(self.arrivals.recv().ok())
    }

    /// Sends the lines that wait for it.
    fn send(&mut self) -> io::Result<()> {
        if self.unsent.is_empty() {
            return Ok(());
        }
        let lines = std::mem::take(&mut self.unsent);
        self.flow.write(|| {
            let mut out = io::stdout().lock();
            out.write_all(&lines)?;
            out.flush()
        })
    }

    /// One arrival: one or more steps of the session.
    fn arrived(&mut self, arrival: Arrival) -> io::Result<Option<Over>> {
        match arrival {
            Arrival::Lines(lines) => {
                for line in lines {
                    self.flow.taken(line.len());
                    self.log.received(&line);
                    if let Some(over) = self.step(Input::Line(&line))? {
                        return Ok(Some(over));
                    }
                }
                Ok(None)
            }
            Arrival::Engine(events) => {
                let events: Vec<Event> = events.into_iter().flat_map(|event| self.translate(event)).collect();
                for event in events {
                    if let Some(over) = self.step(Input::Event(event))? {
                        return Ok(Some(over));
                    }
                }
                Ok(None)
            }
            Arrival::Text(lines) => self.step(Input::Event(Event::Text(lines))),
            Arrival::Eof => self.step(Input::Eof),
        }
    }

    fn step(&mut self, input: Input<'_>) -> io::Result<Option<Over>> {
        for action in self.session.step(self.start.elapsed(), input) {
            if let Some(over) = self.carry_out(action)? {
                return Ok(Some(over));
            }
        }
        Ok(None)
    }

    fn carry_out(&mut self, action: Action) -> io::Result<Option<Over>> {
        match action {
            Action::Send(line) => {
                self.log.sent(&line);
                self.unsent.extend_from_slice(line.as_bytes());
                self.unsent.push(b'\n');
            }
            Action::NewGame => {
                self.engine.new_game();
                return self.settle();
            }
            Action::SetOption(change) => return self.set_option(change),
            Action::Go(request) => self.go(*request),
            Action::Stop(search) if self.is_current(search) => self.engine.stop(),
            Action::PonderHit { search, limits } if self.is_current(search) => {
                self.engine.ponder_hit(Some(convert::limits(&limits, self.lines_wanted())));
            }
            Action::Pause(search) if self.is_current(search) => self.engine.set_paused(true),
            Action::Resume(search) if self.is_current(search) => self.engine.set_paused(false),
            Action::Stop(_) | Action::PonderHit { .. } | Action::Pause(_) | Action::Resume(_) => {}
            Action::GameOver { result, engine, has_drops } => {
                let note = opponent::game_over(self.session.options(), result, engine, has_drops);
                if let Some(note) = note {
                    return self.step(Input::Event(Event::Note(note)));
                }
            }
            Action::ShowBook(position) => {
                let lines = self.engine.book_lines(&position);
                return self.step(Input::Event(Event::Book(lines)));
            }
            Action::RunTool(tool, position) => {
                let text = tools::run(tool, *position, &self.engine.evaluations(), self.sender.clone());
                if let Some(lines) = text {
                    return self.step(Input::Event(Event::Text(lines)));
                }
            }
            Action::Log(text) => self.log.remark(&text),
            Action::Quit => return Ok(Some(Over)),
        }
        Ok(None)
    }

    fn is_current(&self, search: SearchId) -> bool {
        self.current.as_ref().is_some_and(|current| current.search == search)
    }

    fn lines_wanted(&self) -> usize {
        usize::try_from(self.session.options().number("MultiPV")).unwrap_or(1)
    }

    fn go(&mut self, request: GoRequest) {
        let allowed = request.limits.searchmoves.len();
        let root_moves = if allowed > 0 { allowed } else { request.position.legal_moves().len() };
        self.current = Some(Current {
            search: request.search,
            has_drops: request.position.variant().has_drops(),
            root_moves: u32::try_from(root_moves).unwrap_or(u32::MAX),
            told: None,
        });
        let has_drops = request.position.variant().has_drops();
        let opponent = match request.purpose {
            Purpose::Analyze => None,
            Purpose::Play | Purpose::Ponder => opponent::chosen(self.session.options(), has_drops),
        };
        let limits = convert::limits(&request.limits, self.lines_wanted());
        let waits = limits.infinite || limits.ponder;
        let is_quick = !waits && limits.nodes.is_some_and(|nodes| nodes <= QUICK_NODES);
        self.is_quick.store(is_quick, Ordering::Relaxed);
        self.engine.search(Request {
            id: request.search.0,
            limits,
            opponent,
            position: request.position,
            for_play: request.purpose == Purpose::Play,
        });
    }

    /// Gives the engine a new value and waits until it is in force.
    fn set_option(&mut self, change: OptionChange) -> io::Result<Option<Over>> {
        let setting = match (change.name, change.value) {
            ("Hash", OptionValue::Number(size)) => Setting::Hash(usize::try_from(size).unwrap_or(1)),
            ("Threads", OptionValue::Number(count)) => Setting::Threads(usize::try_from(count).unwrap_or(1)),
            ("Clear Hash", _) => Setting::ClearHash,
            ("Seed", OptionValue::Number(seed)) => Setting::Seed(u64::try_from(seed).unwrap_or(0)),
            ("OwnBook", OptionValue::Check(on)) => Setting::OwnBook(on),
            ("BookFile", OptionValue::Text(path)) => Setting::BookFile(path),
            ("SyzygyPath", OptionValue::Text(folders)) => Setting::SyzygyPath(folders),
            ("EvalFile", OptionValue::Text(path)) => Setting::EvalFile(path),
            ("Debug Log File", OptionValue::Text(path)) => {
                if let Some(note) = self.log.open(&path) {
                    self.waiting.push_back(Arrival::Engine(vec![engine::Event::Note(note)]));
                }
                return Ok(None);
            }
            // The session keeps the others; the next search asks for them.
            _ => return Ok(None),
        };
        self.engine.set(setting);
        self.settle()
    }

    /// Waits until the engine has done what it was told. What arrives meanwhile is kept. Once the conversation is to
    /// end, the engine has only a moment left; then it is left alone.
    fn settle(&mut self) -> io::Result<Option<Over>> {
        self.send()?;
        self.tickets += 1;
        self.engine.ask_done(self.tickets);
        let mut deadline = None;
        loop {
            let arrival = match deadline {
                None => self.arrivals.recv().ok(),
                Some(end) => {
                    let left = Instant::saturating_duration_since(&end, Instant::now());
                    self.arrivals.recv_timeout(left).ok()
                }
            };
            let is_note = |event: &engine::Event| matches!(event, engine::Event::Note(_));
            let is_done = |event: &engine::Event| matches!(event, engine::Event::Done(ticket) if *ticket == self.tickets);
            match arrival {
                Some(Arrival::Engine(events)) if events.iter().any(is_done) => {
                    self.waiting.push_back(Arrival::Engine(events));
                    return Ok(None);
                }
                // What the engine says about it comes before the answers to later lines.
                Some(Arrival::Engine(events)) if events.iter().all(is_note) => {
                    if let Some(over) = self.arrived(Arrival::Engine(events))? {
                        return Ok(Some(over));
                    }
                }
                Some(other) => {
                    if other.is_end() {
                        deadline.get_or_insert_with(|| Instant::now() + LAST_MOMENT);
                    }
                    self.waiting.push_back(other);
                }
                None => return Ok(Some(Over)),
            }
        }
    }

    /// What the engine says, in the words of the session.
    fn translate(&mut self, event: engine::Event) -> Vec<Event> {
        match event {
            engine::Event::Note(text) => vec![Event::Note(text)],
            engine::Event::Done(_) => Vec::new(),
            engine::Event::Line(id, line) => {
                self.thinking(SearchId(id), convert::thinking(&line)).into_iter().collect()
            }
            engine::Event::RootMove(id, mv, number, depth) => {
                let search = SearchId(id);
                let total = self.current.as_ref().map_or(0, |current| current.root_moves);
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                vec![Event::CurrentMove { search, depth, mv, number, total }]
            }
            engine::Event::Resigned(id, instead) => {
                vec![Event::Resigns { search: SearchId(id), instead }]
            }
            engine::Event::Finished(id, verdict) => {
                let search = SearchId(id);
                let last = verdict.line.as_ref().map(convert::thinking);
                let last = last.filter(|line| line.score != rocada_protocol::Score::Mate(0));
                let mut events: Vec<Event> =
                    last.and_then(|line| self.thinking(search, line)).into_iter().collect();
                events.push(Event::BestMove { search, best: verdict.best, ponder: verdict.ponder });
                events
            }
        }
    }

    /// A line of the newest search, unless the same one was told before.
    fn thinking(&mut self, search: SearchId, mut line: Thinking) -> Option<Event> {
        let current = self.current.as_mut().filter(|current| current.search == search)?;
        line.wdl = Some(convert::chances(line.score, current.has_drops));
        let same = |old: &Thinking| {
            (old.depth, old.score, old.bound, &old.pv) == (line.depth, line.score, line.bound, &line.pv)
        };
        if line.multipv == 1 {
            if current.told.as_ref().is_some_and(same) {
                return None;
            }
            current.told = Some(line.clone());
        }
        Some(Event::Thinking { search, line: Box::new(line) })
    }
}

/// A fault of our own ends the process, with one line where the GUI's log will show it: a search that died silently
/// would leave the GUI waiting, and a message on standard error may end up in the protocol.
fn tell_panics_to_the_gui() {
    std::panic::set_hook(Box::new(|fault| {
        let place = fault.location().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(io::stdout(), "# internal error at {place}");
        std::process::exit(101);
    }));
}
