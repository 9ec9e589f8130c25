//! The ladder: what a person of each level can do, as numbers. `docs/levels.md` tells how the ratings were measured.

use super::Level;

/// What somebody can do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Plies looked ahead; a fraction is the share of positions with one more.
    pub depth: f64,
    /// How many captures in a row are followed beyond that.
    pub captures: f64,
    /// Positions that fit into a head before it gives up, whatever the depth.
    pub nodes: f64,
    /// How much is overlooked: 0 nothing, 1 as `attention` has it, more by those who have just learnt the rules.
    pub lapses: f64,
    /// Misjudgement of a position in centipawns (one standard deviation).
    pub noise: f64,
    /// By how much the weights of the evaluation differ from the right ones (one standard deviation, 1 = all of it).
    pub bias: f64,
}

/// One level of the ladder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The rating.
    pub(super) elo: i32,
    skill: Skill,
}

const fn row(elo: i32, depth: f64, captures: f64, nodes: f64, lapses: f64, noise: f64, bias: f64) -> Row {
    Row { elo, skill: Skill { depth, captures, nodes, lapses, noise, bias } }
}

/// Chess and Chess960, levels 1 to 19; the last row stands for the engine.
#[rustfmt::skip]
static CHESS: [Row; 20] = [
    //  elo   depth captures nodes   lapses  noise  bias
    row( 200,   1.0,  0.0,      500.0, 2.20, 6000.0, 0.60),
    row( 350,   1.0,  0.0,      500.0, 1.25,  320.0, 0.55),
    row( 500,   1.0,  1.0,      500.0, 1.20,  310.0, 0.50),
    row( 650,   1.0,  1.0,      500.0, 0.90,  175.0, 0.45),
    row( 800,   1.5,  2.0,     1000.0, 0.75,  120.0, 0.40),
    row( 950,   2.0,  3.0,     1500.0, 0.62,   88.0, 0.36),
    row(1100,   2.0,  6.0,     2000.0, 0.50,   65.0, 0.32),
    row(1250,   3.0,  6.0,     3000.0, 0.42,   55.0, 0.29),
    row(1400,   3.0,  8.0,     4000.0, 0.34,   46.0, 0.26),
    row(1550,   4.0,  8.0,     6000.0, 0.27,   38.0, 0.23),
    row(1700,   4.0,  9.0,     8000.0, 0.21,   31.0, 0.20),
    row(1850,   5.0, 10.0,    12000.0, 0.16,   25.0, 0.17),
    row(1975,   6.0, 10.0,    16000.0, 0.12,   20.0, 0.14),
    row(2100,   7.0, 12.0,    22000.0, 0.08,   15.0, 0.11),
    row(2225,   8.0, 14.0,    32000.0, 0.05,   11.0, 0.08),
    row(2350,  10.0, 16.0,    50000.0, 0.03,    7.0, 0.06),
    row(2475,  12.0, 20.0,    80000.0, 0.015,   4.0, 0.04),
    row(2600,  14.0, 24.0,   140000.0, 0.005,   2.0, 0.02),
    row(2725,  18.0, 32.0,   300000.0, 0.0,     0.0, 0.0),
    row(2850,  18.0, 32.0,   300000.0, 0.0,     0.0, 0.0),
];

/// Crazyhouse and crazyhouse960.
#[rustfmt::skip]
static CRAZYHOUSE: [Row; 20] = [
    //  elo   depth captures nodes   lapses  noise  bias
    row( 200,   1.0,  0.0,     1000.0, 2.20, 6000.0, 0.60),
    row( 350,   1.0,  0.0,     1000.0, 1.25,  400.0, 0.55),
    row( 500,   1.0,  1.0,     1000.0, 1.20,  390.0, 0.50),
    row( 650,   1.0,  1.0,     1000.0, 0.90,  225.0, 0.45),
    row( 800,   1.5,  2.0,     2500.0, 0.75,  155.0, 0.40),
    row( 950,   2.0,  3.0,     3000.0, 0.62,  115.0, 0.36),
    row(1100,   2.0,  6.0,     4000.0, 0.50,   85.0, 0.32),
    row(1250,   3.0,  6.0,     5000.0, 0.42,   70.0, 0.29),
    row(1400,   3.0,  8.0,     7000.0, 0.34,   58.0, 0.26),
    row(1550,   4.0,  8.0,    10000.0, 0.27,   48.0, 0.23),
    row(1700,   4.0,  9.0,    14000.0, 0.21,   39.0, 0.20),
    row(1850,   5.0, 10.0,    20000.0, 0.16,   31.0, 0.17),
    row(1975,   6.0, 10.0,    28000.0, 0.12,   25.0, 0.14),
    row(2100,   7.0, 12.0,    40000.0, 0.08,   19.0, 0.11),
    row(2225,   8.0, 14.0,    55000.0, 0.05,   14.0, 0.08),
    row(2350,  10.0, 16.0,    80000.0, 0.03,    9.0, 0.06),
    row(2475,  12.0, 20.0,   120000.0, 0.015,   5.0, 0.04),
    row(2600,  14.0, 24.0,   180000.0, 0.005,   2.0, 0.02),
    row(2725,  18.0, 32.0,   300000.0, 0.0,     0.0, 0.0),
    row(2850,  18.0, 32.0,   300000.0, 0.0,     0.0, 0.0),
];

/// All levels of a game, 1 first.
pub(super) fn ladder(has_drops: bool) -> &'static [Row] {
    if has_drops { &CRAZYHOUSE } else { &CHESS }
}

/// What it takes to mate a bare king with a queen or a rook.
const TECHNIQUE_DEPTH: f64 = 6.0;
const TECHNIQUE_NODES: f64 = 40_000.0;

impl Skill {
    /// What a person of this level can do.
    pub fn of(level: Level, has_drops: bool) -> Skill {
        let ladder = ladder(has_drops);
        let (below, part) = level.step();
        let low = ladder[below.min(ladder.len() - 1)].skill;
        let high = ladder[(below + 1).min(ladder.len() - 1)].skill;
        let between = |a: f64, b: f64| a + (b - a) * part;
        Skill {
            depth: between(low.depth, high.depth),
            captures: between(low.captures, high.captures),
            nodes: low.nodes * (high.nodes / low.nodes).powf(part),
            lapses: between(low.lapses, high.lapses),
            noise: between(low.noise, high.noise),
            bias: between(low.bias, high.bias),
        }
    }

    /// The same person in an endgame that everybody has learnt by heart.
    pub(super) fn with_technique(self) -> Skill {
        Skill {
            depth: self.depth.max(TECHNIQUE_DEPTH),
            captures: self.captures.max(4.0),
            nodes: self.nodes.max(TECHNIQUE_NODES),
            lapses: 0.0,
            noise: 0.0,
            bias: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_can_do_at_least_what_the_one_below_can() {
        for has_drops in [false, true] {
            for pair in ladder(has_drops).windows(2) {
                let (low, high) = (pair[0].skill, pair[1].skill);
                assert!(pair[0].elo < pair[1].elo);
                assert!(low.depth <= high.depth && low.captures <= high.captures && low.nodes <= high.nodes);
                assert!(low.lapses >= high.lapses && low.noise >= high.noise && low.bias >= high.bias);
            }
        }
    }

    #[test]
    fn a_half_step_lies_between() {
        let skill = |level: f64| Skill::of(Level::new(level), false);
        let (low, half, high) = (skill(9.0), skill(9.5), skill(10.0));
        assert!(low.depth < half.depth && half.depth < high.depth);
        assert!(low.nodes < half.nodes && half.nodes < high.nodes);
        assert!(low.noise > half.noise && half.noise > high.noise);
    }
}
