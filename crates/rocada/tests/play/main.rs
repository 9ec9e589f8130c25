//! `rocada play` as people meet it: in a terminal, key by key, and in a pipe.
#![cfg(unix)]

mod picture;
mod screen;

use std::io::Write as _;
use std::process::{Command, Stdio};

use screen::{Start, Terminal};

/// A bot that moves one pawn lets itself be mated in four moves.
const PAWN: [&str; 5] = ["play", "--level", "pawn", "--seed", "3"];

/// A position that no opening book knows.
const NO_BOOK: &str = "r1bqkb1r/pp3ppp/2p2n2/3pp1N1/2BnP3/3P4/PPP2PPP/RNBQK2R w KQkq - 0 5";

#[test]
fn a_game_to_mate_is_played_saved_and_kept() {
    let mut terminal = Terminal::start(&Start::new("mate", &PAWN));
    for line in ["e3", "Bc4", "Qh5", "Qxf7"] {
        terminal.type_line(line);
    }
    let screen = terminal.wait_for("White mates. You win: 1-0.");
    assert!(screen.contains("4. Qxf7#"), "{screen}");
    terminal.type_line("save mine.pgn");
    terminal.wait_for("Saved in mine.pgn.");
    terminal.type_line("save mine.pgn");
    assert_eq!(terminal.quit(), 0);
    terminal.wait_for("Your game is kept in ");
    let games = terminal.kept_games();
    assert_eq!(games.len(), 1);
    assert!(games[0].contains("[Result \"1-0\"]") && games[0].contains("Qxf7#"), "{}", games[0]);
    let saved = std::fs::read_to_string(terminal.folder.join("mine.pgn")).expect("it was saved");
    assert_eq!(saved, games[0]);
}

#[test]
fn crazyhouse_pieces_are_dropped_and_hands_shown() {
    let fen = "r1bqkb1r/ppp2ppp/5n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NP] w KQkq - 0 5";
    let start = Start::new(
        "drop",
        &["play", "--variant", "crazyhouse", "--fen", fen, "--level", "random", "--seed", "3"],
    );
    let mut terminal = Terminal::start(&start);
    let screen = terminal.wait_for_prompt();
    assert!(screen.contains("in hand: ♘ ♙"), "{screen}");
    terminal.type_line("R@f5");
    terminal.wait_for("'R@f5' is not legal");
    terminal.type_line("N@f5");
    let screen = terminal.wait_for("Rocada random: 5... ");
    assert!(screen.contains("5. N@f5") && screen.contains("in hand: ♙"), "{screen}");
    terminal.type_line("pocket");
    terminal.wait_for("White holds a pawn.");
}

#[test]
fn bad_input_is_answered_and_the_game_goes_on() {
    let mut terminal = Terminal::start(&Start::new("bad", &PAWN));
    terminal.type_line("e5");
    terminal.wait_for("'e5' is not legal here; legal would be");
    terminal.type_line("hnit");
    terminal.wait_for("did you mean hint?");
    terminal.type_line("load /no/such.pgn");
    terminal.wait_for("/no/such.pgn cannot be read");
    terminal.type_line("e4");
    terminal.wait_for("Rocada pawn: 1... ");
}

#[test]
fn why_shows_the_line_that_the_last_move_allowed() {
    // The queen is put where a pawn takes it.
    let fen = "rnbqkbnr/ppp2ppp/8/3pp3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 3";
    let start = Start::new("why", &["play", "--fen", fen, "--level", "greedy", "--seed", "1"]);
    let mut terminal = Terminal::start(&start);
    terminal.type_line("Qf4");
    terminal.wait_for("Rocada greedy: 3... ");
    terminal.type_line("why");
    let screen = terminal.wait_for("Better was 3. ");
    assert!(screen.contains("3. Qf4 allows 3... exf4"), "{screen}");
    assert!(screen.contains("The queen on f4 is not defended."), "{screen}");
    terminal.type_line("hint");
    terminal.wait_for("Try ");
}

#[test]
fn ctrl_c_and_ctrl_d_leave_and_keep_the_game() {
    for (name, key) in [("ctrl-c", "\u{3}"), ("ctrl-d", "\u{4}")] {
        let mut terminal = Terminal::start(&Start::new(name, &PAWN));
        terminal.type_line("e4");
        terminal.wait_for("Rocada pawn: 1... ");
        terminal.wait_for_prompt();
        terminal.press(key);
        assert_eq!(terminal.wait_for_end(), 0, "{name}");
        let games = terminal.kept_games();
        assert_eq!(games.len(), 1, "{name}");
        assert!(games[0].contains("[Result \"*\"]") && games[0].contains("1. e4"), "{name}: {}", games[0]);
    }
}

#[test]
fn ctrl_c_while_the_opponent_thinks_leaves_and_keeps_the_game() {
    let start = Start::new("thinking", &["play", "--level", "full", "--clock", "90+0", "--fen", NO_BOOK]);
    let mut terminal = Terminal::start(&start);
    terminal.type_line("h4");
    terminal.wait_for("thinking...");
    terminal.press("\u{3}");
    assert_eq!(terminal.wait_for_end(), 0);
    let games = terminal.kept_games();
    assert_eq!(games.len(), 1);
    assert!(games[0].contains("5. h4") && games[0].contains("[TimeControl \"5400\"]"), "{}", games[0]);
}

#[test]
fn colours_go_with_no_color_and_figurines_without_utf_8() {
    let colours = |environment: &[(&'static str, &'static str)]| {
        let start = Start { environment: environment.to_vec(), ..Start::new("colours", &PAWN) };
        let terminal = Terminal::start(&start);
        let screen = terminal.wait_for_prompt();
        (terminal.raw().contains("\u{1b}[1;38;5;"), screen.contains('♚'), screen.contains(" k "))
    };
    assert_eq!(colours(&[]), (true, true, false));
    assert_eq!(colours(&[("NO_COLOR", "1")]), (false, true, false));
    assert_eq!(colours(&[("LANG", "C")]), (true, false, true));
    assert_eq!(colours(&[("TERM", "dumb")]), (false, false, true));
}

#[test]
fn a_narrow_window_shows_the_whole_board() {
    let start = Start {
        columns: 24,
        rows: 40,
        ..Start::new("narrow", &["play", "--level", "pawn", "--ascii", "--seed", "1"])
    };
    let mut terminal = Terminal::start(&start);
    terminal.type_line("e4");
    let screen = terminal.wait_for("1... ");
    let rows: Vec<&str> = screen.lines().map(str::trim_end).collect();
    let count = |row: &str| rows.iter().filter(|&&shown| shown == row).count();
    // The board before the move and the one after the answer; the one between them has gone.
    assert_eq!((count(" 1 R N B Q K B N R"), count("   a b c d e f g h")), (2, 2), "{screen}");
}

#[test]
fn keys_complete_words_and_bring_back_lines() {
    let mut terminal = Terminal::start(&Start::new("keys", &PAWN));
    terminal.wait_for_prompt();
    terminal.press("poc\t\r");
    terminal.wait_for("There are no pockets in this game.");
    terminal.wait_for_prompt();
    terminal.press("Nf\t\r");
    terminal.wait_for("1. Nf3");
    terminal.type_line("flip");
    terminal.wait_for_prompt();
    terminal.press("\u{1b}[A\u{1b}[A\u{1b}[A\r");
    terminal.wait_for("White 2> pocket");
}

#[test]
fn without_a_command_a_terminal_gets_the_board() {
    let mut terminal = Terminal::start(&Start::new("plain-start", &[]));
    terminal.wait_for("you play White against Rocada level 5, adaptive.");
    terminal.type_line("resign");
    terminal.wait_for("The adaptive opponent plays at level 3 now.");
    assert_eq!(terminal.quit(), 0);
    assert!(terminal.kept_games().is_empty(), "a game without moves is none");
}

#[test]
fn the_plain_mode_has_no_board_and_nothing_that_moves_the_cursor() {
    let start = Start::new("words", &["play", "--plain", "--level", "pawn", "--seed", "1"]);
    let mut terminal = Terminal::start(&start);
    terminal.type_line("e4");
    let screen = terminal.wait_for("Rocada pawn: pawn from ");
    assert!(!screen.contains('♟') && !terminal.raw().contains("\u{1b}[J"), "{screen}");
    terminal.type_line("p K");
    terminal.wait_for("White king: e1. Black king: e8.");
}

#[test]
fn a_pipe_plays_too() {
    let folder = std::env::temp_dir().join(format!("rocada-play-pipe-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_rocada"))
        .args(PAWN)
        .env("XDG_DATA_HOME", &folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = b"e4\nnonsense\n\xff\xfe\nfen\n";
    child.stdin.take().expect("its input").write_all(input).expect("it reads");
    let output = child.wait_with_output().expect("it ends at the end of its input");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("'nonsense' is neither a move nor a command"), "{text}");
    assert!(text.contains(" w KQkq - ") && !text.contains('\u{1b}'), "{text}");
    assert!(std::fs::remove_dir_all(&folder).is_ok(), "the game was kept");
}

#[test]
fn wrong_arguments_get_one_sentence() {
    let wrong: [&[&str]; 6] = [
        &["--level", "kasparov"],
        &["--color", "red"],
        &["--clock", "fast"],
        &["--fen", "nonsense"],
        &["--load", "/no/such.pgn"],
        &["--variant", "shogi"],
    ];
    for arguments in wrong {
        let output = Command::new(env!("CARGO_BIN_EXE_rocada"))
            .arg("play")
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), complaint.lines().count()),
            (Some(2), 1),
            "{arguments:?}: {complaint}"
        );
    }
}

/// With `ROCADA_PICTURES=1` this makes `docs/images/terminal.svg`.
#[test]
fn the_screen_can_be_made_into_a_picture() {
    let fen = "r1bqkb1r/ppp2ppp/5n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NP] w KQkq - 0 5";
    let arguments = ["play", "--variant", "crazyhouse", "--fen", fen, "--level", "6", "--seed", "7"];
    let start = Start { rows: 28, columns: 100, ..Start::new("picture", &arguments) };
    let mut terminal = Terminal::start(&start);
    for line in ["d3", "Ng5", "N@f5"] {
        terminal.type_line(line);
        terminal.wait_for_prompt();
    }
    terminal.type_line("why");
    terminal.wait_for_prompt();
    let svg = terminal.look(picture::svg);
    assert!(svg.contains("♞") && svg.contains("#af875f") && svg.contains("hand:"), "{svg}");
    if std::env::var("ROCADA_PICTURES").is_ok_and(|value| value == "1") {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/images/terminal.svg");
        std::fs::write(file, svg).expect("the picture can be written");
    }
}
