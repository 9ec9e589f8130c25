//! `rocada man` and `rocada completions`: made from the definitions of the arguments, so they are never out of date.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::Arguments;
use crate::failure::Failure;

/// Arguments of `rocada man`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  rocada man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write a page for every sub-command into this folder instead of showing the first one.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let command = Arguments::command();
        match &self.dir {
            Some(folder) => {
                std::fs::create_dir_all(folder)?;
                clap_mangen::generate_to(command, folder)?;
            }
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(command).render(&mut page)?;
                std::io::stdout().lock().write_all(&page)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Arguments of `rocada completions`.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  rocada completions bash > ~/.local/share/bash-completion/completions/rocada"
)]
pub(crate) struct Completions {
    /// The shell that shall complete the commands.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "rocada", &mut script);
        std::io::stdout().lock().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
