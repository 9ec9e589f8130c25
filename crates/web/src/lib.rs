//! The board in the browser: a server on this machine that owns the rules, the games and the analyses.

pub mod messages;
