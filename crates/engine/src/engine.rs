//! The engine as everybody drives it: orders go in and never block, events come out of a channel.
//!
//! One thread owns the searchers of both games and the table. An order that needs it idle waits in the queue until the
//! running search has ended; only `stop`, `ponder_hit` and `pause` reach a running search.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use rocada_rules::{AnyBoard, AnyPosition, Crazyhouse, Move, Position, Standard};
use rocada_search::{Limits, Line, Listener, SearchGame, Searcher, Signals, TranspositionTable, Verdict};

/// Names a search in its events; whoever starts it chooses the number.
pub type SearchId = u64;

/// What the engine says.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line was found.
    Line(SearchId, Box<Line>),
    /// A root move is being searched: the move, its number and the depth.
    RootMove(SearchId, Move, usize, u32),
    /// The search is over. Comes exactly once for each order to search.
    Finished(SearchId, Box<Verdict>),
    /// Something that people should know.
    Note(String),
}

/// A search to be made.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its name.
    pub id: SearchId,
    /// From where, with the game so far.
    pub position: AnyPosition,
    /// What bounds it.
    pub limits: Limits,
}

/// A setting of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// How many threads search.
    Threads(usize),
    /// The size of the table in mebibytes.
    Hash(usize),
}

enum Order {
    NewGame,
    Set(Setting),
    Search(Box<Request>, Arc<Signals>),
    Quit,
}

/// A running engine. Dropping it ends its search and its thread.
pub struct Engine {
    orders: Sender<Order>,
    /// The signals of the newest search.
    signals: Arc<Signals>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts an engine that sends its events to `tell`; a receiver that is gone is no error.
    pub fn start(tell: impl FnMut(Event) + Send + 'static) -> Engine {
        let (orders, queue) = channel();
        let thread = std::thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || Machine::new(tell).run(&queue))
            .expect("invariant: the system can start a thread");
        Engine { orders, signals: Arc::default(), thread: Some(thread) }
    }

    /// Another game begins: forget what was learnt.
    pub fn new_game(&self) {
        self.order(Order::NewGame);
    }

    /// Changes a setting before the next search.
    pub fn set(&self, setting: Setting) {
        self.order(Order::Set(setting));
    }

    /// Searches; the answer comes as events. A search that is still running is stopped first.
    pub fn search(&mut self, request: Request) {
        self.stop();
        let signals = Arc::new(Signals::default());
        signals.arm(request.limits.ponder);
        self.signals = Arc::clone(&signals);
        self.order(Order::Search(Box::new(request), signals));
    }

    /// Ends the newest search; its last event still comes.
    pub fn stop(&self) {
        self.signals.stop();
    }

    /// The expected move was played: from now on the own clock counts.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }

    /// Halts the search or lets it go on.
    pub fn set_paused(&self, paused: bool) {
        self.signals.set_paused(paused);
    }

    fn order(&self, order: Order) {
        // The thread ends only when this engine is dropped.
        let _ = self.orders.send(order);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.order(Order::Quit);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the engine's thread owns.
struct Machine<F> {
    tell: F,
    table: Table,
    threads: usize,
    chess: Lazy<Standard>,
    crazyhouse: Lazy<Crazyhouse>,
}

impl<F: FnMut(Event) + Send> Machine<F> {
    fn new(tell: F) -> Machine<F> {
        Machine { tell, table: Table::default(), threads: 1, chess: Lazy(None), crazyhouse: Lazy(None) }
    }

    fn run(mut self, queue: &Receiver<Order>) {
        while let Ok(order) = queue.recv() {
            match order {
                Order::NewGame => {
                    self.table.clear();
                    self.chess.new_game();
                    self.crazyhouse.new_game();
                }
                Order::Set(setting) => self.set(&setting),
                Order::Search(request, signals) => self.search(&request, &signals),
                Order::Quit => return,
            }
        }
    }

    fn set(&mut self, setting: &Setting) {
        match *setting {
            Setting::Threads(threads) => {
                self.threads = threads.max(1);
                self.chess.set_threads(self.threads);
                self.crazyhouse.set_threads(self.threads);
            }
            Setting::Hash(mebibytes) => self.table.resize(mebibytes),
        }
    }

    fn search(&mut self, request: &Request, signals: &Signals) {
        let mut voice = Voice { id: request.id, tell: &mut self.tell };
        let table = self.table.get();
        let verdict = match request.position.board() {
            AnyBoard::Chess(position) => {
                self.chess.search(self.threads, position, &request.limits, table, signals, &mut voice)
            }
            AnyBoard::Crazyhouse(position) => {
                self.crazyhouse.search(self.threads, position, &request.limits, table, signals, &mut voice)
            }
        };
        (self.tell)(Event::Finished(request.id, Box::new(verdict)));
    }
}

/// A searcher that is made when its game is first played.
struct Lazy<R: SearchGame>(Option<Searcher<R>>);

impl<R: SearchGame> Lazy<R> {
    fn new_game(&mut self) {
        if let Some(searcher) = &mut self.0 {
            searcher.new_game();
        }
    }

    fn set_threads(&mut self, threads: usize) {
        if let Some(searcher) = &mut self.0 {
            searcher.set_threads(threads);
        }
    }

    fn search(
        &mut self,
        threads: usize,
        position: &Position<R>,
        limits: &Limits,
        table: &TranspositionTable,
        signals: &Signals,
        listener: &mut dyn Listener,
    ) -> Verdict {
        let searcher = self.0.get_or_insert_with(|| {
            let mut searcher = Searcher::default();
            searcher.set_threads(threads);
            searcher
        });
        searcher.search(position, limits, table, signals, listener)
    }
}

/// The transposition table, allocated when it is first needed.
struct Table {
    mebibytes: usize,
    table: Option<TranspositionTable>,
}

/// As UCI engines usually begin.
const DEFAULT_HASH_MEBIBYTES: usize = 64;

impl Default for Table {
    fn default() -> Table {
        Table { mebibytes: DEFAULT_HASH_MEBIBYTES, table: None }
    }
}

impl Table {
    fn resize(&mut self, mebibytes: usize) {
        if mebibytes != self.mebibytes {
            self.mebibytes = mebibytes;
            self.table = None;
        }
    }

    fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    fn get(&mut self) -> &TranspositionTable {
        self.table.get_or_insert_with(|| TranspositionTable::new(self.mebibytes))
    }
}

/// Passes on what a search tells, under its name.
struct Voice<'a, F> {
    id: SearchId,
    tell: &'a mut F,
}

impl<F: FnMut(Event) + Send> Listener for Voice<'_, F> {
    fn line(&mut self, line: &Line) {
        (self.tell)(Event::Line(self.id, Box::new(line.clone())));
    }

    fn root_move(&mut self, mv: Move, number: usize, depth: u32) {
        (self.tell)(Event::RootMove(self.id, mv, number, depth));
    }
}
