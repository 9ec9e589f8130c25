//! `rocada install`: tells chess programs of the current user where the engine is, and checks that it starts from there.

mod handshake;
mod targets;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::failure::Failure;
use targets::Target;

/// Arguments of `rocada install`.
#[derive(clap::Args)]
#[command(after_help = "\
Without an option it installs for XBoard. Each file names this binary where it is now: call it again after a move.

Examples:
  rocada install
  rocada install --pychess --cutechess
  sudo rocada install --xboard            for all users, found by XBoard at its next start")]
pub(crate) struct Install {
    /// An .eng plug-in file for XBoard.
    #[arg(long)]
    xboard: bool,
    /// An entry in the engine list of PyChess.
    #[arg(long)]
    pychess: bool,
    /// An entry in the engine list of cutechess.
    #[arg(long)]
    cutechess: bool,
    /// A configuration for lichess-bot, to be copied into its folder.
    #[arg(long)]
    lichess_bot: bool,
}

impl Install {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let binary = std::env::current_exe()
            .and_then(|path| path.canonicalize())
            .map_err(|error| Failure::new(format!("cannot tell where this binary is: {error}")))?;
        let mut out = std::io::stdout().lock();
        for target in self.targets() {
            let file = target.write(&binary)?;
            let start = target.read_back(&file)?;
            let name = handshake::check(&start)?;
            writeln!(out, "{}: wrote {}; {name} answers through it", target.name(), file.display())?;
            if let Some(hint) = target.hint(&file) {
                writeln!(out, "  {hint}")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn targets(&self) -> Vec<Target> {
        let wanted = [
            (self.pychess, Target::PyChess),
            (self.cutechess, Target::CuteChess),
            (self.lichess_bot, Target::LichessBot),
        ];
        let others = wanted.iter().any(|(on, _)| *on);
        let xboard = (self.xboard || !others).then_some(Target::XBoard);
        xboard.into_iter().chain(wanted.into_iter().filter(|(on, _)| *on).map(|(_, target)| target)).collect()
    }
}

/// A folder of the current user, from the variable that names it or below the home directory.
fn user_folder(variable: &str, below_home: &str) -> Result<PathBuf, Failure> {
    let named = std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(below_home));
    named.or_else(home).ok_or_else(|| Failure::new("no home directory: set the variable HOME"))
}
