//! The sequential probability ratio test: goes on until one of two hypotheses is likely enough.

use std::fmt;
use std::str::FromStr;

use super::{Pentanomial, llr_logistic, llr_normalized};

/// The scale of the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// The usual Elo, which depends on how many games are drawn.
    Logistic,
    /// Elo in units of a game's standard deviation: the same number of games whatever the draw rate.
    #[default]
    Normalized,
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        })
    }
}

/// A test of `elo1` against `elo0`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// How often the alternative may be accepted though the null hypothesis is true.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted though the alternative is true.
    pub beta: f64,
    /// The scale of the bounds.
    pub model: EloModel,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtState {
    /// More games are needed.
    Open,
    /// The null hypothesis is accepted: the change is not good.
    AcceptedH0,
    /// The alternative is accepted: the change is good.
    AcceptedH1,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::default() }
    }
}

impl Sprt {
    /// The log-likelihood ratio of the pairs so far.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        match self.model {
            EloModel::Logistic => llr_logistic(pairs.0, self.elo0, self.elo1),
            EloModel::Normalized => llr_normalized(pairs.0, self.elo0, self.elo1),
        }
    }

    /// The ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the pairs say.
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= high => SprtState::AcceptedH1,
            llr if llr <= low => SprtState::AcceptedH0,
            _ => SprtState::Open,
        }
    }
}

/// Why a text describes no test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSprt(String);

impl fmt::Display for BadSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no part of a test; write elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized|logistic], elo0 \
             below elo1",
            self.0
        )
    }
}

impl std::error::Error for BadSprt {}

/// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic`; what is missing has its default.
impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let mut sprt = Sprt::default();
        for word in text.split_whitespace() {
            let bad = || BadSprt(word.to_owned());
            let (key, value) = word.split_once('=').ok_or_else(bad)?;
            if key == "model" {
                sprt.model = match value {
                    "logistic" => EloModel::Logistic,
                    "normalized" | "normalised" => EloModel::Normalized,
                    _ => return Err(bad()),
                };
                continue;
            }
            let number: f64 = value.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(bad)?;
            match key {
                "elo0" => sprt.elo0 = number,
                "elo1" => sprt.elo1 = number,
                "alpha" if (1e-6..0.5).contains(&number) => sprt.alpha = number,
                "beta" if (1e-6..0.5).contains(&number) => sprt.beta = number,
                _ => return Err(bad()),
            }
        }
        if sprt.elo0 < sprt.elo1 { Ok(sprt) } else { Err(BadSprt(text.to_owned())) }
    }
}
