//! Who sits on the other side of a board, by the name that people choose.

use std::fmt;
use std::str::FromStr;

use crate::levels::Level;
use crate::selection::{Selection, UnknownOpponent};

/// Somebody that a person can ask for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partner {
    /// The engine at full strength.
    Full,
    /// A level that follows the player's results.
    Adaptive,
    /// A level, a rating or a bot of the course.
    Chosen(Selection),
}

/// A text that names nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPartner(UnknownOpponent);

impl fmt::Display for UnknownPartner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, adaptive, full", self.0)
    }
}

impl std::error::Error for UnknownPartner {}

/// Reads `full`, `adaptive`, and what [`Selection::parse`] reads.
impl FromStr for Partner {
    type Err = UnknownPartner;

    fn from_str(text: &str) -> Result<Partner, UnknownPartner> {
        match text.trim().to_ascii_lowercase().as_str() {
            "full" | "rocada" => Ok(Partner::Full),
            "adaptive" => Ok(Partner::Adaptive),
            other => Selection::parse(other).map(Partner::Chosen).map_err(UnknownPartner),
        }
    }
}

/// Writes what can be read again.
impl fmt::Display for Partner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Partner::Full => f.write_str("full"),
            Partner::Adaptive => f.write_str("adaptive"),
            Partner::Chosen(Selection::Level(level)) => write!(f, "level:{level}"),
            Partner::Chosen(Selection::Elo(elo)) => write!(f, "elo:{elo}"),
            Partner::Chosen(Selection::Minions(depth)) => write!(f, "minions:{depth}"),
            Partner::Chosen(bot) => {
                let known = Selection::BOTS.into_iter().find(|(_, known)| known == bot);
                f.write_str(known.map_or("", |(name, _)| name))
            }
        }
    }
}

impl Partner {
    /// What completion offers: names, and examples of levels and ratings.
    pub fn suggestions() -> Vec<String> {
        let levels = (1..=20).map(|level| level.to_string());
        let bots = Selection::BOTS.into_iter().map(|(name, _)| name.to_owned());
        let others = ["adaptive", "full", "elo:1500"].map(str::to_owned);
        others.into_iter().chain(bots).chain(levels).collect()
    }

    /// Who answers in a game with or without drops, if the adaptive opponent is at this level; `None` is the engine itself.
    pub fn selection(self, adaptive: Level, has_drops: bool) -> Option<Selection> {
        let who = match self {
            Partner::Full => return None,
            Partner::Adaptive => Selection::Level(adaptive),
            Partner::Chosen(who) => who,
        };
        who.opponent(has_drops).is_some().then_some(who)
    }

    /// The name for the board and for PGN.
    pub fn name(self, adaptive: Level, has_drops: bool) -> String {
        let strength = match self.selection(adaptive, has_drops) {
            None => String::new(),
            Some(Selection::Level(level)) => format!(" level {level}"),
            Some(Selection::Elo(elo)) => format!(" Elo {elo}"),
            Some(Selection::Minions(depth)) => format!(" minions depth {depth}"),
            Some(bot) => format!(" {}", Partner::Chosen(bot)),
        };
        let kind = if self == Partner::Adaptive { ", adaptive" } else { "" };
        format!("Rocada{strength}{kind}")
    }

    /// The level that it plays at, as far as levels say anything about it.
    pub fn level(self, adaptive: Level, has_drops: bool) -> Option<Level> {
        match self {
            Partner::Full => Some(Level::FULL),
            Partner::Adaptive => Some(adaptive),
            Partner::Chosen(who) => who.level(has_drops),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        text.parse::<Partner>().expect("an opponent").name(Level::new(5.0), false)
    }

    #[test]
    fn partners_are_read_and_named() {
        assert_eq!(name("full"), "Rocada");
        assert_eq!(name("20"), "Rocada");
        assert_eq!(name("7.5"), "Rocada level 7.5");
        assert_eq!(name("ELO:1500"), "Rocada Elo 1500");
        assert_eq!(name("greedy"), "Rocada greedy");
        assert_eq!(name("minions=2"), "Rocada minions depth 2");
        assert_eq!(name("adaptive"), "Rocada level 5, adaptive");
    }

    #[test]
    fn what_is_written_can_be_read_again() {
        for text in Partner::suggestions() {
            let partner: Partner = text.parse().expect("an opponent");
            assert_eq!(partner.to_string().parse::<Partner>(), Ok(partner), "{text}");
        }
        let told = "kasparov".parse::<Partner>().expect_err("nobody").to_string();
        assert!(told.contains("'kasparov'") && told.ends_with("artofwar, adaptive, full"), "{told}");
    }
}
