//! The `rocada` binary: reads the command line and calls the crates that do the work.

mod builtin;
mod commands;
mod engine_loop;
mod failure;
mod interrupt;
mod progress;
mod tablebases;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use commands::Command;
use commands::play::Play;
use failure::Failure;

/// Chess, Chess960 and crazyhouse: player, opponent and bot-maker's workbench.
#[derive(Parser)]
#[command(version, about, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Without a command Rocada plays at a terminal. Over a pipe it is an engine: it speaks CECP (XBoard) and UCI, decided by
the first line.

Examples:
  rocada                                  play here
  rocada play --variant crazyhouse --level 7 --color black
  xboard -fcp rocada                      play in XBoard
  rocada install                          tell XBoard where the engine is
  rocada serve                            play and analyse in the browser
  rocada perft 6                          count the leaves of the move tree
  rocada perft 4 --variant crazyhouse --divide
  rocada datagen --games 10000 --out games.rog
  rocada train games.rog --out net.nnue
  rocada tune weights --data games.rog --out weights.rs

Exit codes: 0 done, 1 a negative answer, 2 an error.";

fn main() -> ExitCode {
    let outcome = match Arguments::try_parse() {
        Ok(Arguments { command: Some(command) }) => command.run(),
        Ok(Arguments { command: None }) if std::io::stdin().is_terminal() => play_here(),
        Ok(Arguments { command: None }) => engine_loop::run(),
        Err(error) => explain_usage(&error),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Somebody started the program by hand: play.
fn play_here() -> Result<ExitCode, Failure> {
    PlayHere::parse_from(["rocada"]).play.run()
}

/// What `rocada play` does when nothing is said about it.
#[derive(Parser)]
struct PlayHere {
    #[command(flatten)]
    play: Play,
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
