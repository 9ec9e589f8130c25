//! Judgement: what a person believes a position to be worth. The classical evaluation, with weights that this person has
//! wrong for the whole game, and a misjudgement that belongs to the position.

use rocada_eval::classical::weights::{GROUPS, LEN, Term};
use rocada_eval::classical::{Game, LIMIT, NoTrace, Score, Weights, evaluate_traced};
use rocada_rules::Position;

use super::skill::Skill;
use crate::dice::{bell, mix};

/// What one person believes in one game.
#[derive(Clone, Debug)]
pub(super) struct Judgement {
    weights: Weights,
    noise: f64,
    seed: u64,
}

impl Judgement {
    pub(super) fn new<R: Game>(seed: u64, skill: &Skill) -> Judgement {
        let seed = mix(seed, 0x1DEA);
        Judgement { weights: beliefs(R::weights(), seed, skill.bias), noise: skill.noise, seed }
    }

    /// What the position is worth to the side to move, in this person's eyes.
    pub(super) fn value<R: Game>(&self, position: &Position<R>) -> i32 {
        let sober = evaluate_traced(position, &self.weights, &mut NoTrace);
        if self.noise <= 0.0 {
            return sober;
        }
        // The side to move is part of the key; seen from the other side the error must be the same.
        let error = (bell(mix(self.seed, position.key())) * self.noise) as i32;
        (sober + error).clamp(-LIMIT, LIMIT)
    }
}

/// The weights as this person has them: whole groups are taken too seriously or too lightly, and each weight a little.
/// Material is known better than the rest.
fn beliefs(right: &Weights, seed: u64, bias: f64) -> Weights {
    if bias <= 0.0 {
        return right.clone();
    }
    let mut weights = right.to_vec();
    for (number, group) in GROUPS.iter().enumerate() {
        let spread = if group.term == Term::Material { bias * 0.2 } else { bias };
        let whole = bell(mix(seed, number as u64)) * spread;
        let indexed = weights.iter_mut().enumerate().skip(group.start).take(group.len);
        for (index, weight) in indexed {
            let single = bell(mix(seed, (LEN + index) as u64)) * spread * 0.5;
            *weight = scaled(*weight, (1.0 + whole + single).clamp(-0.5, 2.5));
        }
    }
    Weights::from_slice(&weights).unwrap_or_else(|_| right.clone())
}

fn scaled(weight: Score, factor: f64) -> Score {
    let half = |value: i32| (f64::from(value) * factor) as i16;
    Score::new(half(weight.mg()), half(weight.eg()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::Level;
    use rocada_rules::{Standard, Tolerance};

    fn value(fen: &str, seed: u64, level: f64) -> i32 {
        let position: Position<Standard> = Position::from_fen(fen, Tolerance::Strict).expect("a FEN");
        Judgement::new::<Standard>(seed, &Skill::of(Level::new(level), false)).value(&position)
    }

    const MIDDLEGAME: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn within_a_game_a_position_is_always_judged_alike() {
        assert_eq!(value(MIDDLEGAME, 5, 4.0), value(MIDDLEGAME, 5, 4.0));
        assert!((0..10).any(|seed| value(MIDDLEGAME, seed, 4.0) != value(MIDDLEGAME, 5, 4.0)));
    }

    #[test]
    fn errors_shrink_with_the_level() {
        let spread = |level: f64| {
            let values: Vec<i32> = (0..100).map(|seed| value(MIDDLEGAME, seed, level)).collect();
            values.iter().max().unwrap_or(&0) - values.iter().min().unwrap_or(&0)
        };
        assert!(spread(1.0) > spread(6.0) && spread(6.0) > spread(14.0));
        assert_eq!(spread(19.0), 0);
    }
}
