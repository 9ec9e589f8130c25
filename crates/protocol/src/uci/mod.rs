//! UCI as text in both directions: what a GUI says ([`Command`]) and what an engine says ([`Message`]).

mod command;
mod info;
mod message;

pub use command::{Command, Go, Start};
pub use info::Info;
pub use message::{Message, OptionLine};
