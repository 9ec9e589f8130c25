//! Counting the leaves of the move tree: the test of every move generator.

use crate::{All, Move, MoveList, Position, Rules};

/// The number of move sequences of `depth` moves. The last ply is counted, not played.
pub fn perft<R: Rules>(position: &mut Position<R>, depth: u32) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    match depth {
        0 => 1,
        _ => count(position, &mut lists),
    }
}

/// The perft number below each legal move, in the generator's order.
pub fn divide<R: Rules>(position: &mut Position<R>, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    let below = |&mv: &Move| {
        position.play(mv);
        let nodes = perft(position, depth - 1);
        position.unmake(mv);
        (mv, nodes)
    };
    moves.iter().map(below).collect()
}

/// Counts to the depth for which there are lists; there is at least one.
fn count<R: Rules>(position: &mut Position<R>, lists: &mut [MoveList]) -> u64 {
    let Some((list, deeper @ [_, ..])) = lists.split_first_mut() else {
        return position.count_legal_moves();
    };
    list.clear();
    position.generate::<All, _>(list);
    let mut nodes = 0;
    for &mv in list.iter() {
        position.play(mv);
        nodes += count(position, deeper);
        position.unmake(mv);
    }
    nodes
}
