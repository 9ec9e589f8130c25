//! The ladder: what a person of each level can do, as numbers. `docs/levels.md` tells how the ratings were measured.

use super::Level;

/// What somebody can do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Plies looked ahead; a fraction is the share of positions with one more.
    pub depth: f64,
    /// How many captures in a row are followed beyond that; a fraction as in `depth`.
    pub captures: f64,
    /// Positions that fit into a head before it gives up, whatever the depth.
    pub nodes: f64,
    /// How much is overlooked: 0 nothing, 1 as `attention` has it, more by those who have just learnt the rules.
    pub lapses: f64,
    /// Misjudgement of a position in centipawns (one standard deviation).
    pub noise: f64,
    /// By how much the weights of the evaluation differ from the right ones (one standard deviation, 1 = all of it).
    pub bias: f64,
    /// Positions that a master looks at, who thinks as the engine does; 0 for those who do not.
    pub mastery: f64,
}

/// One level of the ladder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The rating.
    pub(super) elo: i32,
    skill: Skill,
}

const fn row(elo: i32, depth: f64, captures: f64, nodes: f64, lapses: f64, noise: f64, bias: f64) -> Row {
    Row { elo, skill: Skill { depth, captures, nodes, lapses, noise, bias, mastery: 0.0 } }
}

/// A master overlooks nothing and misjudges nothing, but sees only so many positions.
const fn master(elo: i32, nodes: f64) -> Row {
    Row {
        elo,
        skill: Skill {
            depth: 64.0,
            captures: 64.0,
            nodes: 1e6,
            lapses: 0.0,
            noise: 0.0,
            bias: 0.0,
            mastery: nodes,
        },
    }
}

/// Chess and Chess960, levels 1 to 19; the last row stands for the engine, whose rating has no end.
#[rustfmt::skip]
static CHESS: [Row; 20] = [
    //  elo   depth captures nodes   lapses  noise  bias
    row(  50,  1.00,  0.00,     500.0, 2.200, 6000.0, 0.60),
    row( 100,  1.00,  0.15,     500.0, 1.350,  430.0, 0.54),
    row( 150,  1.00,  0.63,     500.0, 1.218,  313.7, 0.52),
    row( 285,  1.00,  0.95,     500.0, 1.202,  310.5, 0.50),
    row( 495,  1.00,  1.00,     500.0, 1.020,  229.0, 0.47),
    row( 600,  1.05,  1.10,     500.0, 0.885,  169.5, 0.45),
    row( 730,  1.33,  1.67,     800.0, 0.799,  138.2, 0.42),
    row( 895,  1.65,  2.30,    1100.0, 0.711,  110.4, 0.39),
    row(1040,  1.98,  2.95,    1500.0, 0.626,   89.6, 0.36),
    row(1160,  2.00,  5.70,    1900.0, 0.512,   67.3, 0.32),
    row(1355,  2.55,  6.00,    2500.0, 0.456,   59.5, 0.30),
    row(1520,  3.00,  6.40,    3200.0, 0.404,   53.2, 0.28),
    row(1710,  3.80,  8.20,    5800.0, 0.270,   38.0, 0.23),
    row(1935,  4.90,  9.80,   11200.0, 0.170,   26.0, 0.18),
    master(2190, 3600.0),
    master(2410, 7500.0),
    master(2620, 16000.0),
    master(2845, 38000.0),
    master(3065, 100000.0),
    master(3285, 100000.0),
];

/// Crazyhouse and crazyhouse960.
#[rustfmt::skip]
static CRAZYHOUSE: [Row; 20] = [
    //  elo   depth captures nodes   lapses  noise  bias
    row(  50,  1.00,  0.00,    1000.0, 2.200, 6000.0, 0.60),
    row( 100,  1.00,  0.00,    1000.0, 1.350, 1000.0, 0.56),
    row( 150,  1.00,  0.12,    1000.0, 1.270,  538.0, 0.54),
    row( 215,  1.00,  0.40,    1000.0, 1.225,  395.0, 0.53),
    row( 395,  1.00,  0.80,    1000.0, 1.200,  385.0, 0.51),
    row( 590,  1.00,  1.00,    1000.0, 1.060,  310.0, 0.48),
    row( 750,  1.00,  1.00,    1000.0, 0.900,  225.0, 0.46),
    row( 875,  1.17,  1.35,    1400.0, 0.848,  200.5, 0.43),
    row(1005,  1.40,  1.80,    2100.0, 0.780,  169.0, 0.41),
    row(1160,  1.70,  2.40,    2700.0, 0.698,  139.0, 0.38),
    row(1350,  2.00,  3.60,    3200.0, 0.596,  109.0, 0.35),
    row(1555,  2.80,  6.50,    5500.0, 0.410,   70.0, 0.29),
    row(1810,  4.10,  8.60,   12000.0, 0.260,   46.5, 0.22),
    master(2085, 2400.0),
    master(2325, 5000.0),
    master(2525, 10500.0),
    master(2755, 22500.0),
    master(2915, 52000.0),
    master(3185, 127000.0),
    master(3360, 127000.0),
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
            // Nobody is half a master.
            mastery: if low.mastery > 0.0 {
                low.mastery * (high.mastery / low.mastery).powf(part)
            } else {
                0.0
            },
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
            ..self
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
