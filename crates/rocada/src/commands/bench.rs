//! `rocada bench`: a fixed set of searches, whose node count is the signature of the search.

use std::io::Write as _;
use std::process::ExitCode;

use rocada_engine::bench;
use rocada_eval::nnue::Kernels;
use rocada_rules::Variant;

use super::EvaluationArguments;
use crate::failure::Failure;

/// Arguments of `rocada bench`.
#[derive(clap::Args)]
#[command(
    after_help = "The last line is `N nodes M nps`. N is the same on every machine and for the same networks; put it into
the commit message.

Examples:
  rocada bench
  rocada bench --variant crazyhouse --net classical
  rocada bench --kernels plain            as on a machine without vector units"
)]
pub(crate) struct Bench {
    /// Only the positions of this variant; all four if not given.
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
    #[command(flatten)]
    judge: EvaluationArguments,
    /// Compute networks by these kernels (plain, avx2 or avx512) instead of the fastest of this machine.
    #[arg(long, value_name = "NAME")]
    kernels: Option<Kernels>,
}

impl Bench {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let variants = self.variant.map_or(Variant::ALL.to_vec(), |variant| vec![variant]);
        let mut evaluations = self.judge.evaluations()?;
        if let Some(kernels) = self.kernels {
            evaluations.set_kernels(kernels);
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{evaluations}")?;
        let mut written = Ok(());
        let mut number = 0;
        let result = bench(&variants, &evaluations, |position, nodes| {
            number += 1;
            if written.is_ok() {
                written = writeln!(out, "{number:3} {:10} {nodes:10} {}", position.variant(), position.fen());
            }
        });
        written?;
        writeln!(out, "time {:.3} s", result.time.as_secs_f64())?;
        writeln!(out, "{} nodes {} nps", result.nodes, result.speed())?;
        Ok(ExitCode::SUCCESS)
    }
}
