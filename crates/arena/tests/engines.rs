//! Games with engines that Debian packages: CECP and UCI, chess and crazyhouse. On the CI machine they must be there.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rocada_arena::doctor::{DoctorOrder, examine};
use rocada_arena::{
    Board, EngineSpec, Format, GameRecord, Match, MatchListener, NoBuiltin, Pairing, RefereeRules, Schedule,
    Standings, TimeControl, default_openings, read_openings, read_pgn, write_pgn,
};
use rocada_rules::Variant;

struct Notes(Vec<(Pairing, GameRecord)>);

impl MatchListener for Notes {
    fn game(&mut self, pairing: &Pairing, record: &GameRecord, _: &Standings) {
        self.0.push((*pairing, record.clone()));
    }
}

/// Where an engine is installed. Its absence is a failure on the CI machine only.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    places.push(PathBuf::from("/usr/games"));
    let found = places.into_iter().map(|place| place.join(name)).find(|file| file.is_file());
    assert!(found.is_some() || std::env::var_os("CI").is_none(), "{name} is not installed");
    found
}

fn engine(name: &str, words: &str) -> Option<EngineSpec> {
    let text = format!("cmd='{}' name={name} {words}", find(name)?.display());
    Some(EngineSpec::parse(&text).expect("a description"))
}

/// Plays two short games and wants no fault and a PGN that can be read again.
fn play(first: Option<EngineSpec>, second: Option<EngineSpec>, variant: Variant) {
    play_from(first, second, default_openings(variant, 1));
}

fn play_from(first: Option<EngineSpec>, second: Option<EngineSpec>, openings: Vec<Board>) {
    let (Some(first), Some(second)) = (first, second) else { return };
    let label = format!("{} {}", first.command_text(), second.command_text());
    let mut contest = Match {
        engines: vec![first, second],
        limits: TimeControl { clock: "5+0.1".parse().expect("a time control"), nodes: None, depth: None },
        schedule: Schedule::new(Format::RoundRobin, 2, 2),
        openings,
        rules: RefereeRules { longest: Some(12), margin: Duration::from_secs(3), ..RefereeRules::default() },
        concurrency: 1,
        sprt: None,
        builtin: &NoBuiltin,
        tablebase: None,
        already: Vec::new(),
    };
    contest.prepare().unwrap_or_else(|error| panic!("{label}: {error}"));
    let mut notes = Notes(Vec::new());
    contest.run(&mut notes, &AtomicBool::new(false)).expect("a match");
    assert_eq!(notes.0.len(), 2, "{label}");
    for (pairing, record) in &notes.0 {
        assert!(!record.verdict.end.is_fault(), "{label}: {}", record.verdict.sentence);
        let frame = rocada_arena::PgnFrame::of_match("test", pairing.number + 1);
        let games = read_pgn(&write_pgn(&frame, record));
        assert_eq!(games[0].moves.len(), record.moves.len(), "{label}");
    }
}

#[test]
fn cecp_engines_play_chess() {
    play(engine("fairymax", "proto=cecp"), engine("hoichess", "proto=cecp"), Variant::Chess);
    play(engine("phalanx", "proto=cecp"), engine("sjeng", "proto=cecp"), Variant::Chess);
}

#[test]
fn fairymax_without_setboard_is_set_up_with_edit() {
    let position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPPBPPP/RNBQK2R b KQkq - 3 3";
    let openings = read_openings(Variant::Chess, position).expect("an opening");
    play_from(engine("fairymax", "proto=cecp"), engine("hoichess", "proto=cecp"), openings);
}

#[test]
fn uci_engines_play_chess() {
    play(engine("toga2", "proto=uci"), engine("glaurung", "proto=uci"), Variant::Chess);
    play(engine("stockfish", "proto=uci"), engine("fairymax", "proto=cecp"), Variant::Chess);
}

#[test]
fn languages_are_found_out_and_mixed_in_crazyhouse_and_960() {
    play(engine("sjeng", ""), engine("fairy-stockfish", "proto=uci"), Variant::Crazyhouse);
    play(engine("fairy-stockfish", "proto=cecp"), engine("stockfish", ""), Variant::Chess960);
    play(
        engine("fairy-stockfish", "proto=cecp name=A"),
        engine("fairy-stockfish", "proto=uci name=B"),
        Variant::Crazyhouse960,
    );
}

#[test]
fn fairy_stockfish_is_told_of_castling_in_words_that_it_knows() {
    // White must castle at once.
    for (variant, position) in [
        (Variant::Chess960, "4kr2/8/8/8/6p1/6P1/6PB/6KR w H - 0 1"),
        (Variant::Crazyhouse960, "4kr2/8/8/8/6p1/6P1/6PB/6KR[] w H - 0 1"),
    ] {
        let openings = read_openings(variant, position).expect("an opening");
        play_from(
            engine("fairy-stockfish", "proto=cecp name=A"),
            engine("fairy-stockfish", "proto=uci name=B"),
            openings,
        );
    }
}

#[test]
fn the_doctor_finds_the_buffered_output_of_gnuchess() {
    let Some(path) = find("gnuchess") else { return };
    let spec = EngineSpec::process(vec![path.to_string_lossy().into_owned(), "--xboard".to_owned()]);
    let order = DoctorOrder {
        spec,
        variant: None,
        positions: 10,
        seed: 1,
        patience: Duration::from_secs(5),
        only: Vec::new(),
    };
    let examination = examine(&order, &mut |_| {}).expect("an examination");
    assert!(
        examination
            .findings
            .iter()
            .any(|finding| finding.card.id == "buffering" && !examination.is_healthy())
    );
}
