//! Targets that know what came later: a shallow search is often wrong, and the searches of the next plies of the same
//! game, which cost nothing more, have seen further.
//!
//! Going back from the end of a game, the target of each ply is a mean of its own score and of the target of the ply
//! after it, as chances of winning (temporal differences, Sutton 1988). The game's result stands behind the last ply.

use rocada_eval::nnue::SCALE;

use super::kernel::sigmoid;
use crate::games::Game;

/// No chance is nearer to 0 or 1 than this: the score that belongs to it stays within 2800 centipawns.
const NEAREST: f32 = 0.001;

/// The targets of a game's searched plies from White's view, in centipawns. `foresight` is how much of each comes from the
/// plies after it: 0 takes the scores as they are, towards 1 only the result would count.
pub(super) fn targets(game: &Game, foresight: f32) -> Vec<i16> {
    if foresight <= 0.0 {
        return game.scores.clone();
    }
    let mut later = game.white_share();
    let mut targets: Vec<i16> = game
        .scores
        .iter()
        .rev()
        .map(|&score| {
            later = (1.0 - foresight) * sigmoid(f32::from(score) / SCALE as f32) + foresight * later;
            centipawns(later)
        })
        .collect();
    targets.reverse();
    targets
}

/// The score that means this chance of winning.
fn centipawns(chance: f32) -> i16 {
    let chance = chance.clamp(NEAREST, 1.0 - NEAREST);
    (SCALE as f32 * (chance / (1.0 - chance)).ln()).round() as i16
}

#[cfg(test)]
mod tests {
    use rocada_rules::{Color, GameResult};

    use super::*;
    use crate::games::{Ending, Start};

    fn game(scores: &[i16], result: GameResult) -> Game {
        let start = Start::Array(518, 518);
        Game { start, moves: Vec::new(), scores: scores.to_vec(), result, ending: Ending::TooLong }
    }

    #[test]
    fn without_foresight_scores_stay_as_they_are() {
        let game = game(&[31_990, -17, 0], GameResult::Draw);
        assert_eq!(targets(&game, 0.0), game.scores);
    }

    #[test]
    fn what_comes_later_pulls_the_targets_before_it() {
        // An advantage that is gone four plies later was none.
        let lost = targets(&game(&[200, 200, 0, 0, 0, 0], GameResult::Draw), 0.7);
        assert!(lost[0] < 120 && lost[0] > lost[5], "{lost:?}");
        // A win that nobody saw coming.
        let won = targets(&game(&[0, 0, 0, 0], GameResult::Win(Color::White)), 0.7);
        assert!(won.is_sorted() && won[0] > 0, "{won:?}");
        // What never changes is right, and far from even nothing runs over.
        assert_eq!(targets(&game(&[0; 9], GameResult::Draw), 0.9), [0; 9]);
        let mate = targets(&game(&[-31_000; 3], GameResult::Win(Color::Black)), 0.5);
        assert!(mate.iter().all(|target| (-2800..-2700).contains(target)), "{mate:?}");
    }
}
