//! The facade that protocols, boards, review and laboratory drive: give it a position and limits, and it answers with
//! events. It also knows openings and endgames by heart.

pub mod book;
pub mod tablebase;
