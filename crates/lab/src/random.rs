//! A small generator of random numbers whose sequence never changes: a seed remakes the same games for ever.

/// SplitMix64: every seed gives a good sequence, and neighbouring seeds have nothing in common.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The sequence of the `index`-th thing made from a seed, whatever was drawn for the others.
    pub fn of(seed: u64, index: u64) -> Random {
        let mut mixed = Random::new(seed).next_u64() ^ Random::new(!index).next_u64();
        mixed = Random::new(mixed).next_u64();
        Random::new(mixed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
