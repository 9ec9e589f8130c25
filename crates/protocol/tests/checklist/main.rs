//! The conformance checklists of both protocols on the pure session: one test for each numbered statement, as far as
//! it can be shown without a process, a clock or a search. `README.md` beside this folder lists the rest.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod cecp_ends;
mod cecp_moves;
mod cecp_output;
mod cecp_setup;
mod cecp_start;
mod choice;
mod uci;
