//! Opponents below full strength: six bots that are a course from the first step to a real engine, and levels that play
//! like people. All of them play chess, Chess960, crazyhouse and crazyhouse960.
//!
//! An opponent's answer depends on the game so far and on the game's seed, never on time or on the machine. Knows the
//! rules and the evaluation; knows nothing of protocols, files (but for the memory of [`Adaptive`]) or clocks.

mod adaptive;
pub mod bots;
mod dice;
mod files;
pub mod levels;
mod opponent;
mod partner;
mod selection;

pub use adaptive::{Adaptive, GameScore};
pub use dice::Dice;
pub use files::{data_folder, write_whole};
pub use levels::Level;
pub use opponent::{Answer, Choice, Judged, Opponent, Thought};
pub use partner::{Partner, UnknownPartner};
pub use selection::{Selection, UnknownOpponent};
