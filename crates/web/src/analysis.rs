//! An analysis and a graph as a tab sees them: lines of a search become views, not too many a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rocada_engine::{Event as EngineEvent, Limits, Line, Score, ScoreKind};
use rocada_rules::AnyPosition;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use crate::messages::{AnalysisLine, AnalysisState, AnalysisView, Event, GraphPoint, ScoreView};
use crate::outbox::Outbox;
use crate::pool::{Pool, Search};
use crate::store::{Known, Store};
use crate::view::{beginning, chances_view, line_moves, score_view};

/// The most lines of an analysis.
pub(crate) const MOST_LINES: u32 = 5;
/// Between two updates of a tab.
const PAUSE: Duration = Duration::from_millis(100);
/// The most moves of a line that are worth showing.
const MOST_MOVES: usize = 24;
/// Positions searched for each point of a graph.
const GRAPH_NODES: u64 = 40_000;
/// What is known from an analysis this deep is better than what a point of a graph would find.
const GRAPH_DEPTH: u32 = 14;

/// Something that works for a tab until it is dropped.
pub(crate) struct Working(JoinHandle<()>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What analyses and graphs need.
#[derive(Clone)]
pub(crate) struct Analyst {
    pub(crate) pool: Arc<Pool>,
    pub(crate) store: Arc<Store>,
    numbers: Arc<AtomicU32>,
}

/// Where a tab's newest view is left.
pub(crate) type Board = watch::Sender<Option<AnalysisView>>;

impl Analyst {
    pub(crate) fn new(pool: Arc<Pool>, store: Arc<Store>) -> Analyst {
        Analyst { pool, store, numbers: Arc::default() }
    }

    fn number(&self) -> u32 {
        self.numbers.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Begins an analysis; what is known already is in the view, and later views go to the board.
    pub(crate) fn analyse(
        &self,
        position: AnyPosition,
        lines: u32,
        board: Board,
    ) -> (AnalysisView, Option<Working>) {
        let wanted = (lines.clamp(1, MOST_LINES) as usize).min(position.legal_moves().len());
        let known = self.store.get(&position);
        let mut progress = Progress::new(self.number(), position, wanted, known);
        if progress.position.outcome().is_some() {
            progress.state = AnalysisState::Finished;
            return (progress.view(), None);
        }
        let limits = Limits { infinite: true, multi_pv: wanted, ..Limits::default() };
        let search = self.pool.analyse(progress.position.clone(), limits);
        progress.set_running(*search.running.borrow());
        let first = progress.view();
        let working = tokio::spawn(follow(search, progress, Arc::clone(&self.store), board));
        (first, Some(Working(working)))
    }

    /// Judges all positions of a game, the last one first: what comes later helps to judge what came before.
    pub(crate) fn graph(&self, game: &AnyPosition, outbox: Outbox) -> (u32, u32, Working) {
        let graph = self.number();
        let positions = positions_of(game);
        let count = u32::try_from(positions.len()).unwrap_or(u32::MAX);
        let analyst = self.clone();
        let working = tokio::spawn(async move {
            for (index, position) in positions.iter().enumerate().rev() {
                let mut point = analyst.point(position).await;
                let ply = u32::try_from(index).unwrap_or(u32::MAX);
                (point.graph, point.ply, point.left) = (graph, ply, ply);
                outbox.deliver(Event::GraphPoint(point)).await;
            }
        });
        (graph, count, Working(working))
    }

    async fn point(&self, position: &AnyPosition) -> GraphPoint {
        if let Some(outcome) = position.outcome() {
            let score = if outcome.winner().is_some() { Score::Mate(0) } else { Score::Centipawns(0) };
            return point(position, score, 0);
        }
        let known = self.store.get(position).filter(|known| known.depth >= GRAPH_DEPTH);
        if let Some(best) = known.and_then(|known| known.lines.into_iter().next()) {
            let best_move = best.moves.into_iter().next();
            return GraphPoint {
                score: best.score,
                wdl: best.wdl,
                best: best_move,
                depth: best.depth,
                ..EMPTY
            };
        }
        let limits = Limits { nodes: Some(GRAPH_NODES), ..Limits::default() };
        let mut search = self.pool.analyse(position.clone(), limits);
        let mut found: Option<Line> = None;
        while let Some(event) = search.next().await {
            match event {
                EngineEvent::Line(_, line) if line.rank == 1 && line.kind == ScoreKind::Exact => {
                    found = Some(*line);
                }
                EngineEvent::Finished(..) => break,
                _ => {}
            }
        }
        let Some(line) = found else { return point(position, Score::Centipawns(0), 0) };
        let best = line_moves(position, line.moves.get(..1).unwrap_or_default()).into_iter().next();
        GraphPoint { best, ..point(position, line.score, line.depth) }
    }
}

const EMPTY: GraphPoint = GraphPoint {
    graph: 0,
    ply: 0,
    score: ScoreView::Cp(0),
    wdl: [0, 1000, 0],
    best: None,
    depth: 0,
    left: 0,
};

fn point(position: &AnyPosition, score: Score, depth: u32) -> GraphPoint {
    let wdl = chances_view(score, position);
    GraphPoint { score: score_view(score, position.turn()), wdl, depth, ..EMPTY }
}

/// The positions of a game, the first one first.
fn positions_of(game: &AnyPosition) -> Vec<AnyPosition> {
    let mut position = beginning(game);
    let mut positions = vec![position.clone()];
    for &mv in game.moves() {
        position.play(mv);
        positions.push(position.clone());
    }
    positions
}

/// Leaves views on the board until the search ends or nobody looks any more.
async fn follow(mut search: Search, mut progress: Progress, store: Arc<Store>, board: Board) {
    let mut next = Instant::now();
    let mut changed = false;
    let mut running = search.running.clone();
    loop {
        tokio::select! {
            event = search.next() => match event {
                Some(EngineEvent::Line(_, line)) => changed |= progress.hear(*line),
                Some(EngineEvent::Finished(..)) | None => break,
                Some(_) => {}
            },
            Ok(()) = running.changed() => changed |= progress.set_running(*running.borrow_and_update()),
            () = sleep_until(next), if changed => {
                changed = false;
                next = Instant::now() + PAUSE;
                progress.remember(&store);
                if board.send(Some(progress.view())).is_err() {
                    return;
                }
            }
        }
    }
    progress.state = AnalysisState::Finished;
    progress.remember(&store);
    let _ = board.send(Some(progress.view()));
}

/// What an analysis has found so far.
struct Progress {
    number: u32,
    position: AnyPosition,
    wanted: usize,
    state: AnalysisState,
    known: Option<Known>,
    lines: Vec<Option<Line>>,
    /// The newest line: its counters are those of the whole search.
    newest: Option<Line>,
}

impl Progress {
    fn new(number: u32, position: AnyPosition, wanted: usize, known: Option<Known>) -> Progress {
        let state = AnalysisState::Waiting;
        Progress { number, position, wanted, state, known, lines: vec![None; wanted], newest: None }
    }

    /// Takes note of a line. Says whether there is anything new to show.
    fn hear(&mut self, line: Line) -> bool {
        let Some(place) = line.rank.checked_sub(1).and_then(|index| self.lines.get_mut(index)) else {
            return false;
        };
        // A search that lost its engine begins again: what it found before is better until it is as deep.
        let is_deeper = place.as_ref().is_none_or(|old| line.depth >= old.depth);
        if line.kind == ScoreKind::Exact && is_deeper {
            *place = Some(line.clone());
        }
        self.newest = Some(line);
        true
    }

    /// Says whether that is new.
    fn set_running(&mut self, running: bool) -> bool {
        let state = if running { AnalysisState::Running } else { AnalysisState::Waiting };
        std::mem::replace(&mut self.state, state) != state
    }

    fn found(&self) -> Vec<AnalysisLine> {
        self.lines
            .iter()
            .map_while(|line| line.as_ref().map(|line| line_view(&self.position, line)))
            .collect()
    }

    fn remember(&self, store: &Store) {
        let lines = self.found();
        if lines.len() == self.wanted {
            store.put(Known::new(&self.position, self.newest.as_ref().map_or(0, |line| line.nodes), lines));
        }
    }

    fn view(&self) -> AnalysisView {
        let found = self.found();
        let depth = found.first().map_or(0, |line| line.depth);
        let says_more = |known: &&Known| {
            let complete = found.len() == self.wanted;
            !complete || depth < known.depth && known.lines.len() >= self.wanted
        };
        let known = self.known.as_ref().filter(says_more);
        let newest = self.newest.as_ref();
        let time = newest.map_or(Duration::ZERO, |line| line.time);
        let nodes = newest.map_or(0, |line| line.nodes);
        AnalysisView {
            analysis: self.number,
            state: self.state,
            depth: known.map_or(depth, |known| known.depth),
            selective_depth: newest.map_or(0, |line| line.selective_depth),
            nodes: if newest.is_none() { known.map_or(0, |known| known.nodes) } else { nodes },
            nps: (nodes as f64 / time.as_secs_f64().max(0.001)) as u64,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            stored: known.is_some(),
            lines: match known {
                Some(known) => known.lines.iter().take(self.wanted).cloned().collect(),
                None => found,
            },
        }
    }
}

fn line_view(position: &AnyPosition, line: &Line) -> AnalysisLine {
    let moves = line.moves.get(..MOST_MOVES).unwrap_or(&line.moves);
    AnalysisLine {
        score: score_view(line.score, position.turn()),
        wdl: chances_view(line.score, position),
        depth: line.depth,
        moves: line_moves(position, moves),
    }
}
