//! A game with everybody who looks at it, and the opponent who thinks about it.
//!
//! All changes happen under one lock and are told in the same step to all tabs and to the disk. What takes time (an
//! opponent's move, the answer to a draw offer, a flag) is a task that comes back, and finds out by the game's version
//! whether it is still wanted.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rocada_arena::{ClockRule, End, Verdict};
use rocada_engine::{Clock, Limits, Score};
use rocada_rules::{AnyPosition, Move};
use rocada_sparring::levels::{TimeLeft, human_time};
use rocada_sparring::{Choice, Level, Partner};
use tokio::task::AbortHandle;

use crate::archive::Archive;
use crate::game::{Game, side_name};
use crate::messages::{Answer, Event, GameView};
use crate::outbox::Outbox;
use crate::pool::{Pool, lock};
use crate::view::{line_moves, move_view, score_view};

/// How long the engine thinks about a move when no clock runs.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// How long it thinks about a hint.
const HINT_TIME: Duration = Duration::from_millis(600);
/// What the way to the page may cost of the opponent's clock.
const OVERHEAD: Duration = Duration::from_millis(30);
/// Positions searched to decide about a draw.
const DRAW_NODES: u64 = 30_000;
/// An opponent that stands worse than this takes a draw, in centipawns.
const GLAD: i32 = -40;
/// An opponent that stands no better than this takes a draw once the game is old.
const CONTENT: i32 = 15;
/// From this move on the game is old.
const OLD: u32 = 30;
/// While a clock runs, tabs are told of it now and then.
const CLOCK_NEWS: Duration = Duration::from_secs(5);

/// What all rooms use.
#[derive(Clone)]
pub(crate) struct House {
    pub(crate) pool: Arc<Pool>,
    pub(crate) archive: Arc<Archive>,
}

/// A game and its visitors.
pub(crate) struct Room {
    house: House,
    state: Mutex<State>,
}

struct State {
    game: Game,
    visitors: Vec<Outbox>,
    /// The opponent's thinking.
    thinking: Option<AbortHandle>,
    /// Waits for the flag.
    watching: Option<AbortHandle>,
}

impl State {
    /// Tells everybody but the tab that gets the same as its reply.
    fn tell(&self, event: &Event, except: Option<u64>) {
        for visitor in self.visitors.iter().filter(|visitor| Some(visitor.tab) != except) {
            visitor.event(event.clone());
        }
    }

    fn stop_thinking(&mut self) {
        self.game.thinking = false;
        if let Some(task) = self.thinking.take() {
            task.abort();
        }
    }
}

/// Refuses what needs a game that goes on.
fn going_on(game: &Game) -> Result<(), String> {
    match game.is_over() {
        true => Err("The game is over; ask for a rematch.".to_owned()),
        false => Ok(()),
    }
}

impl Room {
    pub(crate) fn new(house: House, game: Game) -> Arc<Room> {
        let state = State { game, visitors: Vec::new(), thinking: None, watching: None };
        Arc::new(Room { house, state: Mutex::new(state) })
    }

    /// Looks at the game, or does something with it.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut Game) -> T) -> T {
        act(&mut lock(&self.state).game)
    }

    /// Does anybody look at it?
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.state).visitors.is_empty()
    }

    /// A tab hears of the game from now on.
    pub(crate) fn enter(self: &Arc<Room>, outbox: &Outbox) -> GameView {
        let mut state = lock(&self.state);
        state.visitors.retain(|visitor| visitor.tab != outbox.tab);
        state.visitors.push(outbox.clone());
        state.game.wake(Instant::now());
        self.go_on(&mut state);
        state.game.view(Instant::now())
    }

    /// A tab hears no more of the game.
    pub(crate) fn leave(&self, tab: u64) {
        lock(&self.state).visitors.retain(|visitor| visitor.tab != tab);
    }

    /// The person moves.
    pub(crate) fn play(self: &Arc<Room>, text: &str, ply: Option<u32>, tab: u64) -> Result<GameView, String> {
        let mut state = lock(&self.state);
        let game = &mut state.game;
        going_on(game)?;
        if !game.is_humans_turn() {
            return Err("It is the opponent's turn.".to_owned());
        }
        if ply.is_some_and(|ply| ply as usize != game.played().len()) {
            return Err("The game has gone on since: look at the board and move again.".to_owned());
        }
        let mv = game.position().parse_move(text).map_err(|error| error.to_string())?;
        game.play(mv, Instant::now());
        Ok(self.changed(&mut state, Some(tab)))
    }

    /// The person takes back a move.
    pub(crate) fn take_back(self: &Arc<Room>, tab: u64) -> Result<GameView, String> {
        let mut state = lock(&self.state);
        going_on(&state.game)?;
        if !state.game.take_back(Instant::now()) {
            return Err("There is no move of yours to take back.".to_owned());
        }
        state.stop_thinking();
        Ok(self.changed(&mut state, Some(tab)))
    }

    /// The person gives up.
    pub(crate) fn resign(self: &Arc<Room>, tab: u64) -> Result<GameView, String> {
        let mut state = lock(&self.state);
        going_on(&state.game)?;
        let human = state.game.terms.human;
        let sentence = format!("{} resigns", side_name(human));
        state.game.end(Verdict::win(!human, End::Resignation, sentence));
        Ok(self.changed(&mut state, Some(tab)))
    }

    /// The person offers a draw; the answer comes later.
    pub(crate) fn offer_draw(self: &Arc<Room>, tab: u64) -> Result<GameView, String> {
        let mut state = lock(&self.state);
        let game = &mut state.game;
        going_on(game)?;
        let plies = game.played().len();
        if game.offered_at == Some(plies) {
            return Err("You have offered a draw in this position already.".to_owned());
        }
        (game.offered_at, game.offer_waits) = (Some(plies), true);
        game.version += 1;
        tokio::spawn(Arc::clone(self).answer_offer(plies));
        Ok(self.changed(&mut state, Some(tab)))
    }

    /// The next game of a rematch, if there is one already.
    pub(crate) fn rematch(&self) -> Option<String> {
        lock(&self.state).game.rematch.clone()
    }

    /// Remembers the next game of a rematch, and tells the others who look at this one.
    pub(crate) fn set_rematch(self: &Arc<Room>, next: String, tab: u64) {
        let mut state = lock(&self.state);
        state.game.rematch = Some(next);
        state.game.version += 1;
        self.changed(&mut state, Some(tab));
    }

    /// What a strong player would do.
    pub(crate) async fn hint(self: Arc<Room>) -> Result<Answer, String> {
        let (position, subject) = {
            let mut state = lock(&self.state);
            let game = &mut state.game;
            going_on(game)?;
            if !game.is_humans_turn() {
                return Err("It is the opponent's turn.".to_owned());
            }
            game.helped = true;
            (game.position().clone(), format!("hint {}", game.terms.id))
        };
        let limits = Limits { move_time: Some(HINT_TIME), ..Limits::default() };
        let verdict = self.house.pool.think(&subject, position.clone(), limits, false).await;
        let verdict = verdict.ok_or("No hint was found.")?;
        let best = verdict.best.ok_or("There is no legal move.")?;
        let line = verdict.line.as_ref();
        let moves = line.map_or_else(|| vec![best], |line| line.moves.clone());
        Ok(Answer::Hint {
            best: move_view(&position, best),
            line: line_moves(&position, &moves),
            score: line.map(|line| score_view(line.score, position.turn())),
        })
    }

    /// After every change: the disk and all tabs learn of it, and whoever is next begins.
    fn changed(self: &Arc<Room>, state: &mut State, except: Option<u64>) -> GameView {
        if state.game.is_over() {
            state.stop_thinking();
        }
        self.go_on(state);
        if let Err(error) = self.house.archive.save(&state.game) {
            state.tell(&Event::Note { text: format!("The game cannot be kept on disk: {error}.") }, None);
        }
        let view = state.game.view(Instant::now());
        state.tell(&Event::Game { game: Box::new(view.clone()) }, except);
        view
    }

    /// Counts the game if the opponent is the adaptive one, once when it ends.
    fn count(&self, state: &State) {
        let game = &state.game;
        let Some(score) = game.score().filter(|_| game.terms.partner == Partner::Adaptive) else { return };
        let has_drops = game.base().variant().has_drops();
        let event = match self.house.archive.count_game(has_drops, score) {
            Ok(level) => Event::AdaptiveLevel {
                game: game.terms.id.clone(),
                level: level.number(),
                sentence: format!("The adaptive opponent plays at level {level} now."),
            },
            Err(error) => {
                Event::Note { text: format!("The adaptive opponent cannot remember this game: {error}.") }
            }
        };
        state.tell(&event, None);
    }

    /// Starts the opponent if it is its turn, and the watch over the clock.
    fn go_on(self: &Arc<Room>, state: &mut State) {
        if let Some(task) = state.watching.take() {
            task.abort();
        }
        if state.game.is_over() {
            if !state.game.counted {
                state.game.counted = true;
                self.count(state);
            }
            return;
        }
        if !state.game.is_humans_turn() && !state.game.thinking {
            state.game.thinking = true;
            state.thinking = Some(tokio::spawn(Arc::clone(self).think()).abort_handle());
        }
        if state.game.until_flag(Instant::now()).is_some() {
            state.watching = Some(tokio::spawn(Arc::clone(self).watch_clock()).abort_handle());
        }
    }

    /// Tells of the clock now and then, and ends the game when the flag falls.
    async fn watch_clock(self: Arc<Room>) {
        loop {
            let wait = match lock(&self.state).game.until_flag(Instant::now()) {
                Some(left) => left.min(CLOCK_NEWS),
                None => return,
            };
            tokio::time::sleep(wait).await;
            let mut state = lock(&self.state);
            let now = Instant::now();
            if state.game.fall(now) {
                // This task is the one that is being aborted: it has nothing more to do.
                state.watching = None;
                self.changed(&mut state, None);
                return;
            }
            if let Some(clock) = state.game.clock_view(now) {
                state.tell(&Event::Clock { game: state.game.terms.id.clone(), clock }, None);
            }
        }
    }

    /// The opponent's turn, from thinking to the move on the board.
    async fn think(self: Arc<Room>) {
        let begin = Instant::now();
        let turn = Turn::of(&lock(&self.state).game, begin);
        let reply = turn.reply(&self.house.pool).await;
        if let Some(time) = turn.human_time {
            tokio::time::sleep((begin + time).saturating_duration_since(Instant::now())).await;
        }
        let mut state = lock(&self.state);
        if state.game.is_over() || state.game.position().moves() != turn.position.moves() {
            return;
        }
        // Not aborted from here on: this task itself makes the change.
        state.thinking = None;
        state.game.thinking = false;
        self.carry_out(&mut state, reply);
    }

    fn carry_out(self: &Arc<Room>, state: &mut MutexGuard<'_, State>, reply: Reply) {
        match reply.mv {
            Some(mv) => state.game.play(mv, Instant::now()),
            None => {
                let opponent = !state.game.terms.human;
                let sentence = format!("{} resigns", side_name(opponent));
                state.game.end(Verdict::win(!opponent, End::Resignation, sentence));
            }
        }
        let (game, ply) = (state.game.terms.id.clone(), state.game.played().len());
        self.changed(state, None);
        if !reply.remark.is_empty() {
            let ply = u32::try_from(ply).unwrap_or(u32::MAX);
            state.tell(&Event::Remark { game, ply, text: reply.remark }, None);
        }
    }

    /// The opponent decides about a draw.
    async fn answer_offer(self: Arc<Room>, plies: usize) {
        let (position, subject) = self.with(|game| (game.position().clone(), game.terms.id.clone()));
        let limits = Limits { nodes: Some(DRAW_NODES), ..Limits::default() };
        let verdict = self.house.pool.think(&subject, position.clone(), limits, false).await;
        let score = verdict.and_then(|verdict| verdict.line).map(|line| line.score);
        let mut state = lock(&self.state);
        if state.game.is_over() || !state.game.offer_waits {
            return;
        }
        state.game.offer_waits = false;
        state.game.version += 1;
        let own_turn = position.turn() != state.game.terms.human;
        let same = state.game.played().len() == plies;
        let accepted =
            same && score.is_some_and(|score| accepts(score, own_turn, position.fullmove_number()));
        if accepted {
            state.game.end(Verdict::draw(End::DrawAgreed, "Draw by agreement"));
        }
        let sentence = match accepted {
            true => "The opponent accepts the draw.",
            false => "The opponent wants to play on.",
        };
        let game = state.game.terms.id.clone();
        self.changed(&mut state, None);
        state.tell(&Event::DrawAnswer { game, accepted, sentence: sentence.to_owned() }, None);
    }
}

/// Would somebody take a draw with this score for the side to move?
fn accepts(score: Score, own_turn: bool, move_number: u32) -> bool {
    let own = match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) => moves.signum() * 10_000,
        Score::Tablebase(plies) => plies.signum() * 10_000,
    };
    let own = if own_turn { own } else { -own };
    own <= GLAD || own <= CONTENT && move_number >= OLD
}

/// What the opponent does; no move means that it gives up.
struct Reply {
    mv: Option<Move>,
    remark: String,
}

/// All that the opponent needs to know.
struct Turn {
    subject: String,
    position: AnyPosition,
    limits: Limits,
    selection: Option<rocada_sparring::Selection>,
    seed: u64,
    /// How long a person would think, if it is to think as long.
    human_time: Option<Duration>,
}

impl Turn {
    fn of(game: &Game, now: Instant) -> Turn {
        let position = game.position().clone();
        let left = game.left(position.turn(), now).filter(|_| game.terms.rule != ClockRule::Unlimited);
        let increment = game.increment();
        let clock = left.map(|time| Clock { time, increment, moves_to_go: None });
        let limits = Limits {
            clock,
            move_time: clock.is_none().then_some(MOVE_TIME),
            overhead: OVERHEAD,
            ..Limits::default()
        };
        let selection = game.selection();
        let time_of = |who: rocada_sparring::Selection| {
            let level = who.level(position.variant().has_drops()).unwrap_or(Level::WEAKEST);
            let left = left.map(|time| TimeLeft {
                time: time.saturating_sub(OVERHEAD),
                increment,
                moves_to_go: None,
            });
            human_time(&position, level, game.terms.seed, left)
        };
        let human_time = selection.filter(|_| game.terms.human_time).map(time_of);
        let (subject, seed) = (game.terms.id.clone(), game.terms.seed);
        Turn { subject, position, limits, selection, seed, human_time }
    }

    async fn reply(&self, pool: &Arc<Pool>) -> Reply {
        let position = self.position.clone();
        match self.selection {
            None => {
                let verdict = pool.think(&self.subject, position, self.limits.clone(), true).await;
                Reply { mv: verdict.and_then(|verdict| verdict.best), remark: String::new() }
            }
            Some(who) => match pool.spar(who, position, self.seed).await {
                Some(answer) => {
                    let mv = match answer.choice {
                        Choice::Move(mv) => Some(mv),
                        Choice::Resign => None,
                    };
                    Reply { mv, remark: answer.comment }
                }
                None => Reply { mv: None, remark: "I cannot go on.".to_owned() },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_taken_when_worse_or_when_the_game_is_old() {
        assert!(accepts(Score::Centipawns(-50), true, 5));
        assert!(accepts(Score::Centipawns(50), false, 5));
        assert!(!accepts(Score::Centipawns(0), true, 5));
        assert!(accepts(Score::Centipawns(0), true, 40));
        assert!(!accepts(Score::Mate(3), true, 60));
        assert!(accepts(Score::Mate(-3), true, 6));
    }
}
