//! The board in the terminal: a person types moves, Rocada answers.
//!
//! [`Session`] is the whole conversation without input or output; [`run`] drives it with a line editor, the engine and the
//! user's files. Nothing here knows a protocol.

mod commands;
mod editor;
mod game;
mod input;
mod keeper;
mod motif;
mod render;
mod session;
mod terminal;
mod why;
mod words;

pub use render::View;
pub use session::{Config, Effect, Input, KeptGame, Session, Side, board_of_pgn};
pub use terminal::{Style, run, study_limits, thinking_limits};
