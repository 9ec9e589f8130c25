//! Who may use the machine: a bounded number of searches runs at once, and analyses take turns.
//!
//! Whoever waits for an opponent's move comes first: while one is made, as many analyses pause as cores are needed. An
//! analysis that pauses keeps its engine where there are enough of them, so that it goes on where it was.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rocada_engine::{Engine, Event, Limits, Request, Setting, Verdict};
use rocada_rules::AnyPosition;
use rocada_sparring::{Answer, Selection};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Semaphore, watch};

/// How long an analysis runs before it is somebody else's turn.
const TURN: Duration = Duration::from_millis(250);
/// Engines that analyses can hold; more analyses than that share them.
const MOST_SEATS: usize = 6;
/// The table of each engine.
const HASH_MEBIBYTES: usize = 32;
/// More cores than this go to threads of the same search.
const MOST_AT_ONCE: usize = 4;

/// All engines of the server.
pub(crate) struct Pool {
    state: Mutex<State>,
    /// How many searches run at once.
    at_once: usize,
    /// Threads of each search.
    threads: usize,
    /// Opponents that think at the same time; the others wait in a row.
    thinkers: Semaphore,
    searches: AtomicU64,
}

#[derive(Default)]
struct State {
    /// The analyses; the first ones are those whose turn it is.
    jobs: VecDeque<Job>,
    /// Engines that no analysis holds.
    free: Vec<Seat>,
    /// How many engines for analyses there are.
    seats: usize,
    /// Engines that play and have nothing to do.
    players: Vec<Seat>,
    /// Opponents that think now.
    thinking: usize,
}

/// An analysis.
struct Job {
    id: u64,
    position: AnyPosition,
    limits: Limits,
    tell: UnboundedSender<Event>,
    running: watch::Sender<bool>,
    /// Its engine, once its turn has come.
    seat: Option<Seat>,
}

/// Hears what an engine says.
type Ear = Arc<Mutex<Option<(u64, UnboundedSender<Event>)>>>;

/// An engine and whoever listens to it.
struct Seat {
    engine: Engine,
    ear: Ear,
    /// What it worked on last: things learnt from another game or variant are forgotten.
    last: String,
}

impl Seat {
    fn new(threads: usize) -> Seat {
        let ear = Ear::default();
        let hears = Arc::clone(&ear);
        let engine = Engine::start(move |event| pass_on(&hears, event));
        engine.set(Setting::Hash(HASH_MEBIBYTES));
        engine.set(Setting::Threads(threads));
        Seat { engine, ear, last: String::new() }
    }

    fn begin(&mut self, request: Request, subject: &str, tell: UnboundedSender<Event>) {
        if self.last != subject {
            self.engine.new_game();
            subject.clone_into(&mut self.last);
        }
        *lock(&self.ear) = Some((request.id, tell));
        self.engine.search(request);
    }

    /// Nobody listens any more, and the search ends.
    fn end(&self) {
        *lock(&self.ear) = None;
        self.engine.stop();
    }
}

/// Events of a search that was replaced say nothing to the listener of the next one.
fn pass_on(ear: &Ear, event: Event) {
    let guard = lock(ear);
    let Some((wanted, tell)) = guard.as_ref() else { return };
    let is_wanted = match &event {
        Event::Line(id, _) | Event::Finished(id, _) | Event::Resigned(id, _) => id == wanted,
        Event::RootMove(..) | Event::Done(_) | Event::Note(_) => false,
    };
    if is_wanted {
        // A listener that is gone is no error.
        let _ = tell.send(event);
    }
}

/// A panic elsewhere does not make what is behind a lock wrong here: everything is changed in one step.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An analysis that somebody holds; dropping it ends it.
pub(crate) struct Search {
    pool: Arc<Pool>,
    id: u64,
    events: UnboundedReceiver<Event>,
    /// Does it run, or is it somebody else's turn?
    pub(crate) running: watch::Receiver<bool>,
}

impl Search {
    /// What it says next; [`Event::Finished`] is the last.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        self.events.recv().await
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.pool.end(self.id);
    }
}

/// While this is held, an opponent thinks and analyses leave it a core.
struct Precedence(Arc<Pool>);

impl Drop for Precedence {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.thinking -= 1;
        self.0.schedule(&mut state);
    }
}

/// An engine on loan to an opponent.
struct Loan {
    pool: Arc<Pool>,
    seat: Option<Seat>,
}

impl Drop for Loan {
    fn drop(&mut self) {
        if let Some(seat) = self.seat.take() {
            seat.end();
            lock(&self.pool.state).players.push(seat);
        }
    }
}

impl Pool {
    /// A pool for a machine with so many cores. Must be called where tokio runs.
    pub(crate) fn new(cores: usize) -> Arc<Pool> {
        let at_once = cores.clamp(1, MOST_AT_ONCE);
        let pool = Arc::new(Pool {
            state: Mutex::default(),
            at_once,
            threads: (cores / at_once).max(1),
            thinkers: Semaphore::new(at_once),
            searches: AtomicU64::new(0),
        });
        let taking_turns = Arc::downgrade(&pool);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(TURN).await;
                let Some(pool) = taking_turns.upgrade() else { return };
                pool.next_turn();
            }
        });
        pool
    }

    fn new_id(&self) -> u64 {
        self.searches.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Analyses a position within limits, when its turn comes.
    pub(crate) fn analyse(self: &Arc<Pool>, position: AnyPosition, limits: Limits) -> Search {
        let (tell, events) = unbounded_channel();
        let (running, is_running) = watch::channel(false);
        let id = self.new_id();
        let mut state = lock(&self.state);
        // Before those that had their turn: a board that was just opened shows something at once.
        state.jobs.push_front(Job { id, position, limits, tell, running, seat: None });
        self.schedule(&mut state);
        Search { pool: Arc::clone(self), id, events, running: is_running }
    }

    /// The move of the engine at full strength; `None` if there is no legal one.
    pub(crate) async fn think(
        self: &Arc<Pool>,
        subject: &str,
        position: AnyPosition,
        limits: Limits,
        for_play: bool,
    ) -> Option<Verdict> {
        let _row = self.thinkers.acquire().await.ok()?;
        let _first = self.precede();
        let mut loan = self.borrow_player(subject);
        let (tell, mut events) = unbounded_channel();
        let request = Request { id: self.new_id(), position, limits, for_play, opponent: None };
        loan.seat.as_mut()?.begin(request, subject, tell);
        loop {
            match events.recv().await? {
                Event::Finished(_, verdict) => return Some(*verdict),
                _ => continue,
            }
        }
    }

    /// The answer of somebody below full strength; `None` if it cannot answer.
    pub(crate) async fn spar(
        self: &Arc<Pool>,
        who: Selection,
        position: AnyPosition,
        seed: u64,
    ) -> Option<Answer> {
        let _row = self.thinkers.acquire().await.ok()?;
        let _first = self.precede();
        let has_drops = position.variant().has_drops();
        let answer = move || Some(who.opponent(has_drops)?.answer(&position, seed));
        tokio::task::spawn_blocking(answer).await.ok()?
    }

    fn precede(self: &Arc<Pool>) -> Precedence {
        let mut state = lock(&self.state);
        state.thinking += 1;
        self.schedule(&mut state);
        Precedence(Arc::clone(self))
    }

    /// The engine that played this game last, or any other that is idle, or a new one.
    fn borrow_player(self: &Arc<Pool>, subject: &str) -> Loan {
        let idle = {
            let players = &mut lock(&self.state).players;
            let index = players.iter().position(|seat| seat.last == subject);
            index.or(players.len().checked_sub(1)).map(|index| players.swap_remove(index))
        };
        let seat = idle.unwrap_or_else(|| Seat::new(self.threads));
        Loan { pool: Arc::clone(self), seat: Some(seat) }
    }

    fn end(&self, id: u64) {
        let mut state = lock(&self.state);
        let Some(index) = state.jobs.iter().position(|job| job.id == id) else { return };
        if let Some(seat) = state.jobs.remove(index).and_then(|job| job.seat) {
            seat.end();
            state.free.push(seat);
        }
        self.schedule(&mut state);
    }

    /// How many analyses may run now.
    fn allowed(&self, state: &State) -> usize {
        self.at_once.saturating_sub(state.thinking)
    }

    /// Those who ran go to the end of the row, if somebody waits.
    fn next_turn(&self) {
        let mut state = lock(&self.state);
        let allowed = self.allowed(&state);
        if allowed > 0 && state.jobs.len() > allowed {
            state.jobs.rotate_left(allowed);
            self.schedule(&mut state);
        }
    }

    /// Lets the first of the row run and the others pause.
    fn schedule(&self, state: &mut State) {
        let allowed = self.allowed(state);
        for index in 0..state.jobs.len() {
            let run = index < allowed;
            let new_seat = match run && state.jobs.get(index).is_some_and(|job| job.seat.is_none()) {
                true => Some(self.find_seat(state, allowed)),
                false => None,
            };
            let Some(job) = state.jobs.get_mut(index) else { return };
            match (new_seat, &job.seat) {
                (Some(seat), _) => job.begin(seat, self.new_id()),
                (None, Some(seat)) => seat.engine.set_paused(!run),
                (None, None) => {}
            }
            job.running.send_if_modified(|running| std::mem::replace(running, run) != run);
        }
    }

    /// An engine for an analysis: a free one, a new one, or that of the analysis that has to wait longest.
    fn find_seat(&self, state: &mut State, allowed: usize) -> Seat {
        if let Some(seat) = state.free.pop() {
            return seat;
        }
        if state.seats >= MOST_SEATS.max(self.at_once) {
            let waiting = state.jobs.iter_mut().skip(allowed).rev();
            if let Some(seat) = waiting.filter_map(|job| job.seat.take()).next() {
                seat.end();
                return seat;
            }
        }
        state.seats += 1;
        Seat::new(self.threads)
    }
}

impl Job {
    fn begin(&mut self, mut seat: Seat, id: u64) {
        let request = Request {
            id,
            position: self.position.clone(),
            limits: self.limits.clone(),
            for_play: false,
            opponent: None,
        };
        // Positions of one rule set teach something about each other.
        let subject = if self.position.variant().has_drops() { "crazyhouse" } else { "chess" };
        seat.begin(request, subject, self.tell.clone());
        self.seat = Some(seat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::Variant;

    fn start() -> AnyPosition {
        AnyPosition::start(Variant::Chess)
    }

    fn endless() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    async fn next_depth(search: &mut Search) -> u32 {
        match tokio::time::timeout(Duration::from_secs(20), search.next()).await {
            Ok(Some(Event::Line(_, line))) => line.depth,
            other => panic!("a line was expected, not {other:?}"),
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn more_analyses_than_engines_take_turns() {
        let pool = Pool::new(1);
        let mut searches: Vec<Search> =
            (0..MOST_SEATS + 2).map(|_| pool.analyse(start(), endless())).collect();
        for search in &mut searches {
            assert!(next_depth(search).await >= 1);
        }
        assert!(lock(&pool.state).seats <= MOST_SEATS);
        drop(searches);
        assert!(lock(&pool.state).jobs.is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_opponent_comes_before_analyses() {
        let pool = Pool::new(1);
        let mut analysis = pool.analyse(start(), endless());
        next_depth(&mut analysis).await;
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let thinking = pool.think("game", start(), limits, true);
        let verdict = tokio::time::timeout(Duration::from_secs(20), thinking).await.expect("in time");
        assert!(verdict.is_some_and(|verdict| verdict.best.is_some()));
        analysis.running.wait_for(|running| *running).await.expect("it goes on");
        assert_eq!(lock(&pool.state).thinking, 0);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_bounded_analysis_ends_by_itself() {
        let pool = Pool::new(2);
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let mut search = pool.analyse(start(), limits);
        loop {
            match tokio::time::timeout(Duration::from_secs(20), search.next()).await.expect("in time") {
                Some(Event::Finished(..)) => break,
                Some(_) => {}
                None => panic!("it must say that it has finished"),
            }
        }
    }
}
