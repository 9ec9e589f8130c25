//! A score as a GUI is told it: hundredths of a pawn or moves to mate, for the side to move.

/// An evaluation from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many own moves; negative: being mated in so many moves; 0: mated already.
    Mate(i32),
}

/// Where CECP's mate scores begin.
const CECP_MATE: i32 = 100_000;

/// No evaluation in centipawns is shown larger than this, so that nobody takes it for a mate.
const CECP_MOST: i32 = 29_999;

impl Score {
    /// The number that CECP prints: `100000 + N` mates in N moves, `-100000 - N` is mated in N.
    pub fn to_cecp(self) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(-CECP_MOST, CECP_MOST),
            Score::Mate(moves) if moves > 0 => CECP_MATE.saturating_add(moves),
            Score::Mate(moves) => (-CECP_MATE).saturating_add(moves),
        }
    }

    /// Reads CECP's number.
    pub fn from_cecp(value: i32) -> Score {
        if value > CECP_MATE {
            Score::Mate(value - CECP_MATE)
        } else if value <= -CECP_MATE {
            Score::Mate(value.saturating_add(CECP_MATE))
        } else {
            Score::Centipawns(value)
        }
    }

    /// One number to compare by: a mate is worth more than any centipawns.
    pub fn value(self) -> i32 {
        match self {
            Score::Centipawns(value) => value.clamp(-CECP_MOST, CECP_MOST),
            Score::Mate(moves) if moves > 0 => CECP_MATE.saturating_sub(moves),
            Score::Mate(moves) => (-CECP_MATE).saturating_sub(moves),
        }
    }
}

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// At least the score: the search failed high.
    Lower,
    /// At most the score: the search failed low.
    Upper,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cecp_scores_are_read_as_written() {
        for score in
            [Score::Centipawns(0), Score::Centipawns(-317), Score::Mate(3), Score::Mate(-2), Score::Mate(0)]
        {
            assert_eq!(Score::from_cecp(score.to_cecp()), score);
        }
        assert_eq!(Score::Mate(1).to_cecp(), 100_001);
        assert_eq!(Score::Mate(-1).to_cecp(), -100_001);
        assert_eq!(Score::Centipawns(50_000).to_cecp(), 29_999);
    }

    #[test]
    fn a_nearer_mate_is_better_to_give_and_worse_to_take() {
        assert!(Score::Mate(1).value() > Score::Mate(2).value());
        assert!(Score::Mate(2).value() > Score::Centipawns(9000).value());
        assert!(Score::Mate(-1).value() < Score::Mate(-5).value());
        assert!(Score::Mate(-5).value() < Score::Centipawns(-9000).value());
    }
}
