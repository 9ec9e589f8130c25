//! CECP 1 to 41: start, features, ping, modes.

use crate::common::{Stage, cecp, cecp_stage, run};

fn features() -> Vec<String> {
    let mut stage = Stage::new();
    stage.say("xboard");
    assert!(stage.take().is_empty());
    stage.say("protover 2");
    stage.take();
    stage.sent
}

#[test]
fn cecp_001_nothing_is_said_before_anything_is_asked() {
    let stage = Stage::new();
    assert!(stage.sent.is_empty());
}

#[test]
fn cecp_002_xboard_is_answered_by_silence() {
    run("> xboard");
}

#[test]
fn cecp_003_the_last_feature_line_is_done_1() {
    assert_eq!(features().last().unwrap(), "feature done=1");
}

#[test]
fn cecp_004_the_first_feature_line_is_done_0_alone() {
    assert_eq!(features()[0], "feature done=0");
}

#[test]
fn cecp_005_all_needed_features_are_announced() {
    let all = features().join(" ");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "colors=0",
        "sigint=0",
        "analyze=1",
        "debug=1",
        "memory=1",
        "smp=1",
        "nps=1",
        "name=1",
        "variants=\"normal,crazyhouse,fischerandom\"",
    ] {
        assert!(all.contains(feature), "{feature}");
    }
}

#[test]
fn cecp_006_feature_values_are_numbers_or_quoted_texts() {
    use rocada_protocol::cecp::{FeatureValue, parse_features};
    for line in features() {
        assert!(line.len() <= 1000);
        assert_eq!(line.matches('"').count() % 2, 0);
        let rest = line.strip_prefix("feature ").unwrap();
        for feature in parse_features(rest) {
            let quoted = rest.contains(&format!("{}=\"", feature.name));
            assert_eq!(quoted, matches!(feature.value, FeatureValue::Text(_)), "{line}");
        }
        assert!(!line.contains("setscore") && !line.contains("highlight"));
    }
}

#[test]
fn cecp_007_each_option_has_a_line_of_its_own_and_a_plain_name() {
    let mut names = std::collections::HashSet::new();
    for line in features().iter().filter(|line| line.contains("option=")) {
        let inner = line.strip_prefix("feature option=\"").unwrap().strip_suffix('"').unwrap();
        let (name, rest) = inner.split_once(" -").unwrap();
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
        assert!(names.insert(name.to_owned()) && !name.contains("Draw"));
        let (kind, arguments) = rest.split_once(' ').unwrap_or((rest, ""));
        match kind {
            "spin" => {
                let numbers: Vec<i64> = arguments.split(' ').map(|n| n.parse().unwrap()).collect();
                assert!(numbers[1] <= numbers[0] && numbers[0] <= numbers[2], "{line}");
            }
            "combo" => assert_eq!(arguments.matches('*').count(), 1),
            "check" => assert!(arguments == "0" || arguments == "1"),
            "string" | "file" | "path" => assert!(rest.contains(' ')),
            "button" => {}
            _ => panic!("{line}"),
        }
    }
    assert!(names.contains("MultiPV"));
}

#[test]
fn cecp_008_a_later_protocol_version_gets_the_same_features() {
    for version in ["3", "9999"] {
        let mut stage = Stage::new();
        stage.say("xboard");
        stage.say(&format!("protover {version}"));
        assert_eq!(stage.sent, features());
    }
}

#[test]
fn cecp_009_accepted_and_rejected_are_answered_by_silence() {
    for feature in ["ping", "debug", "done", "option Foo -spin", "nonsense", ""] {
        cecp(&format!("> accepted {feature}\n> rejected {feature}"));
    }
}

#[test]
fn cecp_010_without_protover_a_move_is_answered_and_no_feature_said() {
    let stage = run("> xboard\n> new\n> random\n> e2e4\n@ go play black\n! best e7e5\n< move e7e5");
    assert!(!stage.sent.iter().any(|line| line.contains("feature")));
}

#[test]
fn cecp_011_without_new_and_xboard_the_engine_plays() {
    run("> st 1\n> force\n> e2e4\n> go\n@ go play black movetime=1000\n! best e7e5\n< move e7e5");
}

#[test]
fn cecp_012_every_announced_option_can_be_set_during_the_handshake() {
    let mut stage = Stage::new();
    stage.say("xboard");
    stage.say("protover 2");
    for feature in stage.sent.clone().iter().filter_map(|line| line.strip_prefix("feature option=\"")) {
        let (name, rest) = feature.trim_end_matches('"').split_once(" -").unwrap();
        let value = match rest.split(' ').next().unwrap() {
            "check" => "=1".to_owned(),
            "spin" => "=7".to_owned(),
            "combo" => format!("={}", rest.rsplit(' ').next().unwrap().trim_start_matches('*')),
            "button" => String::new(),
            _ => "=/some path/file".to_owned(),
        };
        stage.take();
        stage.say(&format!("option {name}{value}"));
        assert!(stage.take().iter().all(|action| action.starts_with("@ set")), "{name}");
    }
}

#[test]
fn cecp_013_protover_twice_does_no_harm() {
    let mut stage = cecp_stage();
    stage.say("protover 2");
    assert_eq!(stage.take().last().unwrap(), "< feature done=1");
    stage.still_alive();
}

#[test]
fn cecp_014_no_line_is_poisonous() {
    // Every transcript is checked by `lint`; here what would be repeated from the GUI.
    for line in
        ["Draw", "what? not found", "No such file", "White resigns", "1. ... e7e5", "analyze!", "time"]
    {
        let mut stage = cecp_stage();
        stage.say(line);
        stage.say(&format!("usermove {line}"));
        stage.say(&format!("option {line}=1"));
        stage.say(&format!("variant {line}"));
        stage.say(&format!("setboard {line}"));
        stage.lint();
    }
}

#[test]
fn cecp_015_an_idle_engine_answers_a_ping_at_once() {
    cecp("> ping 7\n< pong 7");
}

#[test]
fn cecp_016_pings_are_answered_in_order() {
    cecp("> ping 1\n< pong 1\n> ping 2\n< pong 2\n> ping 3\n< pong 3");
    cecp("> go\n@ go\n> ping 1\n> ping 2\n! best e2e4\n< move e2e4\n< pong 1\n< pong 2");
}

#[test]
fn cecp_017_the_text_of_a_ping_is_repeated_as_it_is() {
    cecp("> ping 0\n< pong 0\n> ping 4294967296\n< pong 4294967296\n> ping 007\n< pong 007");
}

#[test]
fn cecp_018_a_ping_after_settings_comes_after_them() {
    cecp(
        "> force\n> new\n> variant crazyhouse\n> memory 256\n@ set Hash=256\n> cores 2\n@ set Threads=2\n> ping 4\n< pong 4",
    );
}

#[test]
fn cecp_019_a_ping_while_thinking_is_answered_after_the_move() {
    cecp("> st 3\n> usermove e2e4\n@ go\n+ 300\n> ping 9\n! best e7e5\n< move e7e5\n< pong 9");
}

#[test]
fn cecp_020_move_now_then_ping() {
    cecp("> st 30\n> usermove e2e4\n@ go\n+ 300\n> ?\n@ stop\n> ping 9\n! best e7e5\n< move e7e5\n< pong 9");
}

#[test]
fn cecp_021_force_answers_the_ping_and_drops_the_move() {
    cecp("> st 30\n> usermove e2e4\n@ go\n+ 300\n> ping 5\n> force\n@ stop\n< pong 5\n! best e7e5");
}

#[test]
fn cecp_022_a_ping_while_pondering_is_answered_at_once() {
    cecp(
        "> hard\n> st 1\n> usermove e2e4\n@ go\n! best e7e5 ponder g1f3\n< move e7e5\n@ go ponder\n> ping 3\n< pong 3\n\
         > usermove d2d4\n@ stop\n@ go play black\n! old best e5d4\n! best e5d4\n< move e5d4",
    );
}

#[test]
fn cecp_023_a_ping_in_analysis_is_answered_at_once_and_the_analysis_goes_on() {
    cecp(
        "> post\n> analyze\n@ go analyze\n> ping 8\n< pong 8\n! think depth 9 cp 1 nodes 5 time 10 pv e2e4\n\
         < 9 1 1 5 9 500 0\te2e4",
    );
}

#[test]
fn cecp_024_a_ping_before_go_is_answered_before_the_move() {
    cecp("> ping 1\n< pong 1\n> go\n@ go\n! best e2e4\n< move e2e4");
}

#[test]
fn cecp_025_a_burst_with_go_and_ping_ends_with_move_and_pong() {
    cecp(
        "> st 1\n> force\n> usermove e2e4\n> go\n@ go play black\n> ping 2\n! best e7e5\n< move e7e5\n< pong 2",
    );
}

#[test]
fn cecp_026_after_new_the_engine_plays_black() {
    cecp("> usermove e2e4\n@ go play black\n! best e7e5\n< move e7e5");
}

#[test]
fn cecp_027_go_makes_the_engine_play_the_side_to_move() {
    cecp(
        "> go\n@ go play white\n! best e2e4\n< move e2e4\n> usermove e7e5\n@ go play white\n! best g1f3\n< move g1f3",
    );
}

#[test]
fn cecp_028_force_takes_moves_silently() {
    cecp("> force\n> usermove e2e4\n> usermove e7e5\n> go\n@ go play white\n! best g1f3\n< move g1f3");
}

#[test]
fn cecp_029_playother_waits_for_the_other_side() {
    cecp("> force\n> usermove e2e4\n> playother\n> usermove e7e5\n@ go play white\n! best g1f3\n< move g1f3");
}

#[test]
fn cecp_030_go_twice_plays_both_sides() {
    cecp("> go\n@ go play white\n! best e2e4\n< move e2e4\n> go\n@ go play black\n! best e7e5\n< move e7e5");
}

#[test]
fn cecp_031_force_while_thinking_drops_the_move() {
    cecp("> st 30\n> go\n@ go\n> force\n@ stop\n! best e2e4\n> usermove d2d4");
}

#[test]
fn cecp_032_new_while_thinking_begins_afresh() {
    cecp(
        "> st 30\n> go\n@ go white\n> new\n@ stop\n@ newgame\n> usermove d2d4\n@ go play black\n! old best e2e4\n\
         ! best d7d5\n< move d7d5",
    );
}

#[test]
fn cecp_033_result_while_thinking_drops_the_move() {
    cecp("> st 30\n> go\n@ go\n> result 1-0 {x}\n@ stop\n! best e2e4");
}

#[test]
fn cecp_034_quit_while_thinking_leaves_at_once() {
    let stage = cecp("> st 30\n> go\n@ go\n> quit\n@ quit\n> ping 1");
    assert!(!stage.sent.iter().any(|line| line.starts_with("move")));
}

#[test]
fn cecp_035_quiet_commands_do_not_disturb_the_thinking() {
    cecp(
        "> st 2\n> go\n@ go\n> hard\n> easy\n> post\n> nopost\n> time 500\n> otim 500\n> draw\n> name Bob Smith\n\
         > rating 0 0\n> computer\n> hint\n> accepted x\n! best e2e4\n< move e2e4",
    );
}

#[test]
fn cecp_036_an_unknown_command_while_thinking_is_one_error() {
    cecp("> st 2\n> go\n@ go\n> frobnicate\n< Error (unknown command): frobnicate\n! best e2e4\n< move e2e4");
}

#[test]
fn cecp_037_move_now_means_nothing_when_not_thinking() {
    cecp("> ?\n> force\n> ?\n> post\n> analyze\n@ go analyze\n> ?");
    cecp("> hard\n> go\n@ go\n! best e2e4 ponder e7e5\n< move e2e4\n@ go ponder\n> ?");
}

#[test]
fn cecp_038_move_now_stops_the_search_and_sends_its_move() {
    cecp("> st 30\n> go\n@ go\n+ 300\n> ?\n@ stop\n! best e2e4\n< move e2e4");
}

#[test]
fn cecp_039_white_and_black_leave_the_en_passant_right_alone() {
    cecp(
        "> force\n> setboard 4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1\n> white\n> time 1000\n> otim 1000\n> black\n> force\n\
         > usermove e4f3",
    );
    // Machine White and Machine Black, as XBoard sends them to engines that know colours.
    cecp("> white\n> go\n@ go play white\n! best e2e4\n< move e2e4\n> usermove e7e5\n@ go play white");
    cecp(
        "> force\n> usermove e2e4\n> white\n> time 200\n> otim 300\n> black\n> go\n@ go play black clock=2000",
    );
    // Black to move in a position without a pawn on a2 to push.
    cecp("> force\n> black\n> force\n> usermove e7e5\n> usermove e2e4");
    cecp("> black\n> usermove e7e5\n@ go play white");
}

#[test]
fn cecp_040_new_goes_back_to_normal_chess() {
    cecp(
        "> variant crazyhouse\n> new\n> force\n> usermove e2e4\n> usermove d7d5\n> usermove e4d5\n> usermove d8d5\n\
         > usermove P@e4\n< Illegal move: P@e4",
    );
}

#[test]
fn cecp_041_new_forgets_the_depth_limit() {
    let mut stage = cecp_stage();
    stage.run("> sd 1\n> new\n> post\n> st 1");
    stage.say("go");
    assert!(stage.take().iter().all(|action| !action.contains("depth=")));
}
