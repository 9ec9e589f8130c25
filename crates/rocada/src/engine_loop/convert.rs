//! From the words of the protocols to those of the engine and back.

use std::time::Duration;

use rocada_engine::{Clock, Limits, Line, Score as EngineScore, ScoreKind, wdl};
use rocada_protocol::session::Thinking;
use rocada_protocol::{Bound, Score, SearchLimits};

/// Where scores of endgame tables begin: above every evaluation, below the mates.
const TABLEBASE_WIN: i32 = 20_000;

/// The limits of a search.
pub(super) fn limits(asked: &SearchLimits, multi_pv: usize) -> Limits {
    let mut limits = Limits {
        clock: asked.clock.map(|time| Clock {
            time,
            increment: asked.increment,
            moves_to_go: asked.moves_to_go,
        }),
        move_time: asked.movetime,
        depth: asked.depth,
        nodes: asked.nodes,
        soft_nodes: None,
        mate: asked.mate,
        moves: asked.searchmoves.clone(),
        infinite: asked.infinite,
        ponder: asked.ponder,
        overhead: asked.overhead,
        multi_pv,
    };
    if let (Some(clock), Some(time)) = (limits.clock, limits.move_time) {
        limits.move_time = Some(time.min(clock.time));
    }
    if let Some(rate) = asked.nodes_per_second {
        count_in_nodes(&mut limits, rate);
    }
    limits
}

/// Time is counted in nodes, so many to the second: the clock becomes a number of nodes for this move.
fn count_in_nodes(limits: &mut Limits, rate: u64) {
    let share = limits.move_time.take().or_else(|| limits.clock.map(share_of_clock));
    limits.clock = None;
    if let Some(share) = share {
        let nodes = (share.as_secs_f64() * rate as f64) as u64;
        let nodes = limits.nodes.map_or(nodes, |most| most.min(nodes));
        limits.nodes = Some(nodes.max(1));
    }
}

/// What a move may take of a clock that does not run: an even share.
fn share_of_clock(clock: Clock) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(30).clamp(1, 50);
    (clock.time / moves + clock.increment.mul_f64(0.75)).min(clock.time)
}

/// A line of the search as the session takes it.
pub(super) fn thinking(line: &Line) -> Thinking {
    Thinking {
        depth: line.depth,
        seldepth: line.selective_depth,
        multipv: u32::try_from(line.rank).unwrap_or(u32::MAX),
        score: score(line.score),
        bound: match line.kind {
            ScoreKind::Exact => Bound::Exact,
            ScoreKind::Lower => Bound::Lower,
            ScoreKind::Upper => Bound::Upper,
        },
        wdl: None,
        nodes: line.nodes,
        tbhits: line.tablebase_hits,
        hashfull: line.table_permille,
        time: line.time,
        pv: line.moves.clone(),
    }
}

fn score(score: EngineScore) -> Score {
    match score {
        EngineScore::Centipawns(value) => Score::Centipawns(value),
        EngineScore::Mate(moves) => Score::Mate(moves),
        EngineScore::Tablebase(plies) if plies > 0 => Score::Centipawns(TABLEBASE_WIN - plies),
        EngineScore::Tablebase(plies) => Score::Centipawns(-TABLEBASE_WIN - plies),
    }
}

/// The chances of win, draw and loss that a score stands for.
pub(super) fn chances(score: Score, has_drops: bool) -> [u16; 3] {
    let score = match score {
        Score::Centipawns(value) => EngineScore::Centipawns(value),
        Score::Mate(moves) => EngineScore::Mate(moves),
    };
    wdl::chances(score, has_drops)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_counts_nodes_bounds_nodes() {
        let asked = SearchLimits {
            clock: Some(Duration::from_secs(60)),
            moves_to_go: Some(30),
            nodes_per_second: Some(1000),
            ..SearchLimits::default()
        };
        let limits = limits(&asked, 1);
        assert_eq!((limits.clock, limits.nodes), (None, Some(2000)));
    }

    #[test]
    fn the_shorter_of_clock_and_move_time_counts() {
        let asked = SearchLimits {
            clock: Some(Duration::from_secs(1)),
            movetime: Some(Duration::from_secs(5)),
            ..SearchLimits::default()
        };
        assert_eq!(limits(&asked, 1).move_time, Some(Duration::from_secs(1)));
    }

    #[test]
    fn table_wins_are_large_but_no_mates() {
        assert_eq!(score(EngineScore::Tablebase(7)), Score::Centipawns(19_993));
        assert_eq!(score(EngineScore::Tablebase(-7)), Score::Centipawns(-19_993));
    }
}
