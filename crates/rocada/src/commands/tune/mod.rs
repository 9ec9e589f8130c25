//! `rocada tune`: fits numbers of the engine, by games that were played or by playing.

mod compare;
mod search;
mod weights;

use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;

/// Arguments of `rocada tune`.
#[derive(clap::Args)]
pub(crate) struct Tune {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Fit the weights of the classical evaluation to games.
    Weights(weights::TuneWeights),
    /// Tune the parameters of the search by play (SPSA).
    Search(search::TuneSearch),
    /// Let a changed set of parameters of the search play against the present one.
    Compare(compare::TuneCompare),
}

impl Tune {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match &self.what {
            What::Weights(weights) => weights.run(),
            What::Search(search) => search.run(),
            What::Compare(compare) => compare.run(),
        }
    }
}
