//! CECP: time, depth and nodes.

use std::time::{Duration, Instant};

use rocada_rules::{AnyPosition, Variant};

use crate::harness::{Rocada, grace, ms, patiently, play, post};

#[test]
fn cecp_066_every_form_of_level_is_understood() {
    patiently(|| {
        for level in ["40 5 0", "0 2:30 12", "0 0:01 0.1", "0 2 0.05", "0 0 0.1", "40 25+5 0", "0 5 1e-05"] {
            let mut rocada = Rocada::cecp_game();
            rocada.send(&format!("level {level}"));
            rocada.quiet(ms(30));
            rocada.send("time 200; otim 200; go");
            rocada.expect_move(ms(2000));
            rocada.finish();
        }
    });
}

#[test]
fn cecp_067_ten_moves_of_a_second_each() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("st 1");
        for _ in 0..10 {
            rocada.send("go");
            rocada.expect_move(ms(1050));
        }
        rocada.finish();
    });
}

#[test]
fn cecp_068_fractions_of_a_second_and_zero() {
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        rocada.send("st 0.2; go");
        rocada.expect_move(ms(300));
        rocada.send("st 0; time 50; go");
        rocada.expect_move(ms(500));
        rocada.send("new; st 0; go");
        rocada.expect_move(ms(1000));
        assert!(!rocada.history.iter().any(|said| said.text.starts_with("Error")));
        rocada.finish();
    });
}

#[test]
fn cecp_069_to_072_the_newest_control_and_the_own_clock_count() {
    patiently(|| {
        for (lines, within) in [
            ("st 30; level 0 1 0; time 100; otim 100; go", 1000),
            ("level 0 10 0; st 1; time 60000; go", 1050),
            ("level 0 1 0; time 10; otim 6000; go", 100),
            ("level 0 1 0; time 1; otim 6000; go", 100),
            ("level 0 1 0; time 0; otim 6000; go", 100),
            ("level 0 1 0; time -7; otim 6000; go", 100),
            ("force; usermove e2e4; time 200; otim 60000; go", 2000),
        ] {
            let mut rocada = Rocada::cecp_game();
            rocada.send(lines);
            rocada.expect_move(ms(within));
            rocada.finish();
        }
    });
}

#[test]
fn cecp_073_depth_is_kept() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("level 0 60 0; sd 5; post; go");
    rocada.expect_move(ms(2000));
    let depths: Vec<u32> =
        rocada.history.iter().filter_map(|said| post(&said.text)).map(|post| post.depth).collect();
    assert_eq!(depths.iter().max(), Some(&5));
    rocada.finish();
}

#[test]
fn cecp_074_nodes_are_kept_and_the_same_nodes_give_the_same_move() {
    let mut rocada = Rocada::cecp_game();
    for (limits, most) in [("nps 1000; st 2", 2100), ("nps 1; st 5000", 5100)] {
        let mut moves = Vec::new();
        for _ in 0..2 {
            let before = rocada.history.len();
            rocada.send(&format!("new; {limits}; post; go"));
            moves.push(rocada.expect_move(ms(2000)).0);
            let posts = rocada.history[before..].iter().filter_map(|said| post(&said.text));
            let nodes = posts.map(|post| post.nodes).max().expect("lines of thinking");
            assert!(nodes <= most, "{nodes}");
        }
        assert_eq!(moves[0], moves[1]);
    }
    rocada.finish();
}

#[test]
fn a_clock_in_nodes_bounds_the_nodes() {
    let mut rocada = Rocada::cecp_game();
    rocada.send("new; level 30 1 0; nps 1000; post; go");
    rocada.expect_move(ms(2000));
    let nodes = rocada.history.iter().filter_map(|said| post(&said.text)).map(|post| post.nodes).max();
    assert!(nodes.is_some_and(|nodes| (500..=2000).contains(&nodes)), "{nodes:?}");
    rocada.finish();
}

/// The clocks of a game that one process plays against itself.
struct Clocks {
    left: [Duration; 2],
    moves: [u32; 2],
}

#[test]
fn cecp_075_many_moves_at_a_classical_control_without_a_flag() {
    const SESSION: Duration = Duration::from_secs(4);
    patiently(|| {
        let mut rocada = Rocada::cecp_game();
        let mut position = AnyPosition::start(Variant::Chess);
        let mut clocks = Clocks { left: [SESSION; 2], moves: [0; 2] };
        rocada.send("level 40 0:04 0; force");
        for _ in 0..200 {
            if !position.has_legal_move() || position.outcome().is_some() {
                rocada.send("new; level 40 0:04 0; force");
                position = AnyPosition::start(Variant::Chess);
                clocks = Clocks { left: [SESSION; 2], moves: [0; 2] };
            }
            let side = position.turn().index();
            let centiseconds = |time: Duration| time.as_millis() / 10;
            let (mine, theirs) = (centiseconds(clocks.left[side]), centiseconds(clocks.left[1 - side]));
            rocada.send(&format!("time {mine}; otim {theirs}; go"));
            let begin = Instant::now();
            let (mv, _) = rocada.expect_move(clocks.left[side]);
            rocada.send("force");
            let used = begin.elapsed();
            assert!(used <= clocks.left[side] + grace(), "{used:?} of {:?}", clocks.left[side]);
            clocks.left[side] = clocks.left[side].saturating_sub(used);
            clocks.moves[side] += 1;
            if clocks.moves[side].is_multiple_of(40) {
                clocks.left[side] += SESSION;
            }
            play(&mut position, [mv]);
        }
        rocada.finish();
    });
}
