//! Real clients: the scripts of `tests/clients` with the binary of this build. They need what `scripts/setup-tests.sh`
//! installs; where that is missing they are skipped with a note, but not in CI.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
#![allow(clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// One client at a time: games by the clock need the processors.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    path.split(':').any(|folder| Path::new(folder).join(program).exists())
}

/// The Python with python-chess that the set-up made, or the one of the system.
fn python() -> String {
    let target = Path::new(env!("CARGO_BIN_EXE_rocada")).ancestors().nth(2).map(Path::to_owned);
    let own = target.map(|target| target.join("test-venv/bin/python")).filter(|path| path.exists());
    own.map_or("python3".to_owned(), |path| path.display().to_string())
}

/// Are these programs there? In CI they must be.
fn has(programs: &[&str]) -> bool {
    let missing: Vec<&&str> = programs.iter().filter(|program| !is_installed(program)).collect();
    if missing.is_empty() {
        return true;
    }
    let told = format!("missing: {missing:?}; scripts/setup-tests.sh installs them");
    assert!(std::env::var_os("CI").is_none(), "{told}");
    eprintln!("skipped, {told}");
    false
}

fn run(script: &str, arguments: &[&str]) {
    let _turn = ONE_AT_A_TIME.lock();
    // A copy of its own: other tests run the same binary, and the scripts look for processes that are left.
    let name = format!("rocada-{}-{}", script.trim_end_matches(".py"), arguments.join("-"));
    let folder = std::env::temp_dir().join(format!("rocada-clients-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let engine = folder.join(name.replace(['/', ' '], "_"));
    std::fs::copy(env!("CARGO_BIN_EXE_rocada"), &engine).expect("the binary can be copied");
    let (what, rest) = if script == "xboard.py" { arguments.split_at(1) } else { (&[][..], arguments) };
    let output = Command::new(python())
        .arg(root().join("tests/clients").join(script))
        .args(what)
        .arg(&engine)
        .args(rest)
        .output()
        .expect("Python runs");
    let _ = std::fs::remove_file(&engine);
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    eprintln!("{said}");
    assert!(output.status.success(), "{said}");
}

#[test]
fn xboard_plays_matches_in_all_variants() {
    if has(&["xboard", "xvfb-run", "python3", "fairymax", "sjeng"]) {
        run("xboard.py", &["matches", "--games", "2"]);
    }
}

#[test]
fn xboard_hosts_every_bot_of_the_course() {
    if has(&["xboard", "xvfb-run", "python3"]) {
        run("xboard.py", &["bots"]);
    }
}

#[test]
fn xboard_knows_every_line() {
    if has(&["xboard", "xvfb-run", "python3"]) {
        run("xboard.py", &["lint"]);
    }
}

#[test]
fn xboard_soaks_a_little() {
    if has(&["xboard", "xvfb-run", "python3"]) {
        run("xboard.py", &["soak", "--games", "4"]);
    }
}

#[test]
fn xboard_shows_the_board() {
    if has(&["xboard", "Xvfb", "python3", "import", "fairymax"]) {
        let picture = std::env::temp_dir().join(format!("rocada-xboard-{}.png", std::process::id()));
        run("xboard.py", &["picture", &picture.to_string_lossy()]);
        std::fs::remove_file(picture).expect("the picture was made");
    }
}

#[test]
fn python_chess_plays_and_analyses() {
    if has(&["python3"]) && has_python_chess() {
        run("python_chess.py", &[]);
    }
}

fn has_python_chess() -> bool {
    let found = Command::new(python()).args(["-c", "import chess.engine"]).output();
    if found.is_ok_and(|output| output.status.success()) {
        return true;
    }
    assert!(std::env::var_os("CI").is_none(), "python-chess is missing");
    eprintln!("skipped: python-chess is missing; scripts/setup-tests.sh installs it");
    false
}

#[test]
fn polyglot_adapts_the_engine() {
    if has(&["polyglot", "python3"]) {
        run("polyglot.py", &[]);
    }
}
