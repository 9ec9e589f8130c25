//! From a description to a player that has answered the greeting.

use std::time::Duration;

use rocada_protocol::cecp::Message;

use super::cecp::CecpPlayer;
use super::uci::UciPlayer;
use super::{Builtin, Player, deadline};
use crate::fault::{Fault, FaultKind};
use crate::process::Process;
use crate::spec::{EngineSpec, Launch, Protocol};

/// How long an engine whose language is unknown may take to say a CECP word before UCI is tried.
const GUESS_TIME: Duration = Duration::from_secs(3);

/// Starts the player that a description names.
pub fn launch(spec: &EngineSpec, builtin: &dyn Builtin) -> Result<Box<dyn Player>, Fault> {
    let command = match &spec.launch {
        Launch::Builtin(description) => {
            return builtin.make(description).map_err(|text| Fault::new(FaultKind::NotStarted, text));
        }
        Launch::Process(command) => command,
    };
    let protocol = match spec.protocol {
        Some(protocol) => protocol,
        None => probe(spec)?,
    };
    let process = Process::start(command, spec.directory.as_deref())?;
    Ok(match protocol {
        Protocol::Cecp => Box::new(CecpPlayer::greet(process, spec)?),
        Protocol::Uci => Box::new(UciPlayer::greet(process, spec)?),
    })
}

/// Finds out which language an engine speaks: an engine that answers `protover` with features speaks CECP, one that
/// answers `uci` with `uciok` speaks UCI, and one that answers neither is taken for an old CECP engine.
pub fn probe(spec: &EngineSpec) -> Result<Protocol, Fault> {
    let Launch::Process(command) = &spec.launch else { return Ok(Protocol::Uci) };
    let mut process = Process::start(command, spec.directory.as_deref())?;
    process.send("xboard")?;
    process.send("protover 2")?;
    if hears_feature(&mut process, GUESS_TIME)? {
        return Ok(Protocol::Cecp);
    }
    drop(process);
    let mut process = Process::start(command, spec.directory.as_deref())?;
    process.send("uci")?;
    let identity = super::uci::read_identity(&mut process, GUESS_TIME)?;
    Ok(if identity.complete { Protocol::Uci } else { Protocol::Cecp })
}

/// Does a `feature` come, and not a complaint about an unknown word?
fn hears_feature(process: &mut Process, patience: Duration) -> Result<bool, Fault> {
    let end = deadline(patience);
    loop {
        match process.hear(end) {
            Ok(Some(heard)) => match Message::parse(&heard.text) {
                Message::Features(_) => return Ok(true),
                _ if heard.text.to_ascii_lowercase().contains("unknown command") => return Ok(false),
                _ => {}
            },
            Ok(None) => return Ok(false),
            // A UCI engine may end at a word it does not know.
            Err(fault) if fault.kind == FaultKind::Crashed => return Ok(false),
            Err(fault) => return Err(fault),
        }
    }
}
