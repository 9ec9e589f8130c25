//! Games on disk: each one as it goes, so that it can be resumed, and finished ones as PGN where the terminal keeps them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rocada_arena::{ClockRule, End, Verdict, date_and_time};
use rocada_protocol::ResultTag;
use rocada_rules::{AnyPosition, Color, Tolerance, Variant};
use rocada_sparring::{Adaptive, GameScore, Level, Partner, write_whole};
use serde::{Deserialize, Serialize};

use crate::chance::is_game_id;
use crate::game::{Game, Terms};
use crate::messages::{Side, VariantName};

/// So many games can be resumed; the PGN of older ones stays.
const MOST_GAMES: usize = 300;
/// No file of a game is longer.
const MOST_BYTES: u64 = 1 << 20;

/// The folder of everything that the server remembers.
pub(crate) struct Archive {
    folder: PathBuf,
}

/// A game as it lies on disk.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct SavedGame {
    id: String,
    variant: VariantName,
    fen: String,
    color: Side,
    opponent: String,
    adaptive_level: f64,
    human_time: bool,
    seed: u64,
    clock: Option<SavedClock>,
    began_ms: u64,
    /// Each move and how many milliseconds it took.
    moves: Vec<(String, u64)>,
    end: Option<SavedEnd>,
    helped: bool,
    rematch: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct SavedClock {
    base_ms: u64,
    increment_ms: u64,
}

#[derive(Deserialize, Serialize)]
struct SavedEnd {
    result: String,
    end: String,
    sentence: String,
}

impl Archive {
    pub(crate) fn new(folder: &Path) -> Archive {
        Archive { folder: folder.to_owned() }
    }

    /// Where analyses are kept.
    pub(crate) fn analyses(&self) -> PathBuf {
        self.folder.join("analyses.txt")
    }

    fn running(&self) -> PathBuf {
        self.folder.join("board")
    }

    fn file_of(&self, id: &str) -> PathBuf {
        self.running().join(format!("{id}.json"))
    }

    /// Keeps a game as it is now; a finished one also as PGN.
    pub(crate) fn save(&self, game: &Game) -> io::Result<()> {
        let text = serde_json::to_string(&SavedGame::of(game))?;
        write_whole(&self.file_of(&game.terms.id), &text)?;
        if game.is_over() {
            write_whole(&self.folder.join("games").join(pgn_name(game)), &game.pgn())?;
        }
        Ok(())
    }

    /// A game of that name, or one sentence that says why there is none.
    pub(crate) fn load(&self, id: &str) -> Result<Game, String> {
        let unknown = || format!("There is no game '{}'.", id.chars().take(20).collect::<String>());
        if !is_game_id(id) {
            return Err(unknown());
        }
        let file = self.file_of(id);
        let data = fs::metadata(&file).map_err(|_| unknown())?;
        if data.len() > MOST_BYTES {
            return Err(format!("The file of game {id} is too long."));
        }
        let text =
            fs::read_to_string(&file).map_err(|error| format!("Game {id} cannot be read: {error}."))?;
        let damaged = |why: String| format!("The file of game {id} is damaged: {why}.");
        let saved: SavedGame = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        saved.game().map_err(damaged)
    }

    /// The names of the games that can be resumed, the newest first. Forgets those that are too old.
    pub(crate) fn newest(&self, count: usize) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.running()) else { return Vec::new() };
        let mut games: Vec<(SystemTime, String)> = entries
            .flatten()
            .filter_map(|entry| {
                let path = entry.path();
                let id = path.file_stem()?.to_str()?.to_owned();
                let is_game = path.extension().is_some_and(|end| end == "json") && is_game_id(&id);
                let changed = entry.metadata().ok()?.modified().ok()?;
                is_game.then_some((changed, id))
            })
            .collect();
        games.sort_unstable_by(|one, other| other.cmp(one));
        for (_, id) in games.iter().skip(MOST_GAMES) {
            // One that stays is forgotten next time.
            let _ = fs::remove_file(self.file_of(id));
        }
        games.into_iter().take(count).map(|(_, id)| id).collect()
    }

    fn adaptive_file(&self) -> PathBuf {
        self.folder.join("adaptive.txt")
    }

    /// What the adaptive opponent knows of the player.
    pub(crate) fn adaptive(&self) -> Adaptive {
        Adaptive::load(&self.adaptive_file())
    }

    /// Counts a game of the adaptive opponent and gives its level from now on.
    pub(crate) fn count_game(&self, has_drops: bool, score: GameScore) -> io::Result<Level> {
        let mut memory = self.adaptive();
        memory.record(has_drops, score);
        memory.save(&self.adaptive_file())?;
        Ok(memory.level(has_drops))
    }
}

/// A name such as `2026-11-16-143005-crazyhouse-abcdefghij.pgn`: games lie in the order in which they were played.
fn pgn_name(game: &Game) -> String {
    let ((year, month, day), (hour, minute, second)) = date_and_time(game.terms.began);
    let stamp = format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}");
    format!("{stamp}-{}-{}.pgn", game.base().variant(), game.terms.id)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl SavedGame {
    fn of(game: &Game) -> SavedGame {
        let terms = &game.terms;
        let base = game.base();
        let texts = crate::view::moves_so_far(game.position());
        let times = game.played().iter().map(|played| millis(played.used.unwrap_or_default()));
        SavedGame {
            id: terms.id.clone(),
            variant: base.variant().into(),
            fen: base.fen(),
            color: terms.human.into(),
            opponent: terms.partner.to_string(),
            adaptive_level: terms.adaptive.number(),
            human_time: terms.human_time,
            seed: terms.seed,
            clock: match terms.rule {
                ClockRule::Game { base, increment, .. } => {
                    Some(SavedClock { base_ms: millis(base), increment_ms: millis(increment) })
                }
                ClockRule::PerMove(_) | ClockRule::Unlimited => None,
            },
            began_ms: terms.began.duration_since(SystemTime::UNIX_EPOCH).map_or(0, millis),
            moves: texts.into_iter().map(|mv| mv.uci).zip(times).collect(),
            end: game.verdict.as_ref().map(|verdict| SavedEnd {
                result: verdict.result.to_string(),
                end: verdict.end.name().to_owned(),
                sentence: verdict.sentence.clone(),
            }),
            helped: game.helped,
            rematch: game.rematch.clone(),
        }
    }

    /// The game, or what is wrong with it.
    fn game(self) -> Result<Game, String> {
        let base = AnyPosition::from_fen(Variant::from(self.variant), &self.fen, Tolerance::Repair)
            .map_err(|error| error.to_string())?;
        let partner: Partner = self.opponent.parse().map_err(|error| format!("{error}"))?;
        let rule = self.clock.map_or(ClockRule::Unlimited, |clock| ClockRule::Game {
            moves: None,
            base: Duration::from_millis(clock.base_ms),
            increment: Duration::from_millis(clock.increment_ms),
        });
        let terms = Terms {
            id: self.id,
            human: Color::from(self.color),
            partner,
            adaptive: Level::new(self.adaptive_level),
            human_time: self.human_time,
            seed: self.seed,
            rule,
            began: SystemTime::UNIX_EPOCH + Duration::from_millis(self.began_ms),
        };
        let mut game = Game::new(terms, base);
        for (text, ms) in self.moves {
            let mv = game.position().parse_move(&text).map_err(|error| error.to_string())?;
            game.put(mv, Duration::from_millis(ms));
        }
        if let Some(saved) = self.end {
            let result = ResultTag::parse(&saved.result).ok_or("it has no result")?;
            let end = End::from_name(&saved.end).ok_or("it has no end")?;
            game.verdict = Some(Verdict { result, end, sentence: saved.sentence });
        }
        game.counted = game.is_over();
        game.helped = self.helped;
        game.rematch = self.rematch;
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::game_id;
    use std::time::Instant;

    fn archive(name: &str) -> Archive {
        Archive::new(&std::env::temp_dir().join(format!("rocada-archive-{name}-{}", std::process::id())))
    }

    fn game(id: &str) -> Game {
        let rule =
            ClockRule::Game { moves: None, base: Duration::from_secs(60), increment: Duration::from_secs(1) };
        let terms = Terms {
            id: id.to_owned(),
            human: Color::Black,
            partner: Partner::Adaptive,
            adaptive: Level::new(6.5),
            human_time: true,
            seed: 9,
            rule,
            began: SystemTime::UNIX_EPOCH + Duration::from_millis(1_700_000_000_123),
        };
        let mut game = Game::new(terms, AnyPosition::start(Variant::Crazyhouse960));
        for (text, ms) in [("e4", 0), ("d5", 0), ("exd5", 2_500), ("Qxd5", 10)] {
            let mv = game.position().parse_move(text).expect("a legal move");
            game.put(mv, Duration::from_millis(ms));
        }
        game
    }

    #[test]
    fn a_game_comes_back_as_it_was() {
        let archive = archive("back");
        let id = game_id();
        let mut game = game(&id);
        archive.save(&game).expect("it can be written");
        let now = Instant::now();
        let mut read = archive.load(&id).expect("it can be read").view(now);
        read.version = game.version;
        assert_eq!(read, game.view(now));
        game.end(Verdict::win(Color::White, End::Resignation, "Black resigns"));
        archive.save(&game).expect("it can be written");
        let read = archive.load(&id).expect("it can be read");
        assert_eq!(read.verdict, game.verdict);
        assert_eq!(archive.newest(10), std::slice::from_ref(&id));
        let pgn = fs::read_to_string(
            archive.folder.join(format!("games/2023-11-14-221320-crazyhouse960-{id}.pgn")),
        );
        assert!(pgn.expect("the PGN is kept").contains("1. e4"));
        fs::remove_dir_all(&archive.folder).expect("it can be removed");
    }

    #[test]
    fn a_damaged_or_unknown_game_is_told_in_a_sentence() {
        let archive = archive("damaged");
        let id = game_id();
        assert_eq!(archive.load(&id).err(), Some(format!("There is no game '{id}'.")));
        assert!(archive.load("../adaptive").is_err());
        write_whole(&archive.file_of(&id), "{").expect("it can be written");
        assert!(archive.load(&id).err().is_some_and(|told| told.contains("damaged")));
        fs::remove_dir_all(&archive.folder).expect("it can be removed");
    }
}
