//! The commands for people: `perft`, `eval` and `bench`, whose text the session shows.

use std::sync::mpsc::Sender;
use std::thread;

use rocada_engine::{Evaluations, bench, terms_text};
use rocada_protocol::Tool;
use rocada_rules::{AnyBoard, AnyPosition, Move, Position, Rules, Variant, perft};

use super::input::Arrival;

/// Runs a tool. What is quick gives its text at once, what takes long has a thread of its own and sends it.
pub(super) fn run(
    tool: Tool,
    position: AnyPosition,
    evaluations: &Evaluations,
    sender: Sender<Arrival>,
) -> Option<Vec<String>> {
    let work: Box<dyn FnOnce() -> Vec<String> + Send> = match tool {
        Tool::Eval => {
            return Some(terms_text(&position, evaluations).lines().map(str::to_owned).collect());
        }
        // The session does these itself.
        Tool::Display | Tool::Flip | Tool::Help => return None,
        Tool::Perft(depth) => Box::new(move || count_moves(&position, depth)),
        Tool::Bench(variant) => Box::new(move || run_bench(&variant)),
    };
    // Only a loop that has ended does not listen. Without a thread the tool says nothing, and the engine plays on.
    let tell = move || drop(sender.send(Arrival::Text(work())));
    let _ = thread::Builder::new().name("tool".to_owned()).spawn(tell);
    None
}

fn count_moves(position: &AnyPosition, depth: u32) -> Vec<String> {
    let counts = match position.board() {
        AnyBoard::Chess(board) => divide(board, depth),
        AnyBoard::Crazyhouse(board) => divide(board, depth),
    };
    let total: u64 = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
    let mut lines: Vec<String> =
        counts.iter().map(|&(mv, count)| format!("{}: {count}", position.uci(mv))).collect();
    lines.push(String::new());
    lines.push(format!("Nodes searched: {total}"));
    lines
}

fn divide<R: Rules>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let below = |&mv: &Move| {
        let mut after = position.clone();
        after.play(mv);
        (mv, perft(&mut after, depth - 1))
    };
    position.legal_moves().iter().map(below).collect()
}

fn run_bench(variant: &str) -> Vec<String> {
    let variants = match variant.trim() {
        "" => Variant::ALL.to_vec(),
        name => match name.parse() {
            Ok(variant) => vec![variant],
            Err(_) => {
                return vec!["bench takes chess, chess960, crazyhouse, crazyhouse960 or nothing".to_owned()];
            }
        },
    };
    let mut lines = Vec::new();
    let evaluations = Evaluations::default();
    let result = bench(&variants, &evaluations, |position, nodes| {
        lines.push(format!("{nodes:10} {}", position.fen()));
    });
    lines.push(format!("{} nodes {} nps", result.nodes, result.speed()));
    lines
}
