//! CECP: greeting, pings and modes.

use crate::harness::{Rocada, chess_after, ms, patiently, post};

#[test]
fn cecp_001_alive_and_idle_without_input() {
    let mut rocada = Rocada::start();
    rocada.quiet(ms(1000));
    assert!(rocada.processor_time() < ms(50));
    rocada.quit();
}

#[test]
fn cecp_003_features_come_within_a_second() {
    patiently(|| {
        let mut rocada = Rocada::start();
        rocada.send("xboard; protover 2");
        rocada.expect(ms(1000), |line| line.contains("done=1"));
        assert_eq!(rocada.history[0].text, "feature done=0");
        rocada.finish();
    });
}

#[test]
fn start_to_ready_takes_less_than_20_ms() {
    patiently(|| {
        let mut rocada = Rocada::start();
        let begin = rocada.sent;
        rocada.send("isready");
        rocada.sent = begin;
        rocada.expect_line(ms(20), "readyok");
        rocada.quit();
    });
}

#[test]
fn cecp_015_ping_is_answered_within_50_ms() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("ping 7");
        rocada.expect_line(ms(50), "pong 7");
        rocada.finish();
    });
}

#[test]
fn cecp_018_settings_are_in_force_before_the_pong() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("force; new; variant crazyhouse; memory 256; cores 2; ping 4");
    let said = rocada.next(ms(5000)).expect("an answer");
    assert_eq!(said.text, "pong 4");
    rocada.finish();
}

#[test]
fn cecp_019_a_ping_while_thinking_waits_for_the_move() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("st 2; usermove e2e4");
        rocada.quiet(ms(300));
        rocada.send("ping 9");
        rocada.expect_move(ms(2000));
        rocada.sent = rocada.history.last().expect("the move").at;
        rocada.expect_line(ms(50), "pong 9");
        rocada.finish();
    });
}

#[test]
fn cecp_020_move_now_then_the_pong() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("st 30; usermove e2e4");
        rocada.quiet(ms(300));
        rocada.send("?; ping 9");
        rocada.expect_move(ms(200));
        assert_eq!(rocada.next(ms(1000)).expect("the pong").text, "pong 9");
        rocada.finish();
    });
}

#[test]
fn cecp_021_force_while_thinking_answers_the_ping_and_gives_no_move() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("st 30; usermove e2e4");
    rocada.quiet(ms(300));
    rocada.send("ping 5; force");
    rocada.expect_line(ms(500), "pong 5");
    rocada.no_move(ms(1000));
    rocada.finish();
}

#[test]
fn cecp_022_a_ping_while_pondering_is_answered_at_once() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("hard; st 1; usermove e2e4");
        let (reply, _) = rocada.expect_move(ms(1100));
        rocada.listen(ms(200));
        rocada.send("ping 3");
        rocada.expect_line(ms(100), "pong 3");
        let position = chess_after(&["e2e4", &reply]);
        let next = position.uci(position.legal_moves()[3]);
        rocada.send(&format!("usermove {next}"));
        rocada.expect_move(ms(1100));
        rocada.send("easy");
        rocada.finish();
    });
}

#[test]
fn cecp_023_analysis_goes_deeper_after_a_ping() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("post; analyze");
        let before = rocada.listen(ms(300)).iter().filter_map(|line| post(line)).map(|post| post.depth).max();
        rocada.send("ping 8");
        rocada.expect_line(ms(100), "pong 8");
        let after = rocada.listen(ms(3000)).iter().filter_map(|line| post(line)).map(|post| post.depth).max();
        assert!(after > before, "{after:?} {before:?}");
        rocada.finish();
    });
}

#[test]
fn cecp_024_and_025_pings_keep_their_place_before_and_after_a_move() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("st 1; ping 1; go");
    assert_eq!(rocada.next(ms(1000)).expect("the pong").text, "pong 1");
    rocada.expect_move(ms(1500));
    rocada.send("new; st 1; force; usermove e2e4; go; ping 2");
    let (reply, _) = rocada.expect_move(ms(1500));
    chess_after(&["e2e4", &reply]);
    assert_eq!(rocada.next(ms(1000)).expect("the pong").text, "pong 2");
    rocada.finish();
}

#[test]
fn cecp_026_to_030_the_engine_plays_the_side_it_should() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("sd 4; usermove e2e4");
    let (black, _) = rocada.expect_move(ms(2000));
    chess_after(&["e2e4", &black]);
    rocada.send("new; sd 4; go");
    let (white, _) = rocada.expect_move(ms(2000));
    chess_after(&[&white]);
    rocada.send("new; sd 4; force; usermove e2e4; usermove e7e5");
    rocada.quiet(ms(300));
    rocada.send("go");
    let (white, _) = rocada.expect_move(ms(2000));
    chess_after(&["e2e4", "e7e5", &white]);
    rocada.send("new; sd 4; force; usermove e2e4; playother");
    rocada.quiet(ms(300));
    rocada.send("usermove e7e5");
    let (white, _) = rocada.expect_move(ms(2000));
    chess_after(&["e2e4", "e7e5", &white]);
    rocada.send("new; sd 4; go");
    let (first, _) = rocada.expect_move(ms(2000));
    rocada.send("go");
    let (second, _) = rocada.expect_move(ms(2000));
    chess_after(&[&first, &second]);
    rocada.finish();
}

#[test]
fn cecp_031_force_while_thinking_gives_no_move_and_the_next_one_is_taken() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("st 30; go");
    rocada.quiet(ms(300));
    rocada.send("force");
    rocada.no_move(ms(1500));
    rocada.send("usermove d2d4");
    rocada.quiet(ms(200));
    rocada.finish();
}

#[test]
fn cecp_032_new_while_thinking_gives_one_move_of_the_new_game() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("st 30; go");
    rocada.quiet(ms(300));
    rocada.send("new; st 1; usermove d2d4");
    let (reply, _) = rocada.expect_move(ms(1500));
    chess_after(&["d2d4", &reply]);
    rocada.no_move(ms(700));
    rocada.finish();
}

#[test]
fn cecp_033_a_result_while_thinking_gives_no_move() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("st 30; go");
    rocada.quiet(ms(300));
    rocada.send("result 1-0 {x}");
    rocada.quiet(ms(1500));
    rocada.finish();
}

#[test]
fn cecp_034_quit_while_thinking_ends_at_once() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("st 30; go");
        rocada.quiet(ms(300));
        rocada.send("quit");
        rocada.ends_well(ms(50));
        assert!(!rocada.history.iter().any(|said| said.text.starts_with("move")));
    });
}

#[test]
fn cecp_035_words_while_thinking_do_not_disturb() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("st 2; go");
        let go = rocada.sent;
        rocada.quiet(ms(50));
        rocada.send("hard; easy; post; nopost; time 500; otim 500; draw; name Bob Smith; rating 0 0; computer; hint; accepted x");
        rocada.sent = go;
        let (_, took) = rocada.expect_move(ms(2200));
        assert!(took > ms(100), "{took:?}");
        assert!(!rocada.history.iter().any(|said| said.text.starts_with("Error")));
        rocada.no_move(ms(300));
        rocada.finish();
    });
}

#[test]
fn cecp_036_an_unknown_word_while_thinking_does_not_hurry() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("st 2; go");
        let go = rocada.sent;
        rocada.send("frobnicate");
        rocada.expect_line(ms(200), "Error (unknown command): frobnicate");
        rocada.sent = go;
        let (_, took) = rocada.expect_move(ms(2200));
        assert!(took > ms(1000), "{took:?}");
        rocada.no_move(ms(300));
        rocada.finish();
    });
}

#[test]
fn cecp_037_and_038_move_now_moves_only_a_thinking_engine() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("?");
        rocada.quiet(ms(200));
        rocada.send("force; ?");
        rocada.quiet(ms(200));
        rocada.send("new; st 30; go");
        rocada.quiet(ms(300));
        rocada.send("?");
        rocada.expect_move(ms(100));
        rocada.finish();
    });
}

#[test]
fn cecp_041_new_forgets_the_depth() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("sd 1; new; post; st 1; go");
    rocada.expect_move(ms(1500));
    assert!(rocada.history.iter().filter_map(|said| post(&said.text)).any(|post| post.depth > 1));
    rocada.finish();
}

#[test]
fn cecp_051_and_052_a_line_may_come_in_pieces_and_with_carriage_returns() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("sd 3");
    rocada.write(b"usermove ");
    rocada.quiet(ms(300));
    rocada.write(b"e2e4\n");
    rocada.expect_move(ms(1000));
    rocada.write(b"new\r\nsd 3\r\n \t usermove \t e2e4 \t\r\n");
    rocada.expect_move(ms(1000));
    rocada.finish();
}

#[test]
fn cecp_081_each_line_leaves_at_once_and_stderr_stays_empty() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("post; st 0.3; usermove e2e4");
    let (_, took) = rocada.expect(ms(300), |line| post(line).is_some());
    assert!(took < ms(250), "the first line of thinking waited {took:?} for the others");
    // Nothing more is sent: a line left in a buffer would stay there.
    rocada.expect_move(ms(400));
    rocada.send("usermove e1e8; nonsense; setboard 8/8/8 w; quit");
    rocada.ends_well(ms(200));
}
