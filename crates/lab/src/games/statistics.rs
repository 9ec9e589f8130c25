//! What a pile of games looks like.

use super::{Ending, Game};
use rocada_rules::{Color, GameResult};

/// The width of a bar in the histogram of lengths, in plies.
pub const LENGTH_STEP: usize = 20;
const LENGTH_BARS: usize = 21;
/// Where the bars of the histogram of scores end (centipawns, either sign); the last bar has the rest.
pub const SCORE_BOUNDS: [i32; 9] = [25, 50, 100, 200, 400, 800, 1500, 3000, 20_000];

/// Counts over games.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Moves, the random ones too.
    pub plies: u64,
    /// Positions with a score.
    pub scored: u64,
    /// Won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// By [`Ending`].
    pub endings: [u64; Ending::ALL.len()],
    /// Games by length, [`LENGTH_STEP`] plies a bar; the last bar has all longer ones.
    pub lengths: [u64; LENGTH_BARS],
    /// Scored positions by score, see [`SCORE_BOUNDS`].
    pub scores: [u64; SCORE_BOUNDS.len() + 1],
}

impl Statistics {
    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        self.scored += game.scores.len() as u64;
        let result = match game.result {
            GameResult::Win(Color::White) => 0,
            GameResult::Draw => 1,
            GameResult::Win(Color::Black) => 2,
        };
        count(&mut self.results, result);
        count(&mut self.endings, game.ending as usize);
        count(&mut self.lengths, (game.moves.len() / LENGTH_STEP).min(LENGTH_BARS - 1));
        for &score in &game.scores {
            let size = i32::from(score).abs();
            count(&mut self.scores, SCORE_BOUNDS.iter().take_while(|&&bound| size >= bound).count());
        }
    }

    /// The share of drawn games.
    pub fn draw_rate(&self) -> f64 {
        let [_, draws, _] = self.results;
        draws as f64 / self.games.max(1) as f64
    }

    /// Moves a game.
    pub fn mean_length(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}

fn count(bars: &mut [u64], index: usize) {
    if let Some(bar) = bars.get_mut(index) {
        *bar += 1;
    }
}
