//! Opponents in place of the engine: a level or a bot answers, and waits as a person would if it is asked to.

use std::time::{Duration, Instant};

use rocada_rules::Move;
use rocada_search::{Line, Score, ScoreKind, Signals, Verdict};
use rocada_sparring::levels::{TimeLeft, human_time};
use rocada_sparring::{Answer, Choice, Dice, Judged, Level, Thought};

use crate::book;
use crate::engine::{Event, Request, Sparring};

/// The seeds of a series of games.
pub(crate) struct Seeds {
    first: u64,
    games: u64,
}

impl Seeds {
    /// A series that begins with `seed`, or with anything if that is 0.
    pub(crate) fn new(seed: u64) -> Seeds {
        let first = if seed == 0 { book::Dice::from_entropy().roll() } else { seed };
        Seeds { first, games: 0 }
    }

    pub(crate) fn next_game(&mut self) {
        self.games += 1;
    }

    pub(crate) fn of_game(&self) -> u64 {
        self.first.wrapping_add(self.games)
    }
}

/// What an opponent says, if one is to answer: the events of its move. An analysis is always the engine's, and so is a
/// search among chosen moves.
pub(crate) fn answer(request: &Request, seed: u64, signals: &Signals) -> Option<Vec<Event>> {
    let sparring = request.opponent?;
    let limits = &request.limits;
    if limits.infinite && !limits.ponder || limits.mate.is_some() || !limits.moves.is_empty() {
        return None;
    }
    let begin = Instant::now();
    let opponent = sparring.who.opponent(request.position.variant().has_drops())?;
    let answer = opponent.answer(&request.position, seed);
    if sparring.human_time {
        wait(begin + thinking_time(request, sparring, seed), signals);
    }
    Some(events(request, &answer, seed, begin.elapsed()))
}

fn thinking_time(request: &Request, sparring: Sparring, seed: u64) -> Duration {
    let limits = &request.limits;
    if let Some(time) = limits.move_time {
        return time.mul_f64(0.8).saturating_sub(limits.overhead);
    }
    let has_drops = request.position.variant().has_drops();
    // A bot of the course thinks about as much as a beginner.
    let level = sparring.who.level(has_drops).unwrap_or(Level::WEAKEST);
    let clock = limits.clock.map(|clock| TimeLeft {
        time: clock.time.saturating_sub(limits.overhead),
        increment: clock.increment,
        moves_to_go: clock.moves_to_go,
    });
    human_time(&request.position, level, seed, clock)
}

/// Waits until then, or until somebody is impatient.
fn wait(until: Instant, signals: &Signals) {
    const GLANCE: Duration = Duration::from_millis(5);
    while !signals.stopped() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::sleep(left.min(GLANCE));
    }
}

fn events(request: &Request, answer: &Answer, seed: u64, time: Duration) -> Vec<Event> {
    let mut events = Vec::new();
    if !answer.comment.is_empty() {
        events.push(Event::Note(answer.comment.clone()));
    }
    let mut verdict = Verdict::default();
    if let Some(thought) = &answer.thought {
        let line = line(thought, time);
        verdict.nodes = line.nodes;
        events.push(Event::Line(request.id, Box::new(line)));
    }
    events.push(match answer.choice {
        Choice::Move(mv) => {
            verdict.best = Some(mv);
            Event::Finished(request.id, Box::new(verdict))
        }
        Choice::Resign => Event::Resigned(request.id, any_move(request, seed)),
    });
    events
}

fn any_move(request: &Request, seed: u64) -> Option<Move> {
    Dice::for_move(seed, &request.position).pick(&request.position.legal_moves())
}

fn line(thought: &Thought, time: Duration) -> Line {
    Line {
        rank: 1,
        depth: thought.depth,
        selective_depth: thought.depth,
        score: match thought.score {
            Judged::Centipawns(value) => Score::Centipawns(value),
            Judged::Mate(moves) => Score::Mate(moves),
        },
        kind: ScoreKind::Exact,
        moves: thought.line.clone(),
        nodes: thought.nodes,
        tablebase_hits: 0,
        table_permille: 0,
        time,
    }
}
