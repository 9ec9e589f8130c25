//! Who plays, by the name that people and protocols use.

use std::fmt;

use crate::bots::{ArtOfWar, Castler, Greedy, Minions, OnePawn, RandomMover};
use crate::levels::{Level, Person};
use crate::opponent::Opponent;

/// An opponent that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Moves one pawn.
    Pawn,
    /// Moves at random.
    Random,
    /// Castles first.
    Castler,
    /// Captures first.
    Greedy,
    /// Negamax of this depth.
    Minions(u32),
    /// Alpha-beta with six terms.
    ArtOfWar,
    /// Somebody of this level.
    Level(Level),
    /// Somebody of this rating.
    Elo(i32),
}

/// A text that names no opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownOpponent(String);

impl fmt::Display for UnknownOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no opponent '{}'; use a level from 1 to 20, elo:1500, or one of {}",
            self.0,
            Selection::BOTS.map(|(name, _)| name).join(", ")
        )
    }
}

impl std::error::Error for UnknownOpponent {}

impl Selection {
    /// The bots of the course by name, the first step first.
    pub const BOTS: [(&'static str, Selection); 6] = [
        ("pawn", Selection::Pawn),
        ("random", Selection::Random),
        ("castler", Selection::Castler),
        ("greedy", Selection::Greedy),
        ("minions", Selection::Minions(Minions::DEPTH)),
        ("artofwar", Selection::ArtOfWar),
    ];

    /// A bot by its name, in any case.
    pub fn bot(name: &str) -> Option<Selection> {
        let wanted = name.to_ascii_lowercase();
        Selection::BOTS.into_iter().find(|(name, _)| *name == wanted).map(|(_, bot)| bot)
    }

    /// Reads `7`, `7.5`, `level=7`, `elo:1500`, `elo=1500` or the name of a bot.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn parse(text: &str) -> Result<Selection, UnknownOpponent> {
        let unknown = || UnknownOpponent(text.to_owned());
        let (kind, value) = text.split_once([':', '=']).unwrap_or(("", text));
        match kind {
            "" => {
                Selection::bot(value).or_else(|| value.parse().ok().map(Selection::Level)).ok_or_else(unknown)
            }
            "level" => value.parse().map(Selection::Level).map_err(|_| unknown()),
            "elo" => value.parse().map(Selection::Elo).map_err(|_| unknown()),
            "minions" => value.parse().map(Selection::Minions).map_err(|_| unknown()),
            _ => Err(unknown()),
        }
    }

    /// The opponent in the game with or without drops; `None` is the engine itself.
    pub fn opponent(self, has_drops: bool) -> Option<Box<dyn Opponent>> {
        Some(match self {
            Selection::Pawn => Box::new(OnePawn),
            Selection::Random => Box::new(RandomMover),
            Selection::Castler => Box::new(Castler),
            Selection::Greedy => Box::new(Greedy),
            Selection::Minions(depth) => Box::new(Minions::with_depth(depth)),
            Selection::ArtOfWar => Box::new(ArtOfWar),
            Selection::Level(_) | Selection::Elo(_) => {
                let level = self.level(has_drops).filter(|level| !level.is_full())?;
                Box::new(Person::new(level))
            }
        })
    }

    /// The level, if somebody of a level was chosen.
    pub fn level(self, has_drops: bool) -> Option<Level> {
        match self {
            Selection::Level(level) => Some(level),
            Selection::Elo(elo) => Some(Level::from_elo(elo, has_drops)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_found_by_name_level_and_rating() {
        assert_eq!(Selection::parse("Greedy"), Ok(Selection::Greedy));
        assert_eq!(Selection::parse("7.5"), Ok(Selection::Level(Level::new(7.5))));
        assert_eq!(Selection::parse("level=7"), Ok(Selection::Level(Level::new(7.0))));
        assert_eq!(Selection::parse("elo:1500"), Ok(Selection::Elo(1500)));
        assert_eq!(Selection::parse("minions=5"), Ok(Selection::Minions(5)));
        for bad in ["", "0", "level=x", "kasparov", "elo:"] {
            let told = Selection::parse(bad).expect_err("no opponent").to_string();
            assert!(told.contains(&format!("'{bad}'")), "{told}");
        }
    }

    #[test]
    fn every_bot_answers_to_its_name_and_level_20_is_the_engine() {
        for (name, bot) in Selection::BOTS {
            assert_eq!(bot.opponent(false).map(|bot| bot.name()).as_deref(), Some(name));
        }
        assert!(Selection::Level(Level::FULL).opponent(true).is_none());
        assert!(Selection::Elo(9_000).opponent(false).is_none());
    }
}
