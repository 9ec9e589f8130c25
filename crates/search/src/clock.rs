//! How long to think: a pure function of the limits, then stretched by what the search sees.

use std::time::Duration;

use crate::limits::{Clock, Limits};

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// When the next iteration is not begun any more, before stretching.
    pub(crate) soft: Duration,
    /// When the search is cut off.
    pub(crate) hard: Duration,
    /// May the search use less or more than `soft` as it sees fit?
    pub(crate) flexible: bool,
}

/// The budget that limits give, if they are about time at all.
pub(crate) fn budget(limits: &Limits) -> Option<Budget> {
    if let Some(time) = limits.move_time {
        // A fixed time is meant to be used up: of a very short one the overhead takes a quarter at most.
        let usable = time.saturating_sub(limits.overhead.min(time / 4)).max(Duration::from_millis(1));
        return Some(Budget { soft: usable, hard: usable, flexible: false });
    }
    limits.clock.map(|clock| game_budget(clock, limits.overhead))
}

fn game_budget(clock: Clock, overhead: Duration) -> Budget {
    // With nearly nothing left a move must cost less than the smallest increment brings.
    let least = (clock.time / 20).clamp(Duration::from_micros(100), Duration::from_millis(1));
    let left = clock.time.saturating_sub(overhead);
    let budget = |soft: Duration, hard: Duration| {
        let hard = hard.max(least);
        Budget { soft: soft.clamp(least, hard), hard, flexible: true }
    };
    match clock.moves_to_go {
        Some(moves) => {
            // The overhead is due on each of the moves.
            let moves = moves.clamp(1, 50);
            let usable = left.saturating_sub(overhead * (moves - 1).min(20));
            let share = usable / moves + clock.increment.mul_f64(0.8);
            let most = if moves == 1 { 0.95 } else { 0.6 };
            budget(share.mul_f64(0.75).min(left.mul_f64(most)), (share * 4).min(left.mul_f64(most)))
        }
        None => {
            // Tiny increments would be spent down to the overhead, where one hiccup of the machine loses the game (busy
            // ones stalled for up to 0.29 s): more is kept, and with little left the increment is saved up.
            let reserve = (overhead * 20).min(clock.time.mul_f64(0.75)).max(overhead);
            let left = clock.time.saturating_sub(reserve);
            let little = (overhead * 6).max(Duration::from_nanos(1));
            let bearable = (clock.time.div_duration_f64(little) - 1.0).clamp(0.0, 1.0);
            let share = left / 22 + clock.increment.mul_f64(0.75 * bearable).min(left / 4);
            budget(share.mul_f64(0.75).min(left.mul_f64(0.5)), (share * 4).min(left.mul_f64(0.6)))
        }
    }
}

/// What the last iterations showed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stability {
    /// For how many iterations the best move has been the same.
    pub(crate) steady_iterations: u32,
    /// How far the score fell since the iterations before, in centipawns.
    pub(crate) score_drop: i32,
    /// Which part of all nodes was spent on the best move, from 0 to 1.
    pub(crate) best_move_share: f64,
}

/// The factor on the soft budget: an easy move is played sooner, a doubtful one gets more time.
pub(crate) fn stretch(stability: Stability) -> f64 {
    let steadiness = [1.6, 1.25, 1.1, 1.0, 0.93, 0.87, 0.82];
    let steady = steadiness[(stability.steady_iterations as usize).min(steadiness.len() - 1)];
    let alarm = 1.0 + f64::from(stability.score_drop.clamp(-20, 80)) * 0.008;
    let doubt = (1.55 - stability.best_move_share) * 1.35;
    steady * alarm * doubt.clamp(0.55, 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn by_clock(time: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Budget {
        let clock = Clock { time: ms(time), increment: ms(increment), moves_to_go };
        let limits = Limits { clock: Some(clock), overhead: ms(overhead), ..Limits::default() };
        budget(&limits).expect("a clock gives a budget")
    }

    #[test]
    fn the_hard_limit_never_touches_the_overhead() {
        for time in [0, 1, 5, 20, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    for overhead in [0, 10, 100] {
                        let budget = by_clock(time, increment, moves, overhead);
                        let usable = ms(time).saturating_sub(ms(overhead)).max(ms(1));
                        assert!(budget.hard <= usable, "{time} {increment} {moves:?} {overhead}: {budget:?}");
                        assert!(budget.soft <= budget.hard && budget.soft >= ms(1).min(ms(time) / 20));
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_session_of_moves_fits_its_time() {
        let mut left = ms(60_000);
        for moves in (1..=40).rev() {
            let spent = by_clock(left.as_millis() as u64, 0, Some(moves), 10).soft + ms(10);
            assert!(spent < left);
            left -= spent;
        }
    }

    #[test]
    fn a_long_game_of_tiny_increments_on_a_busy_machine_keeps_a_reserve() {
        let mut left = ms(1_000);
        for _ in 0..300 {
            let late = ms(4);
            left = left + ms(10) - by_clock(left.as_millis() as u64, 10, None, 30).soft - late;
            assert!(left > ms(250), "{left:?}");
        }
    }

    #[test]
    fn a_fixed_time_is_used_but_for_the_overhead() {
        let limits = Limits { move_time: Some(ms(1000)), overhead: ms(30), ..Limits::default() };
        assert_eq!(budget(&limits).map(|budget| budget.hard), Some(ms(970)));
        let limits = Limits { move_time: Some(ms(10)), overhead: ms(30), ..Limits::default() };
        assert_eq!(budget(&limits).map(|budget| budget.hard), Some(Duration::from_micros(7_500)));
    }

    #[test]
    fn doubt_takes_more_time_than_certainty() {
        let certain = Stability { steady_iterations: 8, score_drop: -10, best_move_share: 0.95 };
        let doubtful = Stability { steady_iterations: 0, score_drop: 50, best_move_share: 0.2 };
        assert!(stretch(certain) < 0.7);
        assert!(stretch(doubtful) > 2.0);
    }

    #[test]
    fn no_time_limit_gives_no_budget() {
        assert_eq!(budget(&Limits::default()), None);
    }
}
