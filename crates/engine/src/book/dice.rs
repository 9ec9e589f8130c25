//! Chance for the choice of book moves.

use std::hash::{BuildHasher, RandomState};

/// A source of evenly spread numbers (SplitMix64). Good enough for openings, not for secrets.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that always fall in the same way.
    pub fn from_seed(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Dice that fall differently in every game.
    pub fn from_entropy() -> Dice {
        // The standard library seeds its hash maps at random.
        Dice(RandomState::new().hash_one(0))
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
