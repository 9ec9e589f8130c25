//! Perft numbers: how many move sequences of a length there are. The own set lies beside this file; the big shared
//! collection is counted wherever it is present.
//!
//! `ROCADA_PERFT_LIMIT` sets the highest node count of a line's depth that is still counted in the shared collection.
//! The default keeps `make test` short; `ROCADA_PERFT_LIMIT=30000000 cargo test --release --test perft` counts
//! everything up to 30 million nodes a line.

mod common;
mod support;

use std::path::Path;

use common::shared_data;
use rocada_rules::{AnyBoard, AnyPosition, Tolerance, Variant, divide, perft};
use support::{for_each_seed, from_environment};

/// With it the shared collection has about 3 billion leaves, with 30 million 16 billion.
const LIMIT: u64 = 8_000_000;

/// A position with its numbers: pairs of depth and leaves.
struct Line {
    fen: String,
    numbers: Vec<(u32, u64)>,
}

/// Reads `fen ;D1 n ;D2 n …`.
fn parse(text: &str) -> Line {
    let mut parts = text.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default().to_owned();
    let numbers = parts.map(|part| {
        let (depth, count) = part.split_once(' ').unwrap_or_else(|| panic!("no number: {text}"));
        let depth = depth.trim_start_matches('D').parse().unwrap_or_else(|_| panic!("no depth: {text}"));
        (depth, count.trim().parse().unwrap_or_else(|_| panic!("no count: {text}")))
    });
    Line { numbers: numbers.collect(), fen }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn count(variant: Variant, fen: &str, tolerance: Tolerance, depth: u32) -> u64 {
    let position = AnyPosition::from_fen(variant, fen, tolerance)
        .unwrap_or_else(|error| panic!("{variant} {fen}: {error}"));
    match position.into_board() {
        AnyBoard::Chess(mut position) => perft(&mut position, depth),
        AnyBoard::Crazyhouse(mut position) => perft(&mut position, depth),
    }
}

/// Counts the deepest number of the line within the limit; the others lie inside its tree.
fn check(variant: Variant, line: &Line, tolerance: Tolerance, limit: u64) {
    let within = line.numbers.iter().filter(|&&(_, nodes)| nodes <= limit);
    if let Some(&(depth, nodes)) = within.max_by_key(|&&(depth, _)| depth) {
        let counted = count(variant, &line.fen, tolerance, depth);
        assert_eq!(counted, nodes, "{variant} {} depth {depth}", line.fen);
    }
}

/// The variant that a shared file's name begins with.
fn variant_of(file: &str) -> Variant {
    match file.split('_').next() {
        Some("standard") => Variant::Chess,
        Some(name) => name.parse().unwrap_or_else(|error| panic!("{file}: {error}")),
        None => unreachable!("split gives at least one part"),
    }
}

fn check_shared_file(path: &Path, limit: u64) {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let variant = variant_of(name);
    // Among "misc" is a start with two bishops on squares of one colour, which no game reaches.
    let unreachable = name.contains("lax") || name.contains("misc");
    let tolerance = if unreachable { Tolerance::Lax } else { Tolerance::Repair };
    let text = std::fs::read_to_string(path).expect("the shared data can be read");
    let all: Vec<Line> = lines(&text).map(parse).collect();
    assert!(!all.is_empty(), "{name} has no lines");
    for_each_seed(all.len() as u64, |index| check(variant, &all[index as usize], tolerance, limit));
}

#[test]
fn own_positions_have_their_known_numbers() {
    let all: Vec<(Variant, Line)> = lines(include_str!("data/perft.epd"))
        .map(|line| {
            let (variant, rest) = line.split_once(' ').expect("each line begins with its variant");
            (variant.parse().expect("a variant"), parse(rest))
        })
        .collect();
    for variant in Variant::ALL {
        assert!(all.iter().any(|&(of, _)| of == variant), "no line for {variant}");
    }
    for_each_seed(all.len() as u64, |index| {
        let (variant, line) = &all[index as usize];
        check(*variant, line, Tolerance::Strict, u64::MAX);
    });
}

#[test]
fn shared_positions_have_their_known_numbers() {
    let Some(folder) = shared_data("perft") else { return };
    let limit = from_environment("ROCADA_PERFT_LIMIT", LIMIT);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the shared data can be read")
        .map(|entry| entry.expect("the shared data can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "perft"))
        .collect();
    files.sort();
    assert!(files.len() >= 12, "some perft files are missing: {files:?}");
    for file in files {
        check_shared_file(&file, limit);
    }
}

#[test]
fn divide_splits_the_same_number() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = AnyPosition::from_fen(Variant::Chess, fen, Tolerance::Strict).expect("a valid FEN");
    let AnyBoard::Chess(mut position) = position.into_board() else { unreachable!("it is chess") };
    let parts = divide(&mut position, 3);
    assert_eq!(parts.len(), 48);
    assert_eq!(parts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 97_862);
    assert!(divide(&mut position, 0).is_empty());
    assert_eq!(perft(&mut position, 0), 1);
}
