//! How far evaluations are from the scores of games: a yardstick for networks that learnt from other games.

use rocada_eval::Evaluator;
use rocada_eval::classical::Game as Evaluated;
use rocada_eval::nnue::SCALE;

use super::Filter;
use super::kernel::sigmoid;
use super::load::each_kept;
use crate::games::Game;

/// Adds each evaluator's squared errors in the positions of a game that pass the filter, and gives how many these are;
/// `None` if a move is not legal.
pub fn judge<R: Evaluated>(
    game: &Game,
    filter: &Filter,
    evaluators: &mut [Evaluator<R>],
    errors: &mut [f64],
) -> Option<u64> {
    let mut positions = 0;
    each_kept::<R>(game, filter, &game.scores, |position, score| {
        let expected = share(i32::from(score));
        for (evaluator, error) in evaluators.iter_mut().zip(&mut *errors) {
            evaluator.reset(position);
            *error += (share(evaluator.evaluate(position)) - expected).powi(2);
        }
        positions += 1;
    })?;
    Some(positions)
}

fn share(centipawns: i32) -> f64 {
    f64::from(sigmoid(centipawns as f32 / SCALE as f32))
}

#[cfg(test)]
mod tests {
    use rocada_rules::{Color, Standard, Variant};

    use super::*;
    use crate::selfplay::{Player, Settings};

    #[test]
    fn an_evaluation_that_is_the_score_has_no_error_and_another_one_has() {
        let settings = Settings { nodes: 50, ..Settings::new(Variant::Chess) };
        let mut game = Player::<Standard>::new(&settings).play(1);
        let mut evaluator = Evaluator::<Standard>::classical();
        let mut position = game.start.position::<Standard>().expect("a game begins somewhere");
        let random = game.random_plies();
        for (ply, &mv) in game.moves.iter().enumerate() {
            if ply >= random {
                let value = evaluator.evaluate(&position) as i16;
                game.scores[ply - random] = if position.turn() == Color::White { value } else { -value };
            }
            position.play(mv);
        }
        let error = |game: &Game| {
            let mut errors = [0.0];
            let positions =
                judge(game, &Filter::default(), &mut [Evaluator::<Standard>::classical()], &mut errors);
            assert!(positions.is_some_and(|positions| positions > 5));
            errors[0]
        };
        assert_eq!(error(&game), 0.0);
        game.scores.iter_mut().for_each(|score| *score += 100);
        assert!(error(&game) > 0.01);
    }
}
