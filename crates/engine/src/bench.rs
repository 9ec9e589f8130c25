//! A fixed set of searches: the sum of their nodes is the signature of the search, their speed the machine's.
//!
//! The positions come from Rocada's own games; one is mate and one stalemate, so that those are counted too.

use std::time::{Duration, Instant};

use rocada_rules::{AnyBoard, AnyPosition, Crazyhouse, Position, Standard, Tolerance, Variant};
use rocada_search::{Limits, SearchGame, Searcher, Signals, TranspositionTable};

use crate::evaluations::Evaluations;

/// How deep each position is searched: together some seconds.
const DEPTH: u32 = 13;
const HASH_MEBIBYTES: usize = 16;

/// What a bench run found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BenchResult {
    /// The signature.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes a second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches the positions of the variants on one thread, judged by `evaluations`; `tell` hears of each position and its
/// nodes.
pub fn bench(
    variants: &[Variant],
    evaluations: &Evaluations,
    mut tell: impl FnMut(&AnyPosition, u64),
) -> BenchResult {
    let mut table = TranspositionTable::new(HASH_MEBIBYTES);
    let mut chess = Searcher::<Standard>::new(evaluations.evaluator());
    let mut crazyhouse = Searcher::<Crazyhouse>::new(evaluations.evaluator());
    let mut result = BenchResult::default();
    for &variant in variants {
        for fen in positions(variant) {
            // The positions are constants that a test reads.
            let Ok(position) = AnyPosition::from_fen(variant, fen, Tolerance::Lax) else { continue };
            let searched = match position.board() {
                AnyBoard::Chess(position) => search(&mut chess, &mut table, position),
                AnyBoard::Crazyhouse(position) => search(&mut crazyhouse, &mut table, position),
            };
            result.nodes += searched.nodes;
            result.time += searched.time;
            tell(&position, searched.nodes);
        }
    }
    result
}

/// Searches a position as the first one of a game. What it takes to forget the game before does not count.
fn search<R: SearchGame>(
    searcher: &mut Searcher<R>,
    table: &mut TranspositionTable,
    position: &Position<R>,
) -> BenchResult {
    searcher.new_game();
    table.clear();
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let begin = Instant::now();
    let nodes = searcher.search(position, &limits, table, &Signals::default(), None).nodes;
    BenchResult { nodes, time: begin.elapsed() }
}

/// The positions of a variant.
fn positions(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Chess => CHESS,
        Variant::Chess960 => CHESS960,
        Variant::Crazyhouse => CRAZYHOUSE,
        Variant::Crazyhouse960 => CRAZYHOUSE960,
    }
}

/// Chess: from the opening to the endgame, the last two a mate and a stalemate.
#[rustfmt::skip]
const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqk2r/ppp2pb1/4p1pn/3p4/3P4/N1P2N2/PP2PP1P/R1BQKB1R w KQkq - 0 8",
    "2kr3r/1bq2pb1/p3p1p1/n1p2n2/P7/RPP1pN2/1B3PBP/2Q1NRK1 w - - 0 21",
    "r3kbnr/pb4qp/2p1p3/3p2P1/6Q1/5N2/PPP1P2P/RNB1K2R b KQkq - 2 12",
    "4r3/pb6/1bpkp1p1/5nP1/8/2B5/PPP1P2P/RN2KR2 w Q - 3 25",
    "r4rk1/p3q1pp/bpp3n1/3p4/2P2pP1/N3P2N/P3B1KP/R2Q1R2 w - - 1 17",
    "4r1k1/p5pp/1pp2q2/2nP1N2/5NPP/8/P3bQK1/2R5 w - - 0 29",
    "r4r2/kpp3Rp/p1B5/5b2/2n2P2/2N5/PPP1N1PP/2K4R b - - 0 21",
    "4r3/7p/p7/2Rn4/N2N1P2/kPP3P1/P5bP/2K5 w - - 1 33",
    "5br1/p1kr1p1p/4n3/3RPN2/4P3/2P1B3/PP5P/2K2R2 w - - 9 26",
    "3R4/2k1Np1p/8/8/4P3/2P5/PP4r1/1K6 w - - 1 37",
    "6k1/4Rpb1/p3b1p1/7p/4N1P1/4P2P/P5K1/1B1r4 b - - 2 30",
    "8/3b1pk1/p5p1/6N1/4B3/4P2p/P2r4/7K w - - 2 41",
    "4R3/4r1bk/3q2p1/pP5p/P1Qp2nP/6P1/5P2/5RK1 w - - 2 35",
    "8/2Q3bk/1P4p1/p6p/P4P1P/3p1nP1/4q1K1/2R5 w - - 3 45",
    "8/2p4p/5k2/8/7P/5PP1/1K2N3/8 b - - 0 39",
    "5k2/8/2p4N/7P/2K2PP1/8/8/8 w - - 1 49",
    "8/RP5k/P1B2n1p/5pp1/5N2/1r4KP/7P/8 w - - 2 44",
    "2R5/8/r6p/4Q1p1/4K2k/7P/4N2P/8 w - - 1 53",
    "8/8/8/3k4/8/8/4R3/4K3 w - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// Chess960.
#[rustfmt::skip]
const CHESS960: &[&str] = &[
    "qbbnr1kr/pppppppp/6n1/8/7P/8/PPPPPPP1/QBBNRNKR w KQkq - 1 2",
    "nrknqb1r/ppp1pppb/3p3p/8/1Q1P4/1NN5/PPP1PPPP/1RK2BBR w KQkq - 6 6",
    "rb2bqkr/pp4pp/2pn1p2/3pp2P/2nPP3/2P2P2/PPB2BP1/R1NN1QKR w KQkq - 3 10",
    "1r1qr1k1/p3nn1p/1p3ppb/1R1pp3/Q1P5/2BB1P1P/P2P1PP1/2N1RNK1 w - - 0 14",
    "1bk2rb1/1pp4p/4rpnp/3p4/1P1B4/3N4/2PPP3/1BKR3R w - - 2 18",
];

/// Crazyhouse.
#[rustfmt::skip]
const CRAZYHOUSE: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r2qkbnr/pp1b1ppp/n1ppp3/8/Q1PP2P1/4P3/PP3P1P/RNB1KBNR[] w KQkq - 1 6",
    "1r1qkbnr/pp1b1ppp/n2pp3/2p5/2PN2P1/2Q4P/PP3PB1/RNB2RK1[PP] w k - 0 14",
    "rnbqkb1r/3pp1pp/p7/1pPQ1pP1/4nP2/P7/1PP1P1PP/RNB1KBNR[] b KQkq - 2 7",
    "1Qbqk2r/3p2pp/p1r1p3/1p3pP1/4nP2/P2P4/1PPB2PP/RNK2Bb1[NNPr] b k - 0 15",
    "rnbqkbnr/2p2ppp/p3P3/1p1P4/2p5/PQN5/1P1PPPPP/R1B1KBNR[] w KQkq - 0 9",
    "rnb1kb1Q/2p1PRp1/p2qPn2/1p1P4/2p5/P7/1PnBPPPP/R3KBNR[Pp] w KQ - 1 17",
    "1rbqkbnr/p3ppp1/p1pp3p/8/N3PB2/PP6/1PP2PPP/R2QK1NR[Nb] b KQk - 0 10",
    "1rbk1b1r/p4pp1/p1pb3p/2P1p3/N3P2b/PP3QP1/1PP3pP/3RK1NR[NNq] b K - 1 18",
    "rn1qkbnr/3p1bp1/pp2pp2/2p5/8/1N1P2pP/PPP1PPB1/RNBQ1R1K[p] w kq - 0 12",
    "1n1qkbnr/r5p1/ppp2p2/4pP2/4P3/1b1P1QPP/PPP3B1/R1B2R1K[Pnnp] w k - 0 20",
    "r3kb1r/ppp2qp1/2np1n1p/1P2p3/Pp4b1/3P1NN1/1PP1BPPP/R1BQK2R[] b KQkq - 0 13",
    "rq2kb1r/pPp3p1/B2p1n1p/8/Pp1Np3/6N1/1PP1BPPP/R1BQK2R[Pnp] b KQkq - 0 21",
    "rnb1k1nr/ppp3qp/6p1/3Bp1P1/1PP5/N3P3/P2P1PP1/q~2QKBNR[Prb] w Kkq - 0 15",
    "r1bQn2r/ppp3kp/6p1/3Bp3/1PP5/N3P3/P2P1PP1/Q3KBNR[Nrbppp] w K - 0 23",
    "Nnb2bkr/p2p4/1np2ppp/1pq1p3/4P3/2NB1P2/PPPQ2PP/1RB2KR1[RP] b - - 0 16",
    "5bkr/pR1pn3/2p2ppp/1p2p3/2BpP3/4bP2/PPPQN1PP/1RB2KR1[QNN] b - - 0 24",
];

/// Crazyhouse960.
#[rustfmt::skip]
const CRAZYHOUSE960: &[&str] = &[
    "nnrbkq1r/pppppppb/7p/8/P3P3/8/1PPP1PPP/NNRBKQBR[] w KQkq - 1 3",
    "n2kqnrb/pr1pppp1/1pp4P/4b2P/8/3P4/PPPNPP1P/NRBKQ1R1[B] w KQk - 1 7",
    "1r1bqr2/pbppp2k/1p1nnpp1/7p/PP6/3PP2P/Q1P2PP1/BRNB1NKR[] w KQ - 1 11",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        for variant in Variant::ALL {
            for fen in positions(variant) {
                AnyPosition::from_fen(variant, fen, Tolerance::Lax).expect(fen);
            }
        }
    }
}
