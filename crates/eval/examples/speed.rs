//! Measures what an evaluation costs in middlegames: `cargo run --release -p rocada-eval --example speed`.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use rocada_eval::Evaluator;
use rocada_eval::classical::Game;
use rocada_eval::nnue::{GameKind, Network, Shape};
use rocada_rules::{Crazyhouse, MoveList, Position, Standard, Tolerance};

const CHESS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 8",
    "2rq1rk1/pb2bppp/1p2pn2/3n4/3P4/P1NB1N2/1P2QPPP/R1B2RK1 b - - 0 14",
];

const HOUSE: &[&str] = &[
    "r1b2rk1/ppp2ppp/2n2n2/3q4/3P4/5N2/PPP2PPP/R1BQ1RK1[NPpb] w - - 0 12",
    "r4rk1/ppp1bppp/2n1b3/3p4/3P4/2PB1Q~2/PP3PPP/R4RK1[QNNPPbp] b - - 0 18",
];

/// Tries every move of every position: make, evaluate, take back, as a search does at its leaves.
fn measure<R: Game>(name: &str, fens: &[&str], mut evaluator: Evaluator<R>) {
    let mut starts: Vec<(Position<R>, MoveList)> = Vec::new();
    for fen in fens {
        let start = Position::<R>::from_fen(fen, Tolerance::Lax).expect("the positions are right");
        let moves = start.legal_moves();
        starts.push((start, moves));
    }
    let count: usize = starts.iter().map(|(_, moves)| moves.len()).sum();
    // Short rounds, the best of many: other processes then do not count.
    let rounds = 4_000 / count + 1;
    let mut best = f64::MAX;
    let mut sum = 0i64;
    for _ in 0..300 {
        let begin = Instant::now();
        for (position, moves) in &mut starts {
            evaluator.reset(position);
            sum += i64::from(evaluator.evaluate(position));
            for _ in 0..rounds {
                for &mv in &*moves {
                    evaluator.make(position, mv);
                    sum += i64::from(evaluator.evaluate(black_box(position)));
                    evaluator.unmake(position, mv);
                }
            }
        }
        best = best.min(begin.elapsed().as_secs_f64());
    }
    let nanoseconds = best * 1e9 / (rounds * count) as f64;
    println!("{name}: {nanoseconds:.0} ns for a move and its evaluation (sum {sum})");
}

fn measure_all<R: Game>(fens: &[&str]) {
    let game = GameKind::of::<R>();
    measure::<R>(&format!("{game} classical"), fens, Evaluator::classical());
    for hidden in [64, 128, 256, 512, 1024] {
        let network = Network::random(Shape::plain(game, hidden), 1).expect("the shape is right");
        let evaluator = Evaluator::network(Arc::new(network)).expect("the games are the same");
        measure::<R>(&format!("{game} network of {hidden}"), fens, evaluator);
    }
}

fn main() {
    measure_all::<Standard>(CHESS);
    measure_all::<Crazyhouse>(HOUSE);
}
