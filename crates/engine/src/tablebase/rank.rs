//! The worth of each move at the root, by the distance to the next capture or pawn move.

use rocada_rules::{Move, Position, Standard};
use rocada_search::Wdl;

use super::Syzygy;

/// The rank of a win that is safe from the fifty-move rule. Other wins rank below by their length, losses mirror it.
const SAFE: i32 = 1_000_000;

/// Plies for which the search may win in its own way, and find a mate that is shorter than the tables' way. When the
/// clock has run longer without capture or pawn move, only the shortest way to the next one is taken.
const PATIENCE: u32 = 16;

/// The fifty-move rule, in plies.
const FIFTY_MOVES: i32 = 100;

/// How good a move at the root is. Greater is better; moves of equal rank are for the search to tell apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RootRank {
    rank: i32,
    wdl: Wdl,
}

impl RootRank {
    /// The result that the move leads to for the side that plays it, the fifty-move rule and the clock included.
    pub fn wdl(self) -> Wdl {
        self.wdl
    }

    const MATE: RootRank = RootRank { rank: SAFE + 1, wdl: Wdl::Win };

    /// The rank of a move after which the next capture or pawn move is `dtz` plies away, that move itself counted.
    fn of(dtz: i32, clock: i32, patient: bool) -> RootRank {
        let end = dtz.abs() + clock;
        let in_time = end <= FIFTY_MOVES;
        match dtz {
            0 => RootRank { rank: 0, wdl: Wdl::Draw },
            // The tables round: one ply of reserve.
            1.. if end < FIFTY_MOVES && patient => RootRank { rank: SAFE, wdl: Wdl::Win },
            1.. => RootRank { rank: SAFE - end, wdl: if in_time { Wdl::Win } else { Wdl::Draw } },
            // Far from the fifty-move rule all losing moves are alike; near it, delay is hope.
            _ if end - dtz < FIFTY_MOVES => RootRank { rank: -SAFE, wdl: Wdl::Loss },
            _ => RootRank { rank: end - SAFE, wdl: if in_time { Wdl::Loss } else { Wdl::Draw } },
        }
    }
}

/// All legal moves with their ranks, best first.
pub(super) fn rank_moves(tables: &Syzygy, position: &Position<Standard>) -> Option<Vec<(Move, RootRank)>> {
    let mut ranked = rank_all(position, |after| distance_after(tables, after))
        // Without DTZ tables the result can still be kept, though nobody sees to progress.
        .or_else(|| rank_all(position, |after| tables.five_valued(after).map(|value| before_zeroing(-value))))?;
    ranked.sort_by_key(|&(_, rank)| std::cmp::Reverse(rank));
    Some(ranked)
}

/// Ranks every move by what `distance` says of the position after it, or gives up if it does not know one of them.
fn rank_all(
    position: &Position<Standard>,
    distance: impl Fn(&Position<Standard>) -> Option<i32>,
) -> Option<Vec<(Move, RootRank)>> {
    let clock = position.halfmove_clock();
    let patient = clock < PATIENCE && position.repetitions() == 0;
    let clock = i32::try_from(clock).ok()?;
    let mut after = position.clone();
    let mut ranked = Vec::new();
    for &mv in &position.legal_moves() {
        after.play(mv);
        let rank = if after.in_check() && !after.has_legal_move() {
            RootRank::MATE
        } else if after.repetitions() >= 2 || after.is_fifty_moves() {
            RootRank::of(0, clock, patient)
        } else {
            RootRank::of(distance(&after)?, clock, patient)
        };
        after.unmake(mv);
        ranked.push((mv, rank));
    }
    Some(ranked)
}

/// Plies to the next capture or pawn move, the move that led here counted, with the sign of who made it.
fn distance_after(tables: &Syzygy, after: &Position<Standard>) -> Option<i32> {
    if after.halfmove_clock() == 0 {
        // The move itself was a capture or pawn move: only the result counts.
        return tables.five_valued(after).map(|value| before_zeroing(-value));
    }
    tables.distance_to_zeroing(after).map(|dtz| -dtz - dtz.signum())
}

/// The distance of a position whose best move is a capture or pawn move.
fn before_zeroing(value: shakmaty_syzygy::Wdl) -> i32 {
    shakmaty_syzygy::Dtz::before_zeroing(value).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_rank_higher_once_patience_has_run_out() {
        assert_eq!(RootRank::of(3, 0, true), RootRank::of(60, 0, true));
        assert!(RootRank::of(3, 20, false) > RootRank::of(5, 20, false));
        assert!(RootRank::MATE > RootRank::of(1, 0, true));
    }

    #[test]
    fn fifty_move_rule_spoils_long_wins_and_saves_long_losses() {
        assert_eq!(RootRank::of(20, 90, false).wdl(), Wdl::Draw);
        assert_eq!(RootRank::of(10, 90, false).wdl(), Wdl::Win);
        assert!(RootRank::of(20, 90, false) > RootRank::of(0, 90, false));
        assert_eq!(RootRank::of(-20, 90, false).wdl(), Wdl::Draw);
        assert!(RootRank::of(-20, 90, false) > RootRank::of(-4, 90, false));
        assert!(RootRank::of(-20, 90, false) < RootRank::of(0, 90, false));
    }

    #[test]
    fn losing_moves_are_alike_while_the_fifty_move_rule_is_far() {
        assert_eq!(RootRank::of(-4, 0, true), RootRank::of(-40, 0, true));
    }
}
