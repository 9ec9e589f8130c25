//! An opponent that follows the player: after a win of the player it is a little stronger next time, after a loss a little
//! weaker. It remembers its level, for each game of its own, in a small text file of the user's data folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{data_folder, write_whole};
use crate::levels::Level;

/// How a game ended for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameScore {
    /// The player won.
    Won,
    /// Nobody won.
    Drawn,
    /// The player lost.
    Lost,
}

/// What is known of the player in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Record {
    level: f64,
    games: u32,
}

/// Where somebody begins of whom nothing is known.
const FIRST: Record = Record { level: 5.0, games: 0 };

/// The first games move the level by up to this, later ones by less.
const FIRST_STEP: f64 = 2.0;
const LAST_STEP: f64 = 0.5;

/// The memory of the adaptive opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Adaptive {
    chess: Record,
    crazyhouse: Record,
}

impl Default for Adaptive {
    fn default() -> Adaptive {
        Adaptive { chess: FIRST, crazyhouse: FIRST }
    }
}

impl Adaptive {
    /// The level to play at now, in half steps.
    pub fn level(&self, has_drops: bool) -> Level {
        let level = self.record_of(has_drops).level;
        Level::new((2.0 * level).round() / 2.0)
    }

    /// Games counted so far.
    pub fn games(&self, has_drops: bool) -> u32 {
        self.record_of(has_drops).games
    }

    /// Counts a game.
    pub fn record(&mut self, has_drops: bool, score: GameScore) {
        let record = if has_drops { &mut self.crazyhouse } else { &mut self.chess };
        let step = (FIRST_STEP / (1.0 + f64::from(record.games) / 4.0)).max(LAST_STEP);
        let change = match score {
            GameScore::Won => step,
            GameScore::Drawn => 0.0,
            GameScore::Lost => -step,
        };
        record.level = (record.level + change).clamp(1.0, 20.0);
        record.games = record.games.saturating_add(1);
    }

    fn record_of(&self, has_drops: bool) -> Record {
        if has_drops { self.crazyhouse } else { self.chess }
    }

    /// Where the memory is kept: `adaptive.txt` in [`data_folder`].
    pub fn default_file() -> Option<PathBuf> {
        data_folder().map(|folder| folder.join("adaptive.txt"))
    }

    /// What is remembered in the default file.
    pub fn remembered() -> Adaptive {
        Adaptive::default_file().map(|file| Adaptive::load(&file)).unwrap_or_default()
    }

    /// Counts a game in the default file and tells the new level, or why it is not remembered. Without a data folder
    /// there is nothing to tell.
    pub fn learn(has_drops: bool, score: GameScore) -> Option<String> {
        let file = Adaptive::default_file()?;
        let mut memory = Adaptive::load(&file);
        memory.record(has_drops, score);
        Some(match memory.save(&file) {
            Ok(()) => format!("the adaptive opponent plays at level {} now", memory.level(has_drops)),
            Err(error) => format!("the adaptive opponent cannot remember this game: {error}"),
        })
    }

    /// Reads the memory. A file that is not there or that nobody can read is a player of whom nothing is known.
    pub fn load(file: &Path) -> Adaptive {
        let mut memory = Adaptive::default();
        let text = fs::read_to_string(file).unwrap_or_default();
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [game, level, games] = words[..] else { continue };
            let (Ok(level), Ok(games)) = (level.parse::<f64>(), games.parse()) else { continue };
            if !(1.0..=20.0).contains(&level) {
                continue;
            }
            match game {
                "chess" => memory.chess = Record { level, games },
                "crazyhouse" => memory.crazyhouse = Record { level, games },
                _ => {}
            }
        }
        memory
    }

    /// Writes the memory, whole or not at all.
    ///
    /// # Errors
    /// If the folder cannot be made or the file not written.
    pub fn save(&self, file: &Path) -> io::Result<()> {
        let line = |name: &str, record: Record| format!("{name} {} {}\n", record.level, record.games);
        let text = line("chess", self.chess) + &line("crazyhouse", self.crazyhouse);
        write_whole(file, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_follows_the_results() {
        let mut memory = Adaptive::default();
        let first = memory.level(false);
        memory.record(false, GameScore::Won);
        assert!(memory.level(false) > first);
        memory.record(false, GameScore::Lost);
        memory.record(false, GameScore::Lost);
        assert!(memory.level(false) < first);
        assert_eq!(memory.level(true), first, "crazyhouse is another game");
        (0..100).for_each(|_| memory.record(false, GameScore::Lost));
        assert_eq!(memory.level(false), Level::WEAKEST);
        (0..100).for_each(|_| memory.record(false, GameScore::Won));
        assert_eq!(memory.level(false), Level::FULL);
    }

    #[test]
    fn it_finds_the_strength_of_a_player_who_wins_below_and_loses_above() {
        let mut memory = Adaptive::default();
        for _ in 0..60 {
            let score = if memory.level(false).number() < 11.0 { GameScore::Won } else { GameScore::Lost };
            memory.record(false, score);
        }
        assert!((memory.level(false).number() - 11.0).abs() <= 1.0, "{}", memory.level(false));
    }

    #[test]
    fn it_remembers_and_survives_a_broken_file() {
        let folder = std::env::temp_dir().join(format!("rocada-adaptive-{}", std::process::id()));
        let file = folder.join("deep/adaptive.txt");
        assert_eq!(Adaptive::load(&file), Adaptive::default());
        let mut memory = Adaptive::default();
        memory.record(true, GameScore::Won);
        memory.save(&file).expect("it can be written");
        assert_eq!(Adaptive::load(&file), memory);
        fs::write(&file, "chess 99 x\ncrazyhouse NaN 3\n\u{1}").expect("it can be written");
        assert_eq!(Adaptive::load(&file), Adaptive::default());
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
