//! Runs a match: several games at once, engines reused, results counted, every game told to a listener.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use rocada_protocol::ResultTag;

use crate::fault::{Fault, FaultKind};
use crate::player::{Board, Builtin, GameStart, Player, launch, probe};
use crate::referee::{Game, GameRecord, RefereeRules, Tablebase};
use crate::schedule::{Pairing, Schedule};
use crate::spec::EngineSpec;
use crate::standings::Standings;
use crate::stats::{Sprt, SprtState};
use crate::time_control::TimeControl;
use crate::verdict::End;

/// How often in a row an engine may fail to start before the match is given up.
const MOST_FAILED_STARTS: u32 = 3;

/// Everything that a match needs to know.
pub struct Match<'a> {
    /// The engines; the first one is the new one.
    pub engines: Vec<EngineSpec>,
    /// Limits of engines that have no own ones.
    pub limits: TimeControl,
    /// Who plays whom.
    pub schedule: Schedule,
    /// From where; repeated when there are not enough.
    pub openings: Vec<Board>,
    /// How games are judged.
    pub rules: RefereeRules,
    /// Games at the same time.
    pub concurrency: usize,
    /// Ends the match when the first encounter is decided.
    pub sprt: Option<Sprt>,
    /// Players without a process.
    pub builtin: &'a dyn Builtin,
    /// Knows endgames, perhaps.
    pub tablebase: Option<&'a dyn Tablebase>,
    /// Games that were played before an interruption.
    pub already: Vec<PlayedBefore>,
}

/// A game of this match that was played before an interruption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedBefore {
    /// Its number in the schedule.
    pub number: u32,
    /// Its result.
    pub result: ResultTag,
    /// How it ended, if that is known.
    pub end: Option<End>,
}

/// Hears about every game that ends. Called from one thread at a time.
pub trait MatchListener: Send {
    /// A game has ended.
    fn game(&mut self, pairing: &Pairing, record: &GameRecord, standings: &Standings);
}

/// Why a match could not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchError {
    /// Fewer than two engines, or no games.
    NothingToPlay,
    /// An engine without any limit.
    NoLimit(String),
    /// An engine that does not work.
    Engine(String, Fault),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::NothingToPlay => f.write_str("a match needs two engines, a game and an opening"),
            MatchError::NoLimit(name) => {
                write!(f, "{name} may think for ever; give --tc, --movetime, --nodes or --depth")
            }
            MatchError::Engine(name, fault) => write!(f, "engine '{name}': {fault}"),
        }
    }
}

impl std::error::Error for MatchError {}

/// What the workers share.
struct Shared<'l> {
    next: AtomicU32,
    stop: &'l AtomicBool,
    enough: AtomicBool,
    state: Mutex<State<'l>>,
}

struct State<'l> {
    standings: Standings,
    listener: &'l mut dyn MatchListener,
    failed_starts: Vec<u32>,
    failure: Option<MatchError>,
}

impl Match<'_> {
    /// Starts every engine once: finds out languages and names, and whether each can play this match.
    pub fn prepare(&mut self) -> Result<Vec<String>, MatchError> {
        if self.engines.len() < 2 || self.schedule.games() == 0 || self.openings.is_empty() {
            return Err(MatchError::NothingToPlay);
        }
        let mut names = Vec::new();
        let openings = distinct_kinds(&self.openings);
        for spec in &mut self.engines {
            let label = spec.name.clone().unwrap_or_else(|| spec.command_text());
            let fail = |fault| MatchError::Engine(label.clone(), fault);
            if spec.protocol.is_none() && spec.is_process() {
                spec.protocol = Some(probe(spec).map_err(fail)?);
            }
            let limits = spec.limits(&self.limits);
            if !limits.is_bounded() {
                return Err(MatchError::NoLimit(label));
            }
            let mut player = launch(spec, self.builtin).map_err(fail)?;
            for board in &self.openings {
                player.check_board(board).map_err(fail)?;
            }
            if let Some(board) = openings.iter().find(|board| !board.begins_as_usual())
                && player.try_setup(board.base.variant()).map_err(fail)?
            {
                player = launch(spec, self.builtin).map_err(fail)?;
            }
            for board in &openings {
                let start = GameStart {
                    board,
                    color: rocada_rules::Color::White,
                    limits: &limits,
                    opponent: "Rocada arena",
                };
                player.begin(&start).map_err(fail)?;
                let _ = player.end(board, ResultTag::Unknown, "only a test");
                if player.wants_restart() {
                    break;
                }
            }
            let name = unique_name(spec.name.as_deref().unwrap_or(player.name()), &names);
            spec.name = Some(name.clone());
            names.push(name);
        }
        Ok(names)
    }

    /// Plays all games that are left and gives the final standings.
    pub fn run(&self, listener: &mut dyn MatchListener, stop: &AtomicBool) -> Result<Standings, MatchError> {
        let mut standings = Standings::new(&self.schedule, self.engines.len());
        for game in &self.already {
            if let Some(pairing) = self.schedule.pairing(game.number) {
                standings.add(&pairing, game.result, game.end);
            }
        }
        let decided = self.is_decided(&standings);
        let shared = Shared {
            next: AtomicU32::new(0),
            stop,
            enough: AtomicBool::new(decided),
            state: Mutex::new(State {
                standings,
                listener,
                failed_starts: vec![0; self.engines.len()],
                failure: None,
            }),
        };
        let workers = self.concurrency.clamp(1, self.schedule.games() as usize);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| self.work(&shared));
            }
        });
        let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.failure {
            Some(failure) => Err(failure),
            None => Ok(state.standings),
        }
    }

    fn is_decided(&self, standings: &Standings) -> bool {
        self.sprt.is_some_and(|sprt| sprt.state(&standings.main().pairs) != SprtState::Open)
    }

    fn work(&self, shared: &Shared<'_>) {
        let mut seats: Vec<Option<Box<dyn Player>>> = self.engines.iter().map(|_| None).collect();
        while !shared.stop.load(Ordering::Relaxed) && !shared.enough.load(Ordering::Relaxed) {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(pairing) = self.schedule.pairing(number) else { break };
            if self.already.iter().any(|game| game.number == number) {
                continue;
            }
            // Engines that wait for a later game only cost memory.
            for (index, seat) in seats.iter_mut().enumerate() {
                if !pairing.players.contains(&index) {
                    *seat = None;
                }
            }
            match self.play(&pairing, &mut seats, shared) {
                Ok(record) => self.tell(&pairing, &record, shared),
                Err((engine, fault)) => self.failed_start(engine, fault, shared, &pairing),
            }
        }
    }

    /// Plays a game; an engine that could not be started ends it before it begins.
    fn play(
        &self,
        pairing: &Pairing,
        seats: &mut [Option<Box<dyn Player>>],
        shared: &Shared<'_>,
    ) -> Result<GameRecord, (usize, Fault)> {
        let mut taken = Vec::new();
        for &index in &pairing.players {
            let player = match seats[index].take() {
                Some(player) => player,
                None => launch(&self.engines[index], self.builtin).map_err(|fault| (index, fault))?,
            };
            if let Ok(mut state) = shared.state.lock() {
                state.failed_starts[index] = 0;
            }
            taken.push(player);
        }
        let [white, black] = taken.as_mut_slice() else {
            return Err((0, Fault::new(FaultKind::NotStarted, "two players are needed")));
        };
        let game = Game {
            names: pairing.players.map(|index| self.engines[index].name.clone().unwrap_or_default()),
            players: [white.as_mut(), black.as_mut()],
            board: self.openings[pairing.opening % self.openings.len()].clone(),
            limits: pairing.players.map(|index| self.engines[index].limits(&self.limits)),
            rules: &self.rules,
            tablebase: self.tablebase,
            stop: shared.stop,
        };
        let record = game.play();
        for ((index, player), broken) in pairing.players.into_iter().zip(taken).zip(record.broken) {
            if !broken && !player.wants_restart() {
                seats[index] = Some(player);
            }
        }
        Ok(record)
    }

    fn tell(&self, pairing: &Pairing, record: &GameRecord, shared: &Shared<'_>) {
        let Ok(mut state) = shared.state.lock() else { return };
        if record.verdict.end == End::Interrupted {
            return;
        }
        let state = &mut *state;
        state.standings.add(pairing, record.verdict.result, Some(record.verdict.end));
        state.listener.game(pairing, record, &state.standings);
        if self.is_decided(&state.standings) {
            shared.enough.store(true, Ordering::Relaxed);
        }
    }

    /// A game that could not begin is lost; after several in a row the match makes no sense.
    fn failed_start(&self, engine: usize, fault: Fault, shared: &Shared<'_>, pairing: &Pairing) {
        let name = |index: usize| self.engines[index].name.clone().unwrap_or_default();
        let loser = if pairing.players[0] == engine {
            rocada_rules::Color::White
        } else {
            rocada_rules::Color::Black
        };
        let verdict = crate::verdict::Verdict::by_fault(loser, &name(engine), &fault, false);
        let record = GameRecord {
            names: pairing.players.map(name),
            limits: pairing.players.map(|index| self.engines[index].limits(&self.limits)),
            base: self.openings[pairing.opening % self.openings.len()].base.clone(),
            moves: Vec::new(),
            verdict,
            warnings: Vec::new(),
            talk: Vec::new(),
            began: std::time::SystemTime::now(),
            broken: [false; 2],
        };
        self.tell(pairing, &record, shared);
        if let Ok(mut state) = shared.state.lock() {
            state.failed_starts[engine] += 1;
            if state.failed_starts[engine] >= MOST_FAILED_STARTS {
                state.failure = Some(MatchError::Engine(name(engine), fault));
                shared.enough.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// One opening that begins as usual and one that does not, as far as there are such.
fn distinct_kinds(openings: &[Board]) -> Vec<Board> {
    let usual = openings.iter().find(|board| board.begins_as_usual());
    let other = openings.iter().find(|board| !board.begins_as_usual());
    [other, usual].into_iter().flatten().cloned().collect()
}

/// The name, with a number behind it if it is taken.
fn unique_name(name: &str, taken: &[String]) -> String {
    let mut candidate = name.to_owned();
    let mut number = 2;
    while taken.contains(&candidate) {
        candidate = format!("{name} {number}");
        number += 1;
    }
    candidate
}
