//! Every number of the search that can be tuned, one line each, for both games.
//!
//! Each searcher has a set of its own, so that a tuner can play two sets against each other in one process.

use rocada_eval::classical::Game;
use rocada_rules::{Crazyhouse, ExchangeValues, Standard};

/// A game that can be searched.
pub trait SearchGame: Game {
    /// The parameters that play uses.
    const PARAMS: &'static Params;
    /// What men are worth in exchanges.
    const EXCHANGE: ExchangeValues;
    /// How early quiet checks are tried, in units of history.
    const CHECK_BONUS: i32;
    /// How much a quiet check may lose in the exchange and still be tried early.
    const CHECK_RISK: i32;
}

impl SearchGame for Standard {
    const PARAMS: &'static Params = &Params::CHESS;
    const EXCHANGE: ExchangeValues = [100, 320, 330, 500, 950, 20_000];
    const CHECK_BONUS: i32 = 8_000;
    const CHECK_RISK: i32 = -75;
}

impl SearchGame for Crazyhouse {
    const PARAMS: &'static Params = &Params::CRAZYHOUSE;
    const EXCHANGE: ExchangeValues = [100, 220, 220, 270, 480, 20_000];
    const CHECK_BONUS: i32 = 8_000;
    // A sacrifice that gives check is the usual way to mate.
    const CHECK_RISK: i32 = -1_000;
}

/// One tunable number: what a tuner needs to know of it.
#[derive(Clone, Copy, Debug)]
pub struct ParamInfo {
    /// The field's name.
    pub name: &'static str,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// A change that can be felt.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $chess:literal, $crazyhouse:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        /// The tunable numbers of the search.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// The set for chess.
            pub const CHESS: Params = Params { $($name: $chess,)* };
            /// The set for crazyhouse.
            pub const CRAZYHOUSE: Params = Params { $($name: $crazyhouse,)* };
            /// What there is to tune, in order.
            pub const LIST: &'static [ParamInfo] = &[
                $(ParamInfo { name: stringify!($name), min: $min, max: $max, step: $step },)*
            ];

            /// The values in the order of the list.
            pub fn to_vec(&self) -> Vec<i32> {
                vec![$(self.$name),*]
            }

            /// The set with these values; missing ones are those of `self`, and each is kept within its range.
            pub fn with_values(&self, values: &[i32]) -> Params {
                let mut values = values.iter().copied();
                Params { $($name: values.next().unwrap_or(self.$name).clamp($min, $max),)* }
            }
        }
    };
}

params! {
    /// Aspiration: half the first window, in centipawns.
    aspiration_window = 14, 38 in 6..=60 step 2;
    /// Aspiration: how fast the window grows, in percent.
    aspiration_growth = 57, 43 in 20..=150 step 10;

    /// Reverse futility: margin a ply.
    rfp_margin = 78, 103 in 30..=200 step 8;
    /// Reverse futility: how much less when improving.
    rfp_improving = 59, 95 in 0..=200 step 8;
    /// Reverse futility: to this depth.
    rfp_depth = 9, 7 in 4..=14 step 1;

    /// Razoring: margin a ply.
    razor_margin = 300, 275 in 100..=500 step 20;
    /// Razoring: to this depth.
    razor_depth = 4, 3 in 1..=8 step 1;

    /// Null move: reduction in the root depth-independent part.
    null_base = 3, 3 in 2..=6 step 1;
    /// Null move: one more ply of reduction for each so many plies of depth.
    null_divisor = 4, 4 in 2..=8 step 1;
    /// Null move: one more ply of reduction for each so many centipawns above beta.
    null_eval_divisor = 199, 290 in 80..=500 step 16;
    /// Null move: from this depth on the result is verified.
    null_verify_depth = 14, 12 in 8..=24 step 1;

    /// ProbCut: how far above beta a capture must be.
    probcut_margin = 250, 273 in 80..=400 step 12;

    /// Late move pruning: moves allowed at depth 0.
    lmp_base = 4, 6 in 1..=12 step 1;
    /// Late move pruning: growth with depth squared, in percent.
    lmp_growth = 148, 216 in 40..=250 step 10;
    /// Futility: base margin.
    futility_base = 115, 122 in 20..=300 step 12;
    /// Futility: margin a ply.
    futility_margin = 84, 123 in 30..=250 step 10;
    /// Futility: to this reduced depth.
    futility_depth = 8, 6 in 3..=14 step 1;
    /// History pruning: how bad a quiet move's history must be, a ply.
    history_pruning = 3752, 4437 in 500..=8000 step 250;
    /// Exchange pruning of quiet moves, a ply squared.
    see_quiet = 21, 28 in 5..=80 step 4;
    /// Exchange pruning of captures, a ply.
    see_capture = 102, 144 in 30..=250 step 10;

    /// Singular extension: from this depth.
    singular_depth = 7, 8 in 4..=12 step 1;
    /// Singular extension: margin below the table's score, a ply, in 64ths.
    singular_margin = 57, 77 in 10..=200 step 6;
    /// Double extension: how far below singular.
    double_margin = 14, 25 in 4..=60 step 3;

    /// Late move reduction of quiet moves: base, in 1024ths of a ply.
    lmr_quiet_base = 838, 968 in 0..=2000 step 64;
    /// Late move reduction of quiet moves: divisor of the logarithms, in percent.
    lmr_quiet_divisor = 248, 246 in 120..=400 step 10;
    /// Late move reduction of captures: base.
    lmr_noisy_base = 200, 18 in -500..=1500 step 64;
    /// Late move reduction of captures: divisor of the logarithms, in percent.
    lmr_noisy_divisor = 322, 322 in 150..=600 step 15;
    /// Less reduction in a principal variation node.
    lmr_pv = 1111, 884 in 0..=2500 step 96;
    /// More reduction in an expected cut node.
    lmr_cut = 1200, 1096 in 0..=3000 step 96;
    /// More reduction when not improving.
    lmr_not_improving = 599, 556 in 0..=2000 step 64;
    /// More reduction when the table's move is a capture.
    lmr_noisy_table_move = 750, 484 in 0..=2000 step 64;
    /// Less reduction for a move that gives check.
    lmr_check = 878, 976 in 0..=2500 step 64;
    /// Less reduction for each so much good history.
    lmr_history_divisor = 9218, 8550 in 2000..=16000 step 400;
    /// Less reduction for a node that was in a principal variation.
    lmr_was_pv = 968, 746 in 0..=2500 step 64;
    /// Still less for such a node if the table promises more than alpha.
    lmr_promising = 0, 863 in 0..=2500 step 64;
    /// Does a node in which nothing helps count as one of a principal variation if the one above does? 1 for yes.
    inherit_pv = 0, 1 in 0..=1 step 1;
    /// Deeper re-search when the reduced search beat the best score by so much.
    deeper_margin = 35, 64 in 10..=120 step 6;

    /// Shallower re-search when the reduced search beat the best score by less.
    shallower_margin = 8, 11 in 0..=40 step 2;

    /// History bonus: a ply.
    bonus_factor = 213, 260 in 40..=400 step 12;
    /// History bonus: most.
    bonus_most = 1722, 1778 in 500..=4000 step 100;
    /// History malus: a ply.
    malus_factor = 163, 193 in 40..=500 step 12;
    /// History malus: most.
    malus_most = 1308, 1039 in 500..=4000 step 100;

    /// Correction history: share of the pawn structure's error, in 64ths.
    correct_pawn = 26, 34 in 0..=160 step 6;
    /// Correction history: share of the pieces' error.
    correct_non_pawn = 39, 41 in 0..=160 step 6;
    /// Correction history: share of the last move's error.
    correct_move = 42, 55 in 0..=160 step 6;

    /// Quiescence: futility margin above the stand-pat score.
    quiescence_margin = 123, 185 in 40..=400 step 12;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sets_lie_within_their_ranges() {
        for set in [&Params::CHESS, &Params::CRAZYHOUSE] {
            for (info, value) in Params::LIST.iter().zip(set.to_vec()) {
                assert!((info.min..=info.max).contains(&value), "{} = {value}", info.name);
                assert!(info.step > 0);
            }
            assert_eq!(&set.with_values(&set.to_vec()), set);
        }
    }
}
