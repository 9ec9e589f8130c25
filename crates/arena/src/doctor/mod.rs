//! The doctor: talks to a bot by a script, checks every answer with the rules, and says what is wrong and how to
//! repair it.

mod cards;
mod cecp;
mod choice;
mod lines;
mod patient;
mod report;
mod uci;

use std::time::Duration;

use rocada_rules::Variant;

use crate::fault::Fault;
use crate::process::Exchange;
use crate::spec::{EngineSpec, Protocol};

pub use cards::Card;

/// What to examine.
#[derive(Clone, Debug)]
pub struct DoctorOrder {
    /// The bot.
    pub spec: EngineSpec,
    /// What it shall play; `None`: whatever it says it plays, chess first.
    pub variant: Option<Variant>,
    /// In how many positions its choice of a move is checked.
    pub positions: usize,
    /// What random play begins with.
    pub seed: u64,
    /// How long a bot may think about one move of the examination.
    pub patience: Duration,
    /// Only the checks whose names contain one of these; empty: all.
    pub only: Vec<String>,
}

impl DoctorOrder {
    /// Is this check wanted?
    pub(crate) fn wants(&self, card: &Card) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| card.id.contains(part.as_str()))
    }
}

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grade {
    /// As it should be.
    Passed,
    /// Works, but some program will stumble over it.
    Advice,
    /// Wrong.
    Failed,
    /// Not asked, because of an earlier fault or a feature that the bot does not have.
    Skipped,
}

/// The result of one check.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was checked.
    pub card: &'static Card,
    /// How it ended.
    pub grade: Grade,
    /// What happened.
    pub text: String,
    /// The lines that were exchanged, after a fault.
    pub talk: Vec<Exchange>,
}

/// Everything that the doctor found.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The language.
    pub protocol: Protocol,
    /// What was played.
    pub variant: Variant,
    /// The bot's name.
    pub name: String,
    /// The checks in their order.
    pub findings: Vec<Finding>,
}

impl Examination {
    /// How many checks ended so.
    pub fn count(&self, grade: Grade) -> usize {
        self.findings.iter().filter(|finding| finding.grade == grade).count()
    }

    /// Is nothing wrong?
    pub fn is_healthy(&self) -> bool {
        self.count(Grade::Failed) == 0
    }
}

/// How a check ends before it is written down: a grade and a sentence.
pub(crate) type Outcome = (Grade, String);

pub(crate) fn passed(text: impl Into<String>) -> Outcome {
    (Grade::Passed, text.into())
}

pub(crate) fn failed(text: impl Into<String>) -> Outcome {
    (Grade::Failed, text.into())
}

pub(crate) fn advice(text: impl Into<String>) -> Outcome {
    (Grade::Advice, text.into())
}

pub(crate) fn skipped(text: impl Into<String>) -> Outcome {
    (Grade::Skipped, text.into())
}

/// A fault in the middle of a check is its result.
pub(crate) fn settled(outcome: Result<Outcome, Fault>) -> Outcome {
    outcome.unwrap_or_else(|fault| failed(fault.to_string()))
}

/// Examines a bot. `progress` hears the name of each check before it begins.
pub fn examine(order: &DoctorOrder, progress: &mut dyn FnMut(&str)) -> Result<Examination, Fault> {
    progress("language");
    let protocol = match order.spec.protocol {
        Some(protocol) => protocol,
        None => crate::player::probe(&order.spec)?,
    };
    Ok(match protocol {
        Protocol::Cecp => cecp::examine(order, progress),
        Protocol::Uci => uci::examine(order, progress),
    })
}
