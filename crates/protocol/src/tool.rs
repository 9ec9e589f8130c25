//! Commands for people at a terminal, the same in both protocols.

use std::fmt;

use crate::text;

/// A command that asks the engine for a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tool {
    /// `perft DEPTH`: count the moves.
    Perft(u32),
    /// `d`: show the board.
    Display,
    /// `eval`: explain the evaluation.
    Eval,
    /// `bench ARGUMENTS`: the signature.
    Bench(String),
    /// `flip`: change the sides.
    Flip,
    /// `help`
    Help,
}

/// The deepest `perft` that is worth starting.
const DEEPEST_PERFT: u32 = 30;

impl Tool {
    /// Reads a tool command from its first word and the rest of the line.
    pub(crate) fn parse(word: &str, rest: &str) -> Option<Tool> {
        Some(match word {
            "perft" => Tool::Perft(text::small_natural(rest)?.min(DEEPEST_PERFT)),
            "bench" => Tool::Bench(rest.to_owned()),
            _ if !rest.is_empty() => return None,
            "d" | "display" => Tool::Display,
            "eval" => Tool::Eval,
            "flip" => Tool::Flip,
            "help" => Tool::Help,
            _ => return None,
        })
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tool::Perft(depth) => write!(f, "perft {depth}"),
            Tool::Display => f.write_str("d"),
            Tool::Eval => f.write_str("eval"),
            Tool::Bench(arguments) if arguments.is_empty() => f.write_str("bench"),
            Tool::Bench(arguments) => write!(f, "bench {arguments}"),
            Tool::Flip => f.write_str("flip"),
            Tool::Help => f.write_str("help"),
        }
    }
}
