//! Starts an engine the way a plug-in file says and waits for its greeting.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use super::targets::{Protocol, Start};
use crate::failure::Failure;

/// The shortest time that any client waits.
const PATIENCE: Duration = Duration::from_secs(2);

/// Starts the command, greets it, and gives the name with which it answers.
pub(super) fn check(start: &Start) -> Result<String, Failure> {
    let failed = |why: String| {
        Failure::new(format!("'{}' does not start as an engine ({why})", start.command.display()))
    };
    let mut child = Command::new(&start.command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let (greeting, last) = match start.protocol {
        Protocol::Cecp => ("xboard\nprotover 2\n", "done=1"),
        Protocol::Uci => ("uci\n", "uciok"),
    };
    let (sender, lines) = channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            // The receiver leaves as soon as it has heard enough.
            BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
    }
    if let Some(stdin) = &mut child.stdin {
        stdin.write_all(greeting.as_bytes())?;
    }
    let end = Instant::now() + PATIENCE;
    let mut name = None;
    let answered = loop {
        let Ok(line) = lines.recv_timeout(end.saturating_duration_since(Instant::now())) else { break false };
        name = name.or_else(|| name_in(&line));
        if line.ends_with(last) {
            break true;
        }
    };
    // The end of its input ends it.
    drop(child.stdin.take());
    if !answered {
        let _ = child.kill();
    }
    child.wait()?;
    match (answered, name) {
        (true, Some(name)) => Ok(name),
        (true, None) => Err(failed("it has no name".to_owned())),
        (false, _) => Err(failed(format!("no greeting within {} s", PATIENCE.as_secs()))),
    }
}

/// The engine's name, if the line tells it.
fn name_in(line: &str) -> Option<String> {
    let after = line.strip_prefix("id name ").map(str::to_owned);
    after.or_else(|| Some(line.split_once("myname=\"")?.1.split('"').next()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_protocols_tell_a_name() {
        assert_eq!(name_in("id name Rocada 1"), Some("Rocada 1".to_owned()));
        assert_eq!(name_in("feature myname=\"Rocada 1\" ping=1"), Some("Rocada 1".to_owned()));
        assert_eq!(name_in("feature done=0"), None);
    }
}
