//! Every message between page and server, as types. The page's TypeScript types are made from these files.
//!
//! The page sends a [`Request`] with a number of its choice; the server answers each one with exactly one
//! [`ServerMessage::Reply`] or [`ServerMessage::Error`] of the same number, and tells what happens besides as
//! [`ServerMessage::Event`]. Squares are written `e4`, moves as UCI writes them (`e2e4`, `e7e8q`, `N@f3`; castling in the
//! 960 variants as king takes rook), scores always from White's view.

mod replies;
mod requests;
#[cfg(test)]
mod tests;
mod views;

pub use replies::*;
pub use requests::*;
pub use views::*;
