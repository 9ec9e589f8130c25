//! Random, mutated and shuffled input: nothing panics, nothing harmful is said, the session stays usable.

mod common;

use common::Stage;
use rocada_protocol::session::{Event, Input, SearchId};
use rocada_protocol::text::LineBuffer;
use rocada_protocol::{cecp, uci};

/// A small generator (xorshift), so that every run is the same.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

const CECP: &[&str] = &[
    "xboard",
    "protover 2",
    "new",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level 40 5 0.1",
    "st 0.5",
    "st 0",
    "sd 4",
    "nps 100",
    "time 100",
    "otim -5",
    "usermove e2e4",
    "usermove e7e5",
    "usermove O-O",
    "usermove P@e4",
    "g1f3",
    "Nc6",
    "?",
    "ping 3",
    "draw",
    "result 1-0 {x}",
    "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
    "setboard r3k2r/8/8/8/8/8/8/R3K2R[Pp] b HAha - 9 9",
    "edit",
    "#",
    "c",
    "Ke1",
    "Qd5+",
    "P@3",
    "xe1",
    ".",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    "name Bob",
    "rating 1 2",
    "computer",
    "pause",
    "resume",
    "memory 5",
    "cores 3",
    "egtpath syzygy /x",
    "option MultiPV=3",
    "option ClearHash",
    "option Nope=1",
    "exclude all",
    "include e2e4",
    "exclude e2e4",
    "variant crazyhouse",
    "variant fischerandom",
    "variant nonsense",
    "holding [P] []",
    "random",
    "flip",
    "d",
    "perft 2",
    "accepted x",
    "rejected debug",
    "frobnicate",
    "",
];

const UCI: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "register later",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
    "position fen junk",
    "position fen 7k/5QQ1/8/8/8/8/8/K7 b - -",
    "go depth 3",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go wtime 1 btime 1",
    "go nodes 5",
    "go perft 2",
    "go",
    "go searchmoves e2e4 0000",
    "stop",
    "ponderhit",
    "setoption name Hash value 7",
    "setoption name UCI_Variant value crazyhouse",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Chess960 value true",
    "setoption name Clear Hash",
    "setoption",
    "flip",
    "d",
    "eval",
    "joho go depth 1",
    "nonsense",
    "",
];

fn mutated(dice: &mut Dice, line: &str) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(4) {
            0 => bytes.insert(at, dice.next() as u8),
            1 if at < bytes.len() => bytes[at] = dice.next() as u8,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.extend_from_slice(b" 99999999999999999999"),
        }
    }
    bytes
}

/// Something the engine might say, for a search that may be long gone.
fn some_event(dice: &mut Dice, stage: &Stage) -> Event {
    let position = stage.searched_position();
    let legal = position.legal_moves();
    let best = legal.get(dice.below(legal.len() + 1)).copied();
    let search = match dice.below(4) {
        0 => SearchId(dice.next() % 9),
        _ => stage.latest_search(),
    };
    match dice.below(5) {
        0 => Event::Text(vec!["nodes 5".to_owned()]),
        1 => Event::Book(vec!["e2e4".to_owned()]),
        2 => Event::CurrentMove {
            search,
            depth: 3,
            mv: best.unwrap_or(rocada_rules::Move::from_bits(77).unwrap()),
            number: 3,
            total: 2,
        },
        _ => Event::BestMove { search, best, ponder: best },
    }
}

fn play(seed: u64, first: &[&str], lines: &[&str], mutate: bool) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut stage = Stage::new();
    first.iter().for_each(|line| stage.say(line));
    for _ in 0..400 {
        stage.now += std::time::Duration::from_millis(dice.next() % 50);
        if dice.below(3) == 0 {
            let event = some_event(&mut dice, &stage);
            stage.feed(Input::Event(event));
        } else {
            let line = dice.pick(lines);
            let bytes = if mutate { mutated(&mut dice, line) } else { line.as_bytes().to_vec() };
            if bytes.starts_with(b"quit") {
                continue;
            }
            stage.feed(Input::Line(&bytes));
        }
    }
    stage.lint();
    stage.take();
    // Whatever mode it is in: out of the editor, then it answers.
    stage.say(".");
    stage.take();
    stage.still_alive();
    stage.check_bestmoves();
}

#[test]
fn shuffled_commands_leave_both_sessions_usable() {
    for seed in 1..=150 {
        play(seed, &["xboard", "protover 2"], CECP, false);
        play(seed, &["uci"], UCI, false);
        play(seed, &[], &[CECP, UCI].concat(), false);
    }
}

#[test]
fn mutated_commands_leave_both_sessions_usable() {
    for seed in 1..=150 {
        play(seed, &["xboard", "protover 2"], CECP, true);
        play(seed, &["uci"], UCI, true);
        play(seed, &[], &[CECP, UCI].concat(), true);
    }
}

#[test]
fn random_bytes_never_panic_and_leave_the_session_usable() {
    let mut dice = Dice(42);
    for protocol in ["xboard", "uci"] {
        let mut stage = Stage::new();
        stage.say(protocol);
        stage.take();
        let mut buffer = LineBuffer::new();
        let bytes: Vec<u8> = (0..1 << 20).map(|_| dice.next() as u8).collect();
        for chunk in bytes.chunks(4096) {
            for line in buffer.push(chunk) {
                stage.feed(Input::Line(&line));
                assert!(stage.take().len() <= 1);
            }
        }
        stage.lint();
        stage.still_alive();
    }
}

#[test]
fn parsers_read_anything_and_print_what_they_read() {
    let mut dice = Dice(7);
    for _ in 0..30_000 {
        let lines = if dice.next().is_multiple_of(2) { CECP } else { UCI };
        let line = dice.pick(lines);
        let bytes = mutated(&mut dice, line);
        let text = rocada_protocol::text::clean(&bytes);
        let command = cecp::Command::parse(&text);
        assert_eq!(cecp::Command::parse(&command.to_string()), command, "{text:?}");
        let command = uci::Command::parse(&text);
        assert_eq!(uci::Command::parse(&command.to_string()), command, "{text:?}");
        let _ = cecp::Message::parse(&text).to_string();
        let message = uci::Message::parse(&text);
        assert_eq!(uci::Message::parse(&message.to_string()), message, "{text:?}");
    }
}

/// Runs commands against an engine that keeps its word: every search ends with one `BestMove`, after `Stop` for sure.
fn honest_game(seed: u64, first: &str, lines: &[&str]) -> (Stage, Vec<String>) {
    let mut dice = Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
    let mut stage = Stage::new();
    let mut said = Vec::new();
    stage.say(first);
    for _ in 0..300 {
        if dice.below(3) == 0 {
            stage.finish_one_search(dice.below(2) == 0);
        } else {
            let line = dice.pick(lines);
            said.push(line.to_owned());
            stage.say(line);
        }
    }
    (stage, said)
}

#[test]
fn every_go_of_uci_is_answered_exactly_once() {
    for seed in 1..=200 {
        let (mut stage, said) = honest_game(seed, "uci", UCI);
        for _ in 0..said.len() {
            stage.say("stop");
            stage.finish_one_search(true);
        }
        let is_go =
            |line: &&String| matches!(uci::Command::parse(line), uci::Command::Go(go) if go.perft.is_none());
        let goes = said.iter().filter(is_go).count();
        let answers = stage.sent.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, goes, "seed {seed}");
    }
}

#[test]
fn every_ping_of_cecp_is_answered_exactly_once_and_no_search_moves_twice() {
    for seed in 1..=200 {
        let (mut stage, said) = honest_game(seed, "xboard", CECP);
        for line in [".", "resume", "force"] {
            stage.say(line);
        }
        let count =
            |lines: &[String], start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(count(&stage.sent, "pong 3"), count(&said, "ping 3"), "seed {seed}");
        assert!(count(&stage.sent, "move ") <= stage.searches(), "seed {seed}");
    }
}

/// Groups of malformed UCI input, each for a fresh session.
#[test]
fn nasty_uci_input_is_answered_as_if_nothing_had_happened() {
    let text = include_str!("data/uci_nasty.txt");
    for group in text.split("\n\n") {
        let mut stage = Stage::new();
        stage.say("uci");
        let mut goes = 0;
        let mut quit = false;
        for line in group.lines().filter(|line| !line.starts_with('#')) {
            let command = uci::Command::parse(line);
            goes += usize::from(matches!(&command, uci::Command::Go(go) if go.perft.is_none()));
            quit |= command == uci::Command::Quit;
            stage.say(line);
            let news = stage.take().iter().filter(|action| action.starts_with("< info string")).count();
            assert!(news <= 1, "{line}");
            stage.finish_one_search(false);
        }
        for _ in 0..200 {
            stage.say("stop");
            stage.finish_one_search(true);
        }
        stage.take();
        let answers = stage.sent.iter().filter(|line| line.starts_with("bestmove")).count();
        assert!(quit || answers == goes, "{answers} answers to {goes} in {group}");
        stage.lint();
        stage.still_alive();
    }
}

#[test]
fn ten_thousand_waiting_commands_are_carried_out_one_after_the_other() {
    let mut stage = Stage::new();
    for line in ["uci", "go infinite", "position fen 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1"] {
        stage.say(line);
    }
    for _ in 0..10_000 {
        stage.say("go depth 1");
    }
    stage.finish_one_search(true);
    assert_eq!(stage.sent.iter().filter(|line| line.starts_with("bestmove")).count(), 10_001);
    stage.take();
    stage.still_alive();
}
