//! The laboratory: makes games ([`selfplay`]), keeps them ([`games`]) and learns from them ([`trainer`], [`tuner`],
//! [`spsa`]); lets sets of parameters play each other ([`duel`]).
//!
//! Uses the rules, the evaluation and the search. Never prints; the binary shows progress.

pub mod duel;
pub mod games;
pub mod random;
pub mod selfplay;
pub mod spsa;
pub mod trainer;
pub mod tuner;
