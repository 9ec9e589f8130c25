//! `rocada perft` as scripts see it: its last line, its exit code, its one sentence when something is wrong.

use std::process::{Command, Output, Stdio};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn rocada(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rocada"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

/// The lines of a run that must succeed silently.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = rocada(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{arguments:?}: {complaint}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn last_line(arguments: &[&str]) -> String {
    lines(arguments).pop().unwrap_or_default()
}

#[test]
fn the_last_line_tells_the_nodes() {
    assert_eq!(last_line(&["perft", "5"]), "nodes 4865609");
    assert_eq!(last_line(&["perft", "4", "--fen", KIWIPETE]), "nodes 4085603");
    assert_eq!(last_line(&["perft", "5", "--variant", "crazyhouse"]), "nodes 4888832");
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(last_line(&["perft", "4", "--variant", "chess960", "--fen", fen]), "nodes 326672");
}

#[test]
fn shallow_depths_count_too() {
    for (depth, nodes) in [("0", "nodes 1"), ("1", "nodes 20"), ("2", "nodes 400"), ("3", "nodes 8902")] {
        assert_eq!(last_line(&["perft", depth]), nodes);
    }
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(last_line(&["perft", "3", "--fen", stalemate]), "nodes 0");
}

#[test]
fn divide_shows_each_move_and_sums_up() {
    let all = lines(&["perft", "3", "--fen", KIWIPETE, "--divide"]);
    let parts: Vec<(&str, u64)> = all
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(mv, nodes)| (mv, nodes.parse().expect("a number after the move")))
        .collect();
    assert_eq!(parts.len(), 48);
    assert!(parts.iter().any(|&(mv, _)| mv == "e1g1") && parts.iter().any(|&(mv, _)| mv == "e1c1"));
    assert_eq!(parts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 97_862);
    assert_eq!(all.last().map(String::as_str), Some("nodes 97862"));
}

#[test]
fn any_number_of_threads_counts_the_same() {
    for threads in ["1", "2", "3", "64"] {
        assert_eq!(last_line(&["perft", "4", "--threads", threads]), "nodes 197281", "{threads} threads");
        let crazyhouse = ["perft", "4", "--variant", "crazyhouse", "--divide", "--threads", threads];
        assert_eq!(last_line(&crazyhouse), "nodes 197281", "{threads} threads");
    }
}

#[test]
fn bad_input_gets_one_sentence_and_exit_code_2() {
    let wrong: [&[&str]; 17] = [
        &["perft"],
        &["perft", "-1"],
        &["perft", "deep"],
        &["perft", "41"],
        &["perft", "99999999999999999999"],
        &["perft", "2", "--threads", "0"],
        &["perft", "2", "--threads", "many"],
        &["perft", "2", "--variant", "shogi"],
        &["perft", "2", "--fen", ""],
        &["perft", "2", "--fen", "nonsense"],
        &["perft", "2", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["perft", "2", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1"],
        &["perft", "2", "--fen", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"],
        &["perft", "2", "--fen", "4k3/8/8/8/8/8/8/4K3\nw - - 0 1 \u{1f600}"],
        &["perft", "2", "--nothing"],
        &["perft", "2", "3"],
        &["nothing"],
    ];
    for arguments in wrong {
        let output = rocada(arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert_eq!(complaint.lines().count(), 1, "{arguments:?}: {complaint}");
        assert!(complaint.starts_with("rocada: ") && !complaint.contains("panicked"), "{complaint}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rocada"))
        .args(["perft", "4", "--divide"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
