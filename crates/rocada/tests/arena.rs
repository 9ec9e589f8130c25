//! `rocada match`, `rocada doctor` and `rocada book` as scripts see them.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn rocada(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rocada"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("rocada-arena-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

const PLAYERS: [&str; 5] =
    ["match", "--engine", "builtin:random name=A", "--engine", "builtin:random,seed=2 name=B"];

#[test]
fn a_match_is_resumed_without_losing_a_game() {
    let pgn = file("resume.pgn");
    let name = pgn.to_string_lossy().into_owned();
    let common = ["--games", "6", "--depth", "1", "--variant", "crazyhouse", "--pgn", &name];
    let whole = rocada(&[&PLAYERS[..], &common].concat());
    assert!(whole.status.success(), "{whole:?}");
    assert!(String::from_utf8_lossy(&whole.stdout).contains("New: A   Base: B"), "{whole:?}");
    // Cut off in the middle of a game.
    let text = std::fs::read_to_string(&pgn).expect("games");
    std::fs::write(&pgn, &text[..text.len() * 2 / 3]).expect("a file");
    let again = rocada(&[&PLAYERS[..], &common].concat());
    assert_eq!(again.status.code(), Some(2), "an old file is not overwritten");
    let resumed = rocada(&[&PLAYERS[..], &common, &["--resume"]].concat());
    assert!(resumed.status.success(), "{resumed:?}");
    let text = std::fs::read_to_string(&pgn).expect("games");
    let mut rounds: Vec<&str> = text.lines().filter(|line| line.starts_with("[Round ")).collect();
    rounds.sort_unstable();
    rounds.dedup();
    assert_eq!((rounds.len(), text.matches("[Round ").count()), (6, 6));
    let _ = std::fs::remove_file(&pgn);
}

#[test]
fn wrong_calls_get_one_sentence() {
    for arguments in [
        &["match", "--engine", "builtin:random", "--depth", "1"][..],
        &["match", "--engine", "builtin:nobody", "--engine", "builtin:random", "--depth", "1"],
        &["match", "--engine", "builtin:random", "--engine", "builtin:random"],
        &["match", "--engine", "cmd=./no-such-bot", "--engine", "builtin:random", "--tc", "1"],
        &["doctor", "--", "./no-such-bot"],
    ] {
        let output = rocada(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_book_is_built_and_played() {
    let epd = file("book.epd");
    let name = epd.to_string_lossy().into_owned();
    let book = rocada(&["book", "-o", &name, "--count", "3", "--nodes", "200", "--variant", "crazyhouse960"]);
    assert!(book.status.success(), "{book:?}");
    assert_eq!(std::fs::read_to_string(&epd).expect("a book").lines().count(), 3);
    let arguments = ["--games", "2", "--depth", "1", "--variant", "crazyhouse960", "--openings", &name];
    assert!(rocada(&[&PLAYERS[..], &arguments].concat()).status.success());
    let _ = std::fs::remove_file(&epd);
}

#[test]
fn rocada_itself_is_healthy() {
    for (language, variant) in
        [("cecp", "chess"), ("uci", "chess"), ("cecp", "crazyhouse"), ("uci", "crazyhouse")]
    {
        let arguments = ["doctor", "--proto", language, "--variant", variant, "--positions", "40", "--"];
        let output = rocada(&[&arguments[..], &[env!("CARGO_BIN_EXE_rocada")]].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{language} {variant}: {text}");
    }
}
