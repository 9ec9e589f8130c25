//! What goes into a session and what comes out of it.

use std::time::Duration;

use rocada_rules::{AnyPosition, Color, Move};

use crate::limits::SearchLimits;
use crate::options::OptionChange;
use crate::result_tag::ResultTag;
use crate::score::{Bound, Score};
use crate::tool::Tool;

/// Names a search, so that what an old one still says is not taken for the new one's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SearchId(pub u64);

/// What a session is fed with.
#[derive(Clone, PartialEq, Debug)]
pub enum Input<'a> {
    /// A line of the GUI without its end; any bytes.
    Line(&'a [u8]),
    /// Something the engine says.
    Event(Event),
    /// The GUI has closed the pipe.
    Eof,
}

/// What the engine says to the session.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line of thinking.
    Thinking {
        /// Of which search.
        search: SearchId,
        /// The line.
        line: Box<Thinking>,
    },
    /// The root move being searched.
    CurrentMove {
        /// Of which search.
        search: SearchId,
        /// At which depth.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: u32,
        /// Root moves in all.
        total: u32,
    },
    /// The search is over. Comes exactly once for every `Go`, after `Stop` as soon as possible.
    BestMove {
        /// Of which search.
        search: SearchId,
        /// The move to play, if there is any.
        best: Option<Move>,
        /// The reply that is expected.
        ponder: Option<Move>,
    },
    /// Instead of [`Event::BestMove`]: the engine gives up.
    Resigns {
        /// Of which search.
        search: SearchId,
        /// What to play where the protocol knows no resignation.
        instead: Option<Move>,
    },
    /// The answer to [`Action::ShowBook`], a line for each move; to be fed before the next line of the GUI.
    Book(Vec<String>),
    /// The answer to [`Action::RunTool`].
    Text(Vec<String>),
    /// Something that people should know, shown where the protocol allows it.
    Note(String),
}

/// A line of thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct Thinking {
    /// Finished or running iteration.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The rank of this line among the best, from 1.
    pub multipv: u32,
    /// For the side to move at the root.
    pub score: Score,
    /// Is the score exact?
    pub bound: Bound,
    /// Chances of win, draw and loss in thousandths.
    pub wdl: Option<[u16; 3]>,
    /// Positions searched, by all threads.
    pub nodes: u64,
    /// Hits in endgame tables.
    pub tbhits: u64,
    /// Thousandths of the hash table in use.
    pub hashfull: u32,
    /// Since the search began.
    pub time: Duration,
    /// The line, from the root.
    pub pv: Vec<Move>,
}

impl Thinking {
    /// Positions per second.
    pub fn nodes_per_second(&self) -> u64 {
        let millis = self.time.as_millis().max(1);
        u64::try_from(u128::from(self.nodes) * 1000 / millis).unwrap_or(u64::MAX)
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move of the game.
    Play,
    /// A guess on the opponent's time.
    Ponder,
    /// Analysis; no move is wanted.
    Analyze,
}

/// A search to be started.
#[derive(Clone, PartialEq, Debug)]
pub struct GoRequest {
    /// Its name; every event carries it.
    pub search: SearchId,
    /// From where, with the game so far.
    pub position: AnyPosition,
    /// What bounds it.
    pub limits: SearchLimits,
    /// What it is for.
    pub purpose: Purpose,
}

/// What the caller has to do, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Write this line and flush.
    Send(String),
    /// Another game begins: forget what was learned. No search is running.
    NewGame,
    /// An option took a new value. No search that the session still listens to is running.
    SetOption(OptionChange),
    /// Start a search and return at once. If an old one is still stopping, wait for it first.
    Go(Box<GoRequest>),
    /// End this search now; its [`Event::BestMove`] still comes.
    Stop(SearchId),
    /// The guess was right: go on as a search for a move, with these limits from now.
    PonderHit {
        /// Which search.
        search: SearchId,
        /// The limits without `ponder`.
        limits: Box<SearchLimits>,
    },
    /// Use no processor time until `Resume`, and keep the clock reading.
    Pause(SearchId),
    /// Go on.
    Resume(SearchId),
    /// The GUI says how the game ended, in which the engine played a side.
    GameOver {
        /// How.
        result: ResultTag,
        /// The engine's side.
        engine: Color,
        /// Could pieces be dropped?
        has_drops: bool,
    },
    /// Look into the book and answer with [`Event::Book`].
    ShowBook(Box<AnyPosition>),
    /// Run a tool and answer with [`Event::Text`].
    RunTool(Tool, Box<AnyPosition>),
    /// A remark for the log file.
    Log(String),
    /// Leave, without waiting for anything.
    Quit,
}
