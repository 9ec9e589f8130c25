//! An engine as the command line describes it: `cmd=… proto=… name=… option.X=Y dir=… tc=… nodes=… restart=…`.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::time_control::{ClockRule, TimeControl};

/// The language of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// XBoard's.
    Cecp,
    /// The other one.
    Uci,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Cecp => "CECP",
            Protocol::Uci => "UCI",
        })
    }
}

/// Where a player comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launch {
    /// A program and its arguments.
    Process(Vec<String>),
    /// A player that lives in this program, by its description.
    Builtin(String),
}

/// Is a process started anew for each game?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Restart {
    /// If the engine says `reuse=0`, or after a fault.
    #[default]
    Auto,
    /// For each game.
    Always,
    /// Only after a fault.
    Never,
}

/// One participant of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// How it is started.
    pub launch: Launch,
    /// Its language; `None`: find out.
    pub protocol: Option<Protocol>,
    /// The name in tables and PGN; `None`: as it calls itself.
    pub name: Option<String>,
    /// The directory it is started in.
    pub directory: Option<PathBuf>,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// Its own limits; what is `None` comes from the match.
    pub clock: Option<ClockRule>,
    /// Its own node limit.
    pub nodes: Option<u64>,
    /// Its own depth limit.
    pub depth: Option<u32>,
    /// When to start it anew.
    pub restart: Restart,
    /// Megabytes for its tables.
    pub memory: Option<u64>,
    /// Threads it may use.
    pub cores: Option<u32>,
}

/// Why a description is no engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// Nothing says what to start.
    NoCommand,
    /// A quote is not closed.
    OpenQuote(String),
    /// A key that does not exist.
    UnknownKey(String),
    /// A value that makes no sense.
    BadValue {
        /// The key.
        key: String,
        /// What was given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::NoCommand => {
                f.write_str("the engine has no command; write cmd=./engine or builtin:NAME")
            }
            SpecError::OpenQuote(text) => write!(f, "a quote is not closed in '{text}'"),
            SpecError::UnknownKey(key) => write!(
                f,
                "unknown key '{key}'; use cmd, proto, name, dir, option.NAME, tc, movetime, nodes, depth, \
                 restart, memory or cores"
            ),
            SpecError::BadValue { key, value, expected } => {
                write!(f, "{key} takes {expected}, not '{value}'")
            }
        }
    }
}

impl std::error::Error for SpecError {}

impl EngineSpec {
    /// A process with nothing else said about it.
    pub fn process(command: Vec<String>) -> EngineSpec {
        EngineSpec::new(Launch::Process(command))
    }

    fn new(launch: Launch) -> EngineSpec {
        EngineSpec {
            launch,
            protocol: None,
            name: None,
            directory: None,
            options: Vec::new(),
            clock: None,
            nodes: None,
            depth: None,
            restart: Restart::Auto,
            memory: None,
            cores: None,
        }
    }

    /// Reads a description. Words without a key belong to the command.
    pub fn parse(text: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec::new(Launch::Process(Vec::new()));
        let mut command = Vec::new();
        for word in split_words(text)? {
            match word.split_once('=') {
                Some(("cmd", value)) => command.extend(split_words(value)?),
                _ if word.starts_with("builtin:") => command.push(word),
                Some((key, value)) if !key.starts_with('-') => spec.set(key, value)?,
                _ => command.push(word),
            }
        }
        spec.launch = match command.first().and_then(|first| first.strip_prefix("builtin:")) {
            Some(name) => Launch::Builtin(name.to_owned()),
            None if command.is_empty() => return Err(SpecError::NoCommand),
            None => Launch::Process(command),
        };
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let bad = |expected| SpecError::BadValue { key: key.to_owned(), value: value.to_owned(), expected };
        let number = || value.parse::<u64>().map_err(|_| bad("a whole number"));
        match key {
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "proto" => {
                self.protocol = match value {
                    "cecp" | "xboard" => Some(Protocol::Cecp),
                    "uci" => Some(Protocol::Uci),
                    "auto" => None,
                    _ => return Err(bad("cecp, uci or auto")),
                };
            }
            "tc" => {
                self.clock = Some(value.parse().map_err(|_| bad("a time control such as 8+0.08 or 40/60"))?);
            }
            "movetime" => self.clock = Some(ClockRule::PerMove(Duration::from_millis(number()?))),
            "nodes" => self.nodes = Some(number()?),
            "depth" => self.depth = Some(u32::try_from(number()?).map_err(|_| bad("a small number"))?),
            "memory" => self.memory = Some(number()?),
            "cores" => self.cores = Some(u32::try_from(number()?).map_err(|_| bad("a small number"))?),
            "restart" => {
                self.restart = match value {
                    "auto" => Restart::Auto,
                    "on" => Restart::Always,
                    "off" => Restart::Never,
                    _ => return Err(bad("auto, on or off")),
                };
            }
            _ => match key.strip_prefix("option.") {
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => return Err(SpecError::UnknownKey(key.to_owned())),
            },
        }
        Ok(())
    }

    /// Does it run in a process of its own?
    pub fn is_process(&self) -> bool {
        matches!(self.launch, Launch::Process(_))
    }

    /// The command as one line, for people.
    pub fn command_text(&self) -> String {
        match &self.launch {
            Launch::Process(command) => command.join(" "),
            Launch::Builtin(name) => format!("builtin:{name}"),
        }
    }

    /// Its limits where it has own ones, otherwise those of the match. An own clock replaces all of the match's limits.
    pub fn limits(&self, common: &TimeControl) -> TimeControl {
        if self.clock.is_none() && self.nodes.is_none() && self.depth.is_none() {
            return *common;
        }
        TimeControl { clock: self.clock.unwrap_or_default(), nodes: self.nodes, depth: self.depth }
    }
}

/// Splits at blanks; quotes of both kinds group.
fn split_words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SpecError::OpenQuote(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_taken_apart() {
        let spec = EngineSpec::parse(
            "cmd='python3 \"my bot.py\" -v' proto=cecp name=Bot 'option.Move Overhead=10' option.Hash=16 tc=5+0.1",
        )
        .expect("a description");
        assert_eq!(spec.launch, Launch::Process(["python3", "my bot.py", "-v"].map(str::to_owned).to_vec()));
        assert_eq!(spec.protocol, Some(Protocol::Cecp));
        assert_eq!(spec.name.as_deref(), Some("Bot"));
        assert_eq!(spec.options[0], ("Move Overhead".to_owned(), "10".to_owned()));
        assert_eq!(spec.clock, "5+0.1".parse().ok());
    }

    #[test]
    fn words_without_a_key_belong_to_the_command() {
        let spec = EngineSpec::parse("./bot --level=3 -q name=X").expect("a description");
        assert_eq!(spec.command_text(), "./bot --level=3 -q");
        let spec = EngineSpec::parse("builtin:level=3 nodes=100").expect("a description");
        assert_eq!(spec.launch, Launch::Builtin("level=3".to_owned()));
        assert_eq!(spec.nodes, Some(100));
    }

    #[test]
    fn nonsense_is_named() {
        assert_eq!(EngineSpec::parse("name=x"), Err(SpecError::NoCommand));
        assert!(matches!(EngineSpec::parse("cmd='x"), Err(SpecError::OpenQuote(_))));
        assert!(matches!(EngineSpec::parse("cmd=x colour=red"), Err(SpecError::UnknownKey(_))));
        assert!(matches!(EngineSpec::parse("cmd=x nodes=many"), Err(SpecError::BadValue { .. })));
    }
}
