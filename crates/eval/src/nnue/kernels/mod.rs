//! The inner loops of the network, compiled for the vector units that a machine may have; which of them is there is
//! asked when an evaluator is made, so one binary serves all machines.
//!
//! What the compiler makes of them (Rust 1.95, looked at with `objdump`):
//!
//! | kernels | `update`, `adjust`                     | `output`                                         |
//! |---------|----------------------------------------|--------------------------------------------------|
//! | plain   | `paddw`, `psubw` on eight xmm a tile   | `pmullw`, `pmaddwd` on xmm                       |
//! | AVX2    | `vpaddw`, `vpsubw` on four ymm a tile  | `vpmullw`, `vpmaddwd` on ymm, four sums at once  |
//! | AVX-512 | `vpaddw`, `vpsubw` on two zmm a tile   | `vpmullw`, `vpmaddwd` on zmm, two sums at once   |

#![cfg_attr(target_arch = "x86_64", allow(unsafe_code))]

mod plain;

use std::fmt;
use std::str::FromStr;

/// The weights of the first layer, a row for each input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    pub(super) weights: &'a [i16],
    pub(super) hidden: usize,
}

impl<'a> Rows<'a> {
    #[inline(always)]
    pub(super) fn get(self, input: u16) -> &'a [i16] {
        &self.weights[usize::from(input) * self.hidden..][..self.hidden]
    }
}

/// The kernels of one kind of vector unit, which this machine has. All give the same values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernels(Unit);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    /// What every machine of the target has.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernels {
    /// The fastest kernels for this machine.
    pub fn best() -> Kernels {
        Kernels::supported().filter(|kernels| !kernels.slow_the_rest()).last().unwrap_or(Kernels(Unit::Plain))
    }

    /// Intel's processors give up clock and one of their vector ports for a while when instructions of 512 bits pass, and
    /// those of one evaluation are too few to make good for it: with them a search visits 6 to 8 % fewer nodes a second
    /// than with AVX2 (Sapphire Rapids).
    fn slow_the_rest(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return self.0 == Unit::Avx512 && is_made_by(b"GenuineIntel");
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// All kernels that this machine can run, the widest last. Nothing else makes kernels.
    pub fn supported() -> impl Iterator<Item = Kernels> {
        #[cfg(target_arch = "x86_64")]
        let wide = [
            is_x86_feature_detected!("avx2").then_some(Unit::Avx2),
            (is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl"))
            .then_some(Unit::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wide: [Option<Unit>; 0] = [];
        std::iter::once(Unit::Plain).chain(wide.into_iter().flatten()).map(Kernels)
    }
}

/// Is this the name that the processor tells of its maker?
#[cfg(target_arch = "x86_64")]
fn is_made_by(maker: &[u8; 12]) -> bool {
    let about = std::arch::x86_64::__cpuid(0);
    [about.ebx, about.edx, about.ecx].map(u32::to_le_bytes).as_flattened() == maker
}

/// The name that asks for these kernels.
impl fmt::Display for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Unit::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 => "avx512",
        })
    }
}

/// No kernels of this name run on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownKernels(String);

impl fmt::Display for UnknownKernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = Kernels::supported().map(|kernels| kernels.to_string()).collect();
        write!(f, "this machine has no kernels '{}', only {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownKernels {}

impl FromStr for Kernels {
    type Err = UnknownKernels;

    fn from_str(name: &str) -> Result<Kernels, UnknownKernels> {
        let named = Kernels::supported().find(|kernels| kernels.to_string() == name);
        named.ok_or_else(|| UnknownKernels(name.to_owned()))
    }
}

/// The kernels for one vector unit. `update` and `adjust` are the plain ones, compiled with its instructions. `output` is
/// written with them: of the plain loop the compiler makes vectors of half the width, or of the full one, as it thinks fit
/// for the processor (measured on Zen 3: 10 ns for 256 neurons instead of 17).
#[cfg(target_arch = "x86_64")]
macro_rules! compile_for {
    (
        $unit:ident, $features:literal, $vector:ident of $lanes:literal,
        $load:ident $zero:ident $splat:ident $min:ident $max:ident $multiply:ident $pair:ident $add:ident
    ) => {
        mod $unit {
            use std::arch::x86_64::*;

            use super::{Rows, plain};
            use crate::nnue::network::QA;

            /// Neurons of one round: 128 bytes, a multiple of every vector.
            const ROUND: usize = 64;

            #[target_feature(enable = $features)]
            pub(super) fn update(
                target: &mut [i16],
                source: &[i16],
                rows: Rows<'_>,
                added: &[u16],
                removed: &[u16],
            ) {
                plain::update(target, source, rows, added, removed);
            }

            #[target_feature(enable = $features)]
            pub(super) fn adjust(target: &mut [i16], rows: Rows<'_>, added: &[u16], removed: &[u16]) {
                plain::adjust(target, rows, added, removed);
            }

            #[target_feature(enable = $features)]
            pub(super) fn output(neurons: &[i16], weights: &[i16]) -> i32 {
                let (closed, open) = ($zero(), $splat(QA as i16));
                let mut sums = [$zero(); ROUND / $lanes];
                let rounds = neurons.as_chunks::<ROUND>().0.iter().zip(weights.as_chunks::<ROUND>().0);
                for (neurons, weights) in rounds {
                    let parts = neurons.as_chunks().0.iter().zip(weights.as_chunks().0);
                    for (sum, (neurons, weights)) in sums.iter_mut().zip(parts) {
                        let value = $min($max(load(neurons), closed), open);
                        *sum = $add(*sum, $pair($multiply(value, load(weights)), value));
                    }
                }
                lanes(sums.into_iter().fold($zero(), |total, sum| $add(total, sum)))
                    .into_iter()
                    .fold(0, i32::wrapping_add)
            }

            #[target_feature(enable = $features)]
            fn load(numbers: &[i16; $lanes]) -> $vector {
                // SAFETY: the array has as many bytes as the vector, and the instruction asks for no alignment.
                unsafe { $load(numbers.as_ptr().cast()) }
            }

            #[target_feature(enable = $features)]
            fn lanes(vector: $vector) -> [i32; $lanes / 2] {
                // SAFETY: both are the same bytes, and every pattern of them is a number.
                unsafe { std::mem::transmute(vector) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compile_for!(
    avx2, "avx2", __m256i of 16,
    _mm256_loadu_si256 _mm256_setzero_si256 _mm256_set1_epi16 _mm256_min_epi16 _mm256_max_epi16
    _mm256_mullo_epi16 _mm256_madd_epi16 _mm256_add_epi32
);
#[cfg(target_arch = "x86_64")]
compile_for!(
    avx512, "avx512f,avx512bw,avx512vl", __m512i of 32,
    _mm512_loadu_si512 _mm512_setzero_si512 _mm512_set1_epi16 _mm512_min_epi16 _mm512_max_epi16
    _mm512_mullo_epi16 _mm512_madd_epi16 _mm512_add_epi32
);

/// Calls a kernel of the unit.
macro_rules! dispatch {
    ($kernels:ident, $function:ident($($argument:ident),*)) => {
        match $kernels.0 {
            Unit::Plain => plain::$function($($argument),*),
            // SAFETY: `Kernels` are only made by `supported`, which has asked the machine for these instructions.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2 => unsafe { avx2::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 => unsafe { avx512::$function($($argument),*) },
        }
    };
}

impl Kernels {
    /// `target = source + added rows - removed rows`; all have the same length, a multiple of 64.
    #[inline]
    pub(super) fn update(
        self,
        target: &mut [i16],
        source: &[i16],
        rows: Rows<'_>,
        added: &[u16],
        removed: &[u16],
    ) {
        dispatch!(self, update(target, source, rows, added, removed));
    }

    /// `target += added rows - removed rows`.
    #[inline]
    pub(super) fn adjust(self, target: &mut [i16], rows: Rows<'_>, added: &[u16], removed: &[u16]) {
        dispatch!(self, adjust(target, rows, added, removed));
    }

    /// The weighted sum of the squares of the neurons, each clipped to 0 … 255; no weight is beyond ±127.
    #[inline]
    pub(super) fn output(self, neurons: &[i16], weights: &[i16]) -> i32 {
        dispatch!(self, output(neurons, weights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::tests::around_zero;
    use crate::test_support::Dice;

    fn numbers(dice: &mut Dice, count: usize, most: i16) -> Vec<i16> {
        (0..count).map(|_| around_zero(dice, most)).collect()
    }

    /// What the kernels must give, one neuron after the other.
    fn plain_update(source: &[i16], rows: Rows<'_>, added: &[u16], removed: &[u16]) -> Vec<i16> {
        let sum = |i: usize, inputs: &[u16]| -> i64 {
            inputs.iter().map(|&input| i64::from(rows.get(input)[i])).sum()
        };
        let neuron = |i: usize| (i64::from(source[i]) + sum(i, added) - sum(i, removed)) as i16;
        (0..source.len()).map(neuron).collect()
    }

    #[test]
    fn every_kernel_adds_and_removes_rows_as_plain_sums_do() {
        let mut dice = Dice(11);
        for kernels in Kernels::supported() {
            for hidden in [64, 128, 192, 256, 1024] {
                // The whole range: sums that wrap round must do so everywhere alike.
                let weights = numbers(&mut dice, 9 * hidden, i16::MAX);
                let rows = Rows { weights: &weights, hidden };
                let source = numbers(&mut dice, hidden, i16::MAX);
                for (plus, minus) in (0..=4).flat_map(|plus| (0..=5).map(move |minus| (plus, minus))) {
                    let inputs: Vec<u16> = (0..9).collect();
                    let (added, removed) = (&inputs[..plus], &inputs[4..4 + minus]);
                    let expected = plain_update(&source, rows, added, removed);
                    let mut target = vec![1; hidden];
                    kernels.update(&mut target, &source, rows, added, removed);
                    assert_eq!(target, expected, "{kernels:?} {hidden} {plus} {minus}");
                    let mut target = source.clone();
                    kernels.adjust(&mut target, rows, added, removed);
                    assert_eq!(target, expected, "{kernels:?} {hidden} {plus} {minus}");
                }
            }
        }
    }

    #[test]
    fn every_kernel_weighs_the_neurons_as_the_formula_says() {
        let mut dice = Dice(12);
        for kernels in Kernels::supported() {
            for hidden in [64, 192, 256, 1024] {
                for most in [1, 300, i16::MAX] {
                    let neurons = numbers(&mut dice, hidden, most);
                    let weights = numbers(&mut dice, hidden, 127);
                    let product = |(&n, &w): (&i16, &i16)| i64::from(n).clamp(0, 255).pow(2) * i64::from(w);
                    let expected = neurons.iter().zip(&weights).map(product).sum::<i64>() as i32;
                    assert_eq!(kernels.output(&neurons, &weights), expected, "{kernels:?} {hidden} {most}");
                }
                // The ends of the range: all neurons open, all weights greatest.
                for weight in [-127, 127] {
                    let expected = (255 * 255 * i64::from(weight) * hidden as i64) as i32;
                    assert_eq!(kernels.output(&vec![i16::MAX; hidden], &vec![weight; hidden]), expected);
                }
                assert_eq!(kernels.output(&vec![i16::MIN; hidden], &vec![127; hidden]), 0);
            }
        }
    }

    #[test]
    fn the_best_kernels_are_of_those_that_the_machine_has() {
        assert_eq!(Kernels::supported().next(), Some(Kernels(Unit::Plain)));
        assert!(Kernels::supported().any(|kernels| kernels == Kernels::best()));
        for kernels in Kernels::supported() {
            assert_eq!(kernels.to_string().parse(), Ok(kernels));
        }
        let error = "mmx".parse::<Kernels>().expect_err("no such kernels").to_string();
        assert!(error.contains("'mmx', only plain"), "{error}");
        #[cfg(target_arch = "x86_64")]
        assert_eq!(is_x86_feature_detected!("avx2"), Kernels::best() != Kernels(Unit::Plain));
    }
}
