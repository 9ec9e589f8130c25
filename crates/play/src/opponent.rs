//! Who sits on the other side of the board, by the name that people type.

use std::fmt;
use std::str::FromStr;

use rocada_engine::Sparring;
use rocada_sparring::{Adaptive, Selection, UnknownOpponent};

/// An opponent that can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The engine at full strength.
    Full,
    /// A level that follows the player's results.
    Adaptive,
    /// A level, a rating or a bot of the course.
    Chosen(Selection),
}

/// A text that names no opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoOpponent(UnknownOpponent);

impl fmt::Display for NoOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, adaptive, full", self.0)
    }
}

impl std::error::Error for NoOpponent {}

/// Reads `full`, `adaptive`, and what [`Selection::parse`] reads.
impl FromStr for Opponent {
    type Err = NoOpponent;

    fn from_str(text: &str) -> Result<Opponent, NoOpponent> {
        match text.trim().to_ascii_lowercase().as_str() {
            "full" | "rocada" => Ok(Opponent::Full),
            "adaptive" => Ok(Opponent::Adaptive),
            other => Selection::parse(other).map(Opponent::Chosen).map_err(NoOpponent),
        }
    }
}

impl Opponent {
    /// What completion offers: names, and examples of levels and ratings.
    pub(crate) fn suggestions() -> Vec<String> {
        let levels = (1..=20).map(|level| level.to_string());
        let bots = Selection::BOTS.into_iter().map(|(name, _)| name.to_owned());
        let others = ["adaptive", "full", "elo:1500"].map(str::to_owned);
        others.into_iter().chain(bots).chain(levels).collect()
    }

    /// Who answers in a game with or without drops.
    pub(crate) fn selection(self, memory: &Adaptive, has_drops: bool) -> Option<Selection> {
        let who = match self {
            Opponent::Full => return None,
            Opponent::Adaptive => Selection::Level(memory.level(has_drops)),
            Opponent::Chosen(who) => who,
        };
        who.opponent(has_drops).is_some().then_some(who)
    }

    /// Who answers instead of the engine, as the engine wants to be told.
    pub(crate) fn sparring(self, memory: &Adaptive, has_drops: bool, human_time: bool) -> Option<Sparring> {
        self.selection(memory, has_drops).map(|who| Sparring { who, human_time })
    }

    /// The name for the board and for PGN.
    pub(crate) fn name(self, memory: &Adaptive, has_drops: bool) -> String {
        let strength = match self.selection(memory, has_drops) {
            None => String::new(),
            Some(Selection::Level(level)) => format!(" level {level}"),
            Some(Selection::Elo(elo)) => format!(" Elo {elo}"),
            Some(Selection::Minions(depth)) => format!(" minions depth {depth}"),
            Some(bot) => {
                let name = Selection::BOTS.into_iter().find(|(_, known)| *known == bot);
                name.map_or_else(String::new, |(name, _)| format!(" {name}"))
            }
        };
        let kind = if self == Opponent::Adaptive { ", adaptive" } else { "" };
        format!("Rocada{strength}{kind}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        text.parse::<Opponent>().expect("an opponent").name(&Adaptive::default(), false)
    }

    #[test]
    fn opponents_are_read_and_named() {
        assert_eq!(name("full"), "Rocada");
        assert_eq!(name("20"), "Rocada");
        assert_eq!(name("7.5"), "Rocada level 7.5");
        assert_eq!(name("ELO:1500"), "Rocada Elo 1500");
        assert_eq!(name("greedy"), "Rocada greedy");
        assert_eq!(name("minions=2"), "Rocada minions depth 2");
        assert_eq!(name("adaptive"), "Rocada level 5, adaptive");
    }

    #[test]
    fn a_wrong_name_is_told_all_right_ones() {
        let told = "kasparov".parse::<Opponent>().expect_err("nobody").to_string();
        assert!(told.contains("'kasparov'") && told.ends_with("artofwar, adaptive, full"), "{told}");
        for name in Opponent::suggestions() {
            assert!(name.parse::<Opponent>().is_ok(), "{name}");
        }
    }
}
