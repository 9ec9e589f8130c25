//! The facade that protocols, boards, review and laboratory drive: give it a position and limits, and it answers with
//! events. It also knows openings and endgames by heart.

mod bench;
pub mod book;
mod engine;
mod evaluations;
mod explain;
mod library;
mod machine;
mod sparring;
pub mod tablebase;
pub mod wdl;

pub use bench::{BenchResult, bench};
pub use engine::{Engine, Event, Request, SearchId, Setting, Sparring, Ticket};
pub use evaluations::{Evaluations, NetFileError, embedded_network, open_network};
pub use explain::{control_text, terms_text, worth_text};
pub use rocada_search::{Clock, Limits, Line, Score, ScoreKind, Verdict};
