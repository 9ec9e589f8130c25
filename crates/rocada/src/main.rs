//! The `rocada` binary: reads the command line and calls the crates that do the work.

mod commands;
mod failure;
mod progress;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use commands::Command;
use failure::Failure;

/// Chess, Chess960 and crazyhouse: player, opponent and bot-maker's workbench.
#[derive(Parser)]
#[command(version, about, propagate_version = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  rocada perft 6                          count the leaves of the move tree
  rocada perft 4 --variant crazyhouse --divide
  rocada datagen --games 10000 --out games.rog
  rocada tune --weights --data games.rog --out weights.rs

Exit codes: 0 done, 1 a negative answer, 2 an error.";

fn main() -> ExitCode {
    let outcome = match Arguments::try_parse() {
        Ok(arguments) => arguments.command.run(),
        Err(error) => explain_usage(&error),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Help and version go to standard output; a wrong call gets one sentence.
fn explain_usage(error: &clap::Error) -> Result<ExitCode, Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print()?;
            Ok(ExitCode::SUCCESS)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.print()?;
            Ok(ExitCode::from(2))
        }
        _ => {
            let text = error.to_string();
            let mut parts = text.split("\n\n");
            let sentence = parts.next().unwrap_or_default().trim_start_matches("error: ");
            let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
            Err(Failure::new(format!("{sentence}; 'rocada --help' shows how to call it")))
        }
    }
}
