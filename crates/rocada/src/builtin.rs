//! Players that need no process, for matches: `builtin:rocada` searches, `builtin:random` plays any legal move.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rocada_arena::{
    Board, Builtin, Choice, Clock, ClockRule, Fault, FaultKind, GameStart, Player, Random, Reply, Thought,
    Turn,
};
use rocada_engine::{Engine, Event, Limits, Request, Setting};

/// The built-in players of this program.
pub(crate) struct Players;

const KNOWN: &str = "builtin:rocada[,hash=MB][,threads=N] or builtin:random[,seed=N]";

impl Builtin for Players {
    fn make(&self, description: &str) -> Result<Box<dyn Player>, String> {
        let mut words = description.split(',');
        let name = words.next().unwrap_or_default();
        let settings: Vec<(&str, u64)> = words
            .map(|word| {
                let (key, value) = word.split_once('=').unwrap_or((word, ""));
                let number = value.parse().map_err(|_| format!("'{word}' is no setting; use {KNOWN}"))?;
                Ok((key, number))
            })
            .collect::<Result<_, String>>()?;
        let unknown = |key: &str| Err(format!("builtin:{name} has no setting '{key}'; use {KNOWN}"));
        match name {
            "rocada" => {
                let player = SearchingPlayer::new(description);
                for (key, value) in settings {
                    let value = usize::try_from(value).unwrap_or(usize::MAX);
                    match key {
                        "hash" => player.engine.set(Setting::Hash(value)),
                        "threads" => player.engine.set(Setting::Threads(value)),
                        _ => return unknown(key),
                    }
                }
                Ok(Box::new(player))
            }
            "random" => {
                let mut seed = 1;
                for (key, value) in settings {
                    match key {
                        "seed" => seed = value,
                        _ => return unknown(key),
                    }
                }
                Ok(Box::new(RandomPlayer { name: description.to_owned(), random: Random::new(seed) }))
            }
            _ => Err(format!("there is no built-in player '{name}'; use {KNOWN}")),
        }
    }
}

/// Plays any legal move.
struct RandomPlayer {
    name: String,
    random: Random,
}

impl Player for RandomPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _game: &GameStart<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let position = &turn.board.current;
        let moves = position.legal_moves();
        let mv = moves[self.random.below(moves.len())];
        let text = position.uci(mv);
        Ok(reply(text, Duration::ZERO, Thought::default()))
    }

    fn end(&mut self, _: &Board, _: rocada_arena::ResultTag, _: &str) -> Result<(), Fault> {
        Ok(())
    }
}

fn reply(text: String, used: Duration, thought: Thought) -> Reply {
    Reply { line: text.clone(), choice: Choice::Move(text), used, thought, offers_draw: false }
}

/// The engine itself.
struct SearchingPlayer {
    name: String,
    engine: Engine,
    heard: Receiver<Event>,
    searches: u64,
}

impl SearchingPlayer {
    fn new(name: &str) -> SearchingPlayer {
        let (events, heard) = channel();
        let engine = Engine::start(move |event| {
            let _ = events.send(event);
        });
        SearchingPlayer { name: name.to_owned(), engine, heard, searches: 0 }
    }
}

fn search_clock(clock: &Clock, increment: Duration) -> Option<rocada_engine::Clock> {
    Some(rocada_engine::Clock { time: clock.left()?, increment, moves_to_go: clock.moves_to_go() })
}

impl Player for SearchingPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _game: &GameStart<'_>) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let begin = Instant::now();
        let mut limits = Limits { nodes: turn.limits.nodes, depth: turn.limits.depth, ..Limits::default() };
        match turn.limits.clock {
            ClockRule::Game { increment, .. } => limits.clock = search_clock(turn.clock, increment),
            ClockRule::PerMove(time) => limits.move_time = Some(time),
            ClockRule::Unlimited => {}
        }
        self.searches += 1;
        let id = self.searches;
        self.engine.search(Request { id, position: turn.board.current.clone(), limits, for_play: false });
        let end = begin + turn.patience;
        loop {
            match self.heard.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Event::Finished(finished, verdict)) if finished == id => {
                    let position = &turn.board.current;
                    let text = verdict.best.map_or("(none)".to_owned(), |mv| position.uci(mv));
                    let thought = Thought {
                        score: verdict.line.as_ref().map(|line| score(line.score)),
                        depth: verdict.line.as_ref().map(|line| line.depth),
                        nodes: Some(verdict.nodes),
                    };
                    return Ok(reply(text, begin.elapsed(), thought));
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.engine.stop();
                    return Err(Fault::new(FaultKind::TimeUp, "its search did not end in time"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::new(FaultKind::Crashed, "its search stopped"));
                }
            }
        }
    }

    fn end(&mut self, _: &Board, _: rocada_arena::ResultTag, _: &str) -> Result<(), Fault> {
        Ok(())
    }
}

/// The search's score in the words of the protocols.
fn score(score: rocada_engine::Score) -> rocada_arena::EngineScore {
    match score {
        rocada_engine::Score::Centipawns(value) => rocada_arena::EngineScore::Centipawns(value),
        rocada_engine::Score::Mate(moves) => rocada_arena::EngineScore::Mate(moves),
        rocada_engine::Score::Tablebase(plies) => {
            rocada_arena::EngineScore::Centipawns(if plies > 0 { 20_000 } else { -20_000 })
        }
    }
}
