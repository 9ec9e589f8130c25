//! A player that speaks UCI.

use std::time::{Duration, Instant};

use rocada_protocol::uci::{Command, Go, Message, OptionLine, Start};
use rocada_protocol::{Bound, ResultTag};
use rocada_rules::{AnyPosition, CastlingStyle, Color, FenStyle, Variant};

use super::{Board, Choice, GameStart, Player, Reply, Thought, Turn, deadline};
use crate::fault::{Fault, FaultKind};
use crate::process::{Exchange, Process};
use crate::spec::{EngineSpec, Restart};
use crate::time_control::ClockRule;

/// How long the greeting may take.
const START_TIME: Duration = Duration::from_secs(30);
/// How long `isready` may take.
const READY_TIME: Duration = Duration::from_secs(15);

/// What an engine told about itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Identity {
    pub(crate) name: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) options: Vec<OptionLine>,
    /// `uciok` was said.
    pub(crate) complete: bool,
}

impl Identity {
    pub(crate) fn option(&self, name: &str) -> Option<&OptionLine> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Does it say that it plays this?
    pub(crate) fn plays(&self, variant: Variant) -> bool {
        let choices = self.option("UCI_Variant").map(|option| option.choices.as_slice());
        let rules = match choices {
            Some(names) => names.iter().any(|name| name == uci_name(variant)),
            None => !variant.has_drops(),
        };
        rules && (!variant.is_960() || self.option("UCI_Chess960").is_some())
    }
}

/// The name of the rules in `UCI_Variant`.
pub(crate) fn uci_name(variant: Variant) -> &'static str {
    if variant.has_drops() { "crazyhouse" } else { "chess" }
}

/// The `position` command of a game.
pub(crate) fn position_command(board: &Board) -> Command {
    let start = if board.begins_as_usual() {
        Start::Standard
    } else {
        let castling =
            if board.base.variant().is_960() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        Start::Fen(board.base.fen_with(FenStyle { castling, ..FenStyle::default() }))
    };
    Command::Position { start, moves: board.write_moves(0, AnyPosition::uci) }
}

/// The `go` command of a turn.
fn go_command(turn: &Turn<'_>) -> Command {
    let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let mut go = Go { nodes: turn.limits.nodes, depth: turn.limits.depth, ..Go::default() };
    match turn.limits.clock {
        ClockRule::Game { increment, .. } => {
            let own = turn.clock.left().map(ms);
            let other = turn.opponent_clock.left().map(ms).or(own);
            let (own_gain, other_gain) = (Some(ms(increment)), Some(ms(turn.opponent_increment)));
            if turn.board.current.turn() == Color::White {
                (go.wtime, go.btime, go.winc, go.binc) = (own, other, own_gain, other_gain);
            } else {
                (go.wtime, go.btime, go.winc, go.binc) = (other, own, other_gain, own_gain);
            }
            go.movestogo = turn.clock.moves_to_go();
        }
        ClockRule::PerMove(time) => go.movetime = Some(ms(time)),
        ClockRule::Unlimited => {}
    }
    Command::Go(Box::new(go))
}

/// A UCI engine.
pub(crate) struct UciPlayer {
    pub(crate) process: Process,
    pub(crate) identity: Identity,
    name: String,
    spec: EngineSpec,
    configured: bool,
    thinking: bool,
    variant: Option<Variant>,
}

impl UciPlayer {
    /// Greets an engine that was just started.
    pub(crate) fn greet(mut process: Process, spec: &EngineSpec) -> Result<UciPlayer, Fault> {
        process.send(&Command::Uci.to_string())?;
        let identity = read_identity(&mut process, START_TIME)?;
        if !identity.complete {
            let text = format!("it did not answer 'uci' with 'uciok' within {} s", START_TIME.as_secs());
            return Err(Fault::new(FaultKind::Handshake, text));
        }
        let player = UciPlayer::from_parts(process, identity, spec);
        for (name, _) in &spec.options {
            if player.identity.option(name).is_none() {
                return Err(Fault::new(FaultKind::Unsupported, format!("it has no option '{name}'")));
            }
        }
        Ok(player)
    }

    /// A player from an engine that has told about itself.
    pub(crate) fn from_parts(process: Process, identity: Identity, spec: &EngineSpec) -> UciPlayer {
        let name = spec.name.clone().or_else(|| identity.name.clone());
        let name = name.unwrap_or_else(|| spec.command_text());
        let spec = spec.clone();
        UciPlayer { process, identity, name, spec, configured: false, thinking: false, variant: None }
    }

    fn send(&mut self, command: &Command) -> Result<(), Fault> {
        self.process.send(&command.to_string())
    }

    fn set_option(&mut self, name: &str, value: impl Into<String>) -> Result<(), Fault> {
        self.send(&Command::SetOption { name: name.to_owned(), value: Some(value.into()) })
    }

    fn configure(&mut self, variant: Variant) -> Result<(), Fault> {
        if !std::mem::replace(&mut self.configured, true) {
            if let Some(memory) = self.spec.memory.filter(|_| self.identity.option("Hash").is_some()) {
                self.set_option("Hash", memory.to_string())?;
            }
            if let Some(cores) = self.spec.cores.filter(|_| self.identity.option("Threads").is_some()) {
                self.set_option("Threads", cores.to_string())?;
            }
            for (name, value) in self.spec.options.clone() {
                self.set_option(&name, value)?;
            }
        }
        if self.variant == Some(variant) {
            return Ok(());
        }
        if self.identity.option("UCI_Variant").is_some() {
            self.set_option("UCI_Variant", uci_name(variant))?;
        }
        if self.identity.option("UCI_Chess960").is_some() {
            self.set_option("UCI_Chess960", variant.is_960().to_string())?;
        }
        self.variant = Some(variant);
        Ok(())
    }

    /// Waits for `readyok`.
    fn settle(&mut self) -> Result<(), Fault> {
        self.send(&Command::IsReady)?;
        let end = deadline(READY_TIME);
        while let Some(heard) = self.process.hear(end)? {
            if Message::parse(&heard.text) == Message::ReadyOk {
                self.process.answered();
                return Ok(());
            }
        }
        let text = format!("it did not answer 'isready' within {} s", READY_TIME.as_secs());
        Err(Fault::new(FaultKind::Stalled, text))
    }

    /// Reads lines until the engine has decided: its first `bestmove` answers the first `go` of a game, and so on, whenever
    /// the lines arrive.
    fn await_choice(&mut self, begin: Instant, patience: Duration) -> Result<Reply, Fault> {
        let end = begin + patience;
        let mut thought = Thought::default();
        while let Some(heard) = self.process.hear(end)? {
            match Message::parse(&heard.text) {
                Message::Info(info)
                    if info.score.is_some()
                        && info.bound == Bound::Exact
                        && info.multipv.unwrap_or(1) == 1 =>
                {
                    thought = Thought { score: info.score, depth: info.depth, nodes: info.nodes };
                }
                Message::BestMove { best, .. } => {
                    self.thinking = false;
                    self.process.answered();
                    let used = heard.at.saturating_duration_since(begin);
                    let choice = Choice::Move(best.unwrap_or_else(|| "(none)".to_owned()));
                    return Ok(Reply { choice, line: heard.text, used, thought, offers_draw: false });
                }
                _ => {}
            }
        }
        Err(Fault::new(FaultKind::TimeUp, format!("it gave no move in {:.2} s", patience.as_secs_f64()))
            .with_line(
                self.process.talk().iter().rfind(|line| line.from_engine).map(|line| line.text.clone()),
            ))
    }
}

/// Reads what the engine tells until `uciok`.
pub(crate) fn read_identity(process: &mut Process, patience: Duration) -> Result<Identity, Fault> {
    let mut identity = Identity::default();
    let end = deadline(patience);
    while let Some(heard) = process.hear(end)? {
        match Message::parse(&heard.text) {
            Message::Name(name) => identity.name = Some(name),
            Message::Author(author) => identity.author = Some(author),
            Message::Option(option) => identity.options.push(option),
            Message::UciOk => {
                identity.complete = true;
                process.answered();
                break;
            }
            _ => {}
        }
    }
    Ok(identity)
}

impl Player for UciPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        let variant = game.board.base.variant();
        if !self.identity.plays(variant) {
            let missing = match self.identity.option("UCI_Variant") {
                _ if !variant.has_drops() => "it offers no option UCI_Chess960".to_owned(),
                Some(option) => format!("its UCI_Variant offers {}", option.choices.join(", ")),
                None => "it offers no option UCI_Variant".to_owned(),
            };
            let text = format!("it does not play {variant}: {missing}");
            return Err(Fault::new(FaultKind::Unsupported, text));
        }
        self.configure(variant)?;
        self.send(&Command::NewGame)?;
        self.settle()
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let lines = [position_command(turn.board).to_string(), go_command(turn).to_string()];
        let begin = Instant::now();
        self.thinking = true;
        self.process.send_together(&lines)?;
        self.await_choice(begin, turn.patience)
    }

    fn end(&mut self, _board: &Board, _result: ResultTag, _comment: &str) -> Result<(), Fault> {
        if std::mem::take(&mut self.thinking) {
            self.send(&Command::Stop)?;
            return self.settle();
        }
        Ok(())
    }

    fn talk(&self) -> Vec<Exchange> {
        self.process.talk()
    }

    fn wants_restart(&self) -> bool {
        self.spec.restart == Restart::Always
    }
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        self.process.end(Duration::from_millis(500));
    }
}
