//! Players that need no process, for matches: `builtin:rocada` searches; levels and the bots of the course play as
//! `builtin:level=7`, `builtin:elo=1500`, `builtin:random`.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rocada_arena::{
    Board, Builtin, Choice, Clock, ClockRule, Fault, FaultKind, GameStart, Player, Reply, Thought, Turn,
};
use rocada_engine::{Engine, Event, Limits, Request, Setting};
use rocada_sparring::{self as sparring, Judged, Selection};

/// The built-in players of this program.
pub(crate) struct Players;

const ENGINE: &str = "builtin:rocada[,hash=MB][,threads=N]";
const KNOWN: &str = "builtin:rocada[,hash=MB][,threads=N], builtin:level=7[,seed=N], builtin:elo=1500[,seed=N] or \
                     builtin:NAME[,seed=N] with the name of a bot";

/// Somebody below full strength, for which there is the engine.
fn sparring_partner(name: &str) -> Result<Selection, String> {
    let who = Selection::parse(name).map_err(|error| error.to_string())?;
    if who.opponent(false).is_none() || who.opponent(true).is_none() {
        return Err(format!("builtin:{name} is full strength; use builtin:rocada"));
    }
    Ok(who)
}

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
            _ => {
                let who = sparring_partner(name).map_err(|error| format!("{error}, or {ENGINE}"))?;
                let mut player = SparringPlayer { name: description.to_owned(), who, seed: 1, games: 0 };
                for (key, value) in settings {
                    match (key, player.who) {
                        ("seed", _) => player.seed = value,
                        ("depth", Selection::Minions(_)) => {
                            player.who = Selection::Minions(u32::try_from(value).unwrap_or(u32::MAX));
                        }
                        _ => return unknown(key),
                    }
                }
                Ok(Box::new(player))
            }
        }
    }
}

/// An opponent of the course or of a level.
struct SparringPlayer {
    name: String,
    who: Selection,
    seed: u64,
    /// Games begun: the seed of each is another.
    games: u64,
}

impl Player for SparringPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _game: &GameStart<'_>) -> Result<(), Fault> {
        self.games += 1;
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let begin = Instant::now();
        let position = &turn.board.current;
        let no_opponent = || Fault::new(FaultKind::Crashed, "full strength is builtin:rocada");
        let opponent = self.who.opponent(position.variant().has_drops()).ok_or_else(no_opponent)?;
        let answer = opponent.answer(position, self.seed.wrapping_mul(1_000_003).wrapping_add(self.games));
        let thought = answer.thought.as_ref().map(|thought| Thought {
            score: Some(match thought.score {
                Judged::Centipawns(value) => rocada_arena::EngineScore::Centipawns(value),
                Judged::Mate(moves) => rocada_arena::EngineScore::Mate(moves),
            }),
            depth: Some(thought.depth),
            nodes: Some(thought.nodes),
        });
        let thought = thought.unwrap_or_default();
        Ok(match answer.choice {
            sparring::Choice::Move(mv) => reply(position.uci(mv), begin.elapsed(), thought),
            sparring::Choice::Resign => Reply {
                line: "resign".to_owned(),
                choice: Choice::Resign,
                used: begin.elapsed(),
                thought,
                offers_draw: false,
            },
        })
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
        let position = turn.board.current.clone();
        self.engine.search(Request { id, position, limits, for_play: false, opponent: None });
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
