//! The kernels as plain loops: the source of all that add and remove rows, for a compiler that may use wider vectors makes
//! faster code of the same lines.

use super::Rows;
use crate::nnue::network::QA;

/// Neurons that are computed together: so many stay in vector registers while rows are added.
const TILE: usize = 64;

/// `target = source + added - removed`, in one pass for the numbers of rows that moves have.
#[inline(always)]
pub(super) fn update(target: &mut [i16], source: &[i16], rows: Rows<'_>, added: &[u16], removed: &[u16]) {
    match (added, removed) {
        // A quiet move, a drop, a promotion.
        (&[a], &[b]) => fused(target, source, rows, [a], [b]),
        // A capture in chess.
        (&[a], &[b, c]) => fused(target, source, rows, [a], [b, c]),
        // Castling, a capture in crazyhouse, a step of a promoted piece.
        (&[a, b], &[c, d]) => fused(target, source, rows, [a, b], [c, d]),
        // A promoted piece is taken.
        (&[a, b], &[c, d, e]) => fused(target, source, rows, [a, b], [c, d, e]),
        _ => {
            target.copy_from_slice(source);
            adjust(target, rows, added, removed);
        }
    }
}

#[inline(always)]
fn fused<const A: usize, const R: usize>(
    target: &mut [i16],
    source: &[i16],
    rows: Rows<'_>,
    added: [u16; A],
    removed: [u16; R],
) {
    let target = target.as_chunks_mut::<TILE>().0;
    let count = target.len();
    let tiles = |input| &tiles_of(rows.get(input))[..count];
    let (source, added, removed) = (&tiles_of(source)[..count], added.map(tiles), removed.map(tiles));
    for (index, target) in target.iter_mut().enumerate() {
        let mut tile = source[index];
        for row in added {
            add(&mut tile, &row[index]);
        }
        for row in removed {
            subtract(&mut tile, &row[index]);
        }
        *target = tile;
    }
}

/// `target += added - removed` for any number of rows.
#[inline(always)]
pub(super) fn adjust(target: &mut [i16], rows: Rows<'_>, added: &[u16], removed: &[u16]) {
    for (index, target) in target.as_chunks_mut::<TILE>().0.iter_mut().enumerate() {
        let mut tile = *target;
        for &input in added {
            add(&mut tile, &tiles_of(rows.get(input))[index]);
        }
        for &input in removed {
            subtract(&mut tile, &tiles_of(rows.get(input))[index]);
        }
        *target = tile;
    }
}

#[inline(always)]
fn tiles_of(row: &[i16]) -> &[[i16; TILE]] {
    row.as_chunks().0
}

#[inline(always)]
fn add(tile: &mut [i16; TILE], row: &[i16; TILE]) {
    for (neuron, &weight) in tile.iter_mut().zip(row) {
        *neuron = neuron.wrapping_add(weight);
    }
}

#[inline(always)]
fn subtract(tile: &mut [i16; TILE], row: &[i16; TILE]) {
    for (neuron, &weight) in tile.iter_mut().zip(row) {
        *neuron = neuron.wrapping_sub(weight);
    }
}

/// The weighted sum of the squares of clipped neurons. The product of neuron and weight fits into 16 bits, for weights are
/// small; two such products times their neurons are one step of a vector unit.
#[inline(always)]
pub(super) fn output(neurons: &[i16], weights: &[i16]) -> i32 {
    let products = neurons.iter().zip(weights).map(|(&neuron, &weight)| {
        let value = neuron.clamp(0, QA as i16);
        i32::from(value.wrapping_mul(weight)) * i32::from(value)
    });
    products.fold(0, i32::wrapping_add)
}
