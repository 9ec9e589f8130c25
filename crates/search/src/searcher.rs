//! Runs a search on one or many threads (Lazy SMP: all search the same position and share the table).

use std::sync::Arc;
use std::time::{Duration, Instant};

use rocada_eval::Evaluator;
use rocada_rules::Position;

use crate::clock::budget;
use crate::limits::Limits;
use crate::params::{Params, SearchGame};
use crate::report::{Listener, ScoreKind, Verdict};
use crate::score::INFINITE;
use crate::shared::{Counter, Shared, Signals, Tablebases};
use crate::tt::TranspositionTable;
use crate::worker::{Deadline, Memory, RootMove, Worker};

/// Searches positions of one game and remembers between moves what helps.
pub struct Searcher<R: SearchGame> {
    params: Params,
    memories: Vec<Memory<R>>,
    evaluator: Evaluator<R>,
    tablebases: Option<Arc<dyn Tablebases<R>>>,
}

impl<R: SearchGame> Default for Searcher<R> {
    fn default() -> Searcher<R> {
        Searcher::new(Evaluator::default())
    }
}

impl<R: SearchGame> Searcher<R> {
    /// A searcher on one thread.
    pub fn new(evaluator: Evaluator<R>) -> Searcher<R> {
        Searcher {
            params: R::PARAMS.clone(),
            memories: vec![Memory::new(evaluator.clone())],
            evaluator,
            tablebases: None,
        }
    }

    /// Uses another set of parameters, as a tuner wants.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Uses so many threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        let evaluator = &self.evaluator;
        self.memories.resize_with(threads.max(1), || Memory::new(evaluator.clone()));
    }

    /// Uses another evaluation from now on.
    pub fn set_evaluator(&mut self, evaluator: Evaluator<R>) {
        for memory in &mut self.memories {
            memory.evaluator = evaluator.clone();
        }
        self.evaluator = evaluator;
    }

    /// Uses these tablebases from now on.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<dyn Tablebases<R>>>) {
        self.tablebases = tablebases;
    }

    /// A new game begins: forgets what was learnt in the last one.
    pub fn new_game(&mut self) {
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches until a limit or a signal ends it. `signals` must have been armed for this search. To collect lines for
    /// nobody would take a tenth of the time of the shortest searches: `listener` may be `None`.
    pub fn search(
        &mut self,
        position: &Position<R>,
        limits: &Limits,
        table: &TranspositionTable,
        signals: &Signals,
        listener: Option<&mut dyn Listener>,
    ) -> Verdict {
        let start = Instant::now();
        table.next_age();
        let threads = self.memories.len();
        let shared = Shared {
            table,
            signals,
            tablebases: self.tablebases.clone(),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            tablebase_hits: (0..threads).map(|_| Counter::default()).collect(),
        };
        let params = &self.params;
        let deadline = Deadline {
            start,
            budget: budget(limits),
            paused: Duration::ZERO,
            clock_start: start,
            pondering: limits.ponder,
            ready: false,
        };
        let mut workers: Vec<Worker<'_, R>> = self
            .memories
            .iter_mut()
            .enumerate()
            .map(|(id, memory)| Worker::new(&shared, id, params, position.clone(), memory, deadline))
            .collect();
        for worker in &mut workers {
            worker.prepare_root(&limits.moves);
        }
        let Some((main, helpers)) = workers.split_first_mut() else { return Verdict::default() };
        if main.root_moves.is_empty() {
            wait_for_word(limits, signals);
            return Verdict::default();
        }
        if let Some(listener) = listener {
            main.listener = Some(listener);
        }
        main.node_limit = limits.nodes.unwrap_or(u64::MAX);
        let results = std::thread::scope(|scope| {
            let running: Vec<_> = helpers
                .iter_mut()
                .map(|worker| {
                    scope.spawn(|| {
                        let depth = worker.deepen(limits);
                        Finding::of(worker, depth)
                    })
                })
                .collect();
            let depth = main.run(limits);
            wait_for_word(limits, signals);
            signals.stop();
            let mut results = vec![Finding::of(main, depth)];
            results.extend(running.into_iter().filter_map(|thread| thread.join().ok()));
            results
        });
        verdict(main, &shared, results, limits)
    }
}

/// In analysis and while pondering the move is held back until somebody asks for it.
fn wait_for_word(limits: &Limits, signals: &Signals) {
    while (limits.infinite || signals.pondering()) && !signals.stopped() {
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// What one thread found.
struct Finding {
    depth: i32,
    best: RootMove,
}

impl Finding {
    fn of<R: SearchGame>(worker: &Worker<'_, R>, depth: i32) -> Finding {
        let mut best = worker.root_moves[0].clone();
        if best.score == -INFINITE {
            best.score = best.previous_score;
        }
        Finding { depth, best }
    }
}

/// Takes the move of the thread that saw furthest; the main thread where none is better.
fn verdict<R: SearchGame>(
    main: &mut Worker<'_, R>,
    shared: &Shared<'_, R>,
    findings: Vec<Finding>,
    limits: &Limits,
) -> Verdict {
    let mut findings = findings.into_iter();
    let Some(mut chosen) = findings.next() else { return Verdict::default() };
    if limits.multi_pv <= 1 && limits.depth.is_none() {
        for other in findings {
            if other.depth > chosen.depth && other.best.score >= chosen.best.score {
                chosen = other;
            }
        }
    }
    let best = chosen.best.mv;
    let ponder = chosen.best.line.get(1).copied();
    main.root_moves[0] = chosen.best;
    main.root_depth = main.root_depth.min(chosen.depth.max(1));
    Verdict {
        best: Some(best),
        ponder,
        line: Some(main.line(0, ScoreKind::Exact)),
        nodes: shared.all_nodes(),
    }
}
