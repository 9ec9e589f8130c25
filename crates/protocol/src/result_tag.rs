//! The result of a game as both PGN and CECP write it.

use std::fmt;

use rocada_rules::Color;

/// How a game ended, or `*` while it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultTag {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Drawn,
    /// `*`
    Unknown,
}

impl ResultTag {
    /// The result of a win of `color`.
    pub fn win_of(color: Color) -> ResultTag {
        match color {
            Color::White => ResultTag::WhiteWins,
            Color::Black => ResultTag::BlackWins,
        }
    }

    /// Reads the four forms, and `1/2` for a draw.
    pub fn parse(text: &str) -> Option<ResultTag> {
        Some(match text {
            "1-0" => ResultTag::WhiteWins,
            "0-1" => ResultTag::BlackWins,
            "1/2-1/2" | "1/2" => ResultTag::Drawn,
            "*" => ResultTag::Unknown,
            _ => return None,
        })
    }
}

impl fmt::Display for ResultTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ResultTag::WhiteWins => "1-0",
            ResultTag::BlackWins => "0-1",
            ResultTag::Drawn => "1/2-1/2",
            ResultTag::Unknown => "*",
        })
    }
}
