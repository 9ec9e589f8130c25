//! What the engine's thread does: it takes orders one after the other and owns what a search needs.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, RwLock};

use rocada_rules::{AnyBoard, Crazyhouse, Move, Position, Standard};
use rocada_search::{
    Limits, Line, Listener, SearchGame, Searcher, Signals, Tablebases, TranspositionTable, Verdict,
};

use crate::book::Dice;
use crate::engine::{Event, Request, SearchId, Setting, Ticket};
use crate::evaluations::Evaluations;
use crate::library::Library;
use crate::sparring::{self, Seeds};
use crate::tablebase::Syzygy;

/// What the engine's thread is told to do.
pub(crate) enum Order {
    NewGame,
    Set(Setting),
    Ask(Ticket),
    Search(Box<Request>, Arc<Signals>),
    Quit,
}

/// What the engine's thread owns.
pub(crate) struct Machine<F> {
    tell: F,
    library: Arc<Library>,
    /// Shared, because people ask what judges while the engine searches.
    evaluations: Arc<RwLock<Evaluations>>,
    dice: Dice,
    seeds: Seeds,
    tablebases: Option<Arc<Syzygy>>,
    table: Table,
    threads: usize,
    chess: Lazy<Standard>,
    crazyhouse: Lazy<Crazyhouse>,
}

impl<F: FnMut(Event) + Send> Machine<F> {
    pub(crate) fn new(tell: F, library: Arc<Library>, evaluations: Arc<RwLock<Evaluations>>) -> Machine<F> {
        Machine {
            tell,
            library,
            evaluations,
            dice: Dice::from_entropy(),
            seeds: Seeds::new(0),
            tablebases: None,
            table: Table::default(),
            threads: 1,
            chess: Lazy(None),
            crazyhouse: Lazy(None),
        }
    }

    pub(crate) fn run(mut self, queue: &Receiver<Order>) {
        while let Ok(order) = queue.recv() {
            match order {
                Order::NewGame => {
                    self.seeds.next_game();
                    self.table.clear();
                    self.chess.new_game();
                    self.crazyhouse.new_game();
                }
                Order::Set(setting) => self.set(setting),
                Order::Ask(ticket) => (self.tell)(Event::Done(ticket)),
                Order::Search(request, signals) => self.search(&request, &signals),
                Order::Quit => return,
            }
        }
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Threads(threads) => {
                self.threads = threads.max(1);
                self.chess.set_threads(self.threads);
                self.crazyhouse.set_threads(self.threads);
            }
            Setting::Hash(mebibytes) => {
                if let Some(note) = self.table.resize(mebibytes) {
                    self.note(note);
                }
            }
            Setting::ClearHash => self.table.clear(),
            Setting::Seed(seed) => self.seeds = Seeds::new(seed),
            Setting::OwnBook(on) => self.library.use_book(on),
            Setting::BookFile(path) => match self.library.open(&path) {
                Ok(note) | Err(note) => self.note(note),
            },
            Setting::SyzygyPath(folders) => self.open_tablebases(&folders),
            Setting::EvalFile(text) => self.choose_evaluations(&text),
        }
    }

    fn note(&mut self, note: String) {
        (self.tell)(Event::Note(note));
    }

    /// Opens the tables; without any the engine plays on by itself.
    fn open_tablebases(&mut self, folders: &str) {
        self.tablebases = None;
        if !folders.trim().is_empty() {
            match Syzygy::open(folders) {
                Ok(syzygy) => {
                    self.note(syzygy.inventory().to_string());
                    self.tablebases = Some(Arc::new(syzygy));
                }
                Err(error) => self.note(error.to_string()),
            }
        }
        if let Some(searcher) = &mut self.chess.0 {
            searcher.set_tablebases(as_dyn(self.tablebases.as_ref()));
        }
    }

    /// Judges by something else from now on; what was found by the old judge is forgotten. A file that cannot be used
    /// changes nothing.
    fn choose_evaluations(&mut self, text: &str) {
        let mut evaluations = self.evaluations();
        if let Err(error) = evaluations.choose(text) {
            return self.note(format!("{error}; {evaluations}"));
        }
        self.note(evaluations.to_string());
        self.chess.set_evaluations(&evaluations);
        self.crazyhouse.set_evaluations(&evaluations);
        self.table.clear();
        if let Ok(mut shared) = self.evaluations.write() {
            *shared = evaluations;
        }
    }

    fn evaluations(&self) -> Evaluations {
        self.evaluations.read().map(|evaluations| evaluations.clone()).unwrap_or_default()
    }

    fn search(&mut self, request: &Request, signals: &Signals) {
        if let Some(event) = sparring::answer(request, self.seeds.of_game(), signals) {
            event.into_iter().for_each(&mut self.tell);
            return;
        }
        if let Some(mv) = self.book_move(request) {
            self.note("the move is from the opening book".to_owned());
            let verdict = Verdict { best: Some(mv), ..Verdict::default() };
            (self.tell)(Event::Finished(request.id, Box::new(verdict)));
            return;
        }
        let evaluations = self.evaluations();
        let mut voice = Voice { id: request.id, tell: &mut self.tell };
        let table = self.table.get();
        let verdict = match request.position.board() {
            AnyBoard::Chess(position) => {
                let limits = by_the_tables(request, position, self.tablebases.as_deref());
                let is_new = self.chess.0.is_none();
                let searcher = self.chess.make(self.threads, &evaluations);
                if is_new {
                    searcher.set_tablebases(as_dyn(self.tablebases.as_ref()));
                }
                searcher.search(position, &limits, table, signals, Some(&mut voice))
            }
            AnyBoard::Crazyhouse(position) => {
                let searcher = self.crazyhouse.make(self.threads, &evaluations);
                searcher.search(position, &request.limits, table, signals, Some(&mut voice))
            }
        };
        (self.tell)(Event::Finished(request.id, Box::new(verdict)));
    }

    /// A move of the book, where the game is played by the clock: whoever sets nodes or a depth wants a search.
    fn book_move(&mut self, request: &Request) -> Option<Move> {
        let limits = &request.limits;
        let by_clock = limits.clock.is_some() || limits.move_time.is_some();
        let other = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
        let free = limits.moves.is_empty() && limits.multi_pv <= 1 && !limits.ponder && !limits.infinite;
        if !request.for_play || !by_clock || other || !free {
            return None;
        }
        self.library.choose(&request.position, &mut self.dice)
    }
}

/// In a won or drawn endgame of the tables only moves that keep the result and make progress are searched.
fn by_the_tables(request: &Request, position: &Position<Standard>, tables: Option<&Syzygy>) -> Limits {
    let mut limits = request.limits.clone();
    let best = tables.filter(|_| request.for_play && limits.moves.is_empty());
    if let Some(moves) = best.and_then(|tables| tables.best_root_moves(position)) {
        limits.moves = moves;
    }
    limits
}

fn as_dyn(tables: Option<&Arc<Syzygy>>) -> Option<Arc<dyn Tablebases<Standard>>> {
    tables.map(|tables| Arc::clone(tables) as Arc<dyn Tablebases<Standard>>)
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

    fn set_evaluations(&mut self, evaluations: &Evaluations) {
        if let Some(searcher) = &mut self.0 {
            searcher.set_evaluator(evaluations.evaluator());
            searcher.new_game();
        }
    }

    fn make(&mut self, threads: usize, evaluations: &Evaluations) -> &mut Searcher<R> {
        self.0.get_or_insert_with(|| {
            let mut searcher = Searcher::new(evaluations.evaluator());
            searcher.set_threads(threads);
            searcher
        })
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
    /// Takes another size, or the largest that the system can give; says so if that is less.
    fn resize(&mut self, mebibytes: usize) -> Option<String> {
        if mebibytes == self.mebibytes {
            return None;
        }
        self.table = None;
        self.mebibytes = mebibytes;
        while self.mebibytes > 1 && !is_available(self.mebibytes) {
            self.mebibytes /= 2;
        }
        let less = self.mebibytes < mebibytes;
        less.then(|| format!("{mebibytes} MB are more than there are; using {} MB", self.mebibytes))
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

/// Would the system give so much memory? Asked with a reservation that is given back at once.
fn is_available(mebibytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(mebibytes << 20).is_ok()
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
