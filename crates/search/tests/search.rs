//! The search as its users see it.

use std::time::{Duration, Instant};

use rocada_rules::{Crazyhouse, Move, Outcome, Position, Rules, Standard, Tolerance};
use rocada_search::{
    Clock, Limits, Line, Listener, Score, SearchGame, Searcher, Signals, TranspositionTable, Verdict,
};

fn read<R: Rules>(fen: &str) -> Position<R> {
    Position::from_fen(fen, Tolerance::Lax).expect("a valid FEN")
}

fn think<R: SearchGame>(position: &Position<R>, limits: &Limits) -> Verdict {
    let table = TranspositionTable::new(8);
    Searcher::<R>::default().search(position, limits, &table, &Signals::default(), None)
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const HANDS: &str = "r2q1rk1/ppp2ppp/2np4/2b1p3/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1[NBPnbp] w - - 0 9";

#[test]
fn mates_are_found_and_told_in_moves() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1),
        ("7k/8/8/8/8/1R6/R7/K7 w - - 0 1", 2),
        ("8/8/8/8/5k2/8/8/2KQR3 w - - 0 1", 6),
    ];
    for (fen, moves) in cases {
        let verdict = think(&read::<Standard>(fen), &to_depth(14));
        let score = verdict.line.expect("a line").score;
        assert!(matches!(score, Score::Mate(found) if (1..=moves).contains(&found)), "{fen}: {score:?}");
    }
}

#[test]
fn the_mate_solver_sees_zugzwang() {
    let position = read::<Standard>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let verdict = think(&position, &Limits { mate: Some(2), ..Limits::default() });
    assert_eq!(verdict.best, position.parse_move("Ra6").ok());
    let line = verdict.line.expect("a line");
    assert_eq!((line.score, line.moves.len()), (Score::Mate(2), 3));
    check_line_is_legal(&position, &line.moves);
}

#[test]
fn without_a_mate_the_mate_solver_leaves_the_move_to_the_search() {
    let position = read::<Standard>(KIWIPETE);
    let verdict = think(&position, &Limits { mate: Some(2), nodes: Some(100_000), ..Limits::default() });
    assert_eq!(verdict.nodes, 100_000);
    assert!(matches!(verdict.line.expect("a line").score, Score::Centipawns(_)));
}

#[test]
fn a_drop_can_mate() {
    let position = read::<Crazyhouse>("6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1");
    let verdict = think(&position, &to_depth(4));
    assert_eq!(verdict.line.expect("a line").score, Score::Mate(1));
    let mut after = position.clone();
    after.play(verdict.best.expect("a move"));
    assert!(matches!(after.outcome(), Some(Outcome::Checkmate { .. })));
}

/// Positions of Rocada's own games in which the king is mated by checks alone, deeper than so few nodes reach.
#[test]
fn long_chases_by_checks_are_seen_and_won() {
    for (fen, moves) in [
        ("2r3kr/1p2Bpp1/p3p1b1/4P3/3p3P/PP6/KPp1N3/R2B4[QRBNNNPPqpp] w - - 3 50", 5),
        ("2Rr1Bn1/BpNk1pPp/2pppp2/P7/4P2b/5PP1/q1P1BKPP/1N3R2[Rqnp] w - - 1 32", 4),
    ] {
        let verdict = think(&read::<Crazyhouse>(fen), &Limits { nodes: Some(32_000), ..Limits::default() });
        let score = verdict.line.expect("a line").score;
        assert!(matches!(score, Score::Mate(found) if (1..=moves).contains(&found)), "{fen}: {score:?}");
        let taken = play_out::<Crazyhouse>(fen, 32_000);
        assert!(taken.is_some_and(|taken| taken <= moves as usize), "{fen}: {taken:?}");
    }
}

#[test]
fn one_thread_counts_the_same_nodes_twice() {
    let chess = read::<Standard>(KIWIPETE);
    assert_eq!(think(&chess, &to_depth(9)).nodes, think(&chess, &to_depth(9)).nodes);
    let crazyhouse = read::<Crazyhouse>(HANDS);
    assert_eq!(think(&crazyhouse, &to_depth(7)).nodes, think(&crazyhouse, &to_depth(7)).nodes);
}

#[test]
fn the_node_limit_is_exact_on_one_thread() {
    for nodes in [1, 100, 1234, 50_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let verdict = think(&read::<Standard>(KIWIPETE), &limits);
        assert!(verdict.best.is_some());
        if nodes >= 1234 {
            assert_eq!(verdict.nodes, nodes);
        }
    }
}

/// Keeps every line that is told.
#[derive(Default)]
struct Scribe(Vec<Line>);

impl Listener for Scribe {
    fn line(&mut self, line: &Line) {
        self.0.push(line.clone());
    }
}

fn lines_of<R: SearchGame>(position: &Position<R>, limits: &Limits) -> Vec<Line> {
    let (table, mut scribe) = (TranspositionTable::new(8), Scribe::default());
    Searcher::<R>::default().search(position, limits, &table, &Signals::default(), Some(&mut scribe));
    scribe.0
}

fn check_line_is_legal<R: Rules>(position: &Position<R>, line: &[Move]) {
    let mut position = position.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{mv:?} in {}", position.fen());
        position.play(mv);
    }
}

#[test]
fn every_move_of_every_line_is_legal() {
    let chess = read::<Standard>(KIWIPETE);
    for line in lines_of(&chess, &to_depth(10)) {
        check_line_is_legal(&chess, &line.moves);
    }
    let crazyhouse = read::<Crazyhouse>(HANDS);
    for line in lines_of(&crazyhouse, &Limits { multi_pv: 3, ..to_depth(7) }) {
        check_line_is_legal(&crazyhouse, &line.moves);
    }
}

#[test]
fn several_lines_begin_with_different_moves_and_are_in_order() {
    let lines = lines_of(&read::<Standard>(KIWIPETE), &Limits { multi_pv: 4, ..to_depth(6) });
    let last: Vec<&Line> = lines.iter().rev().take(4).rev().collect();
    let value = |line: &Line| match line.score {
        Score::Centipawns(value) => value,
        other => panic!("no mate here: {other:?}"),
    };
    for (index, pair) in last.windows(2).enumerate() {
        assert_eq!((pair[0].rank, pair[1].rank), (index + 1, index + 2));
        assert!(value(pair[0]) >= value(pair[1]));
        assert_ne!(pair[0].moves[0], pair[1].moves[0]);
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let position = read::<Standard>(KIWIPETE);
    let wanted = position.parse_move("a2a3").expect("legal");
    let verdict = think(&position, &Limits { moves: vec![wanted], ..to_depth(6) });
    assert_eq!(verdict.best, Some(wanted));
}

#[test]
fn the_end_of_the_game_has_no_move() {
    for fen in ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        assert_eq!(think(&read::<Standard>(fen), &to_depth(5)).best, None);
    }
}

#[test]
fn a_forced_move_is_played_at_once() {
    let position = read::<Standard>("7k/8/8/8/8/8/6q1/7K w - - 0 1");
    let clock = Clock { time: Duration::from_secs(600), ..Clock::default() };
    let begin = Instant::now();
    let verdict = think(&position, &Limits { clock: Some(clock), ..Limits::default() });
    assert!(verdict.best.is_some());
    assert!(begin.elapsed() < Duration::from_millis(500));
}

#[test]
fn a_stop_ends_an_infinite_search_soon() {
    let signals = Signals::default();
    signals.arm(false);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let table = TranspositionTable::new(8);
            let limits = Limits { infinite: true, ..to_depth(3) };
            let position = read::<Standard>(KIWIPETE);
            Searcher::<Standard>::default().search(&position, &limits, &table, &signals, None)
        });
        std::thread::sleep(Duration::from_millis(100));
        assert!(
            !search.is_finished(),
            "an infinite search waits for the word even when its depth is reached"
        );
        let begin = Instant::now();
        signals.stop();
        assert!(search.join().expect("no panic").best.is_some());
        assert!(begin.elapsed() < Duration::from_millis(500));
    });
}

#[test]
fn pondering_waits_for_the_hit() {
    let signals = Signals::default();
    signals.arm(true);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let table = TranspositionTable::new(8);
            let limits =
                Limits { ponder: true, move_time: Some(Duration::from_millis(20)), ..Limits::default() };
            let position = read::<Standard>(KIWIPETE);
            Searcher::<Standard>::default().search(&position, &limits, &table, &signals, None)
        });
        std::thread::sleep(Duration::from_millis(150));
        assert!(!search.is_finished());
        signals.ponder_hit(None);
        assert!(search.join().expect("no panic").best.is_some());
    });
}

#[test]
fn many_threads_agree_on_a_mate() {
    let mut searcher = Searcher::<Standard>::default();
    searcher.set_threads(4);
    let table = TranspositionTable::new(8);
    let position = read::<Standard>("7k/8/8/8/8/1R6/R7/K7 w - - 0 1");
    let verdict = searcher.search(&position, &to_depth(8), &table, &Signals::default(), None);
    assert_eq!(verdict.line.expect("a line").score, Score::Mate(2));
}

/// Lets the engine play both sides with few nodes; gives how many moves the mate took.
fn play_out<R: SearchGame>(fen: &str, nodes: u64) -> Option<usize> {
    let mut position = read::<R>(fen);
    let mut searcher = Searcher::<R>::default();
    let table = TranspositionTable::new(8);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    for ply in 0..100 {
        match position.outcome() {
            Some(Outcome::Checkmate { .. }) => return Some(ply / 2 + 1),
            Some(_) => return None,
            None => {}
        }
        let verdict = searcher.search(&position, &limits, &table, &Signals::default(), None);
        position.play(verdict.best?);
    }
    None
}

#[test]
fn basic_mates_are_won_within_fifty_moves() {
    for fen in [
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1",
        "8/8/8/3k4/8/8/8/2B1K1N1 w - - 0 1",
        "8/8/8/3k4/8/8/8/1N2KB2 w - - 0 1",
        "7K/8/8/3k4/8/8/8/BN6 w - - 0 1",
        "8/8/4k3/8/8/8/1B1N4/K7 b - - 0 1",
        "8/8/2k5/8/8/6N1/5B2/7K b - - 0 1",
        "1B5K/8/8/8/4k3/8/8/7N w - - 0 1",
        "8/5k2/8/1N6/8/2B5/8/1K6 w - - 0 1",
        "8/1k6/8/8/8/4N3/8/2K2B2 w - - 0 1",
        "8/1k4N1/8/8/8/8/3B4/1K6 w - - 0 1",
        "4K3/3N4/8/8/4k2B/8/8/8 b - - 0 1",
    ] {
        assert!(play_out::<Standard>(fen, 20_000).is_some(), "{fen}");
    }
}
