//! The chances of win, draw and loss that a score stands for.
//!
//! Two logistic curves: one for winning, one for losing, `steepness` centipawns wide and `margin` centipawns away from
//! zero; what lies between them is the draw. The numbers are estimates from the shape of Rocada's own games, one pair for
//! each game: crazyhouse knows almost no draws, so its curves nearly touch. They will be fitted to games once there are
//! enough of them from the final networks.

use rocada_search::Score;

/// The curves of one game, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Curves {
    /// The score at which a win has the chance of one half.
    margin: f64,
    /// How many centipawns change the odds by a factor of e.
    steepness: f64,
}

const CHESS: Curves = Curves { margin: 130.0, steepness: 60.0 };
const CRAZYHOUSE: Curves = Curves { margin: 12.0, steepness: 150.0 };

/// The chances of win, draw and loss in thousandths for the side to move; they sum to 1000.
pub fn chances(score: Score, has_drops: bool) -> [u16; 3] {
    let centipawns = match score {
        Score::Centipawns(value) => f64::from(value),
        Score::Mate(moves) if moves > 0 => return [1000, 0, 0],
        Score::Mate(_) => return [0, 0, 1000],
        Score::Tablebase(plies) if plies > 0 => return [1000, 0, 0],
        Score::Tablebase(_) => return [0, 0, 1000],
    };
    let curves = if has_drops { CRAZYHOUSE } else { CHESS };
    let chance = |value: f64| 1.0 / (1.0 + ((curves.margin - value) / curves.steepness).exp());
    let thousandths = |part: f64| (part * 1000.0).round() as u16;
    let (win, loss) = (thousandths(chance(centipawns)), thousandths(chance(-centipawns)));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_sum_to_a_thousand_and_grow_with_the_score() {
        for has_drops in [false, true] {
            let mut last = 0;
            for value in (-2000..=2000).step_by(7) {
                let [win, draw, loss] = chances(Score::Centipawns(value), has_drops);
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last);
                last = win;
                let [other_win, _, other_loss] = chances(Score::Centipawns(-value), has_drops);
                assert_eq!((win, loss), (other_loss, other_win));
            }
        }
    }

    #[test]
    fn crazyhouse_has_few_draws_and_a_mate_is_certain() {
        let zero = Score::Centipawns(0);
        assert!(chances(zero, true)[1] < 100);
        assert!(chances(zero, false)[1] > 500);
        assert_eq!(chances(Score::Mate(3), false), [1000, 0, 0]);
        assert_eq!(chances(Score::Mate(-1), true), [0, 0, 1000]);
    }
}
