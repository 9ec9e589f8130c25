//! Measures evaluations per second in middlegames: `cargo run --release -p rocada-eval --example speed`.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use rocada_eval::classical::{Classical, Game};
use rocada_rules::{Crazyhouse, Position, Standard, Tolerance};

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

/// All positions one move away, as a search would meet them.
fn neighbours<R: Game>(fens: &[&str]) -> Vec<Position<R>> {
    let mut positions = Vec::new();
    for fen in fens {
        let start = Position::<R>::from_fen(fen, Tolerance::Lax).expect("the positions are right");
        for &mv in &start.legal_moves() {
            let mut position = start.clone();
            position.play(mv);
            positions.push(position);
        }
    }
    positions
}

fn measure<R: Game>(name: &str, fens: &[&str]) {
    let positions = neighbours::<R>(fens);
    let mut evaluator = Classical::<R>::new();
    let rounds = 400_000 / positions.len();
    let mut best = f64::MAX;
    let mut sum = 0i64;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..rounds {
            for position in &positions {
                sum += i64::from(evaluator.evaluate(black_box(position)));
            }
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let rate = (rounds * positions.len()) as f64 / best;
    println!("{name}: {rate:.0} evaluations per second (sum {sum})");
}

fn main() {
    measure::<Standard>("chess", CHESS);
    measure::<Crazyhouse>("crazyhouse", HOUSE);
}
