//! A player that speaks CECP: engines of every age, and the bots that students write.

use std::time::{Duration, Instant};

use rocada_protocol::cecp::{Command, Message};
use rocada_protocol::{Bound, ResultTag};
use rocada_rules::{AnyPosition, CastlingStyle, Color, FenStyle, HandStyle, Move, Tolerance, Variant};

use super::features::{Features, cecp_name, read_features};
use super::setup::edit_lines;
use super::{Board, Choice, GameStart, Player, Reply, Thought, Turn, deadline};
use crate::fault::{Fault, FaultKind};
use crate::poison::xboard_misreads;
use crate::process::{Exchange, Process};
use crate::spec::{EngineSpec, Restart};
use crate::time_control::{Clock, ClockRule, TimeControl};

/// As long as XBoard waits for the features.
const FEATURES_TIME: Duration = Duration::from_secs(10);
/// As long as cutechess waits for a pong.
const PONG_TIME: Duration = Duration::from_secs(15);
/// An engine without `ping` has this long to finish with the last game.
const SETTLE_TIME: Duration = Duration::from_millis(100);

/// How long an engine may think about the position that shows whether it can set up positions.
const SETUP_PATIENCE: Duration = Duration::from_secs(5);
/// What to do about an engine that cannot set up positions.
const NO_SETUP_REPAIR: &str = "use openings from a PGN file whose games begin at the start position, or none";

fn unsupported(text: impl Into<String>) -> Fault {
    Fault::new(FaultKind::Unsupported, text)
}

/// The FEN of a game's first position as CECP wants it.
pub(crate) fn cecp_fen(board: &Board) -> String {
    let castling = if board.base.variant().is_960() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    board.base.fen_with(FenStyle { castling, hand: HandStyle::Dash, ..FenStyle::default() })
}

/// How an engine is told of castling in Fischer random: the next way is tried when it refuses one. Fairy-Stockfish 11
/// wants the second in Chess960 and the third in crazyhouse960.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CastlingText {
    /// `O-O`, as XBoard says it.
    Letters,
    /// `b1c1`, from the king to the rook.
    KingTakesRook,
    /// `b1g1`, from the king to where it goes.
    KingTarget,
}

impl CastlingText {
    fn next(self) -> Option<CastlingText> {
        match self {
            CastlingText::Letters => Some(CastlingText::KingTakesRook),
            CastlingText::KingTakesRook => Some(CastlingText::KingTarget),
            CastlingText::KingTarget => None,
        }
    }

    /// A castling move of Fischer random.
    fn write(self, position: &AnyPosition, mv: Move) -> String {
        match self {
            CastlingText::Letters => position.cecp(mv),
            CastlingText::KingTakesRook => position.uci(mv),
            CastlingText::KingTarget => {
                let file = if mv.to().file() > mv.from().file() { 'g' } else { 'c' };
                format!("{}{file}{}", mv.from(), mv.from().rank() + 1)
            }
        }
    }
}

/// A CECP engine and what it knows of the game.
pub(crate) struct CecpPlayer {
    pub(crate) process: Process,
    pub(crate) features: Features,
    name: String,
    spec: EngineSpec,
    configured: bool,
    games: u32,
    pings: u32,
    /// How many of the game's moves it knows.
    known_moves: usize,
    /// It plays by itself; otherwise it is in force mode.
    playing: bool,
    castling: CastlingText,
    /// The castling moves of this game as it was last told of them.
    castlings_told: Vec<String>,
    warnings: Vec<(String, String)>,
}

impl CecpPlayer {
    /// Greets an engine that was just started.
    pub(crate) fn greet(mut process: Process, spec: &EngineSpec) -> Result<CecpPlayer, Fault> {
        process.send(&Command::Xboard.to_string())?;
        process.send(&Command::Protover(2).to_string())?;
        let features = read_features(&mut process, FEATURES_TIME)?;
        let mut player = CecpPlayer::from_parts(process, features, spec);
        player.check_options()?;
        Ok(player)
    }

    /// A player from an engine whose features were read.
    pub(crate) fn from_parts(process: Process, features: Features, spec: &EngineSpec) -> CecpPlayer {
        let name = spec.name.clone().or_else(|| features.my_name.clone());
        let name = name.unwrap_or_else(|| spec.command_text());
        CecpPlayer {
            process,
            features,
            name,
            spec: spec.clone(),
            configured: false,
            games: 0,
            pings: 0,
            known_moves: 0,
            playing: false,
            castling: CastlingText::Letters,
            castlings_told: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), Fault> {
        self.process.send(&command.to_string())
    }

    /// The options that the user set must exist.
    fn check_options(&mut self) -> Result<(), Fault> {
        for (name, _) in &self.spec.options {
            let known = |option: &String| option.split(" -").next().is_some_and(|known| known.trim() == name);
            if !self.features.options.iter().any(known) {
                return Err(unsupported(format!("it has no option '{name}'")));
            }
        }
        Ok(())
    }

    fn check_limits(&self, limits: &TimeControl) -> Result<(), Fault> {
        if limits.nodes.is_some() && !self.features.nps {
            return Err(unsupported(
                "it knows no node limit (no feature nps=1): give it a time control with tc=",
            ));
        }
        Ok(())
    }

    /// The lines that set up the first position of a game.
    fn setup_lines(&self, board: &Board) -> Result<Vec<String>, Fault> {
        if board.begins_as_usual() {
            return Ok(Vec::new());
        }
        if self.features.setboard {
            return Ok(vec![Command::SetBoard(cecp_fen(board)).to_string()]);
        }
        let mut lines = edit_lines(&board.base).map_err(|obstacle| {
            unsupported(format!(
                "it cannot set up the position {}: it has no feature setboard=1, and 'edit' knows no way to say {obstacle}; \
                 {NO_SETUP_REPAIR}",
                board.base.fen()
            ))
        })?;
        if board.base.turn() == Color::Black {
            // The side to move is not a part of the position there; any move of White changes it.
            lines.insert(0, self.move_command("a2a3".to_owned()));
        }
        Ok(lines)
    }

    fn move_command(&self, text: String) -> String {
        let command = if self.features.usermove { Command::UserMove } else { Command::BareMove };
        command(text).to_string()
    }

    fn configure(&mut self) -> Result<(), Fault> {
        if std::mem::replace(&mut self.configured, true) {
            return Ok(());
        }
        if let Some(memory) = self.spec.memory.filter(|_| self.features.memory) {
            self.send(&Command::Memory(memory))?;
        }
        if let Some(cores) = self.spec.cores.filter(|_| self.features.smp) {
            self.send(&Command::Cores(cores))?;
        }
        for (name, value) in self.spec.options.clone() {
            self.send(&Command::Option(name, Some(value)))?;
        }
        Ok(())
    }

    fn send_limits(&mut self, limits: &TimeControl) -> Result<(), Fault> {
        match limits.clock {
            ClockRule::Game { moves, base, increment } => {
                // Bases below a second would read as none at all; the exact time comes with `time`.
                let base = base.max(Duration::from_secs(1));
                self.send(&Command::Level { moves: moves.unwrap_or(0), base, increment })?;
            }
            ClockRule::PerMove(time) => self.send(&Command::MoveTime(time))?,
            // As cutechess says "no clock".
            ClockRule::Unlimited if limits.nodes.is_none() => {
                self.send(&Command::MoveTime(Duration::from_secs(86_400)))?;
            }
            ClockRule::Unlimited => {}
        }
        if let Some(nodes) = limits.nodes {
            self.send(&Command::MoveTime(Duration::from_secs(1)))?;
            self.send(&Command::NodeRate(nodes))?;
        }
        if let Some(depth) = limits.depth {
            self.send(&Command::Depth(depth))?;
        }
        Ok(())
    }

    /// The moves that the engine does not know yet, as commands.
    fn news(&mut self, board: &Board) -> Vec<String> {
        let (san, castling) = (self.features.san, self.castling);
        let is_960 = board.base.variant().is_960();
        let texts = board.write_moves(self.known_moves, |position, mv| match is_960 && mv.is_castle() {
            true => castling.write(position, mv),
            false if san => position.san(mv),
            false => position.cecp(mv),
        });
        let told = board.moves().iter().skip(self.known_moves).zip(&texts);
        self.castlings_told
            .extend(told.filter(|(mv, _)| is_960 && mv.is_castle()).map(|(_, text)| text.clone()));
        self.known_moves += texts.len();
        texts.into_iter().map(|text| self.move_command(text)).collect()
    }

    /// Does the engine refuse castling, and is there another way to say it? Then it is told in that way from now on.
    fn refuses_castling(&mut self, line: &str, message: &Message) -> bool {
        let (Message::IllegalMove { text, .. } | Message::Error { text, .. }) = message else { return false };
        let (true, Some(next)) = (self.castlings_told.contains(text), self.castling.next()) else {
            return false;
        };
        self.castling = next;
        self.castlings_told.clear();
        let meaning =
            "XBoard writes castling as O-O in Fischer random; here it was said again in another way";
        self.warnings.push((line.to_owned(), meaning.to_owned()));
        true
    }

    /// The last move, a castling that was refused, in other words.
    fn castling_again(&mut self, board: &Board) -> Vec<String> {
        self.known_moves = board.moves().len() - 1;
        self.news(board)
    }

    /// Waits until everything sent so far is done; what comes before the pong belongs to the past. Says whether a castling
    /// move among the sent was refused and is to be said in another way.
    fn settle(&mut self) -> Result<bool, Fault> {
        let mut refused = false;
        if !self.features.ping {
            let end = deadline(SETTLE_TIME);
            while let Some(heard) = self.process.hear(end)? {
                refused |= self.refuses_castling(&heard.text, &Message::parse(&heard.text));
            }
            return Ok(refused);
        }
        self.pings += 1;
        let number = self.pings.to_string();
        self.send(&Command::Ping(number.clone()))?;
        let end = deadline(PONG_TIME);
        while let Some(heard) = self.process.hear(end)? {
            let message = Message::parse(&heard.text);
            if message == Message::Pong(number.clone()) {
                self.process.answered();
                return Ok(refused);
            }
            refused |= self.refuses_castling(&heard.text, &message);
        }
        let text = format!("it did not answer 'ping {number}' within {} s", PONG_TIME.as_secs());
        Err(Fault::new(FaultKind::Stalled, text))
    }

    fn note(&mut self, line: &str) {
        if let Some(meaning) = xboard_misreads(line).filter(|_| self.warnings.len() < 20) {
            self.warnings.push((line.to_owned(), meaning.to_owned()));
        }
    }

    /// Reads lines until the engine has decided. What it said since its last move is read first and counts here: its
    /// first move answers its first turn, its second move the second turn, whenever the lines arrive. So a verdict does
    /// not depend on how fast the opponent is.
    fn await_choice(&mut self, begin: Instant, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let patience = turn.patience;
        let end = begin + patience;
        let castled = turn.board.has_just_castled_960();
        let mut thought = Thought::default();
        let mut offers_draw = false;
        while let Some(heard) = self.process.hear(end)? {
            let message = Message::parse(&heard.text);
            if castled && self.refuses_castling(&heard.text, &message) {
                let lines = self.castling_again(turn.board);
                self.process.send_together(&lines)?;
                continue;
            }
            let choice = match message {
                // An indented `1. ... Nf6` continues a line of thinking, whatever XBoard makes of it.
                Message::Move(_) if heard.text.starts_with("    ") => None,
                Message::Move(text) => Some(Choice::Move(text)),
                Message::Resign => Some(Choice::Resign),
                Message::Result(result, _) => Some(Choice::Claim(result)),
                Message::IllegalMove { .. } => Some(Choice::ClaimIllegal),
                Message::OfferDraw => {
                    offers_draw = true;
                    None
                }
                Message::Thinking(line) => {
                    if line.bound == Bound::Exact {
                        thought = Thought {
                            score: Some(line.score),
                            depth: Some(line.depth),
                            nodes: Some(line.nodes),
                        };
                    }
                    None
                }
                _ => None,
            };
            let Some(choice) = choice else {
                self.note(&heard.text);
                continue;
            };
            self.process.answered();
            let used = heard.at.saturating_duration_since(begin);
            return Ok(Reply { choice, line: heard.text, used, thought, offers_draw });
        }
        Err(Fault::new(FaultKind::TimeUp, format!("it gave no move in {:.2} s", patience.as_secs_f64()))
            .with_line(
                self.process.talk().iter().rfind(|line| line.from_engine).map(|line| line.text.clone()),
            ))
    }
}

impl Player for CecpPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn check_board(&self, board: &Board) -> Result<(), Fault> {
        let variant = board.base.variant();
        if !self.features.plays(variant) {
            let said = match &self.features.variants {
                Some(names) => format!("it announces variants=\"{}\"", names.join(",")),
                None => "it announces no variants".to_owned(),
            };
            return Err(unsupported(format!("it does not play {variant}: {said}")));
        }
        self.setup_lines(board).map(|_| ())
    }

    /// An engine without `setboard` should know `edit`, but students' bots often know neither and say nothing. It has to
    /// move in a position all of whose moves are illegal at the start of a game.
    fn try_setup(&mut self, variant: Variant) -> Result<bool, Fault> {
        const POSITION: &str = "7k/8/8/Q7/3K4/8/8/8 w - - 0 1";
        let position = AnyPosition::from_fen(variant, POSITION, Tolerance::Repair);
        let (false, Ok(position)) = (self.features.setboard, position) else { return Ok(false) };
        let board = Board::new(position);
        let limits =
            TimeControl { clock: ClockRule::PerMove(Duration::from_secs(1)), ..TimeControl::default() };
        let (color, clock) = (Color::White, Clock::new(limits.clock));
        self.begin(&GameStart { board: &board, color, limits: &limits, opponent: "Rocada arena" })?;
        let answer = self.think(&Turn {
            board: &board,
            limits: &limits,
            clock: &clock,
            opponent_clock: &clock,
            opponent_increment: Duration::ZERO,
            draw_offered: false,
            patience: SETUP_PATIENCE,
        });
        let found = match answer {
            // What becomes of it now does not matter: Fairy-Max often crashes after this move.
            Ok(Reply { choice: Choice::Move(text), .. }) if board.current.parse_move(&text).is_ok() => {
                return Ok(true);
            }
            Ok(reply) => format!("answered '{}'", reply.line),
            Err(fault) => fault.to_string(),
        };
        Err(unsupported(format!(
            "it cannot set up positions: it has no feature setboard=1 and does not understand 'edit' (in the position \
             {POSITION} it {found}); {NO_SETUP_REPAIR}",
        )))
    }

    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), Fault> {
        self.check_board(game.board)?;
        self.check_limits(game.limits)?;
        self.configure()?;
        let variant = game.board.base.variant();
        self.send(&Command::New)?;
        if variant != Variant::Chess {
            self.send(&Command::Variant(cecp_name(variant).to_owned()))?;
        }
        self.send(&Command::Force)?;
        let setup = self.setup_lines(game.board)?;
        self.process.send_together(&setup)?;
        self.send_limits(game.limits)?;
        self.send(&Command::Post)?;
        self.send(&Command::Easy)?;
        if self.features.name {
            self.send(&Command::Computer)?;
            self.send(&Command::Name(game.opponent.to_owned()))?;
        }
        self.known_moves = 0;
        self.castlings_told.clear();
        self.playing = false;
        self.games += 1;
        let opening = self.news(game.board);
        self.process.send_together(&opening)?;
        // What it refused it is told in another way the second time.
        if self.settle()? { self.begin(game) } else { Ok(()) }
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let mut lines = Vec::new();
        if self.features.time
            && let (Some(own), Some(other)) =
                (turn.clock.left(), turn.opponent_clock.left().or(turn.clock.left()))
        {
            let centiseconds = |time: Duration| i64::try_from(time.as_millis() / 10).unwrap_or(i64::MAX);
            lines.push(Command::Time(centiseconds(own)).to_string());
            lines.push(Command::OpponentTime(centiseconds(other)).to_string());
        }
        if turn.draw_offered && self.features.draw {
            lines.push(Command::Draw.to_string());
        }
        lines.extend(self.news(turn.board));
        if !std::mem::replace(&mut self.playing, true) {
            if turn.board.has_just_castled_960() {
                // With `go` behind it a refusal would come too late.
                self.process.send_together(&lines)?;
                while self.settle()? {
                    let again = self.castling_again(turn.board);
                    self.process.send_together(&again)?;
                }
                lines = Vec::new();
            }
            lines.push(Command::Go.to_string());
        }
        let begin = Instant::now();
        self.process.send_together(&lines)?;
        let reply = self.await_choice(begin, turn)?;
        // Whatever it moved, it believes that it has.
        self.known_moves = turn.board.moves().len() + 1;
        Ok(reply)
    }

    fn end(&mut self, board: &Board, result: ResultTag, comment: &str) -> Result<(), Fault> {
        let _ = board;
        self.send(&Command::MoveNow)?;
        self.send(&Command::Force)?;
        self.send(&Command::Result(result, Some(comment.replace(['{', '}'], ""))))?;
        self.playing = false;
        if self.wants_restart() { Ok(()) } else { self.settle().map(|_| ()) }
    }

    fn take_warnings(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.warnings)
    }

    fn talk(&self) -> Vec<Exchange> {
        self.process.talk()
    }

    fn wants_restart(&self) -> bool {
        match self.spec.restart {
            Restart::Always => true,
            Restart::Never => false,
            Restart::Auto => !self.features.reuse,
        }
    }
}

impl Drop for CecpPlayer {
    fn drop(&mut self) {
        self.process.end(Duration::from_millis(500));
    }
}
