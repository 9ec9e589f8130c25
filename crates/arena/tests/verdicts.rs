//! Deliberately broken bots, one for each fault: verdict and sentence. The table in README.md says which test is whose.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rocada_arena::{
    Board, End, EngineSpec, FaultKind, Format, GameRecord, Match, MatchListener, NoBuiltin, Pairing,
    Protocol, RefereeRules, ResultTag, Schedule, Standings, Tablebase, TimeControl, default_openings,
    read_openings,
};
use rocada_rules::{AnyPosition, Variant};

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

/// Two games of the faulty bot against a sound one, with colours reversed.
fn contest(arguments: &str, openings: Vec<Board>, clock: &str) -> Match<'static> {
    let mut faulty = bot(arguments);
    faulty.name = Some("Faulty".to_owned());
    let mut sound = bot("");
    sound.name = Some("Sound".to_owned());
    let mut limits = TimeControl { clock: clock.parse().expect("a time control"), nodes: None, depth: None };
    if limits.clock == rocada_arena::ClockRule::Unlimited {
        limits.depth = Some(1);
    }
    Match {
        engines: vec![faulty, sound],
        limits,
        schedule: Schedule::new(Format::RoundRobin, 2, 2),
        openings,
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
    }
}

fn run(mut contest: Match<'_>) -> Vec<(Pairing, GameRecord)> {
    let label = contest.engines[0].command_text();
    contest.prepare().unwrap_or_else(|error| panic!("{label}: {error}"));
    let mut notes = Notes::default();
    contest.run(&mut notes, &AtomicBool::new(false)).expect("a match");
    notes.0.sort_by_key(|(pairing, _)| pairing.number);
    notes.0
}

fn play(arguments: &str, variant: Variant, clock: &str) -> Vec<(Pairing, GameRecord)> {
    run(contest(arguments, default_openings(variant, 1), clock))
}

/// What is said before the match about a bot that cannot play it.
fn refusal(arguments: &str, openings: Vec<Board>) -> String {
    contest(arguments, openings, "10").prepare().expect_err("a bot that cannot play").to_string()
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

const POSITIONS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nr3k3/p7/8/8/8/8/P7/R3K2R b KQq - 0 1";

#[test]
fn an_engine_without_setboard_is_set_up_with_edit() {
    for position in POSITIONS.lines() {
        let openings = read_openings(Variant::Chess, position).expect("an opening");
        for (_, record) in run(contest("edit-only", openings, "10")) {
            assert!(!record.verdict.end.is_fault(), "{}", record.verdict.sentence);
            assert_eq!(record.base.fen(), position);
        }
    }
}

#[test]
fn an_engine_that_cannot_set_up_positions_is_refused_and_told_why() {
    let openings = |text| read_openings(Variant::Chess, text).expect("openings");
    // It knows neither `setboard` nor `edit`, and ignores both.
    let error = refusal("student", openings(POSITIONS));
    assert!(error.contains("setboard=1") && error.contains("'edit'") && error.contains("PGN"), "{error}");
    // `edit` does not know rights: the second opening cannot be said.
    let without_rights = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nr3k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let error = refusal("edit-only", openings(without_rights));
    assert!(error.contains("r3k3/") && error.contains("may not castle"), "{error}");
}

#[test]
fn an_engine_without_setboard_plays_openings_that_are_games() {
    let openings = read_openings(Variant::Chess, "1. e4 e5 2. Nf3 *").expect("an opening");
    for (_, record) in run(contest("student", openings, "10")) {
        assert!(!record.verdict.end.is_fault(), "{}", record.verdict.sentence);
        assert_eq!(record.moves[2].san, "Nf3");
    }
}

#[test]
fn an_engine_that_cannot_play_the_match_is_refused_before_the_first_game() {
    let error = refusal("sigint", default_openings(Variant::Crazyhouse, 1));
    assert!(error.contains("does not play crazyhouse: it announces variants=\"normal\""), "{error}");
    let error = refusal("dies-at-rejected", default_openings(Variant::Chess, 1));
    assert!(error.contains("Faulty") && error.contains("exit code 4"), "{error}");
    let mut missing = contest("", default_openings(Variant::Chess, 1), "10");
    missing.engines[0] = EngineSpec::process(vec!["./no-such-bot".to_owned()]);
    let error = missing.prepare().expect_err("no program").to_string();
    assert!(error.contains("cannot start './no-such-bot'"), "{error}");
}

/// Knows that two kings and a pawn are a win for White.
struct SmallTable;

impl Tablebase for SmallTable {
    fn result(&self, position: &AnyPosition) -> Option<ResultTag> {
        (position.occupied().count() == 3).then_some(ResultTag::WhiteWins)
    }
}

#[test]
fn a_tablebase_ends_a_game_whose_result_it_knows() {
    let openings = read_openings(Variant::Chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("an opening");
    for (_, record) in run(Match { tablebase: Some(&SmallTable), ..contest("", openings, "10") }) {
        assert_eq!((record.verdict.end, record.verdict.result), (End::Tablebase, ResultTag::WhiteWins));
        assert_eq!(record.moves.len(), 0);
        assert_eq!(record.verdict.sentence, "Adjudicated: the tablebase says 1-0");
    }
}

#[test]
fn a_second_move_in_a_turn_gets_the_same_verdict_whenever_it_comes() {
    for arguments in ["two-moves", "--uci two-moves"] {
        loses(arguments, "10", End::IllegalMove, &["is not legal here", "two moves in one turn"]);
    }
    for arguments in ["two-moves", "two-choices"] {
        let early = play(arguments, Variant::Chess, "10");
        let late = play(&format!("{arguments}-late"), Variant::Chess, "10");
        for ((_, early), (_, late)) in early.iter().zip(&late) {
            assert!(early.verdict.end.is_fault(), "{arguments}: {}", early.verdict.sentence);
            assert_eq!(early.verdict, late.verdict, "{arguments}");
            let sans = |record: &GameRecord| record.moves.iter().map(|mv| mv.san.clone()).collect::<Vec<_>>();
            assert_eq!(sans(early), sans(late), "{arguments}");
        }
    }
}

#[test]
fn signals_are_told_apart() {
    loses("interrupted", "60", End::Crash, &["Faulty", "crashed", "signal 2 (SIGINT)"]);
    // Nobody interrupts a bot here; the doctor finds the one that would not survive it.
    is_tolerated("sigint", None);
}

#[test]
fn unknown_features_are_rejected_and_harmless() {
    is_tolerated("unknown-feature", None);
    is_tolerated("dies-at-unknown", None);
}

#[test]
fn an_engine_that_never_says_done_plays_after_ten_seconds() {
    let begin = Instant::now();
    is_tolerated("no-done", None);
    assert!(begin.elapsed() >= Duration::from_secs(10));
}

/// Begins a game with a bot that never answers when it is asked whether it is ready.
fn stall(arguments: &str, protocol: Protocol, question: &str) {
    let begin = Instant::now();
    let mut spec = bot(arguments);
    spec.protocol = Some(protocol);
    let mut player = rocada_arena::launch(&spec, &NoBuiltin).expect("a player");
    let board = default_openings(Variant::Chess, 1).remove(0);
    let limits = TimeControl { depth: Some(1), ..TimeControl::default() };
    let start = rocada_arena::GameStart {
        board: &board,
        color: rocada_rules::Color::White,
        limits: &limits,
        opponent: "x",
    };
    let fault = player.begin(&start).expect_err("a stall");
    assert_eq!(fault.kind, FaultKind::Stalled);
    assert!(fault.to_string().contains(&format!("did not answer '{question}'")), "{fault}");
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_engine_that_does_not_answer_ping_stalls() {
    stall("no-pong", Protocol::Cecp, "ping 1");
}

#[test]
fn an_engine_that_does_not_answer_isready_stalls() {
    stall("--uci no-pong", Protocol::Uci, "isready");
}

#[test]
fn castling_that_is_refused_is_said_in_another_way() {
    // White has no other move than castling on the king's side.
    let only_castling = "4kr2/8/8/8/6p1/6P1/6PB/6KR w H - 0 1";
    let before = read_openings(Variant::Chess960, only_castling).expect("an opening");
    let mut after = before.clone();
    let castling = after[0].current.parse_move("O-O").expect("castling");
    assert_eq!(after[0].current.legal_moves().len(), 1);
    after[0].current.play(castling);
    // The bot has moved already when its opponent castles. (While the rook guards the f-file, White must.)
    let in_play = read_openings(Variant::Chess960, &only_castling.replace('w', "b")).expect("an opening");
    for (openings, with_warning) in [(before, 1), (after, 2), (in_play, 1)] {
        for (fault, refused) in [("no-letters", ": O-O"), ("king-target", ": g1h1")] {
            let games = run(contest(fault, openings.clone(), "10"));
            for (_, record) in &games {
                assert!(!record.verdict.end.is_fault(), "{fault}: {}", record.verdict.sentence);
                assert!(record.moves.len() > 2, "{fault}: {}", record.verdict.sentence);
            }
            let warned =
                |record: &GameRecord| record.warnings.iter().any(|(_, line, _)| line.ends_with(refused));
            assert_eq!(games.iter().filter(|(_, record)| warned(record)).count(), with_warning, "{fault}");
        }
    }
}
