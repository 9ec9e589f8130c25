//! Opponents that play like people, from beginner (level 1) to strong (level 19.9). Level 20 is the engine itself.
//!
//! A level is weak for three reasons, as people are: it looks only so far ahead ([`Skill::depth`]), it overlooks moves
//! (`attention`), and it misjudges positions (`judgement`). What it overlooks and misjudges belongs to the game's seed:
//! within a game it is the same person with the same blind spots. It always plays the best move it sees. The highest
//! levels are masters (`mastery`): they think as the engine does, but see only so many positions.

mod attention;
mod human_time;
mod judgement;
mod lookahead;
mod mastery;
mod openings;
mod skill;

use std::fmt;
use std::str::FromStr;

use rocada_rules::{AnyBoard, AnyPosition, Move, Position};
use rocada_search::SearchGame;

use crate::dice::{mix, unit};
use crate::opponent::{Answer, Choice, Judged, Opponent, Thought};
use attention::Attention;
use judgement::Judgement;
use lookahead::{Found, Lookahead};

pub use human_time::{TimeLeft, human_time};
pub use skill::Skill;

/// How strong an opponent is: 1 (beginner) to 20 (the engine itself), in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u16);

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(100);

    /// The engine at full strength.
    pub const FULL: Level = Level(2_000);

    /// A level from 1 to 20 with any fraction; what is beyond becomes the nearest.
    pub fn new(level: f64) -> Level {
        Level((level.clamp(1.0, 20.0) * 100.0).round() as u16)
    }

    /// The number, 1 to 20.
    pub fn number(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Is this the engine itself?
    pub fn is_full(self) -> bool {
        self == Level::FULL
    }

    /// The level with this rating, in the game with or without drops. Ratings are those of `docs/levels.md`.
    pub fn from_elo(elo: i32, has_drops: bool) -> Level {
        let ladder = skill::ladder(has_drops);
        let above = ladder.iter().position(|row| row.elo >= elo).unwrap_or(ladder.len());
        let (Some(low), Some(high)) =
            (above.checked_sub(1).and_then(|low| ladder.get(low)), ladder.get(above))
        else {
            return if above == 0 { Level::WEAKEST } else { Level::FULL };
        };
        let part = f64::from(elo - low.elo) / f64::from((high.elo - low.elo).max(1));
        Level::new(above as f64 + part)
    }

    /// The rating of this level; that of the engine at full strength has no end and is given as the highest known.
    pub fn elo(self, has_drops: bool) -> i32 {
        let ladder = skill::ladder(has_drops);
        let (below, part) = self.step();
        let low = ladder[below.min(ladder.len() - 1)].elo;
        let high = ladder[(below + 1).min(ladder.len() - 1)].elo;
        low + (f64::from(high - low) * part).round() as i32
    }

    /// The level for a `Skill Level` of other engines, -20 to 20.
    pub fn from_skill(skill: i64) -> Level {
        let part = (skill.clamp(-20, 20) + 20) as f64 / 40.0;
        // Half steps, as the scale has twice as many marks as there are levels.
        Level::new((2.0 * (1.0 + 19.0 * part)).round() / 2.0)
    }

    /// The step of the ladder below this level, from 0, and how far it is to the next.
    fn step(self) -> (usize, f64) {
        let above = usize::from(self.0 - Level::WEAKEST.0);
        (above / 100, (above % 100) as f64 / 100.0)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// Reads `7` and `7.5`.
impl FromStr for Level {
    type Err = BadLevel;

    fn from_str(text: &str) -> Result<Level, BadLevel> {
        let number: f64 = text.trim().parse().map_err(|_| BadLevel(text.to_owned()))?;
        if (1.0..=20.0).contains(&number) { Ok(Level::new(number)) } else { Err(BadLevel(text.to_owned())) }
    }
}

/// A text that is no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLevel(String);

impl fmt::Display for BadLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level is a number from 1 to 20 such as 7 or 7.5, not '{}'", self.0)
    }
}

impl std::error::Error for BadLevel {}

/// From this level on no mate in one is overlooked.
const SEES_EVERY_MATE: Level = Level(400);

/// From this level on a bare king is mated by technique.
const HAS_TECHNIQUE: Level = Level(500);

/// A person of some level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person {
    level: Level,
}

impl Person {
    /// A person of this level. At [`Level::FULL`] it is the strongest person there is; the engine is stronger still.
    pub fn new(level: Level) -> Person {
        Person { level }
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.level
    }
}

impl Opponent for Person {
    fn name(&self) -> String {
        format!("level {}", self.level)
    }

    fn answer(&self, game: &AnyPosition, seed: u64) -> Answer {
        // Two people at one board are not blind in the same spots.
        let seed = mix(seed, game.turn().index() as u64);
        if let Some(mv) = openings::remembered(game, self.level, seed) {
            return Answer::play(mv, "an opening it remembers");
        }
        let epoch = attention::epoch(game.moves().len());
        match game.board() {
            AnyBoard::Chess(position) => self.think(&mut position.clone(), game.moves().last(), seed, epoch),
            AnyBoard::Crazyhouse(position) => {
                self.think(&mut position.clone(), game.moves().last(), seed, epoch)
            }
        }
    }
}

impl Person {
    fn think<R: SearchGame>(
        &self,
        position: &mut Position<R>,
        last: Option<&Move>,
        seed: u64,
        epoch: u64,
    ) -> Answer {
        let legal = position.legal_moves();
        let Some(&only) = legal.first() else { return Answer::resign("no move is left") };
        if legal.len() == 1 {
            return Answer::play(only, "the only move");
        }
        if self.level >= SEES_EVERY_MATE
            && let Some(mv) = mate_in_one(position, &legal)
        {
            return mating(mv);
        }
        let skill = self.skill_in(position);
        if skill.mastery > 0.0 {
            return mastery::think(position, skill.mastery as u64)
                .map_or_else(|| Answer::play(only, "any move"), answer);
        }
        let attention = Attention::new(seed, epoch, skill.lapses);
        let judgement = Judgement::new::<R>(seed, &skill);
        let mood = mix(seed, position.key());
        let depth = whole(skill.depth, mood);
        let skill = Skill { captures: f64::from(whole(skill.captures, mix(mood, 1))), ..skill };
        let mut lookahead = Lookahead::new(&skill, attention, judgement);
        let found = lookahead.best(position, depth, last.map(|mv| mv.to()));
        found.map_or_else(|| Answer::play(only, "it sees no move and plays any"), answer)
    }

    /// What it can do in this position.
    fn skill_in<R: SearchGame>(&self, position: &Position<R>) -> Skill {
        let skill = Skill::of(self.level, R::DROPS);
        let bare = |color| !position.color(color).more_than_one();
        let us = position.turn();
        if !R::DROPS && bare(!us) && !bare(us) && self.level >= HAS_TECHNIQUE {
            return skill.with_technique();
        }
        skill
    }
}

/// A number between two whole ones is one of both, and in the same position always the same.
fn whole(number: f64, hash: u64) -> u32 {
    number as u32 + u32::from(unit(hash) < number.fract())
}

fn mate_in_one<R: SearchGame>(position: &mut Position<R>, legal: &[Move]) -> Option<Move> {
    legal.iter().copied().find(|&mv| {
        if !position.gives_check(mv) {
            return false;
        }
        position.play(mv);
        let mates = !position.has_legal_move();
        position.unmake(mv);
        mates
    })
}

fn mating(mv: Move) -> Answer {
    let thought = Thought { score: Judged::Mate(1), depth: 1, nodes: 1, line: vec![mv] };
    Answer { choice: Choice::Move(mv), comment: "mate".to_owned(), thought: Some(thought) }
}

fn answer(found: Found) -> Answer {
    let comment = format!("the best move it sees, {} plies ahead", found.depth);
    let thought = Thought { score: found.score, depth: found.depth, nodes: found.nodes, line: found.line };
    Answer { choice: Choice::Move(found.best), comment, thought: Some(thought) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_and_shown_with_halves() {
        assert_eq!("7.5".parse::<Level>().map(|level| level.to_string()).as_deref(), Ok("7.5"));
        assert_eq!("20".parse::<Level>(), Ok(Level::FULL));
        for bad in ["0", "21", "nan", "seven", ""] {
            assert!(bad.parse::<Level>().is_err(), "{bad}");
        }
    }

    #[test]
    fn ratings_and_levels_agree() {
        for has_drops in [false, true] {
            for step in 0..=38 {
                let level = Level::new(1.0 + f64::from(step) / 2.0);
                let back = Level::from_elo(level.elo(has_drops), has_drops);
                let gap = (back.number() - level.number()).abs();
                assert!(gap < 0.02, "level {level} became {back}");
            }
            assert_eq!(Level::from_elo(-5_000, has_drops), Level::WEAKEST);
            assert_eq!(Level::from_elo(5_000, has_drops), Level::FULL);
        }
    }

    #[test]
    fn the_skill_of_other_engines_covers_all_levels() {
        assert_eq!(Level::from_skill(-20), Level::WEAKEST);
        assert_eq!(Level::from_skill(20), Level::FULL);
        let levels: Vec<Level> = (-20..=20).map(Level::from_skill).collect();
        assert!(levels.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!(Level::from_skill(19) < Level::FULL);
    }
}
