//! The two rule sets as types, and the four variants as a value.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use crate::hand::{Hand, NoHand, Pockets};

/// A rule set. `Position<R>` is compiled once for each, so chess pays nothing for crazyhouse.
pub trait Rules: Copy + Eq + Hash + fmt::Debug + Default + Send + Sync + 'static {
    /// Do captured pieces go to the hand and come back as drops?
    const DROPS: bool;
    /// What the players hold: nothing in chess.
    type Hand: Hand;
}

/// Chess and Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Standard;

/// Crazyhouse and crazyhouse960.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Crazyhouse;

impl Rules for Standard {
    const DROPS: bool = false;
    type Hand = NoHand;
}

impl Rules for Crazyhouse {
    const DROPS: bool = true;
    type Hand = Pockets;
}

/// One of the four games. The 960 variants differ in start position and notation, not in rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Chess.
    #[default]
    Chess,
    /// Chess960 (Fischer random).
    Chess960,
    /// Crazyhouse.
    Crazyhouse,
    /// Crazyhouse from a Chess960 start.
    Crazyhouse960,
}

impl Variant {
    /// All four.
    pub const ALL: [Variant; 4] =
        [Variant::Chess, Variant::Chess960, Variant::Crazyhouse, Variant::Crazyhouse960];

    /// Do captured pieces come back as drops?
    pub const fn has_drops(self) -> bool {
        matches!(self, Variant::Crazyhouse | Variant::Crazyhouse960)
    }

    /// Are castling moves and rights written the Chess960 way?
    pub const fn is_960(self) -> bool {
        matches!(self, Variant::Chess960 | Variant::Crazyhouse960)
    }

    /// The same rules with or without the 960 way of writing.
    pub const fn with_960(self, is_960: bool) -> Variant {
        match (self.has_drops(), is_960) {
            (false, false) => Variant::Chess,
            (false, true) => Variant::Chess960,
            (true, false) => Variant::Crazyhouse,
            (true, true) => Variant::Crazyhouse960,
        }
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Chess960 => "chess960",
            Variant::Crazyhouse => "crazyhouse",
            Variant::Crazyhouse960 => "crazyhouse960",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no variant that Rocada plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant(String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown variant '{}': use chess, chess960, crazyhouse or crazyhouse960", self.0)
    }
}

impl std::error::Error for UnknownVariant {}

/// Reads the names of the command line and those of XBoard, UCI and PGN tags, in any case.
impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        match plain.to_ascii_lowercase().as_str() {
            "chess" | "normal" | "standard" | "fromposition" => Ok(Variant::Chess),
            "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc" | "960" => {
                Ok(Variant::Chess960)
            }
            "crazyhouse" | "zh" => Ok(Variant::Crazyhouse),
            "crazyhouse960" | "zh960" => Ok(Variant::Crazyhouse960),
            _ => Err(UnknownVariant(text.to_owned())),
        }
    }
}
