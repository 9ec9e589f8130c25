//! A bot under examination: one process, what it announced, and the small steps of a conversation.

use std::time::{Duration, Instant};

use rocada_protocol::cecp::{self, Message};
use rocada_protocol::uci;
use rocada_rules::{AnyPosition, Move, Variant};

use super::{DoctorOrder, Finding, Grade, Outcome};
use crate::doctor::cards::Card;
use crate::fault::{Fault, FaultKind};
use crate::player::features::{Features, cecp_name, read_features};
use crate::player::uci::{Identity, read_identity, uci_name};
use crate::player::{Board, deadline};
use crate::process::{Exchange, Process};
use crate::spec::Launch;

/// How long a bot may take to announce itself before the doctor goes on without.
pub(crate) const GREETING: Duration = Duration::from_secs(5);
/// The same once it is known that `done=1` never comes.
pub(crate) const SHORT_GREETING: Duration = Duration::from_secs(1);
/// How long quiet must last to count as quiet.
pub(crate) const QUIET: Duration = Duration::from_millis(300);

/// Starts the bot's process.
pub(crate) fn start(order: &DoctorOrder) -> Result<Process, Fault> {
    let Launch::Process(command) = &order.spec.launch else {
        return Err(Fault::new(FaultKind::NotStarted, "the doctor examines programs; give a command"));
    };
    let mut process = Process::start(command, order.spec.directory.as_deref())?;
    process.keep_all();
    Ok(process)
}

/// A CECP bot that has greeted.
pub(crate) struct CecpPatient {
    pub(crate) process: Process,
    pub(crate) features: Features,
    pub(crate) board: Board,
    pings: u32,
    patience: Duration,
}

impl CecpPatient {
    pub(crate) fn new(order: &DoctorOrder, greeting: Duration) -> Result<CecpPatient, Fault> {
        let mut process = start(order)?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let features = read_features(&mut process, greeting)?;
        let board = Board::new(AnyPosition::start(Variant::Chess));
        Ok(CecpPatient { process, features, board, pings: 0, patience: order.patience })
    }

    pub(crate) fn say(&mut self, line: &str) -> Result<(), Fault> {
        self.process.send(line)
    }

    /// Begins a game in force mode with plenty of time.
    pub(crate) fn new_game(&mut self, variant: Variant) -> Result<(), Fault> {
        self.board = Board::new(AnyPosition::start(variant));
        self.say("new")?;
        if variant != Variant::Chess {
            self.say(&format!("variant {}", cecp_name(variant)))?;
        }
        self.say("level 0 1 0")?;
        self.say("nopost")?;
        self.say("easy")?;
        self.say("force")
    }

    /// Sends a move for whoever is on move.
    pub(crate) fn send_move(&mut self, mv: Move) -> Result<(), Fault> {
        let position = &self.board.current;
        let text = if self.features.san { position.san(mv) } else { position.cecp(mv) };
        self.board.current.play(mv);
        let line = if self.features.usermove { format!("usermove {text}") } else { text };
        self.say(&line)
    }

    /// Sends a line of coordinate moves.
    pub(crate) fn send_line(&mut self, line: &str) -> Result<(), Fault> {
        for text in line.split_whitespace() {
            if let Ok(mv) = self.board.current.parse_coordinate(text) {
                self.send_move(mv)?;
            }
        }
        Ok(())
    }

    /// Tells the clock and lets the bot move.
    pub(crate) fn go(&mut self, centiseconds: u32) -> Result<(), Fault> {
        if self.features.time {
            self.say(&format!("time {centiseconds}"))?;
            self.say(&format!("otim {centiseconds}"))?;
        }
        self.say("go")
    }

    /// Waits for the bot's move, checks it and makes it. `Err` holds a sentence.
    pub(crate) fn hear_move(&mut self) -> Result<Result<Move, String>, Fault> {
        let end = deadline(self.patience);
        while let Some(heard) = self.process.hear(end)? {
            let text = match Message::parse(&heard.text) {
                Message::Move(text) if !heard.text.starts_with("    ") => text,
                Message::IllegalMove { text, .. } => {
                    let fen = self.board.current.fen();
                    return Ok(Err(format!(
                        "it calls a legal move illegal ('{text}'); the position is {fen}"
                    )));
                }
                Message::Resign => return Ok(Err("it resigned instead of moving".to_owned())),
                Message::Result(..) => {
                    return Ok(Err(format!("it says '{}' though the game is not over", heard.text)));
                }
                _ => continue,
            };
            self.process.answered();
            return Ok(match self.board.current.parse_move(&text) {
                Ok(mv) => {
                    self.board.current.play(mv);
                    Ok(mv)
                }
                Err(error) => {
                    Err(format!("illegal move: {error}; the position is {}", self.board.current.fen()))
                }
            });
        }
        Ok(Err(format!("no move came within {} s", self.patience.as_secs())))
    }

    /// Does nothing come for a while? Gives the first move that does.
    pub(crate) fn hears_no_move(&mut self, time: Duration) -> Result<Option<String>, Fault> {
        let end = deadline(time);
        while let Some(heard) = self.process.hear(end)? {
            if matches!(Message::parse(&heard.text), Message::Move(_)) {
                return Ok(Some(heard.text));
            }
        }
        Ok(None)
    }

    /// Waits until the bot has done what it was told; how long the pong took, if it knows pings.
    pub(crate) fn settle(&mut self) -> Result<Option<Duration>, Fault> {
        if !self.features.ping {
            let end = deadline(QUIET);
            while self.process.hear(end)?.is_some() {}
            return Ok(None);
        }
        self.pings += 1;
        let number = self.pings.to_string();
        self.say(&format!("ping {number}"))?;
        let begin = Instant::now();
        let end = deadline(Duration::from_secs(5));
        while let Some(heard) = self.process.hear(end)? {
            if Message::parse(&heard.text) == cecp::Message::Pong(number.clone()) {
                self.process.answered();
                return Ok(Some(heard.at.saturating_duration_since(begin)));
            }
        }
        Err(Fault::new(FaultKind::Stalled, format!("'ping {number}' was not answered within 5 s")))
    }
}

/// A UCI bot that has greeted.
pub(crate) struct UciPatient {
    pub(crate) process: Process,
    pub(crate) identity: Identity,
    pub(crate) board: Board,
    patience: Duration,
}

impl UciPatient {
    pub(crate) fn new(order: &DoctorOrder, variant: Variant) -> Result<UciPatient, Fault> {
        let mut process = start(order)?;
        process.send("uci")?;
        let identity = read_identity(&mut process, GREETING)?;
        let board = Board::new(AnyPosition::start(variant));
        let mut patient = UciPatient { process, identity, board, patience: order.patience };
        if patient.identity.option("UCI_Variant").is_some() {
            patient.say(&format!("setoption name UCI_Variant value {}", uci_name(variant)))?;
        }
        if patient.identity.option("UCI_Chess960").is_some() {
            patient.say(&format!("setoption name UCI_Chess960 value {}", variant.is_960()))?;
        }
        Ok(patient)
    }

    pub(crate) fn say(&mut self, line: &str) -> Result<(), Fault> {
        self.process.send(line)
    }

    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        self.board = Board::new(AnyPosition::start(self.board.base.variant()));
        self.say("ucinewgame")?;
        self.ready(Duration::from_secs(5)).map(|_| ())
    }

    /// Waits for `readyok`; how long it took.
    pub(crate) fn ready(&mut self, patience: Duration) -> Result<Duration, Fault> {
        self.say("isready")?;
        let begin = Instant::now();
        let end = deadline(patience);
        while let Some(heard) = self.process.hear(end)? {
            if uci::Message::parse(&heard.text) == uci::Message::ReadyOk {
                self.process.answered();
                return Ok(heard.at.saturating_duration_since(begin));
            }
        }
        let text = format!("'isready' was not answered within {} s", patience.as_secs());
        Err(Fault::new(FaultKind::Stalled, text))
    }

    /// Sends the position and a `go`.
    pub(crate) fn go(&mut self, limits: &str) -> Result<(), Fault> {
        self.say(&crate::player::uci::position_command(&self.board).to_string())?;
        self.say(&format!("go {limits}"))
    }

    /// The next `bestmove` line.
    pub(crate) fn hear_best(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        let end = deadline(patience);
        while let Some(heard) = self.process.hear(end)? {
            if heard.text.trim_start().starts_with("bestmove") {
                self.process.answered();
                return Ok(Some(heard.text.trim().to_owned()));
            }
        }
        Ok(None)
    }

    /// Waits for the bot's move, checks it and makes it.
    pub(crate) fn hear_move(&mut self) -> Result<Result<Move, String>, Fault> {
        let Some(line) = self.hear_best(self.patience)? else {
            return Ok(Err(format!("no bestmove came within {} s", self.patience.as_secs())));
        };
        let text = line.split_whitespace().nth(1).unwrap_or_default();
        Ok(match self.board.current.parse_coordinate(text) {
            Ok(mv) => {
                self.board.current.play(mv);
                Ok(mv)
            }
            Err(error) => Err(format!("'{line}': {error}; the position is {}", self.board.current.fen())),
        })
    }
}

/// Collects the findings.
pub(crate) struct Notebook<'a> {
    pub(crate) findings: Vec<Finding>,
    pub(crate) progress: &'a mut dyn FnMut(&str),
    /// Everything that the bot printed, for the check of its noise.
    pub(crate) printed: Vec<String>,
}

impl Notebook<'_> {
    /// Writes down what a check found; the conversation only if something was wrong.
    pub(crate) fn note(&mut self, card: &'static Card, outcome: Outcome, talk: Vec<Exchange>) {
        self.printed.extend(talk.iter().filter(|line| line.from_engine).map(|line| line.text.clone()));
        let (grade, text) = outcome;
        let talk = if matches!(grade, Grade::Failed | Grade::Advice) { last_lines(talk) } else { Vec::new() };
        self.findings.push(Finding { card, grade, text, talk });
    }
}

/// As much of a conversation as people read.
fn last_lines(talk: Vec<Exchange>) -> Vec<Exchange> {
    let skip = talk.len().saturating_sub(40);
    talk.into_iter().skip(skip).collect()
}
