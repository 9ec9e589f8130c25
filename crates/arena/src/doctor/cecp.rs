//! The examination of a bot that speaks CECP.

use std::time::Duration;

use rocada_protocol::cecp::Message;
use rocada_rules::{AnyPosition, Tolerance, Variant};

use super::cards::{self, Card};
use super::patient::{CecpPatient, GREETING, Notebook, QUIET, SHORT_GREETING, start};
use super::{DoctorOrder, Examination, Outcome, advice, choice, failed, lines, passed, settled, skipped};
use crate::fault::Fault;
use crate::player::Board;
use crate::player::features::cecp_name;
use crate::poison::xboard_misreads;
use crate::process::{Process, describe_status};
use crate::signal::Signal;
use crate::spec::Protocol;

/// Runs all checks.
pub(crate) fn examine(order: &DoctorOrder, progress: &mut dyn FnMut(&str)) -> Examination {
    let mut notebook = Notebook { findings: Vec::new(), progress, printed: Vec::new() };
    let mut name = order.spec.command_text();
    let mut variant = order.variant.unwrap_or_default();
    waits_quietly(order, &mut notebook);
    if let Some(patient) = greets(order, &mut notebook) {
        if let Some(own) = &patient.features.my_name {
            name.clone_from(own);
        }
        if order.variant.is_none() {
            variant =
                Variant::ALL.into_iter().find(|variant| patient.features.plays(*variant)).unwrap_or_default();
        }
        let outcome = judge_features(&patient, variant);
        notebook.note(&cards::FEATURES, outcome, patient.process.talk());
        let greeting = if patient.features.done == Some(true) { GREETING } else { SHORT_GREETING };
        drop(patient);
        Exam { order, variant, greeting, notebook: &mut notebook }.run();
    }
    Examination { protocol: Protocol::Cecp, variant, name, findings: notebook.findings }
}

/// Does it start and wait without a word?
fn waits_quietly(order: &DoctorOrder, notebook: &mut Notebook<'_>) {
    (notebook.progress)(cards::START.title);
    let mut process = match start(order) {
        Ok(process) => process,
        Err(fault) => return notebook.note(&cards::START, failed(fault.to_string()), Vec::new()),
    };
    let outcome = settled(process.hear(super::super::player::deadline(QUIET)).map(|heard| match heard {
        Some(heard) if heard.text.trim().is_empty() || heard.text.starts_with('#') => passed("it waits"),
        Some(heard) => advice(format!("it prints '{}' before anybody has said a word to it", heard.text)),
        None => passed("it waits for commands"),
    }));
    notebook.note(&cards::START, outcome, process.talk());
}

/// The greeting; a bot that does not answer is asked to end, to see whether its answer was only held back.
fn greets<'a>(order: &DoctorOrder, notebook: &mut Notebook<'a>) -> Option<CecpPatient> {
    (notebook.progress)(cards::HANDSHAKE.title);
    let mut patient = match CecpPatient::new(order, GREETING) {
        Ok(patient) => patient,
        Err(fault) => {
            notebook.note(&cards::HANDSHAKE, failed(fault.to_string()), Vec::new());
            return None;
        }
    };
    match (patient.features.any, patient.features.done) {
        (true, Some(true)) => {
            notebook.note(&cards::HANDSHAKE, passed("the features end with done=1"), patient.process.talk());
            notebook.note(&cards::BUFFERING, passed("its lines arrive at once"), Vec::new());
            return Some(patient);
        }
        (true, _) => {
            let text = "it prints features but never done=1: every GUI waits up to ten seconds for it";
            notebook.note(&cards::HANDSHAKE, failed(text), patient.process.talk());
            notebook.note(&cards::BUFFERING, passed("its lines arrive at once"), Vec::new());
            return Some(patient);
        }
        _ => {}
    }
    // Nothing came. What comes when the bot ends was held back in its buffer.
    let before = heard_lines(&patient.process);
    let _ = patient.say("quit");
    patient.process.close_input();
    patient.process.wait_end(Duration::from_secs(2));
    std::thread::sleep(Duration::from_millis(50));
    patient.process.hear_last_words();
    let talk = patient.process.talk();
    if heard_lines(&patient.process) > before {
        let text =
            "nothing came for 5 s, and all of it came when the program ended: its output is block-buffered";
        notebook.note(&cards::BUFFERING, failed(text), talk);
        let text = "the answer to 'protover 2' was held back in the program's buffer";
        notebook.note(&cards::HANDSHAKE, failed(text), Vec::new());
    } else {
        notebook.note(
            &cards::HANDSHAKE,
            failed("it printed nothing at all after 'protover 2' for 5 s"),
            talk,
        );
    }
    None
}

fn heard_lines(process: &Process) -> usize {
    process.talk().iter().filter(|line| line.from_engine).count()
}

/// Is what it announces well-formed and enough?
fn judge_features(patient: &CecpPatient, variant: Variant) -> Outcome {
    let features = &patient.features;
    let mut faults = Vec::new();
    let mut advices = Vec::new();
    if !features.plays(variant) {
        let name = cecp_name(variant);
        faults.push(format!("variants does not contain \"{name}\""));
    }
    for line in patient.process.talk().iter().filter(|line| line.from_engine) {
        let text = line.text.trim();
        let Some(words) = text.strip_prefix("feature") else { continue };
        if words.contains("myname=") && !words.contains("myname=\"") {
            faults.push("myname stands without quotes, and XBoard rejects it".to_owned());
        }
        if words.contains("option=")
            && words.matches('=').count() > words.matches("option=\"").count() + inner(words)
        {
            advices.push(
                "an option stands on a line with other features: XBoard 4.9 crashes if it does not know one of them"
                    .to_owned(),
            );
        }
    }
    for (on, name) in [(features.ping, "ping=1"), (features.setboard, "setboard=1")] {
        if !on {
            advices.push(format!("{name} is missing: python-chess and lichess-bot refuse the bot"));
        }
    }
    if !features.usermove {
        advices.push("usermove=1 is missing: moves come without the word 'usermove'".to_owned());
    }
    if features.sigint {
        advices.push("sigint=0 is missing: XBoard interrupts the bot with a signal".to_owned());
    }
    if !faults.is_empty() {
        return failed(faults.join("; "));
    }
    if advices.is_empty() { passed("complete and well-formed") } else { advice(advices.join("; ")) }
}

/// Equal signs inside the texts of options.
fn inner(words: &str) -> usize {
    words.split('"').skip(1).step_by(2).map(|text| text.matches('=').count()).sum()
}

/// The checks of a bot that has greeted.
struct Exam<'a, 'n> {
    order: &'a DoctorOrder,
    variant: Variant,
    greeting: Duration,
    notebook: &'a mut Notebook<'n>,
}

impl Exam<'_, '_> {
    /// One check with a process of its own.
    fn check(
        &mut self,
        card: &'static Card,
        run: impl FnOnce(&mut CecpPatient, Variant) -> Result<Outcome, Fault>,
    ) {
        if !self.order.wants(card) {
            return;
        }
        (self.notebook.progress)(card.title);
        match CecpPatient::new(self.order, self.greeting) {
            Ok(mut patient) => {
                let outcome = settled(run(&mut patient, self.variant));
                patient.process.hear_last_words();
                self.notebook.note(card, outcome, patient.process.talk());
            }
            Err(fault) => self.notebook.note(card, failed(fault.to_string()), Vec::new()),
        }
    }

    fn run(mut self) {
        self.check(&cards::PING, answers_pings);
        self.check(&cards::WHITE, plays_white);
        self.check(&cards::BLACK, plays_black);
        self.check(&cards::FORCE, keeps_quiet);
        self.check(&cards::GO, goes_on);
        self.check(&cards::ILLEGAL, refuses_illegal);
        self.check(&cards::UNKNOWN, ignores_unknown);
        self.special_moves();
        self.check(&cards::CLOCK, moves_in_time);
        self.check(&cards::MATED, survives_mate);
        self.check(&cards::NEW_GAME, plays_again);
        self.check(&cards::QUIT, |patient, _| {
            patient.say("quit")?;
            Ok(ends(&mut patient.process, "quit", Duration::from_secs(1)))
        });
        self.check(&cards::EOF, |patient, _| {
            patient.process.close_input();
            Ok(ends(&mut patient.process, "the end of its input", Duration::from_secs(1)))
        });
        self.check(&cards::SIGINT, survives_interrupt);
        self.check(&cards::SIGTERM, |patient, _| {
            patient.process.signal(Signal::Terminate);
            Ok(ends(&mut patient.process, "SIGTERM", Duration::from_secs(2)))
        });
        self.choice();
        self.noise();
    }

    fn special_moves(&mut self) {
        let games = if self.variant.has_drops() { &lines::CRAZYHOUSE[..] } else { &lines::CHESS[..] };
        let mut seen: Vec<&'static Card> = Vec::new();
        for (card, _) in games {
            if seen.contains(card) {
                continue;
            }
            seen.push(card);
            let chosen: Vec<&str> =
                games.iter().filter(|(other, _)| other == card).map(|(_, line)| *line).collect();
            self.check(card, |patient, variant| answers_lines(patient, variant, &chosen));
        }
        for (card, fen) in &lines::POSITIONS {
            self.check(card, |patient, variant| answers_position(patient, variant, fen));
        }
    }

    fn choice(&mut self) {
        let card = &cards::CHOICE;
        if !self.order.wants(card) {
            return;
        }
        (self.notebook.progress)(card.title);
        let (outcome, talk) = choice::cecp(self.order, self.variant, self.greeting, self.notebook.progress);
        self.notebook.note(card, outcome, talk);
    }

    /// All that was printed so far, read as XBoard reads it.
    fn noise(&mut self) {
        let mut bad: Vec<(String, &'static str)> = Vec::new();
        for line in &self.notebook.printed {
            let meant = matches!(
                Message::parse(line),
                Message::Features(_) | Message::Result(..) | Message::OfferDraw | Message::Resign
            );
            if let Some(meaning) = xboard_misreads(line).filter(|_| !meant)
                && !bad.iter().any(|(_, known)| *known == meaning)
            {
                bad.push((line.clone(), meaning));
            }
        }
        let outcome = if bad.is_empty() {
            passed("no line that XBoard would misread")
        } else {
            let list: Vec<String> =
                bad.iter().map(|(line, meaning)| format!("'{line}': {meaning}")).collect();
            failed(list.join("; "))
        };
        self.notebook.note(&cards::NOISE, outcome, Vec::new());
    }
}

fn answers_pings(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    if !patient.features.ping {
        return Ok(skipped("ping=1 was not announced"));
    }
    patient.new_game(variant)?;
    let took = patient.settle()?.unwrap_or_default();
    // Two in a row must come back in order, which `settle` sees by the numbers.
    patient.settle()?;
    Ok(passed(format!("the pong came after {} ms", took.as_millis())))
}

fn plays_white(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    patient.new_game(variant)?;
    patient.go(6000)?;
    let begin = patient.board.current.clone();
    Ok(match patient.hear_move()? {
        Ok(mv) => passed(format!("it opened with {}", begin.san(mv))),
        Err(text) => failed(text),
    })
}

fn plays_black(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    patient.new_game(variant)?;
    // As a GUI does it: `new` leaves the bot to play Black, so no `force` and no `go`.
    patient.say("new")?;
    if variant != Variant::Chess {
        patient.say(&format!("variant {}", cecp_name(variant)))?;
    }
    patient.say("level 0 1 0")?;
    patient.send_line("e2e4")?;
    let before = patient.board.current.clone();
    Ok(match patient.hear_move()? {
        Ok(mv) => passed(format!("it answered e4 with {}", before.san(mv))),
        Err(text) => failed(text),
    })
}

fn keeps_quiet(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    patient.new_game(variant)?;
    patient.send_line("e2e4 e7e5 g1f3")?;
    if let Some(line) = patient.hears_no_move(Duration::from_millis(600))? {
        return Ok(failed(format!("it printed '{line}' in force mode")));
    }
    // Thinking must end at `force`.
    patient.go(6000)?;
    patient.say("force")?;
    patient.settle()?;
    Ok(match patient.hears_no_move(QUIET)? {
        Some(line) => advice(format!("it printed '{line}' after 'go' and 'force' had come together")),
        None => passed("it made no move of its own"),
    })
}

fn goes_on(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    patient.new_game(variant)?;
    patient.send_line("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7")?;
    patient.settle()?;
    patient.new_game(variant)?;
    patient.send_line("e2e4 e7e5 f1c4 b8c6 d1h5")?;
    patient.go(6000)?;
    let before = patient.board.current.clone();
    Ok(match patient.hear_move()? {
        Ok(mv) => passed(format!("it went on with {}", before.san(mv))),
        Err(text) => failed(text),
    })
}

fn refuses_illegal(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    let word = if patient.features.usermove { "usermove " } else { "" };
    let mut silent = Vec::new();
    for (line, text) in
        [("", "e2e5"), ("", "e7e5"), ("e2e4 e7e5 d1h5 g8f6", "e1g1"), ("f2f3 e7e5 g2g4", "e5d6")]
    {
        patient.new_game(variant)?;
        patient.send_line(line)?;
        patient.say(&format!("{word}{text}"))?;
        let end = crate::player::deadline(QUIET);
        let mut refused = false;
        while let Some(heard) = patient.process.hear(end)? {
            refused |=
                matches!(Message::parse(&heard.text), Message::IllegalMove { .. } | Message::Error { .. });
            if refused {
                break;
            }
        }
        if !refused {
            silent.push(text);
        }
        patient.go(6000)?;
        if let Err(trouble) = patient.hear_move()? {
            return Ok(failed(format!("after the illegal move {text}: {trouble}")));
        }
    }
    if silent.is_empty() {
        return Ok(passed("each was answered with 'Illegal move', and play went on"));
    }
    Ok(advice(format!("it said nothing to the illegal moves {}", silent.join(", "))))
}

fn ignores_unknown(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    patient.new_game(variant)?;
    for line in ["rejected debug", "computer", "random", "hover e2", "abrakadabra 42"] {
        patient.say(line)?;
    }
    patient.settle()?;
    patient.go(6000)?;
    Ok(match patient.hear_move()? {
        Ok(_) => passed("it went on"),
        Err(text) => failed(format!("after commands that it does not know: {text}")),
    })
}

/// Plays the games up to the special move and its consequence; the bot must find one of the few legal answers.
fn answers_lines(patient: &mut CecpPatient, variant: Variant, games: &[&str]) -> Result<Outcome, Fault> {
    if variant.is_960() {
        return Ok(skipped("the prepared games begin in the classical start position"));
    }
    for (index, line) in games.iter().enumerate() {
        if index > 0 && !patient.features.reuse {
            break;
        }
        patient.new_game(variant)?;
        patient.send_line(line)?;
        patient.go(6000)?;
        if let Err(text) = patient.hear_move()? {
            return Ok(failed(text));
        }
    }
    Ok(passed("understood"))
}

fn answers_position(patient: &mut CecpPatient, variant: Variant, fen: &str) -> Result<Outcome, Fault> {
    if !patient.features.setboard {
        return Ok(skipped("setboard=1 was not announced"));
    }
    patient.new_game(variant)?;
    let Ok(position) = AnyPosition::from_fen(variant, fen, Tolerance::Strict) else {
        return Ok(skipped("the position belongs to another variant"));
    };
    patient.board = Board::new(position);
    let fen = crate::player::cecp::cecp_fen(&patient.board);
    patient.say(&format!("setboard {fen}"))?;
    patient.go(6000)?;
    let before = patient.board.current.clone();
    Ok(match patient.hear_move()? {
        Ok(mv) => passed(format!("it played {}", before.san(mv))),
        Err(text) => failed(text),
    })
}

fn moves_in_time(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    if !patient.features.time {
        return Ok(skipped("time=0 was announced"));
    }
    patient.new_game(variant)?;
    patient.say("level 0 0:01 0")?;
    patient.go(100)?;
    let begin = std::time::Instant::now();
    let answer = patient.hear_move()?;
    let took = begin.elapsed();
    Ok(match answer {
        Err(text) => failed(text),
        Ok(_) if took > Duration::from_millis(1000) => {
            failed(format!("it had 1 s on its clock and took {:.2} s for one move", took.as_secs_f64()))
        }
        Ok(_) => passed(format!("it took {} ms of its last second", took.as_millis())),
    })
}

fn survives_mate(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    patient.new_game(variant)?;
    patient.send_line("f2f3 e7e5 g2g4 d8h4")?;
    patient.go(6000)?;
    if let Some(line) = patient.hears_no_move(Duration::from_millis(600))? {
        return Ok(failed(format!("it is mated and prints '{line}'")));
    }
    patient.settle()?;
    Ok(passed("no move, no crash"))
}

fn plays_again(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    if !patient.features.reuse {
        return Ok(skipped("reuse=0 was announced: a new process is started for each game"));
    }
    patient.new_game(variant)?;
    patient.send_line("e2e4 e7e5")?;
    patient.go(6000)?;
    if let Err(text) = patient.hear_move()? {
        return Ok(failed(text));
    }
    patient.say("result 1-0 {Black resigns}")?;
    if let Some(line) = patient.hears_no_move(QUIET)? {
        return Ok(failed(format!("it printed '{line}' after 'result'")));
    }
    patient.new_game(variant)?;
    patient.go(6000)?;
    Ok(match patient.hear_move()? {
        Ok(_) => passed("the second game began in the start position"),
        Err(text) => failed(format!("in the second game: {text}")),
    })
}

fn survives_interrupt(patient: &mut CecpPatient, variant: Variant) -> Result<Outcome, Fault> {
    patient.new_game(variant)?;
    patient.settle()?;
    patient.process.signal(Signal::Interrupt);
    if let Some(status) = patient.process.wait_end(QUIET) {
        let text = format!("it {} at SIGINT", describe_status(status));
        // Who announced sigint=0 is never sent one by a GUI.
        return Ok(if patient.features.sigint { failed(text) } else { advice(text) });
    }
    patient.go(6000)?;
    Ok(match patient.hear_move()? {
        Ok(_) => passed("it went on"),
        Err(text) => failed(text),
    })
}

/// Does the process end?
pub(crate) fn ends(process: &mut Process, cause: &str, patience: Duration) -> Outcome {
    let begin = std::time::Instant::now();
    match process.wait_end(patience) {
        Some(_) => passed(format!("it ended after {} ms", begin.elapsed().as_millis())),
        None => failed(format!("it still runs {:.1} s after {cause}", patience.as_secs_f64())),
    }
}
