//! Perft beside the peers: how fast each library counts the same trees, in one run on one machine.
//!
//! One thread, last ply counted and not played wherever the library can. The contestants take turns of equal length,
//! several rounds long, and each one's best turn counts, so that a busy machine harms all alike. On Linux the time is
//! the processor's own for this thread, which other programs do not lengthen.
//! `ROCADA_BENCH_ROUNDS` sets the number of rounds (25 by default).

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use rocada_rules::{Crazyhouse, Position, Rules, Standard, Tolerance, perft};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, FromSetup};

/// A tree to count, with the number that everybody has to find.
struct Tree {
    name: &'static str,
    fen: &'static str,
    game: Game,
    depth: u32,
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Game {
    Chess,
    Chess960,
    Crazyhouse,
}

const TREES: [Tree; 4] = [
    Tree {
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        game: Game::Chess,
        depth: 5,
        nodes: 4_865_609,
    },
    Tree {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        game: Game::Chess,
        depth: 4,
        nodes: 4_085_603,
    },
    Tree {
        name: "Chess960",
        fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        game: Game::Chess960,
        depth: 5,
        nodes: 8_146_062,
    },
    Tree {
        name: "crazyhouse",
        fen: "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
        game: Game::Crazyhouse,
        depth: 4,
        nodes: 2_083_382,
    },
];

/// A peer on one group of trees, and how many times faster than it this library has to be.
const DEMANDS: [(&str, Game, f64); 3] =
    [("cozy-chess", Game::Chess, 1.3), ("shakmaty", Game::Chess, 2.5), ("shakmaty", Game::Crazyhouse, 2.5)];

/// How long a turn lasts at least: a faster contestant counts its tree more often, and is not interrupted more rarely.
const TURN: Duration = Duration::from_millis(80);

type Counter = Box<dyn FnMut() -> u64>;

/// One library on one tree.
struct Contestant {
    name: &'static str,
    count: Counter,
    /// The best turn, in nodes a second.
    best_speed: f64,
}

fn main() {
    let rounds = std::env::var("ROCADA_BENCH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(25);
    println!("perft, one thread, last ply counted, best of {rounds} rounds; million nodes a second");
    let mut verdicts = Vec::new();
    for tree in &TREES {
        let mut contestants = contestants(tree);
        for _ in 0..rounds {
            for contestant in &mut contestants {
                contestant.race(tree);
            }
        }
        report(tree, &contestants, &mut verdicts);
    }
    let holds = verdicts.iter().all(|&(_, holds)| holds);
    for (verdict, _) in verdicts {
        println!("{verdict}");
    }
    println!("{}", if holds { "all demanded ratios hold" } else { "NOT all demanded ratios hold" });
}

impl Contestant {
    fn race(&mut self, tree: &Tree) {
        let clock = Clock::start();
        let mut total = 0;
        while clock.elapsed() < TURN {
            let nodes = black_box((self.count)());
            assert_eq!(nodes, tree.nodes, "{} on {}", self.name, tree.name);
            total += nodes;
        }
        self.best_speed = self.best_speed.max(total as f64 / clock.elapsed().as_secs_f64());
    }
}

/// Time that this thread has spent, on a processor if that is known.
struct Clock {
    begin: Instant,
    processor: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { begin: Instant::now(), processor: Clock::processor_time() }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, Clock::processor_time()) {
            (Some(begin), Some(now)) => now.saturating_sub(begin),
            _ => self.begin.elapsed(),
        }
    }

    /// The first number is nanoseconds; a scheduler tick (some milliseconds) may be missing.
    fn processor_time() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// Prints one tree's numbers and adds the verdicts on what is demanded there.
fn report(tree: &Tree, contestants: &[Contestant], verdicts: &mut Vec<(String, bool)>) {
    println!("{} (depth {}, {} nodes)", tree.name, tree.depth, tree.nodes);
    let own = contestants[0].best_speed;
    for contestant in contestants {
        let ratio = own / contestant.best_speed;
        print!("  {:<12} {:>8.1}", contestant.name, contestant.best_speed / 1e6);
        println!("{}", if contestant.name == "rocada" { String::new() } else { format!("   x {ratio:.2}") });
        for (peer, game, demanded) in DEMANDS {
            if peer == contestant.name && game == tree.game {
                let holds = ratio >= demanded;
                let word = if holds { "holds" } else { "FAILS" };
                let name = tree.name;
                verdicts.push((format!("{name}: {ratio:.2} x {peer}, demanded {demanded}: {word}"), holds));
            }
        }
    }
}

fn contestants(tree: &Tree) -> Vec<Contestant> {
    let mut all: Vec<(&'static str, Counter)> = Vec::new();
    match tree.game {
        Game::Crazyhouse => {
            all.push(("rocada", own::<Crazyhouse>(tree)));
            all.push(("shakmaty", by_shakmaty::<shakmaty::variant::Crazyhouse>(tree)));
        }
        Game::Chess | Game::Chess960 => {
            all.push(("rocada", own::<Standard>(tree)));
            all.push(("cozy-chess", by_cozy_chess(tree)));
            all.push(("shakmaty", by_shakmaty::<shakmaty::Chess>(tree)));
        }
    }
    if tree.game == Game::Chess {
        all.push(("chess", by_chess(tree)));
    }
    let contestant = |(name, count)| Contestant { name, count, best_speed: 0.0 };
    all.into_iter().map(contestant).collect()
}

fn own<R: Rules>(tree: &Tree) -> Counter {
    let mut position: Position<R> = Position::from_fen(tree.fen, Tolerance::Strict).expect("a valid FEN");
    let depth = tree.depth;
    Box::new(move || perft(&mut position, depth))
}

fn by_shakmaty<P: shakmaty::Position + FromSetup + Clone + 'static>(tree: &Tree) -> Counter {
    let fen: Fen = tree.fen.parse().expect("a valid FEN");
    let mode = CastlingMode::from_chess960(tree.game == Game::Chess960);
    let position: P = fen.into_position(mode).expect("a valid position");
    let depth = tree.depth;
    Box::new(move || shakmaty::perft(&position, depth))
}

fn by_cozy_chess(tree: &Tree) -> Counter {
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += count(&child, depth - 1);
                }
            }
            false
        });
        nodes
    }
    let board = cozy_chess::Board::from_fen(tree.fen, tree.game == Game::Chess960).expect("a valid position");
    let depth = tree.depth;
    Box::new(move || count(&board, depth))
}

fn by_chess(tree: &Tree) -> Counter {
    fn count(board: &chess::Board, depth: u32) -> u64 {
        let moves = chess::MoveGen::new_legal(board);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.map(|mv| count(&board.make_move_new(mv), depth - 1)).sum()
    }
    let board: chess::Board = tree.fen.parse().expect("a valid position");
    let depth = tree.depth;
    Box::new(move || count(&board, depth))
}
