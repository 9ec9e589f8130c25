//! The examination of a bot that speaks UCI.

use std::time::{Duration, Instant};

use rocada_rules::{AnyPosition, Tolerance, Variant};

use super::cards::{self, Card};
use super::cecp::ends;
use super::patient::{Notebook, QUIET, UciPatient, start};
use super::{DoctorOrder, Examination, Outcome, advice, choice, failed, lines, passed, settled, skipped};
use crate::fault::Fault;
use crate::player::Board;
use crate::signal::Signal;
use crate::spec::Protocol;

/// Runs all checks.
pub(crate) fn examine(order: &DoctorOrder, progress: &mut dyn FnMut(&str)) -> Examination {
    let mut notebook = Notebook { findings: Vec::new(), progress, printed: Vec::new() };
    let mut variant = order.variant.unwrap_or_default();
    let mut name = order.spec.command_text();
    waits(order, &mut notebook);
    (notebook.progress)(cards::HANDSHAKE.title);
    match UciPatient::new(order, variant) {
        Err(fault) => notebook.note(&cards::HANDSHAKE, failed(fault.to_string()), Vec::new()),
        Ok(patient) if !patient.identity.complete => held_back(patient, &mut notebook),
        Ok(patient) => {
            if let Some(own) = &patient.identity.name {
                name.clone_from(own);
            }
            if order.variant.is_none() && !patient.identity.plays(variant) {
                let plays = |variant: &Variant| patient.identity.plays(*variant);
                variant = Variant::ALL.into_iter().find(plays).unwrap_or_default();
            }
            let greeting = match &patient.identity.name {
                Some(name) => passed(format!("it calls itself {name}")),
                None => advice("it prints no 'id name'"),
            };
            notebook.note(&cards::HANDSHAKE, greeting, patient.process.talk());
            notebook.note(&cards::OPTIONS, judge_options(&patient, variant), patient.process.talk());
            drop(patient);
            Exam { order, variant, notebook: &mut notebook }.run();
        }
    }
    Examination { protocol: Protocol::Uci, variant, name, findings: notebook.findings }
}

fn waits(order: &DoctorOrder, notebook: &mut Notebook<'_>) {
    (notebook.progress)(cards::START.title);
    match start(order) {
        Ok(mut process) => {
            // Banners are usual here.
            let end = crate::player::deadline(QUIET);
            let outcome = loop {
                match process.hear(end) {
                    Ok(Some(_)) => {}
                    Ok(None) => break passed("it waits for commands"),
                    Err(fault) => break failed(fault.to_string()),
                }
            };
            notebook.note(&cards::START, outcome, process.talk());
        }
        Err(fault) => notebook.note(&cards::START, failed(fault.to_string()), Vec::new()),
    }
}

/// No `uciok` came: was it only held back?
fn held_back(mut patient: UciPatient, notebook: &mut Notebook<'_>) {
    let _ = patient.say("quit");
    patient.process.close_input();
    patient.process.wait_end(Duration::from_secs(2));
    std::thread::sleep(Duration::from_millis(50));
    patient.process.hear_last_words();
    let talk = patient.process.talk();
    if talk.iter().any(|line| line.from_engine && line.text.trim() == "uciok") {
        let text =
            "nothing came for 5 s, and all of it came when the program ended: its output is block-buffered";
        notebook.note(&cards::BUFFERING, failed(text), talk);
    } else {
        notebook.note(&cards::HANDSHAKE, failed("no 'uciok' came within 5 s after 'uci'"), talk);
    }
}

fn judge_options(patient: &UciPatient, variant: Variant) -> Outcome {
    let mut faults = Vec::new();
    if !patient.identity.plays(variant) {
        faults.push(format!(
            "it does not offer {variant}: that needs UCI_Variant with 'var crazyhouse', and UCI_Chess960 for 960"
        ));
    }
    for option in &patient.identity.options {
        let default = option.default.as_deref().and_then(|text| text.parse::<i64>().ok());
        if option.kind == "spin" {
            match (default, option.min, option.max) {
                (Some(default), Some(min), Some(max)) if (min..=max).contains(&default) => {}
                _ => faults.push(format!("the spin '{}' needs a default between min and max", option.name)),
            }
        }
        if !["check", "spin", "combo", "button", "string"].contains(&option.kind.as_str()) {
            faults.push(format!("option '{}' has the unknown type '{}'", option.name, option.kind));
        }
    }
    if faults.is_empty() {
        passed(format!("{} options", patient.identity.options.len()))
    } else {
        failed(faults.join("; "))
    }
}

struct Exam<'a, 'n> {
    order: &'a DoctorOrder,
    variant: Variant,
    notebook: &'a mut Notebook<'n>,
}

impl Exam<'_, '_> {
    fn check(&mut self, card: &'static Card, run: impl FnOnce(&mut UciPatient) -> Result<Outcome, Fault>) {
        if !self.order.wants(card) {
            return;
        }
        (self.notebook.progress)(card.title);
        match UciPatient::new(self.order, self.variant) {
            Ok(mut patient) => {
                let outcome = settled(run(&mut patient));
                patient.process.hear_last_words();
                self.notebook.note(card, outcome, patient.process.talk());
            }
            Err(fault) => self.notebook.note(card, failed(fault.to_string()), Vec::new()),
        }
    }

    fn run(mut self) {
        self.check(&cards::PING, answers_while_searching);
        self.check(&cards::WHITE, |patient| moves_after(patient, "", "movetime 100"));
        self.check(&cards::BLACK, |patient| moves_after(patient, "e2e4", "movetime 100"));
        self.check(&cards::UNKNOWN, |patient| {
            patient.say("abrakadabra 42")?;
            patient.ready(Duration::from_secs(5))?;
            moves_after(patient, "", "movetime 100")
        });
        self.special_moves();
        self.check(&cards::CLOCK, moves_in_time);
        self.check(&cards::STOP, stops);
        self.check(&cards::MATED, survives_mate);
        self.check(&cards::NEW_GAME, |patient| {
            moves_after(patient, "e2e4 e7e5", "depth 1")?;
            patient.new_game()?;
            moves_after(patient, "", "depth 1")
        });
        self.check(&cards::QUIT, |patient| {
            patient.say("quit")?;
            Ok(ends(&mut patient.process, "quit", Duration::from_secs(1)))
        });
        self.check(&cards::EOF, |patient| {
            patient.process.close_input();
            Ok(ends(&mut patient.process, "the end of its input", Duration::from_secs(1)))
        });
        self.check(&cards::SIGTERM, |patient| {
            patient.process.signal(Signal::Terminate);
            Ok(ends(&mut patient.process, "SIGTERM", Duration::from_secs(2)))
        });
        let card = &cards::CHOICE;
        if !self.order.wants(card) {
            return;
        }
        (self.notebook.progress)(card.title);
        let (outcome, talk) = choice::uci(self.order, self.variant, self.notebook.progress);
        self.notebook.note(card, outcome, talk);
    }

    fn special_moves(&mut self) {
        let games = if self.variant.has_drops() { &lines::CRAZYHOUSE[..] } else { &lines::CHESS[..] };
        let mut seen: Vec<&'static Card> = Vec::new();
        for (card, _) in games {
            if self.variant.is_960() || seen.contains(card) {
                continue;
            }
            seen.push(card);
            let chosen: Vec<&str> =
                games.iter().filter(|(other, _)| other == card).map(|(_, line)| *line).collect();
            self.check(card, |patient| {
                for line in &chosen {
                    let outcome = moves_after(patient, line, "movetime 50")?;
                    if outcome.0 != super::Grade::Passed {
                        return Ok(outcome);
                    }
                }
                Ok(passed("understood"))
            });
        }
        let variant = self.variant;
        for (card, fen) in &lines::POSITIONS {
            self.check(card, |patient| match AnyPosition::from_fen(variant, fen, Tolerance::Strict) {
                Ok(position) => {
                    patient.board = Board::new(position);
                    answers(patient, "movetime 50")
                }
                Err(_) => Ok(skipped("the position belongs to another variant")),
            });
        }
    }
}

fn answers(patient: &mut UciPatient, limits: &str) -> Result<Outcome, Fault> {
    let before = patient.board.current.clone();
    patient.go(limits)?;
    Ok(match patient.hear_move()? {
        Ok(mv) => passed(format!("it played {}", before.san(mv))),
        Err(text) => failed(text),
    })
}

fn moves_after(patient: &mut UciPatient, line: &str, limits: &str) -> Result<Outcome, Fault> {
    patient.board = Board::new(AnyPosition::start(patient.board.base.variant()));
    for text in line.split_whitespace() {
        if let Ok(mv) = patient.board.current.parse_coordinate(text) {
            patient.board.current.play(mv);
        }
    }
    answers(patient, limits)
}

fn answers_while_searching(patient: &mut UciPatient) -> Result<Outcome, Fault> {
    let idle = patient.ready(Duration::from_secs(5))?;
    patient.go("infinite")?;
    std::thread::sleep(Duration::from_millis(50));
    let busy = patient.ready(Duration::from_secs(3));
    patient.say("stop")?;
    let best = patient.hear_best(Duration::from_secs(3))?;
    Ok(match (busy, best) {
        (Err(_), _) => failed("it does not answer 'isready' while it searches"),
        (Ok(_), None) => advice("it prints no bestmove after 'stop'"),
        (Ok(busy), _) => {
            passed(format!("{} ms when idle, {} ms while searching", idle.as_millis(), busy.as_millis()))
        }
    })
}

fn moves_in_time(patient: &mut UciPatient) -> Result<Outcome, Fault> {
    for (limits, most) in [("wtime 1000 btime 1000 winc 0 binc 0", 1000), ("movetime 300", 400)] {
        patient.new_game()?;
        patient.go(limits)?;
        let begin = Instant::now();
        if let Err(text) = patient.hear_move()? {
            return Ok(failed(format!("'go {limits}': {text}")));
        }
        let took = begin.elapsed();
        if took > Duration::from_millis(most) {
            return Ok(failed(format!("'go {limits}' took {:.2} s", took.as_secs_f64())));
        }
    }
    Ok(passed("clock and movetime are kept"))
}

fn stops(patient: &mut UciPatient) -> Result<Outcome, Fault> {
    patient.ready(Duration::from_secs(5))?;
    patient.go("infinite")?;
    if let Some(line) = patient.hear_best(Duration::from_millis(500))? {
        return Ok(failed(format!("'go infinite' was answered by '{line}' before 'stop'")));
    }
    patient.say("stop")?;
    let begin = Instant::now();
    if patient.hear_best(Duration::from_secs(3))?.is_none() {
        return Ok(failed("no bestmove came within 3 s after 'stop'"));
    }
    let took = begin.elapsed();
    if patient.hear_best(QUIET)?.is_some() {
        return Ok(failed("a second bestmove came"));
    }
    Ok(passed(format!("it stopped after {} ms", took.as_millis())))
}

fn survives_mate(patient: &mut UciPatient) -> Result<Outcome, Fault> {
    let mut board = Board::new(AnyPosition::start(patient.board.base.variant()));
    if board.base.variant().is_960() {
        return Ok(skipped("the prepared game begins in the classical start position"));
    }
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        if let Ok(mv) = board.current.parse_coordinate(text) {
            board.current.play(mv);
        }
    }
    patient.board = board;
    patient.go("depth 3")?;
    let best = patient.hear_best(Duration::from_secs(3))?;
    patient.ready(Duration::from_secs(3))?;
    Ok(match best.as_deref() {
        Some(line) if line.contains("(none)") || line.contains("0000") => passed(format!("'{line}'")),
        Some(line) => advice(format!("it is mated and says '{line}' instead of 'bestmove (none)'")),
        None => advice("it is mated and says nothing; every 'go' should get a bestmove"),
    })
}
