//! CECP 53 to 75: set-up, take-back, time.

use crate::common::{cecp, cecp_stage};

#[test]
fn cecp_053_a_mating_move_is_followed_by_the_result() {
    cecp(
        "> force\n> setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\n> go\n@ go\n! best d1d8\n< move d1d8\n\
         < 1-0 {White mates}",
    );
}

#[test]
fn cecp_054_fens_with_missing_fields_are_accepted() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/4K3 w - - 0",
        "4k3/8/8/8/8/8/8/4K3 b - - 0 0",
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 w KQkq e3 150 900",
    ] {
        cecp(&format!("> force\n> setboard {fen}"));
    }
}

fn refused(fen: &str) {
    let mut stage = cecp_stage();
    stage.say("force");
    stage.say(&format!("setboard {fen}"));
    let lines = stage.take();
    assert_eq!(lines.len(), 1, "{fen}: {lines:?}");
    assert!(lines[0].starts_with("< tellusererror Illegal position"), "{fen}: {lines:?}");
    assert!(lines[0].len() < 200, "{lines:?}");
    stage.run("> usermove e2e4\n< Illegal move: e2e4\n> new\n> usermove e2e4\n@ go play black");
}

#[test]
fn cecp_055_malformed_fens_are_refused_in_one_line() {
    for fen in [
        "8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/8/K7 w - - 0 1",
        "k6/8/8/8/8/8/8/K7 w - - 0 1",
        "k8/8/8/8/8/8/8/K7 w - - 0 1",
        "kx6/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/K7 z - - 0 1",
        "k7/8/8/8/8/8/8/K7 w - e9 0 1",
        "",
        &"x".repeat(3000),
    ] {
        refused(fen);
    }
}

#[test]
fn cecp_056_illegal_positions_are_refused_and_the_empty_board_is_named() {
    for fen in [
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
    ] {
        refused(fen);
    }
    let mut stage = cecp_stage();
    stage.say("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    assert!(stage.take()[0].contains("8/8/8/8/8/8/8/8"));
}

#[test]
fn cecp_056_crazyhouse_takes_odd_material_but_no_nonsense() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3[Qq w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Kk] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[xyz] w - - 0 1",
        "4k3/8/8/8/8/8/8[Qq]/4K3 w - - 0 1",
        "4k2P/8/8/8/8/8/8/4K3[] w - - 0 1",
        "8/8/8/8/8/8/8/4K3[k] w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3[q] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[\u{265b}] w - - 0 1",
    ] {
        cecp(&format!(
            "> variant crazyhouse\n> force\n> setboard {fen}\n< tellusererror Illegal position*\n> usermove Q@e4\n\
             < Illegal move: Q@e4"
        ));
    }
    for fen in ["4k3/8/8/8/8/8/8/4K3[QQQ] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"] {
        cecp(&format!("> variant crazyhouse\n> force\n> setboard {fen}\n> usermove Q@d4"));
    }
    refused("4k3/8/8/8/8/8/PPPPPPPP/PPPPK3 w - - 0 1");
}

#[test]
fn cecp_057_nothing_is_searched_on_an_illegal_position() {
    cecp(
        "> force\n> setboard 8/8/8/8/8/8/8/8 w - - 0 1\n< tellusererror Illegal position*\n> post\n> go\n\
         < tellusererror Illegal position*\n> analyze\n< tellusererror Illegal position*\n> ping 1\n< pong 1\n\
         > new\n@ go analyze white",
    );
}

#[test]
fn cecp_058_setboard_while_thinking_stops_it_and_starts_nothing() {
    cecp(
        "> st 30\n> go\n@ go\n> setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n@ stop\n! best e2e4",
    );
}

#[test]
fn cecp_059_impossible_castling_rights_are_dropped() {
    cecp("> force\n> setboard 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\n> usermove e1g1\n< Illegal move: e1g1");
}

#[test]
fn cecp_060_an_edited_position_can_castle() {
    cecp("> new\n> force\n> edit\n> .\n> usermove e2e4\n> undo\n> usermove d2d4");
    cecp("> new\n> force\n> edit\n> #\n> Ke1\n> Ra1\n> Rh1\n> c\n> Ke8\n> .\n> usermove e1g1");
}

#[test]
fn cecp_061_editing_keeps_the_side_to_move() {
    cecp(
        "> new\n> force\n> a2a3\n> edit\n> #\n> Kc1\n> c\n> Kc8\n> Pe2\n> .\n> usermove c1d2\n< Illegal move: c1d2\n\
         > usermove e2e1q",
    );
}

#[test]
fn cecp_062_garbage_inside_edit_is_ignored_and_quit_leaves() {
    cecp("> edit\n> garbage\n> castle KQkq\n> .\n> usermove e2e4\n@ go play black");
    cecp("> edit\n> quit\n@ quit");
    // Kings missing: nothing can be played until another set-up.
    cecp(
        "> force\n> edit\n> #\n> .\n< tellusererror Illegal position*\n> usermove e2e4\n< Illegal move: e2e4",
    );
    // Extended editing: promoted pieces and hands.
    cecp(
        "> variant crazyhouse\n> force\n> edit\n> #\n> Ke1\n> N@1\n> c\n> Ke8\n> Qd2+\n> .\n> usermove e1d2\n\
         > usermove e8e7\n> usermove Q@e4\n< Illegal move: Q@e4\n> usermove P@e4\n> usermove e7e6\n> usermove N@h3",
    );
}

#[test]
fn cecp_063_undo_takes_back_one_move() {
    cecp("> force\n> usermove e2e4\n> undo\n> usermove e2e4");
    cecp("> force\n> undo\n< Error (command not legal now): undo");
}

#[test]
fn cecp_064_remove_takes_back_two_moves_in_play_and_in_force_mode() {
    cecp(
        "> st 1\n> usermove e2e4\n@ go\n! best e7e5\n< move e7e5\n> remove\n> usermove d2d4\n@ go play black\n\
         ! best d7d5\n< move d7d5",
    );
    cecp("> force\n> e2e4\n> e7e5\n> remove\n> usermove d2d4");
    cecp("> force\n> e2e4\n> remove\n< Error (command not legal now): remove");
}

#[test]
fn cecp_065_undo_restores_every_right() {
    cecp("> force\n> setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n> e1g1\n> undo\n> e1g1");
    cecp("> force\n> setboard 4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1\n> d7d5\n> undo\n> d7d5\n> e5d6");
    cecp(
        "> variant crazyhouse\n> force\n> e2e4\n> d7d5\n> e4d5\n> undo\n> b1c3\n> d5e4\n> P@d4\n< Illegal move: P@d4",
    );
}

#[test]
fn cecp_066_every_form_of_level_is_understood() {
    for (level, limits) in [
        ("40 5 0", "togo=40"),
        ("0 2:30 12", "inc=12000"),
        ("0 0:01 0.1", "inc=100"),
        ("0 2 0.05", "inc=50"),
        ("0 0 0.1", "inc=100"),
        ("40 25+5 0", "togo=40"),
        ("0 5 1e-05", "clock=2000"),
    ] {
        cecp(&format!("> level {level}\n> time 200\n> go\n@ go play white clock=2000 {limits}"));
    }
}

#[test]
fn cecp_067_st_bounds_every_move() {
    cecp(
        "> st 1\n> go\n@ go movetime=1000 overhead=30\n! best e2e4\n< move e2e4\n> usermove e7e5\n@ go movetime=1000",
    );
}

#[test]
fn cecp_068_st_may_be_a_fraction_or_zero() {
    cecp("> st 0.2\n> go\n@ go movetime=200");
    cecp("> st 0\n> time 50\n> go\n@ go movetime=500");
    cecp("> st 0\n> go\n@ go movetime=500");
}

#[test]
fn cecp_069_level_cancels_st() {
    let mut stage = cecp_stage();
    stage.run("> st 30\n> level 0 1 0\n> time 100\n> otim 100");
    stage.say("go");
    let go = stage.take().concat();
    assert!(go.contains("clock=1000") && !go.contains("movetime"), "{go}");
}

#[test]
fn cecp_070_st_cancels_level() {
    let mut stage = cecp_stage();
    stage.run("> level 0 10 0\n> st 1\n> time 60000");
    stage.say("go");
    let go = stage.take().concat();
    assert!(go.contains("movetime=1000") && !go.contains("clock"), "{go}");
}

#[test]
fn cecp_071_a_clock_at_its_end_still_allows_a_move() {
    cecp("> level 0 1 0\n> time 10\n> otim 6000\n> go\n@ go clock=100");
    for time in ["1", "0", "-7"] {
        cecp(&format!("> time {time}\n> go\n@ go clock=10"));
    }
}

#[test]
fn cecp_072_time_is_mine_and_otim_is_theirs() {
    cecp("> force\n> e2e4\n> time 200\n> otim 60000\n> go\n@ go play black clock=2000 opponent=600000");
    // The engine changes its colour without new values: the clocks change places.
    cecp(
        "> time 200\n> otim 60000\n> go\n@ go white clock=2000\n! best e2e4\n< move e2e4\n> go\n\
         @ go black clock=600000",
    );
}

#[test]
fn cecp_073_sd_bounds_the_depth() {
    cecp("> level 0 60 0\n> sd 5\n> go\n@ go depth=5 clock=3600000");
    cecp("> sd 5\n> analyze\n@ go analyze depth=5");
}

#[test]
fn cecp_074_nps_turns_time_into_nodes() {
    cecp("> nps 1000\n> st 2\n> go\n@ go nodes=2000");
    cecp("> nps 1\n> st 5000\n> go\n@ go nodes=5000");
    cecp("> level 0 1 0\n> nps 1000\n> go\n@ go nps=1000 clock=60000");
    cecp("> nps 0\n> st 2\n> go\n@ go movetime=2000");
}

#[test]
fn cecp_075_the_engine_keeps_its_own_clock_where_nobody_tells_it() {
    let mut stage = cecp_stage();
    stage.run(
        "> level 2 0:20 1\n> go\n@ go clock=20000 togo=2\n+ 5000\n! best e2e4\n< move e2e4\n+ 3000\n> usermove e7e5\n\
         @ go clock=16000 opponent=18000 togo=1\n+ 6000\n! best g1f3\n< move g1f3\n> usermove b8c6\n\
         @ go clock=31000 togo=2",
    );
}
