//! The arena: plays engines against each other by Rocada's own rules, counts the results, and examines bots.
//!
//! Processes, pipes, threads and clocks live here. It knows the rules and the protocols, but neither search nor
//! evaluation: players without a process come in through [`Builtin`].

mod adjudication;
pub mod doctor;
mod fault;
mod json;
mod opening;
mod output;
mod pgn_reader;
mod pgn_writer;
mod player;
mod poison;
mod process;
mod random;
pub mod ratings;
mod referee;
mod report;
mod schedule;
mod signal;
mod spec;
mod standings;
pub mod stats;
mod time_control;
mod tournament;
mod usage;
mod verdict;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use fault::{Fault, FaultKind};
pub use json::Json;
pub use opening::{OpeningError, board_of_game, default_openings, read_openings};
pub use pgn_reader::{PgnGame, PgnToken, move_word, pgn_tokens, read_pgn};
pub use pgn_writer::{LineWriter, PgnFrame, date_and_time, write_pgn, write_start_tags, write_tag};
pub use player::{Board, Builtin, Choice, GameStart, NoBuiltin, Player, Reply, Thought, Turn, launch, probe};
pub use poison::xboard_misreads;
pub use process::Exchange;
pub use random::Random;
pub use referee::{Game, GameRecord, PlayedMove, RefereeRules, Tablebase};
pub use report::Report;
pub use rocada_protocol::{ResultTag, Score as EngineScore};
pub use schedule::{Format, Pairing, Schedule};
pub use spec::{EngineSpec, Launch, Protocol, Restart, SpecError};
pub use standings::{Score, Standings};
pub use time_control::{BadTimeControl, Clock, ClockRule, TimeControl};
pub use tournament::{Match, MatchError, MatchListener, PlayedBefore};
pub use usage::{Usage, UsageMeter};
pub use verdict::{End, Verdict};
