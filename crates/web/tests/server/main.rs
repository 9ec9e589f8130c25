//! The server over real sockets.

mod common;
mod play;
mod security;
mod study;
