//! The rules by which a search leaves things out, each a sentence of chess reasoning. Pure functions of what a node knows.

use crate::params::Params;

/// What a node knows when it decides what to leave out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) depth: i32,
    /// The static evaluation, made better by the table where it knows more.
    pub(crate) eval: i32,
    pub(crate) beta: i32,
    /// Is the side to move better off than two plies ago?
    pub(crate) improving: bool,
}

/// Reverse futility: so far above beta this close to the leaves, the opponent will not catch up.
pub(crate) fn reverse_futility(params: &Params, facts: Facts) -> bool {
    let margin = params.rfp_margin * facts.depth - params.rfp_improving * i32::from(facts.improving);
    facts.depth <= params.rfp_depth && facts.eval - margin.max(20) >= facts.beta
}

/// Razoring: so far below alpha only tactics can help, and those a quiescence search sees.
pub(crate) fn razoring(params: &Params, facts: Facts, alpha: i32) -> bool {
    facts.depth <= params.razor_depth && facts.eval + params.razor_margin * facts.depth < alpha
}

/// Null move: by how much the search after a pass is reduced. The better the position, the less it needs.
pub(crate) fn null_reduction(params: &Params, facts: Facts) -> i32 {
    params.null_base
        + facts.depth / params.null_divisor
        + ((facts.eval - facts.beta) / params.null_eval_divisor).clamp(0, 3)
}

/// Late moves: how many moves are tried at all near the leaves, where the good ones come first.
pub(crate) fn late_move_limit(params: &Params, depth: i32, improving: bool) -> i32 {
    let moves = params.lmp_base + depth * depth * params.lmp_growth / 100;
    if improving { moves } else { moves / 2 }
}

/// Futility: a quiet move will not bring back so much.
pub(crate) fn futility_margin(params: &Params, depth: i32) -> i32 {
    params.futility_base + params.futility_margin * depth
}

/// Late move reduction before the finer points, in 1024ths of a ply: later moves at greater depth are reduced more.
pub(crate) fn base_reduction(params: &Params, depth: i32, move_count: i32, quiet: bool) -> i32 {
    let (base, divisor) = match quiet {
        true => (params.lmr_quiet_base, params.lmr_quiet_divisor),
        false => (params.lmr_noisy_base, params.lmr_noisy_divisor),
    };
    let logarithms = LN[(depth.clamp(1, 127)) as usize] * LN[move_count.clamp(1, 127) as usize] / 1024;
    base + logarithms * 100 / divisor
}

/// Natural logarithms of 0 to 127 in 1024ths.
static LN: [i32; 128] = {
    let mut table = [0; 128];
    let mut number = 1;
    while number < 128 {
        table[number] = (ln(number as f64) * 1024.0) as i32;
        number += 1;
    }
    table
};

/// ln x = 2 artanh((x - 1) / (x + 1)), with x brought near 1 by halving.
const fn ln(mut x: f64) -> f64 {
    let mut halvings = 0.0;
    while x > 1.5 {
        x /= 2.0;
        halvings += 1.0;
    }
    let z = (x - 1.0) / (x + 1.0);
    let mut power = z;
    let mut sum = 0.0;
    let mut odd = 1;
    while odd < 30 {
        sum += power / odd as f64;
        power *= z * z;
        odd += 2;
    }
    2.0 * sum + halvings * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithms_are_right() {
        for (number, &value) in LN.iter().enumerate().skip(1) {
            assert!((f64::from(value) - (number as f64).ln() * 1024.0).abs() <= 1.0);
        }
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let params = &Params::CHESS;
        let reduction = |depth, count| base_reduction(params, depth, count, true);
        assert!(reduction(10, 20) > reduction(10, 3));
        assert!(reduction(20, 10) > reduction(4, 10));
        assert!(base_reduction(params, 10, 10, false) < reduction(10, 10));
    }
}
