//! `rocada doctor`: examines a bot.

use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rocada_arena::doctor::{DoctorOrder, examine};
use rocada_arena::{EngineSpec, Protocol};
use rocada_rules::Variant;

use crate::failure::Failure;

/// Arguments of `rocada doctor`.
#[derive(clap::Args)]
#[command(after_help = "\
Starts the bot many times, talks CECP or UCI to it, checks every answer with the rules, and prints what passed, what
failed, the lines that show it, the rule and how to repair it. 'rocada match' plays games with it.

Examples:
  rocada doctor -- ./bot
  rocada doctor --variant crazyhouse -- java -jar bot.jar
  rocada doctor --proto uci --positions 2000 -- python3 bot.py

Exit codes: 0 no fault, 1 faults were found, 2 the bot could not be examined.")]
pub(crate) struct Doctor {
    /// The language: cecp, uci, or auto to find out.
    #[arg(long, default_value = "auto", value_parser = ["auto", "cecp", "uci"])]
    proto: String,
    /// What the bot shall play; what it says it plays if not given.
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
    /// In how many positions its choice of a move is checked.
    #[arg(long, default_value_t = 500)]
    positions: usize,
    /// What random play begins with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds after which a move counts as missing.
    #[arg(long, default_value_t = 10, value_name = "SECONDS")]
    patience: u64,
    /// Only the checks whose names contain this; may be given several times.
    #[arg(long, value_name = "CHECK")]
    only: Vec<String>,
    /// The directory to start the bot in.
    #[arg(long, value_name = "DIRECTORY")]
    dir: Option<PathBuf>,
    /// Write the report here as JSON, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The bot's command.
    #[arg(required = true, last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl Doctor {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let mut spec = EngineSpec::process(self.command.clone());
        spec.directory.clone_from(&self.dir);
        spec.protocol = match self.proto.as_str() {
            "cecp" => Some(Protocol::Cecp),
            "uci" => Some(Protocol::Uci),
            _ => None,
        };
        let order = DoctorOrder {
            spec,
            variant: self.variant,
            positions: self.positions,
            seed: self.seed,
            patience: Duration::from_secs(self.patience),
            only: self.only.clone(),
        };
        let spinner = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        if !std::io::stderr().is_terminal() {
            spinner.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        }
        spinner.enable_steady_tick(Duration::from_millis(200));
        let examination =
            examine(&order, &mut |what| spinner.set_message(what.to_owned())).map_err(Failure::new)?;
        spinner.finish_and_clear();
        if let Some(file) = &self.json {
            std::fs::write(file, format!("{}\n", examination.json()))
                .map_err(|error| Failure::new(format!("cannot write '{}': {error}", file.display())))?;
        }
        write!(std::io::stdout().lock(), "{}", examination.text())?;
        Ok(if examination.is_healthy() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
