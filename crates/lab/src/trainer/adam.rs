//! The optimiser: Adam with decoupled weight decay, and the step size over a run.

use super::layout::{Kind, Layout, Row, TILE};

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const WEIGHT_DECAY: f32 = 0.01;
const EPSILON: f32 = 1e-8;

/// Weights never leave these bounds, so that products of the quantised network fit into 16 bits.
const BOUND: f32 = 1.98;
/// What an input's weight and its factoriser add up to is held by twice this.
pub(super) const HALF_BOUND: f32 = 0.99;

/// The step falls along a cosine to this share of the first one.
const LAST_RATE: f32 = 0.005;
/// The first steps grow: so many, or a twentieth of all if that is less.
const WARM_UP: u64 = 200;

/// How large a step is, as a share of the largest.
pub(super) fn schedule(step: u64, steps: u64) -> f32 {
    let warm_up = WARM_UP.min(steps / 20);
    let along = step as f32 / steps.max(1) as f32;
    let cosine = 0.5 * (1.0 + (along.min(1.0) * std::f32::consts::PI).cos());
    let rate = LAST_RATE + (1.0 - LAST_RATE) * cosine;
    if step < warm_up { rate * (step + 1) as f32 / (warm_up + 1) as f32 } else { rate }
}

/// Running means of slopes and of their squares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub(super) means: Vec<Row>,
    pub(super) squares: Vec<Row>,
}

impl Adam {
    pub(super) fn new(layout: &Layout) -> Adam {
        Adam { means: vec![Row::ZERO; layout.rows()], squares: vec![Row::ZERO; layout.rows()] }
    }

    /// Moves all parameters down the sum of the gradients; `step` counts from 0. One thread for each gradient.
    pub(super) fn step(
        &mut self,
        layout: &Layout,
        parameters: &mut [Row],
        gradients: &[&[Row]],
        rate: f32,
        step: u64,
    ) {
        let power = |decay: f32| f64::from(decay).powi(i32::try_from(step + 1).unwrap_or(i32::MAX));
        let step = Step {
            rate,
            mean_scale: (1.0 / (1.0 - power(FIRST_DECAY))) as f32,
            square_scale: (1.0 / (1.0 - power(SECOND_DECAY))) as f32,
        };
        let share = parameters.len().div_ceil(gradients.len().max(1)).max(1);
        std::thread::scope(|scope| {
            let parts = parameters.chunks_mut(share).zip(self.means.chunks_mut(share));
            let mut parts = parts.zip(self.squares.chunks_mut(share)).enumerate();
            let own = parts.next();
            for (part, ((parameters, means), squares)) in parts {
                scope.spawn(move || {
                    step.rows(layout, part * share, parameters, means, squares, gradients);
                });
            }
            if let Some((_, ((parameters, means), squares))) = own {
                step.rows(layout, 0, parameters, means, squares, gradients);
            }
        });
    }
}

/// The numbers of one step.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    mean_scale: f32,
    square_scale: f32,
}

impl Step {
    /// Moves the rows from `first` on.
    fn rows(
        self,
        layout: &Layout,
        first: usize,
        parameters: &mut [Row],
        means: &mut [Row],
        squares: &mut [Row],
        gradients: &[&[Row]],
    ) {
        let rows = parameters.iter_mut().zip(means).zip(squares).enumerate();
        for (i, ((parameter, mean), square)) in rows {
            let row = first + i;
            let slope = slope(layout, row, gradients);
            let bound = match layout.kind(row) {
                Kind::Input if layout.is_factorised() => HALF_BOUND,
                Kind::Factoriser => HALF_BOUND,
                Kind::Input | Kind::Bias | Kind::Output => BOUND,
                Kind::OutputBias => f32::INFINITY,
            };
            self.row(parameter, mean, square, &slope, bound);
        }
    }

    #[inline]
    fn row(self, parameter: &mut Row, mean: &mut Row, square: &mut Row, slope: &Row, bound: f32) {
        let kept = 1.0 - self.rate * WEIGHT_DECAY;
        for i in 0..TILE {
            let slope = slope.0[i];
            mean.0[i] = FIRST_DECAY * mean.0[i] + (1.0 - FIRST_DECAY) * slope;
            square.0[i] = SECOND_DECAY * square.0[i] + (1.0 - SECOND_DECAY) * slope * slope;
            let down = mean.0[i] * self.mean_scale / ((square.0[i] * self.square_scale).sqrt() + EPSILON);
            parameter.0[i] = (parameter.0[i] * kept - self.rate * down).clamp(-bound, bound);
        }
    }
}

/// The sum of the gradients of a row; that of the factoriser adds up what it is added to.
pub(super) fn slope(layout: &Layout, row: usize, gradients: &[&[Row]]) -> Row {
    let mut slope = Row::ZERO;
    let mut add = |row: usize| {
        for gradient in gradients {
            for i in 0..TILE {
                slope.0[i] += gradient[row].0[i];
            }
        }
    };
    match layout.kind(row) {
        Kind::Factoriser => layout.factorised(row).for_each(add),
        _ => add(row),
    }
    slope
}
