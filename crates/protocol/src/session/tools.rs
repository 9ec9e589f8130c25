//! The commands for people at a terminal. What needs the engine is passed on to it.

use rocada_rules::{AnyPosition, DrawingStyle};

use super::types::Action;
use super::{Core, board};
use crate::tool::Tool;

/// Does what a tool asks and gives the lines to show; the engine's part comes later as an event.
pub(super) fn run(core: &mut Core, tool: &Tool, position: &mut AnyPosition) -> Vec<String> {
    match tool {
        Tool::Display => display(position),
        Tool::Flip => {
            if let Some(flipped) = board::mirrored(position) {
                *position = flipped;
            }
            Vec::new()
        }
        Tool::Help => HELP.lines().map(str::to_owned).collect(),
        Tool::Perft(_) | Tool::Eval | Tool::Bench(_) => {
            core.act(Action::RunTool(tool.clone(), Box::new(position.clone())));
            Vec::new()
        }
    }
}

fn display(position: &AnyPosition) -> Vec<String> {
    let mut lines: Vec<String> =
        position.drawing(DrawingStyle::default()).lines().map(str::to_owned).collect();
    lines.push(format!("fen {}", position.fen()));
    lines.push(format!("key {:016x}", position.key()));
    lines.push(format!("game {}, {} to move", position.variant(), position.turn()));
    lines
}

const HELP: &str = "\
This is a chess engine. It speaks CECP (begin with 'xboard') and UCI (begin with 'uci').
Commands for people, in both:
  d             show the board
  eval          explain the evaluation
  perft N       count the moves to depth N
  bench         search a fixed set of positions
  flip          turn the board around
  quit          leave
To play here, start 'rocada play'.";
