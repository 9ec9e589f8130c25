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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Piece, Setup, Standard};

    #[test]
    fn scratch_speed() {
        for (board, castling, depth) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", true, 6),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", true, 5),
        ] {
            let mut setup = Setup::empty();
            let (mut f, mut r) = (0u8, 7u8);
            for c in board.chars() {
                match c {
                    '/' => {
                        r -= 1;
                        f = 0
                    }
                    '1'..='8' => f += c as u8 - b'0',
                    c => {
                        setup.board[(r * 8 + f) as usize] = Piece::from_letter(c);
                        f += 1
                    }
                }
            }
            setup.turn = Color::White;
            if castling {
                setup.castling_rooks = crate::Bitboard(0x8100000000000081);
            }
            let mut p: Position<Standard> = Position::build(&setup);
            let t = std::time::Instant::now();
            let n = perft(&mut p, depth);
            println!(
                "{n} {:?} {} Mnps",
                t.elapsed(),
                n as f64 / t.elapsed().as_secs_f64() / 1e6
            );
        }
    }
}
