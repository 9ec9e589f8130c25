//! The binary as a GUI drives it. The tests are named by the numbers of the two checklists of statements about CECP and
//! UCI; those that the session can show by itself are in `crates/protocol/tests/checklist`, here are those that need a
//! process, a clock and a search.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]

mod cecp_answers;
mod cecp_play;
mod cecp_time;
mod fire;
mod harness;
mod networks;
mod opponents;
mod uci;
