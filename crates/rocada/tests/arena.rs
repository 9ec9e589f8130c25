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
    // The endings of all games are counted, those of the first part too.
    let report = String::from_utf8_lossy(&resumed.stdout).into_owned();
    let endings = report.lines().find_map(|line| line.strip_prefix("Endings: ")).expect("endings");
    let numbers = endings.split(", ").filter_map(|ending| ending.split(' ').next()?.parse::<u32>().ok());
    assert_eq!(numbers.sum::<u32>(), 6, "{endings}");
    let _ = std::fs::remove_file(&pgn);
}

/// The shared data, which does not travel with the repository.
fn shared_data(path: &str) -> Option<String> {
    let folder = std::env::var_os("ROCADA_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let found = folder.join(path);
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(found.exists() || !required, "{} is missing", found.display());
    found.exists().then(|| found.to_string_lossy().into_owned())
}

#[test]
fn endgame_tables_end_games_whose_result_they_know() {
    let Some(tables) = shared_data("syzygy") else { return };
    let epd = file("endings.epd");
    // White wins, draws, would win but for the fifty-move rule, and wins though Black is to move.
    let openings = "7k/8/8/8/8/8/8/KQ6 w - - 0 1\n6rk/8/8/8/8/8/8/KR6 w - - 0 1\n\
                    7k/8/8/8/8/8/8/KQ6 w - - 98 80\n7k/8/8/8/8/8/8/KR6 b - - 0 1\n";
    std::fs::write(&epd, openings).expect("a file");
    for variant in ["chess", "chess960"] {
        let json = file(&format!("endings-{variant}.json"));
        let (epd, json_name) = (epd.to_string_lossy(), json.to_string_lossy().into_owned());
        let arguments = ["--games", "8", "--depth", "1", "--openings", &epd, "--sequential", "--tb", &tables];
        let more = ["--variant", variant, "--json", &json_name];
        let output = rocada(&[&PLAYERS[..], &arguments, &more].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("Endings: 8 tablebase"), "{output:?}");
        assert!(text.contains("won 2, drawn 4, lost 2"), "{text}");
        let _ = std::fs::remove_file(&json);
    }
    let _ = std::fs::remove_file(&epd);
}

#[test]
fn a_match_costs_little_beside_its_engines() {
    let engine = format!("cmd={} proto=uci memory=16", env!("CARGO_BIN_EXE_rocada"));
    let json = file("usage.json");
    let name = json.to_string_lossy().into_owned();
    let arguments =
        ["match", "--engine", &engine, "--engine", &engine, "--nodes", "10000", "--max-moves", "20"];
    let output = rocada(&[&arguments[..], &["--games", "4", "--concurrency", "2", "--json", &name]].concat());
    assert!(output.status.success(), "{output:?}");
    if cfg!(target_os = "linux") {
        assert!(String::from_utf8_lossy(&output.stdout).contains("The engines used "), "{output:?}");
        let text = std::fs::read_to_string(&json).expect("a result");
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let seconds = |name: &str| json["usage"][name].as_f64().expect("a number");
        let (engines, runner) = (seconds("engine_seconds"), seconds("runner_seconds"));
        assert!(engines > 0.1 && runner < 0.05 * engines, "{runner} s beside {engines} s");
    }
    let _ = std::fs::remove_file(&json);
}

#[test]
fn wrong_calls_get_one_sentence() {
    for arguments in [
        &["match", "--engine", "builtin:random", "--depth", "1"][..],
        &["match", "--engine", "builtin:nobody", "--engine", "builtin:random", "--depth", "1"],
        &["match", "--engine", "builtin:random", "--engine", "builtin:random"],
        &["match", "--engine", "cmd=./no-such-bot", "--engine", "builtin:random", "--tc", "1"],
        &[&PLAYERS[..], &["--depth", "1", "--tb", "/no/such/folder"]].concat(),
        &[&PLAYERS[..], &["--depth", "1", "--tb", ".", "--variant", "crazyhouse"]].concat(),
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

/// The Python with python-chess that `scripts/setup-tests.sh` makes; in CI it must be there.
fn python_with_chess() -> Option<String> {
    let target = PathBuf::from(env!("CARGO_BIN_EXE_rocada")).ancestors().nth(2)?.to_owned();
    let own = target.join("test-venv/bin/python");
    let python = if own.exists() { own.to_string_lossy().into_owned() } else { "python3".to_owned() };
    let works =
        Command::new(&python).args(["-c", "import chess"]).output().is_ok_and(|out| out.status.success());
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(works || !required, "python-chess is missing; scripts/setup-tests.sh installs it");
    works.then_some(python)
}

#[test]
fn the_bot_of_the_manual_is_healthy_and_plays() {
    let Some(python) = python_with_chess() else { return };
    let page = include_str!("../../../docs/test-your-bot.md");
    let code = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a bot");
    let bot = file("bot.py");
    std::fs::write(&bot, code).expect("a file");
    let name = bot.to_string_lossy().into_owned();
    let output = rocada(&["doctor", "--positions", "50", "--", &python, &name]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && !text.contains("advice  "), "{text}");
    let engine = format!("cmd=\"{python} {name}\" name=Mine");
    let arguments =
        ["match", "--engine", &engine, "--engine", "builtin:random", "--games", "2", "--tc", "10+0.1"];
    let output = rocada(&arguments);
    assert!(output.status.success(), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("faults of Mine"), "{output:?}");
    let _ = std::fs::remove_file(&bot);
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
