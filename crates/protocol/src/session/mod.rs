//! The engine's side of a conversation, as a state machine without input, output, threads or clock: lines of the GUI
//! and events of the engine come in, actions go out.
//!
//! What the event loop around it must do (`examples/random_mover.rs` is one):
//! * One thread reads stdin through a [`LineBuffer`](crate::text::LineBuffer), the search feeds the same channel; each
//!   arrival is one [`Session::step`], with the time since any fixed moment.
//! * Carry out all actions of a step in order before the next arrival. `Send` is one flushed line.
//! * `Go` starts a search and returns at once. Every `Go` is followed by exactly one `BestMove` event with its
//!   [`SearchId`]; events of searches that the session has dropped are ignored, so nothing needs to be filtered.
//! * After `Stop` a `Go`, `SetOption` or `NewGame` may follow at once: wait there until the old search has ended.
//!   `SetOption` returns when the value is in force, since `readyok` or `pong` is behind it.
//! * Answer `ShowBook` with a `Book` event before the next line; `RunTool` with a `Text` event.
//! * `Quit`: exit with status 0, waiting for nothing. Ignore SIGINT; treat SIGTERM as the end of the input.

mod board;
mod cecp;
mod clock;
mod tools;
mod types;
mod uci;

use std::time::Duration;

pub use types::{Action, Event, GoRequest, Input, Purpose, SearchId, Thinking};

use crate::options::{OptionChange, OptionError, Options, OutOfRange};
use crate::tool::Tool;
use crate::{cecp as cecp_text, text, uci as uci_text};
use rocada_rules::{AnyPosition, Variant};

/// Who we are and what can be set.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// Name and version, as the GUI shows them.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// The options with their values at the start.
    pub options: Options,
}

impl Default for SessionConfig {
    fn default() -> SessionConfig {
        SessionConfig {
            name: format!("Rocada {}", env!("CARGO_PKG_VERSION")),
            author: "The Rocada authors".to_owned(),
            options: Options::default(),
        }
    }
}

/// What both protocols share: options, the count of searches, the actions of this step, the time.
struct Core {
    config: SessionConfig,
    searches: u64,
    actions: Vec<Action>,
    now: Duration,
    /// Was anything searched since the engine was last told of a new game?
    searched: bool,
}

impl Core {
    fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    // By value, so that messages made on the spot need no name.
    #[allow(clippy::needless_pass_by_value)]
    fn send(&mut self, line: impl ToString) {
        self.actions.push(Action::Send(line.to_string()));
    }

    fn next_search(&mut self) -> SearchId {
        self.searches += 1;
        self.searched = true;
        SearchId(self.searches)
    }

    fn new_game(&mut self) {
        if self.searched {
            self.searched = false;
            self.act(Action::NewGame);
        }
    }

    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        out_of_range: OutOfRange,
    ) -> Result<Option<OptionChange>, OptionError> {
        self.config.options.set(name, value, out_of_range)
    }

    fn overhead(&self) -> Duration {
        let millis = self.config.options.number("Move Overhead");
        Duration::from_millis(u64::try_from(millis).unwrap_or(0))
    }
}

/// The protocol in use.
enum Speaker {
    /// Nothing has been said yet that would tell.
    Undecided,
    Cecp(Box<cecp::Cecp>),
    Uci(Box<uci::Uci>),
}

/// The protocol of a conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The protocol of XBoard.
    Cecp,
    /// The universal chess interface.
    Uci,
}

/// One conversation with a GUI, from its first line to its end.
pub struct Session {
    core: Core,
    speaker: Speaker,
    /// Did the GUI name the protocol (`xboard`, `uci`), or was it guessed?
    named: bool,
    over: bool,
}

impl Session {
    /// A session in which nothing has been said.
    pub fn new(config: SessionConfig) -> Session {
        Session {
            core: Core { config, searches: 0, actions: Vec::new(), now: Duration::ZERO, searched: false },
            speaker: Speaker::Undecided,
            named: false,
            over: false,
        }
    }

    /// The protocol, once it is known.
    pub fn protocol(&self) -> Option<Protocol> {
        match self.speaker {
            Speaker::Undecided => None,
            Speaker::Cecp(_) => Some(Protocol::Cecp),
            Speaker::Uci(_) => Some(Protocol::Uci),
        }
    }

    /// The options with their present values.
    pub fn options(&self) -> &Options {
        &self.core.config.options
    }

    /// Takes one input at the time `now` (since any fixed moment) and says what to do. After `quit` or the end of the
    /// input it says nothing more.
    pub fn step(&mut self, now: Duration, input: Input<'_>) -> Vec<Action> {
        if self.over {
            return Vec::new();
        }
        self.core.now = now.max(self.core.now);
        match input {
            Input::Line(bytes) => self.line(&text::clean(bytes)),
            Input::Event(event) => self.event(event),
            Input::Eof => self.core.act(Action::Quit),
        }
        if self.core.actions.contains(&Action::Quit) {
            self.over = true;
        }
        std::mem::take(&mut self.core.actions)
    }

    fn line(&mut self, line: &str) {
        self.choose_protocol(line);
        match &mut self.speaker {
            Speaker::Undecided => self.undecided(line),
            Speaker::Cecp(cecp) => cecp.line(&mut self.core, line),
            Speaker::Uci(uci) => uci.command(&mut self.core, uci_text::Command::parse(line)),
        }
    }

    /// The first line that means something decides. A guess can be corrected by a later `uci` or `xboard`.
    fn choose_protocol(&mut self, line: &str) {
        let (word, rest) = text::split_word(line);
        if self.named {
            return;
        }
        let chosen = match word {
            "uci" => Some(Protocol::Uci),
            "xboard" => Some(Protocol::Cecp),
            _ if self.protocol().is_some() => None,
            _ => guess_protocol(word, rest, line),
        };
        self.named = matches!(word, "uci" | "xboard");
        if chosen.is_none() || chosen == self.protocol() {
            return;
        }
        self.stop_all();
        self.speaker = match chosen {
            Some(Protocol::Uci) => Speaker::Uci(Box::new(uci::Uci::new())),
            _ => Speaker::Cecp(Box::new(cecp::Cecp::new())),
        };
    }

    /// Before another protocol takes over, the search of the first one ends.
    fn stop_all(&mut self) {
        let running = match &self.speaker {
            Speaker::Undecided => None,
            Speaker::Cecp(cecp) => cecp.running(),
            Speaker::Uci(uci) => uci.running(),
        };
        if let Some(search) = running {
            self.core.act(Action::Stop(search));
        }
    }

    /// Lines that leave the protocol open: blanks, `quit`, and what people type.
    fn undecided(&mut self, line: &str) {
        match cecp_text::Command::parse(line) {
            cecp_text::Command::Quit => self.core.act(Action::Quit),
            cecp_text::Command::Tool(tool) => {
                let mut position = AnyPosition::start(Variant::Chess);
                for line in tools::run(&mut self.core, &tool, &mut position) {
                    self.core.send(line);
                }
            }
            _ => {}
        }
    }

    fn event(&mut self, event: Event) {
        match &mut self.speaker {
            Speaker::Undecided => {
                if let Event::Text(lines) = event {
                    lines.into_iter().for_each(|line| self.core.send(line));
                }
            }
            Speaker::Cecp(cecp) => cecp.event(&mut self.core, event),
            Speaker::Uci(uci) => uci.event(&mut self.core, event),
        }
    }
}

/// The protocol that a first line belongs to, if it was not named. fishnet and people begin without `uci`;
/// everything else is version 1 of CECP, which has no greeting either.
fn guess_protocol(word: &str, rest: &str, line: &str) -> Option<Protocol> {
    let tool = Tool::parse(word, rest).is_some();
    match word {
        "" | "quit" => None,
        _ if tool || line.starts_with('#') => None,
        "isready" | "position" | "setoption" | "ucinewgame" | "debug" | "register" | "stop" | "ponderhit" => {
            Some(Protocol::Uci)
        }
        "go" if !rest.is_empty() => Some(Protocol::Uci),
        _ => Some(Protocol::Cecp),
    }
}
