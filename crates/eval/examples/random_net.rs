//! Writes a network that has learnt nothing, to measure the speed of its shape with `rocada bench --net`:
//! `cargo run --release -p rocada-eval --example random_net -- chess 256 random.nnue [king buckets [outputs]]`.
#![allow(clippy::print_stderr)]

use std::process::ExitCode;

use rocada_eval::nnue::{GameKind, Network, Shape};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match make(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("random_net: {error}");
            ExitCode::from(2)
        }
    }
}

fn make(arguments: &[String]) -> Result<(), String> {
    let [game, hidden, path, rest @ ..] = arguments else {
        return Err("use: random_net chess|crazyhouse HIDDEN FILE [KING_BUCKETS [OUTPUTS]]".to_owned());
    };
    let game = GameKind::ALL.into_iter().find(|kind| kind.name() == game).ok_or("there is no such game")?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("'{text}' is no number"));
    let optional = |index: usize| rest.get(index).map_or(Ok(1), |text| number(text));
    let shape =
        Shape { game, hidden: number(hidden)?, king_buckets: optional(0)?, output_buckets: optional(1)? };
    let network = Network::random(shape, 1).map_err(|error| error.to_string())?;
    std::fs::write(path, network.to_bytes()).map_err(|error| format!("cannot write {path}: {error}"))
}
