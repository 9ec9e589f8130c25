//! The engine as everybody drives it: orders go in and never block, events come out of a channel.
//!
//! One thread owns the searchers of both games and the table. An order that needs it idle waits in the queue until the
//! running search has ended; only `stop`, `ponder_hit` and `pause` reach a running search.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, RwLock};
use std::thread::JoinHandle;

use rocada_rules::{AnyPosition, Move};
use rocada_search::{Limits, Line, Signals, Verdict};
use rocada_sparring::Selection;

use crate::evaluations::Evaluations;
use crate::library::Library;
use crate::machine::{Machine, Order};

/// Names a search in its events; whoever starts it chooses the number.
pub type SearchId = u64;

/// Names a question whether the orders so far are done.
pub type Ticket = u64;

/// What the engine says.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line was found.
    Line(SearchId, Box<Line>),
    /// A root move is being searched: the move, its number and the depth.
    RootMove(SearchId, Move, usize, u32),
    /// The search is over. Comes exactly once for each order to search.
    Finished(SearchId, Box<Verdict>),
    /// Instead of [`Event::Finished`]: the opponent gives up. The move is for those who cannot be told so.
    Resigned(SearchId, Option<Move>),
    /// All orders before this question are done.
    Done(Ticket),
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
    /// A move of a game is wanted, not an analysis: the book may answer, and won endgames are played by the tables.
    pub for_play: bool,
    /// Who answers instead of the engine, if anybody.
    pub opponent: Option<Sparring>,
}

/// Somebody who plays instead of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sparring {
    /// Who.
    pub who: Selection,
    /// Does it take the time that a person would take?
    pub human_time: bool,
}

/// A setting of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// How many threads search.
    Threads(usize),
    /// The size of the table in mebibytes.
    Hash(usize),
    /// May the book answer?
    OwnBook(bool),
    /// An opening book in the Polyglot format; empty: the one that Rocada carries.
    BookFile(String),
    /// The folders with Syzygy tables; empty: none.
    SyzygyPath(String),
    /// What judges positions: a network file for its own game, `classical`, or empty for what Rocada carries.
    EvalFile(String),
    /// Forget all searched positions now.
    ClearHash,
    /// What the chance of opponents begins with; 0: something else in every game.
    Seed(u64),
}

/// A running engine. Dropping it ends its search and its thread.
pub struct Engine {
    orders: Sender<Order>,
    /// The signals of the newest search.
    signals: Arc<Signals>,
    library: Arc<Library>,
    evaluations: Arc<RwLock<Evaluations>>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts an engine that sends its events to `tell`; a receiver that is gone is no error.
    pub fn start(tell: impl FnMut(Event) + Send + 'static) -> Engine {
        let (orders, queue) = channel();
        let library = Arc::new(Library::default());
        let books = Arc::clone(&library);
        let evaluations = Arc::<RwLock<Evaluations>>::default();
        let shared = Arc::clone(&evaluations);
        let thread = std::thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || Machine::new(tell, books, shared).run(&queue))
            .expect("invariant: the system can start a thread");
        Engine { orders, signals: Arc::default(), library, evaluations, thread: Some(thread) }
    }

    /// Another game begins: forget what was learnt.
    pub fn new_game(&self) {
        self.order(Order::NewGame);
    }

    /// Changes a setting before the next search.
    pub fn set(&self, setting: Setting) {
        self.order(Order::Set(setting));
    }

    /// Asks for a [`Event::Done`] when all orders so far are done.
    pub fn ask_done(&self, ticket: Ticket) {
        self.order(Order::Ask(ticket));
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

    /// The expected move was played: from now on the own clock counts, by these limits if there are new ones.
    pub fn ponder_hit(&self, limits: Option<Limits>) {
        self.signals.ponder_hit(limits);
    }

    /// Halts the search or lets it go on.
    pub fn set_paused(&self, paused: bool) {
        self.signals.set_paused(paused);
    }

    /// What the book says about a position, a line for each move; answers at once, whatever the engine does.
    pub fn book_lines(&self, position: &AnyPosition) -> Vec<String> {
        self.library.lines(position)
    }

    /// What judges positions now; answers at once, whatever the engine does.
    pub fn evaluations(&self) -> Evaluations {
        self.evaluations.read().map(|evaluations| evaluations.clone()).unwrap_or_default()
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
