//! The search: given a position and limits, finds the best move and tells about it.
//!
//! Uses the rules and the evaluation. Never prints, knows no protocol and reads no file.

mod checks;
mod clock;
mod history;
mod limits;
mod mate;
mod memory;
mod node;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod report;
mod root;
mod score;
mod searcher;
mod shared;
mod shortcuts;
mod tt;
mod worker;

pub use limits::{Clock, Limits};
pub use params::{ParamInfo, Params, SearchGame};
pub use report::{Line, Listener, ScoreKind, Verdict};
pub use score::{MAX_PLY, Score};
pub use searcher::Searcher;
pub use shared::{Signals, Tablebases, Wdl};
pub use tt::TranspositionTable;
