//! CECP 76 to 84 and 93 to 100: thinking, analysis, variants, robustness.

use crate::common::{Stage, cecp, cecp_stage};

#[test]
fn cecp_076_thinking_has_four_numbers_three_more_and_a_tab_before_the_line() {
    cecp(
        "> post\n> st 1\n> go\n@ go\n! think depth 5 seldepth 9 cp -12 nodes 1000 time 50 pv e2e4 e7e5\n\
         < 5 -12 5 1000 9 20000 0\te2e4 e7e5\n! think depth 6 cp 40 lower nodes 2000 time 80 pv d2d4\n\
         < 6 40 8 2000 6 25000 0\td2d4 !\n! think depth 6 cp -40 upper nodes 3000 time 90 pv d2d4\n\
         < 6 -40 9 3000 6 33333 0\td2d4 ?\n! best d2d4\n< move d2d4",
    );
}

#[test]
fn cecp_077_nopost_shows_only_the_move() {
    cecp("> nopost\n> st 1\n> go\n@ go\n! think depth 5 cp 1\n! best e2e4\n< move e2e4");
}

#[test]
fn cecp_078_mates_are_counted_from_100000() {
    cecp(
        "> post\n> go\n@ go\n! think depth 5 mate 1 nodes 1 time 10 pv e2e4\n< 5 100001 1 1 5 100 0\te2e4\n\
         ! think depth 5 mate 3 nodes 1 time 10 pv e2e4\n< 5 100003 1 1 5 100 0\te2e4\n\
         ! think depth 5 mate -2 nodes 1 time 10 pv e2e4\n< 5 -100002 1 1 5 100 0\te2e4\n\
         ! think depth 5 cp 50000 nodes 1 time 10 pv e2e4\n< 5 29999 1 1 5 100 0\te2e4",
    );
}

#[test]
fn cecp_079_scores_are_the_movers() {
    cecp(
        "> post\n> usermove e2e4\n@ go\n! think depth 5 cp 33 nodes 1 time 10 pv e7e5\n< 5 33 1 1 5 100 0\te7e5",
    );
}

#[test]
fn cecp_080_an_endless_line_is_cut() {
    let mut stage = cecp_stage();
    stage.run("> post\n> go\n@ go");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(200);
    stage.event(&format!("think depth 99 cp 0 pv {shuffle}"));
    stage.take();
    stage.lint();
    assert!(stage.sent.last().unwrap().len() < 1100);
}

#[test]
fn cecp_082_after_the_move_there_is_quiet_or_pondering() {
    cecp("> easy\n> go\n@ go\n! best e2e4 ponder e7e5\n< move e2e4\n! think depth 3 cp 0");
    cecp(
        "> hard\n> post\n> go\n@ go\n! best e2e4 ponder e7e5\n< move e2e4\n< Hint: e7e5\n@ go ponder\n\
         ! think depth 3 cp 5 nodes 1 time 10 pv g1f3\n< 3 5 1 1 3 100 0\tg1f3\n\
         # A search that ends before the guess is confirmed keeps its move.\n\
         ! best g1f3\n> usermove e7e5\n< move g1f3",
    );
}

#[test]
fn cecp_083_hint_and_book_are_answered() {
    cecp("> hint\n> go\n@ go\n! best e2e4 ponder e7e5\n< move e2e4\n> hint\n< Hint: e7e5");
    cecp("> bk\n@ book\n! book e2e4 d2d4\n<  e2e4\n<  d2d4\n<\n> bk\n@ book\n! book\n<  no book moves\n<");
}

#[test]
fn cecp_084_a_gui_that_refuses_remarks_gets_none() {
    let mut stage = cecp_stage();
    stage.run("> perft 1\n@ tool perft 1\n! text nodes 20\n< # nodes 20\n> d\n< …");
    assert!(stage.sent.iter().any(|line| line.starts_with("# ")));
    let before = stage.sent.len();
    stage.run("> rejected debug\n> d\n> perft 1\n@ tool perft 1\n! text nodes 20\n! note hello");
    assert!(stage.sent[before..].iter().all(|line| !line.starts_with('#')));
}

#[test]
fn cecp_093_analysis_follows_the_board_and_never_moves() {
    cecp(
        "> post\n> analyze\n@ go analyze white\n> usermove e2e4\n@ stop\n@ go analyze black\n> undo\n@ stop\n\
         @ go analyze white\n> setboard 4k3/8/8/8/8/8/8/R3K3 b - - 0 1\n@ stop\n@ go analyze black\n! best e8d8\n\
         > new\n@ newgame\n@ go analyze white\n> variant crazyhouse\n@ stop\n@ go analyze white\n> option MultiPV=2\n\
         @ stop\n@ set MultiPV=2\n@ go analyze white\n> exit\n@ stop\n> go\n@ go play white\n! best e2e4\n< move e2e4",
    );
}

#[test]
fn cecp_094_the_status_of_an_analysis_can_be_asked() {
    cecp(
        "> .\n> post\n> analyze\n@ go analyze\n> .\n< stat01: 0 0 0 0 20\n+ 2000\n\
         ! think depth 7 cp 5 nodes 777 time 20 pv e2e4\n< 7 5 2 777 7 38850 0\te2e4\n! current 8 d2d4 4 20\n> .\n\
         < stat01: 200 777 8 16 20 d2d4",
    );
}

#[test]
fn cecp_095_finished_positions_are_analysed_quietly() {
    cecp("> force\n> setboard 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\n> analyze\n> exit");
    cecp("> force\n> setboard 7k/5Q2/8/8/8/8/8/K7 b - - 0 1\n> analyze\n> exit");
    cecp("> force\n> setboard 7k/8/8/8/8/8/6q1/K7 w - - 0 1\n> analyze\n@ go analyze\n! best a1b1\n> exit");
}

#[test]
fn cecp_096_root_moves_can_be_excluded() {
    cecp(
        "> force\n> exclude all\n> include a2a3\n> post\n> analyze\n@ go analyze only=a2a3\n> include all\n@ stop\n\
         @ go analyze\n> exclude all\n@ stop\n> include a2a3\n@ go analyze only=a2a3\n> usermove a2a3\n@ stop\n\
         @ go analyze black",
    );
    let mut stage = cecp_stage();
    stage.run("> force\n> exclude all\n> include a2a3\n> usermove e2e4");
    stage.say("go");
    assert!(!stage.take().concat().contains("only="));
}

#[test]
fn cecp_097_crazyhouse_positions_and_drops() {
    let board = "rnbqkb1r/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKB1R";
    for fen in [format!("{board}[PNpb] w KQkq - 0 1"), format!("{board}/PNpb w KQkq - 0 1")] {
        cecp(&format!("> variant crazyhouse\n> force\n> setboard {fen}\n> usermove N@e4"));
        for drop in ["N@e1", "P@e1", "P@e8", "Q@e4", "b@e4"] {
            cecp(&format!(
                "> variant crazyhouse\n> force\n> setboard {fen}\n> usermove {drop}\n< Illegal move: {drop}"
            ));
        }
        cecp(&format!(
            "> variant crazyhouse\n> force\n> setboard {fen}\n> go\n@ go\n! best N@e4\n< move N@e4"
        ));
    }
    for hand in ["[-]", "[]", ""] {
        cecp(&format!(
            "> variant crazyhouse\n> force\n> setboard {board}{hand} w KQkq - 0 1\n> usermove N@e4\n\
             < Illegal move: N@e4"
        ));
    }
    // A promoted queen falls back to a pawn; a dropped rook does not castle.
    cecp(
        "> variant crazyhouse\n> force\n> setboard 3rk3/8/8/8/8/8/3Q~4/4K3[] b - - 0 1\n> usermove d8d2\n\
         > usermove e1d2\n> usermove Q@e4\n< Illegal move: Q@e4\n> usermove P@e4",
    );
    cecp(
        "> variant crazyhouse\n> force\n> setboard 4k3/8/8/8/8/8/8/4K3[Rr] w KQ - 0 1\n> usermove R@h1\n\
         > usermove R@a8\n> usermove e1g1\n< Illegal move: e1g1",
    );
    cecp("> variant crazyhouse\n> go\n@ go\n> holding [P] [] \n! best e2e4\n< move e2e4");
}

#[test]
fn cecp_098_fischer_random_castling_is_written_with_letters() {
    for castling in ["FCfc", "KQkq"] {
        cecp(&format!(
            "> variant fischerandom\n> force\n> setboard bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w {castling} - 0 1\n\
             > usermove e2e4\n> usermove e7e5"
        ));
        cecp(&format!(
            "> variant fischerandom\n> force\n> setboard 2r1kr2/pppppppp/8/8/8/8/PPPPPPPP/2R1KR2 w {castling} - 0 1\n> usermove O-O\n\
             > go\n@ go black\n! best O-O-O\n< move O-O-O"
        ));
    }
    cecp(
        "> variant crazyhouse\n> force\n> setboard rk3r2/pppppppp/8/8/8/8/PPPPPPPP/RK3R2[-] w FAfa - 0 1\n\
         > usermove O-O\n> go\n@ go black\n! best O-O\n< move O-O",
    );
}

#[test]
fn cecp_099_bad_input_gets_at_most_one_short_line() {
    let words = [
        "level",
        "st",
        "sd",
        "memory",
        "cores",
        "option",
        "egtpath",
        "setboard",
        "nps",
        "time",
        "otim",
        "ping",
        "usermove",
        "variant",
        "result",
        "exclude",
        "include",
        "rating",
        "name",
        "holding",
        "protover x",
        "edit x",
    ];
    let arguments =
        ["", "-5", "99999999999999999999999", "abc", "1 2 3 4 5", "\u{0}\u{ff}", "= = =", "1e999"];
    for word in words {
        for argument in arguments {
            let mut stage = cecp_stage();
            stage.say(&format!("{word} {argument}"));
            let before = stage.sent.len();
            stage.take();
            stage.say(".");
            stage.take();
            assert!(stage.sent.len() - before <= 1);
            assert!(stage.sent.iter().all(|line| line.len() < 200), "{:?}", stage.sent.last());
            stage.lint();
            stage.still_alive();
        }
    }
    let mut stage = cecp_stage();
    stage.say(&"x".repeat(1 << 20));
    stage.say(&" ".repeat(100_000));
    assert_eq!(stage.take().len(), 1);
    stage.run("> egtpath syzygy /does/not/exist\n@ set SyzygyPath=/does/not/exist\n> egtpath nalimov /x");
}

#[test]
fn cecp_100_the_end_of_input_ends_everything_and_pause_is_kept() {
    for before in ["", "> go\n@ go", "> analyze\n@ go", "> edit"] {
        cecp(&format!("{before}\n> <eof>\n@ quit\n> ping 1"));
    }
    cecp(
        "> st 5\n> go\n@ go\n+ 100\n> pause\n@ pause\n! think depth 1 cp 0\n! best e2e4\n+ 1000\n> ping 1\n> resume\n\
         @ resume\n< move e2e4\n< pong 1",
    );
    // The pause does not count on the clock.
    cecp(
        "> level 0 1 0\n> go\n@ go\n> pause\n@ pause\n+ 9000\n> resume\n@ resume\n+ 1000\n! best e2e4\n< move e2e4\n\
         > usermove e7e5\n@ go clock=59000",
    );
    // Many games through one process.
    let mut stage: Stage = cecp_stage();
    for _ in 0..500 {
        stage.run("> new\n< …\n> usermove e2e4\n< …\n! best e7e5\n< move e7e5\n> result 1-0 {x}\n> force");
    }
}
