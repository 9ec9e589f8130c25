//! Chance that repeats itself: the same seed and position always give the same throws.

use rocada_rules::AnyPosition;

/// A source of evenly spread numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice for the next move of a game. They depend on the game's seed, on the position and on how many moves were
    /// made, so that a repeated position is not answered in the same way for ever.
    pub fn for_move(seed: u64, game: &AnyPosition) -> Dice {
        Dice(mix(mix(seed, game.key()), game.moves().len() as u64))
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        finish(self.0)
    }

    /// A number below `bound`; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.roll()) * bound as u128) >> 64) as usize
    }

    /// One of the items, if there is any.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }
}

/// The last step of SplitMix64: spreads every bit over all others.
const fn finish(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// One number made of two, with nothing of either left to see.
pub(crate) const fn mix(a: u64, b: u64) -> u64 {
    finish(finish(a.wrapping_add(0x9E37_79B9_7F4A_7C15)) ^ b.wrapping_mul(0xD6E8_FEB8_6659_FD93))
}

/// A hash as a number from 0 to 1.
pub(crate) fn unit(hash: u64) -> f64 {
    (hash >> 11) as f64 / (1u64 << 53) as f64
}

/// A hash as a number around 0 that is rarely beyond -2 or 2: its four quarters added up, nearly a bell curve with a
/// deviation of 1.
pub(crate) fn bell(hash: u64) -> f64 {
    let sum: u64 = (0..4).map(|quarter| hash >> (16 * quarter) & 0xFFFF).sum();
    (sum as f64 / 65_535.0 - 2.0) * 3.0_f64.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bell_has_mean_0_and_deviation_1() {
        let values: Vec<f64> = (0..20_000).map(|index| bell(mix(7, index))).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let variance = values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64;
        assert!(mean.abs() < 0.03, "{mean}");
        assert!((variance - 1.0).abs() < 0.05, "{variance}");
    }

    #[test]
    fn every_number_below_the_bound_falls() {
        let mut dice = Dice(1);
        let mut fallen = [0; 6];
        (0..600).for_each(|_| fallen[dice.below(6)] += 1);
        assert!(fallen.iter().all(|count| *count > 60), "{fallen:?}");
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
