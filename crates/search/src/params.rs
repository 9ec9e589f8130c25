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
    aspiration_window = 14, 24 in 6..=60 step 2;
    /// Aspiration: how fast the window grows, in percent.
    aspiration_growth = 50, 60 in 20..=150 step 10;

    /// Reverse futility: margin a ply.
    rfp_margin = 78, 105 in 30..=200 step 8;
    /// Reverse futility: how much less when improving.
    rfp_improving = 70, 90 in 0..=200 step 8;
    /// Reverse futility: to this depth.
    rfp_depth = 9, 7 in 4..=14 step 1;

    /// Razoring: margin a ply.
    razor_margin = 220, 330 in 100..=500 step 20;
    /// Razoring: to this depth.
    razor_depth = 4, 3 in 1..=8 step 1;

    /// Null move: reduction in the root depth-independent part.
    null_base = 4, 3 in 2..=6 step 1;
    /// Null move: one more ply of reduction for each so many plies of depth.
    null_divisor = 4, 4 in 2..=8 step 1;
    /// Null move: one more ply of reduction for each so many centipawns above beta.
    null_eval_divisor = 210, 280 in 80..=500 step 16;
    /// Null move: from this depth on the result is verified.
    null_verify_depth = 14, 12 in 8..=24 step 1;

    /// ProbCut: how far above beta a capture must be.
    probcut_margin = 190, 260 in 80..=400 step 12;

    /// Late move pruning: moves allowed at depth 0.
    lmp_base = 4, 6 in 1..=12 step 1;
    /// Late move pruning: growth with depth squared, in percent.
    lmp_growth = 100, 120 in 40..=250 step 10;
    /// Futility: base margin.
    futility_base = 95, 140 in 20..=300 step 12;
    /// Futility: margin a ply.
    futility_margin = 85, 120 in 30..=250 step 10;
    /// Futility: to this reduced depth.
    futility_depth = 8, 6 in 3..=14 step 1;
    /// History pruning: how bad a quiet move's history must be, a ply.
    history_pruning = 3400, 3600 in 500..=8000 step 250;
    /// Exchange pruning of quiet moves, a ply squared.
    see_quiet = 22, 30 in 5..=80 step 4;
    /// Exchange pruning of captures, a ply.
    see_capture = 92, 130 in 30..=250 step 10;

    /// Singular extension: from this depth.
    singular_depth = 7, 8 in 4..=12 step 1;
    /// Singular extension: margin below the table's score, a ply, in 64ths.
    singular_margin = 56, 70 in 10..=200 step 6;
    /// Double extension: how far below singular.
    double_margin = 18, 26 in 4..=60 step 3;

    /// Late move reduction of quiet moves: base, in 1024ths of a ply.
    lmr_quiet_base = 820, 700 in 0..=2000 step 64;
    /// Late move reduction of quiet moves: divisor of the logarithms, in percent.
    lmr_quiet_divisor = 232, 250 in 120..=400 step 10;
    /// Late move reduction of captures: base.
    lmr_noisy_base = 260, 200 in -500..=1500 step 64;
    /// Late move reduction of captures: divisor of the logarithms, in percent.
    lmr_noisy_divisor = 330, 340 in 150..=600 step 15;
    /// Less reduction in a principal variation node.
    lmr_pv = 1000, 1000 in 0..=2500 step 96;
    /// More reduction in an expected cut node.
    lmr_cut = 1400, 1250 in 0..=3000 step 96;
    /// More reduction when not improving.
    lmr_not_improving = 700, 600 in 0..=2000 step 64;
    /// More reduction when the table's move is a capture.
    lmr_noisy_table_move = 800, 500 in 0..=2000 step 64;
    /// Less reduction for a move that gives check.
    lmr_check = 900, 1100 in 0..=2500 step 64;
    /// Less reduction for each so much good history.
    lmr_history_divisor = 8200, 8200 in 2000..=16000 step 400;
    /// Less reduction for a node that was in a principal variation.
    lmr_was_pv = 1000, 900 in 0..=2500 step 64;
    /// Deeper re-search when the reduced search beat the best score by so much.
    deeper_margin = 42, 60 in 10..=120 step 6;

    /// History bonus: a ply.
    bonus_factor = 160, 160 in 40..=400 step 12;
    /// History bonus: most.
    bonus_most = 1750, 1750 in 500..=4000 step 100;
    /// History malus: a ply.
    malus_factor = 190, 190 in 40..=500 step 12;
    /// History malus: most.
    malus_most = 1300, 1300 in 500..=4000 step 100;

    /// Correction history: share of the pawn structure's error, in 64ths.
    correct_pawn = 64, 48 in 0..=160 step 6;
    /// Correction history: share of the pieces' error.
    correct_non_pawn = 64, 64 in 0..=160 step 6;
    /// Correction history: share of the last move's error.
    correct_move = 48, 48 in 0..=160 step 6;

    /// Quiescence: futility margin above the stand-pat score.
    quiescence_margin = 110, 190 in 40..=400 step 12;
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
