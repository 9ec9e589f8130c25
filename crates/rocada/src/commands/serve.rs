//! `rocada serve`: the board in the browser.

use std::io::Write as _;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use rocada_sparring::data_folder;
use rocada_web::{Assets, Server, Settings};

use crate::failure::Failure;
use crate::interrupt;

/// Arguments of `rocada serve`.
#[derive(clap::Args)]
#[command(after_help = "\
Serves the board on this machine and opens it in the browser: games against every opponent, analysis, explanations, PGN.
Games and analyses are kept in the data folder; a game goes on after a reload or a restart. Ctrl-C stops the server.

Without --port a free port is taken if 8088 is in use. Any address but this machine's own demands a token, which is part
of the address that is printed.

Examples:
  rocada serve
  rocada serve --port 9000 --no-open
  rocada serve --listen 0.0.0.0 --no-open      for a phone in the same network")]
pub(crate) struct Serve {
    /// The port; 8088 or a free one if not given.
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// The folder for games and analyses; the user's data folder if not given.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The address to listen on; others than this machine's own demand a token.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// What every visitor must know, 8 letters and digits or more; made up if needed and not given.
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// Serve the page of this folder instead of the one in the binary, for work on the page.
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    page: Option<PathBuf>,
}

impl Serve {
    pub(crate) fn run(self) -> Result<ExitCode, Failure> {
        let no_folder = || Failure::new("there is no data folder: set HOME or use --data FOLDER");
        let data = self.data.or_else(data_folder).ok_or_else(no_folder)?;
        let page = match &self.page {
            Some(folder) => Assets::read(folder)
                .map_err(|error| Failure::new(format!("cannot read {}: {error}", folder.display())))?,
            None => Assets::embedded(),
        };
        let settings = Settings {
            address: self.listen,
            port: self.port,
            token: self.token,
            page,
            ..Settings::new(data)
        };
        let stop = interrupt::stop_flag()?;
        let server = Server::bind(settings).map_err(Failure::new)?;
        let url = server.url();
        tell(&format!("Rocada's board: {url}"))?;
        tell("Ctrl-C stops it.")?;
        if !self.no_open && open::that_detached(&url).is_err() {
            tell("No browser could be opened: go to the address above.")?;
        }
        server.run(&stop, warn).map_err(Failure::new)?;
        if stop.load(Ordering::Relaxed) {
            tell("Stopped.")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn tell(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

#[allow(clippy::print_stderr, clippy::needless_pass_by_value)] // as the server calls it
fn warn(sentence: String) {
    eprintln!("rocada: {sentence}");
}
