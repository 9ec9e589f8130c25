//! Signals to engines.

use std::process::Child;

/// What a process can be told by the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signal {
    /// As Ctrl-C does it, and XBoard before its commands.
    Interrupt,
    /// Please end.
    Terminate,
    /// End.
    Kill,
}

#[cfg(unix)]
impl Signal {
    fn native(self) -> rustix::process::Signal {
        match self {
            Signal::Interrupt => rustix::process::Signal::INT,
            Signal::Terminate => rustix::process::Signal::TERM,
            Signal::Kill => rustix::process::Signal::KILL,
        }
    }

    /// To the process alone. One that is gone does not mind.
    pub(crate) fn send_to(self, child: &Child) {
        let _ = rustix::process::kill_process(rustix::process::Pid::from_child(child), self.native());
    }

    /// To the process and all that it has started.
    pub(crate) fn send_to_group(self, leader: &Child) {
        let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(leader), self.native());
    }
}

/// Other systems have no signals.
#[cfg(not(unix))]
impl Signal {
    /// To the process alone: nothing happens.
    pub(crate) fn send_to(self, _child: &Child) {}

    /// To the process and all that it has started: nothing happens.
    pub(crate) fn send_to_group(self, _leader: &Child) {}
}
