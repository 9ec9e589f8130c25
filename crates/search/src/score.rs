//! Scores inside the search: centipawns, tablebase wins and mates on one scale.
//!
//! ```text
//!  ±32000 - ply       mate in `ply` plies from the root
//!  ±31000 - ply       a tablebase win reached `ply` plies from the root
//!  within ±15000      evaluation
//! ```

/// The deepest ply that a search can reach.
pub const MAX_PLY: usize = 246;

pub(crate) const MATE: i32 = 32_000;
pub(crate) const INFINITE: i32 = 32_001;
/// A score that says "not known".
pub(crate) const NONE: i32 = 32_002;
pub(crate) const TABLEBASE: i32 = 31_000;
/// The smallest score that is a mate: all above the tablebases, so that one found in the table deep in a search is not taken
/// for theirs.
pub(crate) const LEAST_MATE: i32 = TABLEBASE + 1;
/// The smallest score that is a certain win.
pub(crate) const LEAST_WIN: i32 = TABLEBASE - MAX_PLY as i32;
pub(crate) const DRAW: i32 = 0;

/// The side to move is mated at this ply.
#[inline]
pub(crate) const fn mated_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The side to move mates so that the last move is played at this ply.
#[inline]
pub(crate) const fn mates_at(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Is it a mate or tablebase win or loss?
#[inline]
pub(crate) const fn is_decisive(score: i32) -> bool {
    score.abs() >= LEAST_WIN
}

/// A score above beta that nobody proved by a search: what is beyond beta counts half. Certain wins and losses are not mixed with
/// evaluations, or numbers would come out that are neither.
#[inline]
pub(crate) const fn halved(score: i32, beta: i32) -> i32 {
    if is_decisive(score) || is_decisive(beta) { score } else { (score + beta) / 2 }
}

/// As the table keeps it: mates count from the node, not from the root.
#[inline]
pub(crate) const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= LEAST_WIN {
        score + ply as i32
    } else if score <= -LEAST_WIN {
        score - ply as i32
    } else {
        score
    }
}

/// As the search uses it: mates count from the root. A win that would take longer than the `left` plies before the
/// fifty-move rule is [`NONE`]: it was put together from lines that go in a circle.
#[inline]
pub(crate) const fn from_table(score: i32, ply: usize, left: i32) -> i32 {
    let size = score.abs();
    if score == NONE || size < LEAST_WIN {
        return score;
    }
    let plies = if size >= LEAST_MATE { MATE - size } else { TABLEBASE - size };
    if plies > left {
        NONE
    } else if score > 0 {
        score - ply as i32
    } else {
        score + ply as i32
    }
}

/// A score as people and protocols read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns, for the side to move.
    Centipawns(i32),
    /// Mate in so many moves; negative if the side to move is mated.
    Mate(i32),
    /// A tablebase win (positive) or loss, so many plies before a position of the tables is reached.
    Tablebase(i32),
}

impl From<i32> for Score {
    fn from(score: i32) -> Score {
        if score >= LEAST_MATE {
            Score::Mate((MATE - score + 1) / 2)
        } else if score <= -LEAST_MATE {
            Score::Mate(-(MATE + score) / 2)
        } else if score >= LEAST_WIN {
            Score::Tablebase(TABLEBASE - score + 1)
        } else if score <= -LEAST_WIN {
            Score::Tablebase(-(TABLEBASE + score) - 1)
        } else {
            Score::Centipawns(score)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_mate_is_never_told() {
        assert_eq!(halved(300, 100), 200);
        assert_eq!(halved(-4_300, mated_at(40)), -4_300);
        assert_eq!(halved(mates_at(7), 100), mates_at(7));
    }

    #[test]
    fn mates_are_told_in_moves() {
        assert_eq!(Score::from(mates_at(1)), Score::Mate(1));
        assert_eq!(Score::from(mates_at(3)), Score::Mate(2));
        assert_eq!(Score::from(mated_at(0)), Score::Mate(0));
        assert_eq!(Score::from(mated_at(2)), Score::Mate(-1));
    }

    #[test]
    fn a_win_beyond_the_fifty_moves_is_not_believed() {
        for sign in [1, -1] {
            let (mate, tables) = (sign * mates_at(31), sign * (TABLEBASE - 31));
            for score in [mate, tables] {
                assert_eq!(from_table(score, 4, 31), score - 4 * sign);
                assert_eq!(from_table(score, 4, 30), NONE);
            }
            assert_eq!(from_table(sign * mates_at(MAX_PLY + 100), 4, 100), NONE);
            assert_eq!(from_table(sign * 5_000, 4, 0), sign * 5_000);
        }
    }

    #[test]
    fn table_scores_come_back_at_any_ply() {
        for score in [0, 250, -250, mates_at(12), mated_at(13), TABLEBASE - 9, 9 - TABLEBASE] {
            for ply in [0, 5, 9] {
                assert_eq!(from_table(to_table(score, ply), ply, 100), score);
            }
        }
    }
}
