//! One scale for many players: the ratings that make the results of a set of games most likely (Bradley and Terry), with
//! error bars. Knows results, not games.

/// Points between two players: the indices of both, and what the first scored in one game (0, 0.5 or 1).
pub type Meeting = (usize, usize, f64);

/// A rating with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// In Elo, on the scale of the anchors.
    pub elo: f64,
    /// Half the width of the 95 % interval; infinite for a player whose games say nothing.
    pub error: f64,
    /// Games played.
    pub games: u32,
    /// The share of the points.
    pub score: f64,
}

/// Elo in one unit of the logistic curve.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// A game lost and a game won against a player of average strength, as far as they count: keeps the ratings of those
/// finite who won or lost everything, and moves the others hardly at all.
const PRIOR: f64 = 0.1;

/// The ratings of `players` players. The scale is shifted so that the players of `anchors` (index, Elo) have their ratings
/// on average; without anchors the average of all is 0.
pub fn rate(players: usize, meetings: &[Meeting], anchors: &[(usize, f64)]) -> Vec<Rating> {
    let mut strength = vec![0.0_f64; players];
    for _ in 0..2_000 {
        if step(&mut strength, meetings) < 1e-7 {
            break;
        }
    }
    // The players that the scale is fixed by, and where they stand on it together.
    let (fixed, elo): (Vec<usize>, f64) = match anchors {
        [] => ((0..players).collect(), 0.0),
        _ => (anchors.iter().map(|(index, _)| *index).collect(), mean(anchors.iter().map(|(_, elo)| *elo))),
    };
    let shift = elo - mean(fixed.iter().map(|&index| strength[index])) * SCALE;
    let errors = errors(&strength, meetings, &fixed);
    (0..players)
        .map(|player| {
            let (mut games, mut points) = (0, 0.0);
            for &(a, b, score) in meetings {
                if a == player || b == player {
                    games += 1;
                    points += if a == player { score } else { 1.0 - score };
                }
            }
            let score = points / f64::from(games.max(1));
            Rating {
                elo: strength[player] * SCALE + shift,
                error: errors[player] * SCALE * 1.96,
                games,
                score,
            }
        })
        .collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// One step of Newton for each player in turn; gives the largest change.
fn step(strength: &mut [f64], meetings: &[Meeting]) -> f64 {
    let mut slope = vec![0.0; strength.len()];
    let mut bend = vec![0.0; strength.len()];
    for (player, own) in strength.iter().enumerate() {
        let chance = expected(*own);
        slope[player] = PRIOR * (1.0 - 2.0 * chance);
        bend[player] = 2.0 * PRIOR * chance * (1.0 - chance);
    }
    for &(a, b, score) in meetings {
        let chance = expected(strength[a] - strength[b]);
        slope[a] += score - chance;
        slope[b] -= score - chance;
        bend[a] += chance * (1.0 - chance);
        bend[b] += chance * (1.0 - chance);
    }
    let mut largest: f64 = 0.0;
    for (own, (slope, bend)) in strength.iter_mut().zip(slope.iter().zip(&bend)) {
        // Half a step, because all players move at once.
        let change = (0.5 * slope / bend.max(1e-9)).clamp(-1.0, 1.0);
        *own += change;
        largest = largest.max(change.abs());
    }
    largest
}

/// Standard deviations of the distances from the average of the `fixed` players: what the scale is worth as a whole, no game
/// between these players can tell. From the covariances, the inverse of the matrix of second derivatives.
fn errors(strength: &[f64], meetings: &[Meeting], fixed: &[usize]) -> Vec<f64> {
    let n = strength.len();
    let mut matrix = vec![vec![0.0; n]; n];
    for (player, own) in strength.iter().enumerate() {
        let chance = expected(*own);
        matrix[player][player] = 2.0 * PRIOR * chance * (1.0 - chance);
    }
    for &(a, b, _) in meetings {
        let chance = expected(strength[a] - strength[b]);
        let weight = chance * (1.0 - chance);
        matrix[a][a] += weight;
        matrix[b][b] += weight;
        matrix[a][b] -= weight;
        matrix[b][a] -= weight;
    }
    let Some(covariance) = inverse(matrix) else { return vec![f64::INFINITY; n] };
    let with_fixed: Vec<f64> =
        covariance.iter().map(|row| mean(fixed.iter().map(|&index| row[index]))).collect();
    let of_fixed = mean(fixed.iter().map(|&index| with_fixed[index]));
    let variance = |player: usize| covariance[player][player] - 2.0 * with_fixed[player] + of_fixed;
    (0..n).map(|player| variance(player).max(0.0).sqrt()).collect()
}

/// The inverse of a symmetric positive matrix (Gauss and Jordan), if it has one.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| f64::from(u8::from(column == index))));
    }
    for pivot in 0..n {
        let divisor = matrix[pivot][pivot];
        if divisor.abs() < 1e-12 {
            return None;
        }
        for value in &mut matrix[pivot] {
            *value /= divisor;
        }
        let row = matrix[pivot].clone();
        for (index, other) in matrix.iter_mut().enumerate() {
            let factor = other[pivot];
            if index != pivot && factor != 0.0 {
                other.iter_mut().zip(&row).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
    }
    Some(matrix.into_iter().map(|mut row| row.split_off(n)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many games in which the first player makes this share of the points.
    fn games(a: usize, b: usize, wins: usize, losses: usize) -> Vec<Meeting> {
        let won = std::iter::repeat_n((a, b, 1.0), wins);
        won.chain(std::iter::repeat_n((a, b, 0.0), losses)).collect()
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let ratings = rate(2, &games(0, 1, 300, 100), &[(1, 1_000.0)]);
        assert!((ratings[0].elo - 1_191.0).abs() < 3.0, "{ratings:?}");
        assert!((ratings[1].elo - 1_000.0).abs() < 1e-6);
        assert!((ratings[0].error - 39.0).abs() < 4.0, "{ratings:?}");
        assert!(ratings[1].error < 1.0);
        assert_eq!((ratings[0].games, ratings[0].score), (400, 0.75));
    }

    #[test]
    fn differences_add_up_along_a_chain() {
        let mut all = games(0, 1, 60, 40);
        all.extend(games(1, 2, 60, 40));
        let ratings = rate(3, &all, &[(2, 0.0)]);
        assert!((ratings[0].elo - 2.0 * ratings[1].elo).abs() < 2.0, "{ratings:?}");
        assert!(ratings[0].error > ratings[1].error);
    }

    /// Without an anchor the errors are those of the distances from the average, not of a scale that hangs in the air.
    #[test]
    fn the_middle_of_a_chain_is_known_best() {
        let mut all = games(0, 1, 150, 50);
        all.extend(games(1, 2, 150, 50));
        let error: Vec<f64> = rate(3, &all, &[]).iter().map(|rating| rating.error).collect();
        let step = rate(2, &games(0, 1, 150, 50), &[(1, 0.0)])[0].error;
        // The first is (2 x + y) / 3 above the average if the steps are x and y, the second (y - x) / 3.
        assert!((error[0] - step * 5.0_f64.sqrt() / 3.0).abs() < 1.0, "{error:?}, a step {step}");
        assert!((error[1] - step * 2.0_f64.sqrt() / 3.0).abs() < 1.0, "{error:?}, a step {step}");
    }

    #[test]
    fn who_wins_every_game_has_a_finite_rating() {
        let ratings = rate(2, &games(0, 1, 20, 0), &[]);
        assert!(ratings[0].elo.is_finite() && ratings[0].elo > 200.0, "{ratings:?}");
        assert!(rate(1, &[], &[])[0].error.is_finite());
    }
}
