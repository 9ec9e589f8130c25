//! A small language for conversations, run against a session.
//!
//! ```text
//! # a remark
//! > a line of the GUI
//! < the next line of the engine, exactly (a final * stands for any rest; a lone … skips to what is expected next)
//! @ the next action: go, stop, ponderhit, set, newgame, pause, resume, book, tool, quit; every word must be there
//! ! an event of the engine: best, think, current, book, text
//! + 300   milliseconds pass
//! > <eof>
//! ```
//! Whatever an input brings about must be listed before the next input; remarks for the log are not shown.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::VecDeque;
use std::time::Duration;

use rocada_protocol::session::{
    Action, Event, GoRequest, Input, Protocol, SearchId, Session, SessionConfig, Thinking,
};
use rocada_protocol::{Bound, Score, SearchLimits};
use rocada_rules::{AnyPosition, Move};

/// A session with a pretended engine.
pub struct Stage {
    pub session: Session,
    pub now: Duration,
    pub sent: Vec<String>,
    pending: VecDeque<String>,
    search: Option<(SearchId, AnyPosition)>,
    old_search: Option<(SearchId, AnyPosition)>,
    /// Searches in UCI, those without a legal move included.
    searches: usize,
    /// Searches that are not over, and whether they were told to stop.
    live: Vec<(SearchId, AnyPosition, bool)>,
    over: bool,
}

impl Stage {
    pub fn new() -> Stage {
        Stage {
            session: Session::new(SessionConfig::default()),
            now: Duration::from_secs(1),
            sent: Vec::new(),
            pending: VecDeque::new(),
            search: None,
            old_search: None,
            searches: 0,
            live: Vec::new(),
            over: false,
        }
    }

    /// Feeds an input and remembers what it brings about.
    pub fn feed(&mut self, input: Input<'_>) {
        for action in self.session.step(self.now, input) {
            if let Action::Go(request) = &action {
                self.old_search = self.search.take();
                self.search = Some((request.search, request.position.clone()));
            }
            if let Action::Send(line) = &action {
                self.searches += usize::from(line.starts_with("info depth 0 score"));
                self.sent.push(line.clone());
            }
            if let Action::Go(request) = &action {
                self.searches += 1;
                self.live.push((request.search, request.position.clone(), false));
            }
            if let Action::Stop(search) = &action {
                self.live.iter_mut().filter(|live| live.0 == *search).for_each(|live| live.2 = true);
            }
            self.over |= action == Action::Quit;
            if let Some(text) = shown(&action) {
                self.pending.push_back(text);
            }
        }
    }

    pub fn say(&mut self, line: &str) {
        self.feed(Input::Line(line.as_bytes()));
    }

    /// What was brought about and not looked at yet.
    pub fn take(&mut self) -> Vec<String> {
        self.pending.drain(..).collect()
    }

    /// The search started last.
    pub fn latest_search(&self) -> SearchId {
        self.search.as_ref().map_or(SearchId(0), |(id, _)| *id)
    }

    /// The position of the search started last.
    pub fn searched_position(&self) -> AnyPosition {
        self.search
            .as_ref()
            .map_or_else(|| AnyPosition::start(rocada_rules::Variant::Chess), |(_, root)| root.clone())
    }

    /// How many searches were started.
    pub fn searches(&self) -> usize {
        self.searches
    }

    /// The oldest search that is not over says its move: any that was told to stop, or with `willing` any at all.
    pub fn finish_one_search(&mut self, willing: bool) {
        let ready = |live: &(SearchId, AnyPosition, bool)| willing || live.2;
        let Some(index) = self.live.iter().position(ready) else { return };
        let (search, root, _) = self.live.remove(index);
        let best = root.legal_moves().first().copied();
        let ponder = best.and_then(|best| {
            let mut after = root.clone();
            after.play(best);
            after.legal_moves().first().copied()
        });
        self.feed(Input::Event(Event::BestMove { search, best, ponder }));
    }

    /// No UCI search is answered twice: never more answers than searches.
    pub fn check_bestmoves(&self) {
        let answers = self.sent.iter().filter(|line| line.starts_with("bestmove")).count();
        assert!(answers <= self.searches, "{answers} answers, {} searches", self.searches);
    }

    /// Runs a transcript and checks at its end that the session is alive and has said nothing harmful.
    pub fn run(&mut self, transcript: &str) {
        for (number, line) in transcript.lines().enumerate() {
            let line = line.trim();
            let Some(mark) = line.chars().next() else { continue };
            let rest = line[mark.len_utf8()..].trim();
            let place = format!("line {}: {line}", number + 1);
            match mark {
                '#' => {}
                '>' | '!' | '+' => {
                    self.expect_nothing(&place);
                    match mark {
                        '+' => self.now += Duration::from_millis(rest.parse().unwrap()),
                        '>' if rest == "<eof>" => self.feed(Input::Eof),
                        '>' => self.say(rest),
                        _ => self.event(rest),
                    }
                }
                '<' | '@' => self.expect(mark, rest, &place),
                _ => panic!("no such mark, {place}"),
            }
        }
        self.expect_nothing("the end");
        self.lint();
        self.still_alive();
    }

    fn expect_nothing(&self, place: &str) {
        assert!(self.pending.is_empty(), "before {place}: unexpected {:#?}", self.pending);
    }

    fn expect(&mut self, mark: char, rest: &str, place: &str) {
        if rest == "…" {
            self.pending.clear();
            return;
        }
        let Some(next) = self.pending.pop_front() else {
            panic!("{place}: nothing came");
        };
        let fits = match (mark, rest.strip_suffix('*')) {
            ('<', Some(start)) => next.strip_prefix("< ").is_some_and(|text| text.starts_with(start)),
            ('<', None) => next.strip_prefix("< ").map(str::trim) == Some(rest),
            _ => {
                let words: Vec<&str> = next.split(' ').collect();
                next.starts_with("@ ") && rest.split(' ').all(|word| words.contains(&word))
            }
        };
        assert!(fits, "{place}\n  but came: {next}\n  then: {:#?}", self.pending);
    }

    /// An event in words; `old` in front makes it one of the search before.
    pub fn event(&mut self, text: &str) {
        let (search, text) = match text.strip_prefix("old ") {
            Some(rest) => (self.old_search.clone(), rest),
            None => (self.search.clone(), text),
        };
        let mut words = text.split_whitespace();
        let kind = words.next().unwrap();
        let rest: Vec<&str> = words.collect();
        let event = match kind {
            "book" => Event::Book(rest.iter().map(|text| (*text).to_owned()).collect()),
            "text" => Event::Text(vec![rest.join(" ")]),
            "note" => Event::Note(rest.join(" ")),
            _ => {
                let (id, root) = search.expect("a search was started");
                search_event(kind, &rest, id, &root)
            }
        };
        self.feed(Input::Event(event));
    }

    /// No line may contain what GUIs act on, be long, or be anything but printable.
    pub fn lint(&self) {
        for line in &self.sent {
            assert!(line.len() < 2000, "too long: {line}");
            assert!(line.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')), "not printable: {line:?}");
            if self.session.protocol() != Some(Protocol::Cecp) || line.starts_with('#') {
                continue;
            }
            let claim = line.starts_with("1/2-1/2 {");
            assert!(claim || !line.contains("Draw"), "poison: {line}");
            for word in [
                "not found",
                "No such file",
                "Permission denied",
                "can't alloc",
                "unknown host",
                "setscore",
                "highlight",
            ] {
                assert!(!line.contains(word), "poison: {line}");
            }
            for start in ["White", "Black", "setboard ", "piece ", "setup "] {
                assert!(!line.starts_with(start), "poison: {line}");
            }
            assert_ne!(line.split_whitespace().nth(1), Some("..."), "poison: {line}");
        }
    }

    /// Whatever happened, the session still answers.
    pub fn still_alive(&mut self) {
        if self.over {
            return;
        }
        match self.session.protocol() {
            Some(Protocol::Uci) => {
                self.say("isready");
                assert_eq!(self.take().last().map(String::as_str), Some("< readyok"));
            }
            Some(Protocol::Cecp) => {
                self.say(".");
                self.say("force");
                self.say("ping 99");
                assert_eq!(self.take().last().map(String::as_str), Some("< pong 99"));
            }
            None => {}
        }
    }
}

fn search_event(kind: &str, rest: &[&str], search: SearchId, root: &AnyPosition) -> Event {
    let value = |name: &str| {
        let index = rest.iter().position(|word| *word == name)?;
        rest.get(index + 1).copied()
    };
    let number = |name: &str, default: i64| value(name).map_or(default, |text| text.parse().unwrap());
    match kind {
        "best" => {
            let best = rest.first().and_then(|text| root.parse_move(text).ok());
            let mut after = root.clone();
            let ponder = best.and_then(|best| {
                after.play(best);
                value("ponder").map(|text| after.parse_move(text).unwrap())
            });
            Event::BestMove { search, best, ponder }
        }
        "current" => Event::CurrentMove {
            search,
            depth: rest[0].parse().unwrap(),
            mv: root.parse_move(rest[1]).unwrap(),
            number: rest[2].parse().unwrap(),
            total: rest[3].parse().unwrap(),
        },
        "think" => {
            let pv = match rest.iter().position(|word| *word == "pv") {
                Some(index) => parse_line(root, &rest[index + 1..]),
                None => vec![root.legal_moves()[0]],
            };
            Event::Thinking {
                search,
                line: Box::new(Thinking {
                    depth: number("depth", 1) as u32,
                    seldepth: number("seldepth", 1) as u32,
                    multipv: number("multipv", 1) as u32,
                    score: match value("mate") {
                        Some(moves) => Score::Mate(moves.parse().unwrap()),
                        None => Score::Centipawns(number("cp", 0) as i32),
                    },
                    bound: match (rest.contains(&"lower"), rest.contains(&"upper")) {
                        (true, _) => Bound::Lower,
                        (_, true) => Bound::Upper,
                        _ => Bound::Exact,
                    },
                    wdl: rest.contains(&"wdl").then_some([300, 500, 200]),
                    nodes: number("nodes", 100) as u64,
                    tbhits: 0,
                    hashfull: 0,
                    time: Duration::from_millis(number("time", 10) as u64),
                    pv,
                }),
            }
        }
        _ => panic!("no such event: {kind}"),
    }
}

fn parse_line(root: &AnyPosition, texts: &[&str]) -> Vec<Move> {
    let mut position = root.clone();
    let parse = |text: &&str| {
        let mv = position.parse_move(text).unwrap();
        position.play(mv);
        mv
    };
    texts.iter().map(parse).collect()
}

/// An action in words.
fn shown(action: &Action) -> Option<String> {
    Some(match action {
        Action::Send(line) => format!("< {line}"),
        Action::NewGame => "@ newgame".to_owned(),
        Action::SetOption(change) => format!("@ set {}={}", change.name.replace(' ', ""), change.value),
        Action::Go(request) => {
            let GoRequest { position, limits, purpose, .. } = &**request;
            let purpose = format!("{purpose:?}").to_lowercase();
            format!("@ go {purpose} {} {}", position.turn(), limits_text(position, limits))
        }
        Action::Stop(_) => "@ stop".to_owned(),
        Action::PonderHit { limits, .. } => {
            format!("@ ponderhit {}", limits_text(&AnyPosition::start(rocada_rules::Variant::Chess), limits))
        }
        Action::Pause(_) => "@ pause".to_owned(),
        Action::Resume(_) => "@ resume".to_owned(),
        Action::ShowBook(_) => "@ book".to_owned(),
        Action::RunTool(tool, position) => format!("@ tool {tool} {}", position.turn()),
        // `tests/opponents.rs` looks at the end of games.
        Action::GameOver { .. } | Action::Log(_) => return None,
        Action::Quit => "@ quit".to_owned(),
    })
}

fn limits_text(position: &AnyPosition, limits: &SearchLimits) -> String {
    let millis = |name: &str, time: Option<Duration>| {
        time.map_or_else(String::new, |time| format!("{name}={} ", time.as_millis()))
    };
    let mut text = String::new();
    text += &millis("clock", limits.clock);
    text += &millis("opponent", limits.opponent_clock);
    text += &millis("movetime", limits.movetime);
    text += &millis("inc", Some(limits.increment).filter(|increment| !increment.is_zero()));
    text += &millis("overhead", Some(limits.overhead));
    let numbers = [
        ("togo", limits.moves_to_go.map(u64::from)),
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.nodes),
        ("mate", limits.mate.map(u64::from)),
        ("nps", limits.nodes_per_second),
    ];
    for (name, value) in numbers {
        if let Some(value) = value {
            text += &format!("{name}={value} ");
        }
    }
    for (name, on) in [("infinite", limits.infinite), ("pondering", limits.ponder)] {
        if on {
            text += &format!("{name} ");
        }
    }
    if !limits.searchmoves.is_empty() {
        let moves: Vec<String> = limits.searchmoves.iter().map(|mv| position.uci(*mv)).collect();
        text += &format!("only={}", moves.join(","));
    }
    text.trim_end().to_owned()
}

/// Runs a transcript from the very beginning.
pub fn run(transcript: &str) -> Stage {
    let mut stage = Stage::new();
    stage.run(transcript);
    stage
}

/// A CECP session after the handshake and the usual beginning of a game.
pub fn cecp_stage() -> Stage {
    let mut stage = Stage::new();
    for line in ["xboard", "protover 2", "new", "easy", "nopost", "level 0 1 0"] {
        stage.say(line);
    }
    stage.take();
    stage
}

/// Runs a transcript from there.
pub fn cecp(transcript: &str) -> Stage {
    let mut stage = cecp_stage();
    stage.run(transcript);
    stage
}

/// A UCI session after `uci` and `isready`.
pub fn uci_stage() -> Stage {
    let mut stage = Stage::new();
    stage.say("uci");
    stage.say("isready");
    stage.take();
    stage
}

/// Runs a transcript from there.
pub fn uci(transcript: &str) -> Stage {
    let mut stage = uci_stage();
    stage.run(transcript);
    stage
}
