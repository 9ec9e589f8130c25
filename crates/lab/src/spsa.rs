//! Tunes the parameters of the search by play: simultaneous perturbation stochastic approximation (Spall 1992).
//!
//! Each step moves all parameters a little at random in both directions, lets the two sets play a pair of games from one
//! opening with colours changed, and goes a way towards the set that won. Steps and perturbations shrink as the run goes on.

use std::sync::{Mutex, PoisonError};

use rocada_eval::Evaluator;
use rocada_search::{Params, SearchGame};

use crate::duel::{Duel, play_pairs};
use crate::random::Random;
use crate::selfplay::Settings;

/// How the tuning goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many pairs of games the schedule is made for.
    pub pairs: u64,
    /// How far a parameter moves in the last steps, as a share of the squared perturbation.
    pub final_rate: f64,
    /// The last perturbation in steps of the parameters. A short run sees only great differences.
    pub stride: f64,
    /// How many pairs are played at once.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { pairs: 10_000, final_rate: 0.002, stride: 1.0, threads: 1 }
    }
}

/// How fast steps and perturbations shrink, and how gently the first steps are taken (Spall's advice).
const STEP_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
const STABILITY: f64 = 0.1;

/// How far a run is; what has to be kept to go on with it.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Pairs that were played.
    pub pairs: u64,
    /// The games' points of the upward sets less those of the downward ones: near 0 in a healthy run.
    pub balance: i64,
    /// The parameters, in the order of [`Params::LIST`].
    pub values: Vec<f64>,
}

impl State {
    /// Nothing was played yet.
    pub fn new(params: &Params) -> State {
        State { pairs: 0, balance: 0, values: params.to_vec().into_iter().map(f64::from).collect() }
    }

    /// The parameters as whole numbers within their ranges.
    pub fn params(&self, base: &Params) -> Params {
        base.with_values(&self.values.iter().map(|value| value.round() as i32).collect::<Vec<_>>())
    }

    /// The state as text: a line a number.
    pub fn to_text(&self) -> String {
        let mut text = format!("pairs {}\nbalance {}\n", self.pairs, self.balance);
        for (info, value) in Params::LIST.iter().zip(&self.values) {
            text += &format!("{} {value}\n", info.name);
        }
        text
    }

    /// Reads what [`State::to_text`] wrote.
    ///
    /// # Errors
    /// A sentence that names the line that is wrong or the parameter that is missing.
    pub fn from_text(text: &str) -> Result<State, String> {
        let find = |name: &str| {
            let line = text.lines().find_map(|line| line.split_once(' ').filter(|(word, _)| *word == name));
            line.map(|(_, value)| value.trim()).ok_or_else(|| format!("there is no line for '{name}'"))
        };
        let wrong = |name: &str| format!("the line for '{name}' has no number");
        let value = |name: &str| find(name)?.parse::<f64>().map_err(|_| wrong(name));
        Ok(State {
            pairs: find("pairs")?.parse().map_err(|_| wrong("pairs"))?,
            balance: find("balance")?.parse().map_err(|_| wrong("balance"))?,
            values: Params::LIST.iter().map(|info| value(info.name)).collect::<Result<_, _>>()?,
        })
    }
}

/// One step: which way each parameter is moved, and how much the result counts.
struct Step {
    /// The signed perturbation of each parameter.
    offsets: Vec<f64>,
    /// What one point of the result moves each parameter by.
    pulls: Vec<f64>,
}

impl Step {
    /// The step with this number. Parameters that are not `chosen` stay where they are.
    fn draw(number: u64, options: &Options, chosen: &[bool], random: &mut Random) -> Step {
        let total = options.pairs.max(1) as f64;
        let k = (number as f64 + 1.0).min(total);
        let shrink = (total / k).powf(PERTURBATION_DECAY);
        let gentle = ((STABILITY + 1.0) * total / (STABILITY * total + k)).powf(STEP_DECAY);
        let mut step = Step { offsets: Vec::new(), pulls: Vec::new() };
        for (info, &chosen) in Params::LIST.iter().zip(chosen) {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let last = f64::from(info.step) * options.stride;
            let offset = if chosen { sign * last * shrink } else { 0.0 };
            // The rate at the end is `final_rate` times the squared last perturbation.
            let pull = if chosen { options.final_rate * last * last * gentle / offset } else { 0.0 };
            step.offsets.push(offset);
            step.pulls.push(pull);
        }
        step
    }

    /// The parameters moved along the step (`direction` 1) or against it (-1). A share of a whole number is drawn by lot,
    /// so that small perturbations are felt too.
    fn moved(&self, values: &[f64], direction: f64, base: &Params, random: &mut Random) -> Params {
        let moved = values.iter().zip(&self.offsets).map(|(value, offset)| {
            let exact = value + direction * offset;
            match *offset == 0.0 {
                true => exact.round() as i32,
                false => (exact + random.unit()).floor() as i32,
            }
        });
        base.with_values(&moved.collect::<Vec<_>>())
    }

    /// Goes towards the set that won: `points` is from -2 (the downward set won both games) to 2.
    fn apply(&self, values: &mut [f64], points: i32) {
        for ((value, pull), info) in values.iter_mut().zip(&self.pulls).zip(Params::LIST) {
            *value = (*value + pull * f64::from(points)).clamp(f64::from(info.min), f64::from(info.max));
        }
    }
}

/// Plays pairs until the schedule is done or `tell` (called about once a second) says to stop. Gives the last state.
pub fn run<R: SearchGame>(
    settings: &Settings,
    options: &Options,
    evaluator: &Evaluator<R>,
    chosen: &[bool],
    state: State,
    tell: &mut dyn FnMut(&State) -> bool,
) -> State {
    let numbers = state.pairs..options.pairs;
    let state = Mutex::new(state);
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let pair = |duel: &mut Duel<R>, number: u64| {
        let mut random = Random::of(settings.seed, number);
        let step = Step::draw(number, options, chosen, &mut random);
        let values = lock().values.clone();
        let sets = [1.0, -1.0].map(|way| step.moved(&values, way, R::PARAMS, &mut random));
        let points = duel.pair(sets, &mut random);
        let mut state = lock();
        step.apply(&mut state.values, points);
        state.pairs += 1;
        state.balance += i64::from(points);
    };
    play_pairs(settings, evaluator, options.threads, numbers, pair, &mut || {
        let now = lock().clone();
        tell(&now)
    });
    state.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use rocada_rules::{Standard, Variant};

    use super::*;

    fn all() -> Vec<bool> {
        vec![true; Params::LIST.len()]
    }

    #[test]
    fn a_state_survives_its_text_and_a_missing_line_is_named() {
        let mut state = State::new(&Params::CHESS);
        state.pairs = 7;
        state.balance = -3;
        state.values[2] = 77.25;
        let text = state.to_text();
        assert_eq!(State::from_text(&text), Ok(state));
        let without = text.replace("rfp_margin", "another");
        assert_eq!(State::from_text(&without), Err("there is no line for 'rfp_margin'".to_owned()));
        let broken = text.replace("balance -3", "balance x");
        assert_eq!(State::from_text(&broken), Err("the line for 'balance' has no number".to_owned()));
    }

    #[test]
    fn only_the_chosen_parameters_move() {
        let mut chosen = vec![false; Params::LIST.len()];
        chosen[2] = true;
        let step = Step::draw(0, &Options::default(), &chosen, &mut Random::new(1));
        let mut values = State::new(&Params::CHESS).values;
        step.apply(&mut values, 2);
        for (index, (value, first)) in values.iter().zip(State::new(&Params::CHESS).values).enumerate() {
            assert_eq!(*value != first, index == 2);
        }
    }

    /// A made-up game in which the set nearer to a target wins more often: the run must find the target.
    #[test]
    fn the_steps_lead_to_the_better_values() {
        let options = Options { pairs: 20_000, ..Options::default() };
        let target: Vec<f64> = State::new(&Params::CRAZYHOUSE).values;
        let mut values = State::new(&Params::CHESS).values;
        let distance = |values: &[f64]| {
            let each = values.iter().zip(&target).zip(Params::LIST);
            each.map(|((value, aim), info)| ((value - aim) / f64::from(info.step)).powi(2)).sum::<f64>()
        };
        let before = distance(&values);
        for number in 0..options.pairs {
            let mut random = Random::of(5, number);
            let step = Step::draw(number, &options, &all(), &mut random);
            let sets = [1.0, -1.0].map(|way| step.moved(&values, way, &Params::CHESS, &mut random));
            let [up, down] =
                sets.map(|set| distance(&set.to_vec().into_iter().map(f64::from).collect::<Vec<_>>()));
            let chance = 1.0 / (1.0 + ((up - down) / 40.0).exp());
            let points = if random.unit() < chance { 1 } else { -1 };
            step.apply(&mut values, points);
        }
        assert!(distance(&values) < before / 4.0, "{before} before, {} after", distance(&values));
    }

    #[test]
    fn a_run_plays_its_pairs_and_stops_when_told() {
        let settings = Settings { nodes: 30, ..Settings::new(Variant::Chess) };
        let options = Options { pairs: 6, threads: 2, ..Options::default() };
        let evaluator = Evaluator::<Standard>::default();
        let start = State::new(&Params::CHESS);
        let end = run(&settings, &options, &evaluator, &all(), start.clone(), &mut |_| true);
        assert_eq!(end.pairs, 6);
        let stopped =
            run(&settings, &Options { pairs: 1 << 40, ..options }, &evaluator, &all(), start, &mut |_| false);
        assert!(stopped.pairs < 100);
    }
}
