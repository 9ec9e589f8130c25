//! Deliberately broken bots, one for each fault that PROTOCOLS.md 12.3 and the issue name: verdict and sentence.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rocada_arena::{
    End, EngineSpec, Format, GameRecord, Match, MatchListener, NoBuiltin, Pairing, RefereeRules, ResultTag,
    Schedule, Standings, TimeControl, default_openings,
};
use rocada_rules::Variant;

#[derive(Default)]
struct Notes(Vec<(Pairing, GameRecord)>);

impl MatchListener for Notes {
    fn game(&mut self, pairing: &Pairing, record: &GameRecord, _: &Standings) {
        self.0.push((*pairing, record.clone()));
    }
}

fn bot(arguments: &str) -> EngineSpec {
    let mut command = vec![env!("CARGO_BIN_EXE_crooked_bot").to_owned()];
    command.extend(arguments.split_whitespace().map(str::to_owned));
    EngineSpec::process(command)
}

/// Plays the faulty bot as White against a sound one in both colours.
fn play(arguments: &str, variant: Variant, clock: &str) -> Vec<(Pairing, GameRecord)> {
    let mut faulty = bot(arguments);
    faulty.name = Some("Faulty".to_owned());
    let mut sound = bot("");
    sound.name = Some("Sound".to_owned());
    let mut contest = Match {
        engines: vec![faulty, sound],
        limits: TimeControl { clock: clock.parse().expect("a time control"), nodes: None, depth: None },
        schedule: Schedule::new(Format::RoundRobin, 2, 2),
        openings: default_openings(variant, 1),
        rules: RefereeRules {
            hang: Duration::from_millis(500),
            longest: Some(20),
            ..RefereeRules::default()
        },
        concurrency: 2,
        sprt: None,
        builtin: &NoBuiltin,
        tablebase: None,
        already: Vec::new(),
    };
    if contest.limits.clock == rocada_arena::ClockRule::Unlimited {
        contest.limits.depth = Some(1);
    }
    contest.prepare().unwrap_or_else(|error| panic!("{arguments}: {error}"));
    let mut notes = Notes::default();
    contest.run(&mut notes, &AtomicBool::new(false)).expect("a match");
    notes.0.sort_by_key(|(pairing, _)| pairing.number);
    notes.0
}

/// Both games are lost by the faulty bot in this way, and the sentence contains these words.
fn loses(arguments: &str, clock: &str, end: End, words: &[&str]) {
    let games = play(arguments, Variant::Chess, clock);
    assert_eq!(games.len(), 2, "{arguments}");
    for (pairing, record) in &games {
        let verdict = &record.verdict;
        let expected = if pairing.players[0] == 0 { ResultTag::BlackWins } else { ResultTag::WhiteWins };
        let sentence = &verdict.sentence;
        assert_eq!((verdict.end, verdict.result), (end, expected), "{arguments}: {sentence}");
        for word in words {
            assert!(sentence.contains(word), "{arguments}: '{word}' is not in '{sentence}'");
        }
    }
}

/// Both games are played to an end without anybody's fault; so many lines are warned about in each.
fn is_tolerated(arguments: &str, warning: Option<&str>) {
    for (_, record) in play(arguments, Variant::Chess, "10") {
        assert!(!record.verdict.end.is_fault(), "{arguments}: {}", record.verdict.sentence);
        match warning {
            Some(words) => {
                assert!(record.warnings.iter().any(|(_, _, text)| text.contains(words)), "{arguments}");
            }
            None => assert!(record.warnings.is_empty(), "{arguments}: {:?}", record.warnings),
        }
    }
}

#[test]
fn an_illegal_move_forfeits() {
    loses(
        "illegal",
        "10",
        End::IllegalMove,
        &["Faulty", "'e1e5' is not legal here", "'move e1e5'", "position"],
    );
    loses("--uci illegal", "10", End::IllegalMove, &["'bestmove e1e5'"]);
    loses("--uci no-move", "10", End::IllegalMove, &["'bestmove (none)'"]);
}

#[test]
fn false_claims_forfeit() {
    loses("false-draw", "10", End::FalseClaim, &["false draw claim", "1/2-1/2 {Draw by repetition}"]);
    loses(
        "illegal-claim",
        "10",
        End::FalseIllegalClaim,
        &["calls a legal move illegal", "'Illegal move: e2e4'"],
    );
    let games = play("false-win", Variant::Chess, "10");
    assert_eq!(games[0].1.verdict.end, End::FalseClaim);
    assert!(games[0].1.verdict.sentence.contains("false win claim"));
    // As Black the first line, a win for White, is a resignation.
    assert_eq!(games[1].1.verdict.end, End::Resignation);
}

#[test]
fn a_resignation_is_accepted() {
    loses("resign", "10", End::Resignation, &["Faulty", "resigns"]);
}

#[test]
fn a_crash_is_noticed_at_once_and_says_how() {
    let begin = Instant::now();
    loses("exit", "60", End::Crash, &["exit code 3"]);
    loses("abort", "60", End::Crash, &["signal 6 (SIGABRT)"]);
    loses("--uci exit", "60", End::Crash, &["exit code 3"]);
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_hang_ends_with_the_clock_or_without_one() {
    loses("hang", "0.4", End::Time, &["loses on time", "gave no move"]);
    loses("hang", "inf", End::Hang, &["hangs", "gave no move in 0.50 s"]);
    loses("slow", "0.5", End::Time, &["loses on time"]);
    loses("--uci slow", "0.5", End::Time, &["loses on time"]);
}

#[test]
fn a_flood_is_stopped() {
    loses("flood", "60", End::Flood, &["floods its output", "# still thinking"]);
    loses("flood-one-line", "60", End::Flood, &["floods its output", "kB"]);
}

#[test]
fn noise_is_tolerated_and_what_xboard_would_do_is_told() {
    is_tolerated("draw-pv", Some("draw claim"));
    is_tolerated("indented-move", Some("for a move"));
    is_tolerated("not-found", Some("dead"));
    is_tolerated("noise", None);
    is_tolerated("tellusererror", None);
    is_tolerated("telluser", None);
    is_tolerated("error-line", None);
    is_tolerated("offer-draw", None);
}

#[test]
fn students_bots_are_started_anew_for_each_game_and_play_crazyhouse() {
    for (_, record) in play("student", Variant::Crazyhouse, "10") {
        assert!(!record.verdict.end.is_fault(), "{}", record.verdict.sentence);
    }
}

#[test]
fn an_engine_without_setboard_is_refused_where_positions_must_be_set_up() {
    let mut contest = Match {
        engines: vec![bot("student"), bot("")],
        limits: TimeControl { clock: "10".parse().expect("a time control"), nodes: None, depth: None },
        schedule: Schedule::new(Format::RoundRobin, 2, 2),
        openings: rocada_arena::read_openings(Variant::Chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
            .expect("an opening"),
        rules: RefereeRules::default(),
        concurrency: 1,
        sprt: None,
        builtin: &NoBuiltin,
        tablebase: None,
        already: Vec::new(),
    };
    let error = contest.prepare().expect_err("no setboard").to_string();
    assert!(error.contains("setboard"), "{error}");
    contest.engines[0] = EngineSpec::process(vec!["./no-such-bot".to_owned()]);
    let error = contest.prepare().expect_err("no program").to_string();
    assert!(error.contains("cannot start './no-such-bot'"), "{error}");
}

#[test]
fn an_engine_that_never_says_done_plays_after_ten_seconds() {
    let begin = Instant::now();
    is_tolerated("no-done", None);
    assert!(begin.elapsed() >= Duration::from_secs(10));
}

#[test]
fn an_engine_that_does_not_answer_ping_stalls() {
    let mut contest_bot = bot("no-pong");
    contest_bot.protocol = Some(rocada_arena::Protocol::Cecp);
    let begin = Instant::now();
    let mut player = rocada_arena::launch(&contest_bot, &NoBuiltin).expect("a player");
    let board = default_openings(Variant::Chess, 1).remove(0);
    let limits = TimeControl { depth: Some(1), ..TimeControl::default() };
    let start = rocada_arena::GameStart {
        board: &board,
        color: rocada_rules::Color::White,
        limits: &limits,
        opponent: "x",
    };
    let fault = player.begin(&start).expect_err("a stall");
    assert_eq!(fault.kind, rocada_arena::FaultKind::Stalled);
    assert!(fault.to_string().contains("ping 1"), "{fault}");
    assert!(begin.elapsed() < Duration::from_secs(30));
}
