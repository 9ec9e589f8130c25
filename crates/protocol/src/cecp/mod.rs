//! CECP, the protocol of XBoard, as text in both directions: what a GUI says ([`Command`]) and what an engine says
//! ([`Message`]). Each is read and written, so that Rocada can stand on either side.

mod command;
mod command_text;
mod editor;
mod feature;
mod message;

pub use command::{Command, EditLine, Selection};
pub use editor::Editor;
pub use feature::{Feature, FeatureValue, parse_features};
pub use message::{Message, Status, Tell, ThinkingLine};
