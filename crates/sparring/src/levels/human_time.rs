//! How long a person would think about a move. A pure function of the game, the level and the clock; somebody else waits.

use std::time::Duration;

use rocada_rules::AnyPosition;

use super::Level;
use crate::dice::{mix, unit};

/// What is left on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Until the flag falls.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time comes, if it comes.
    pub moves_to_go: Option<u32>,
}

/// Without a clock a move takes about so long.
const UNHURRIED: Duration = Duration::from_secs(4);

/// No move takes longer.
const LONGEST: Duration = Duration::from_secs(60);

/// How long a person would take for the next move: longer in the middlegame and where there is much to choose from, hardly
/// any time for a recapture, the opening and an only move; and never so long that the clock suffers.
pub fn human_time(game: &AnyPosition, level: Level, seed: u64, clock: Option<TimeLeft>) -> Duration {
    let usual = clock.map_or(UNHURRIED, usual_share);
    let luck = unit(mix(mix(seed, 0x71AE), mix(game.key(), game.moves().len() as u64)));
    // Most moves take less than the usual time, a few much more.
    let mood = 0.3 + 1.2 * luck + 1.5 * luck.powi(8);
    // Beginners move faster than they should.
    let patience = 0.5 + 0.5 * (level.number() / 10.0).min(1.0);
    let wanted = usual.mul_f64(mood * patience * difficulty(game));
    let most = clock.map_or(LONGEST, |clock| (clock.time / 8).min(LONGEST));
    wanted.min(most)
}

/// The share of the clock for one move.
fn usual_share(clock: TimeLeft) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(40).clamp(1, 40);
    clock.time / moves + clock.increment.mul_f64(0.7)
}

/// How much there is to think about, 1 being usual.
fn difficulty(game: &AnyPosition) -> f64 {
    let choices = game.count_legal_moves();
    if choices <= 1 {
        return 0.1;
    }
    let opening = ((game.moves().len() as f64 + 2.0) / 16.0).min(1.0);
    let choice = (choices as f64 / 30.0).sqrt().clamp(0.4, 1.6);
    let obvious = if can_recapture(game) { 0.4 } else { 1.0 };
    opening * choice * obvious
}

fn can_recapture(game: &AnyPosition) -> bool {
    let Some(last) = game.moves().last().filter(|mv| mv.is_capture()) else { return false };
    game.legal_moves().iter().any(|mv| mv.is_capture() && mv.to() == last.to())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::Variant;

    fn after(moves: &str) -> AnyPosition {
        let mut game = AnyPosition::start(Variant::Chess);
        for text in moves.split_whitespace() {
            game.play(game.parse_move(text).expect("a legal move"));
        }
        game
    }

    fn average(game: &AnyPosition, level: f64, clock: Option<TimeLeft>) -> Duration {
        (0..100).map(|seed| human_time(game, Level::new(level), seed, clock)).sum::<Duration>() / 100
    }

    #[test]
    fn recaptures_are_quick_and_beginners_hasty() {
        let middle = after("e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 c3 d6 O-O O-O Re1 a6 Bb3 Ba7 h3 h6");
        let taken = after("e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 c3 d6 O-O O-O Re1 a6 Bb3 Be6 h3 Bxb3");
        assert!(average(&taken, 10.0, None) < average(&middle, 10.0, None).mul_f64(0.6));
        assert!(average(&middle, 2.0, None) < average(&middle, 12.0, None));
    }

    #[test]
    fn the_clock_is_never_in_danger() {
        let game = after("e4 e5 Nf3 Nc6");
        for millis in [50, 1_000, 60_000] {
            let time = Duration::from_millis(millis);
            let clock = TimeLeft { time, increment: Duration::from_secs(30), moves_to_go: Some(1) };
            let longest = (0..200).map(|seed| human_time(&game, Level::new(9.0), seed, Some(clock))).max();
            assert!(longest.is_some_and(|longest| longest <= time / 8));
        }
    }
}
