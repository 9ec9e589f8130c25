//! What a GUI says to an engine in UCI.

use std::fmt;

use crate::text::{self, split_word};
use crate::tool::Tool;

/// One line from the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Nothing on the line, or a remark behind `#`.
    Blank,
    /// `uci`
    Uci,
    /// `debug on` or `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// The option's name, blanks inside made single.
        name: String,
        /// The value as it was written.
        value: Option<String>,
    },
    /// `register …`
    Register(String),
    /// `ucinewgame`
    NewGame,
    /// `position …`
    Position {
        /// From where.
        start: Start,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// A command for people at a terminal.
    Tool(Tool),
    /// A known command whose arguments make no sense.
    Malformed(String),
    /// No known word in it.
    Unknown(String),
}

/// Where a `position` begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// `startpos`
    Standard,
    /// `fen …`
    Fen(String),
}

/// The arguments of `go`. Times are milliseconds and may be negative.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Go {
    pub searchmoves: Option<Vec<String>>,
    pub ponder: bool,
    pub wtime: Option<i64>,
    pub btime: Option<i64>,
    pub winc: Option<i64>,
    pub binc: Option<i64>,
    pub movestogo: Option<u32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub mate: Option<u32>,
    pub movetime: Option<i64>,
    pub infinite: bool,
    pub perft: Option<u32>,
}

/// The words that end a list of `searchmoves`.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Command {
    /// Reads a line that [`text::clean`] has passed. Unknown words in front are skipped.
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Command::Blank;
        }
        let (word, rest) = split_word(line);
        if let Some(tool) = Tool::parse(word, rest) {
            return Command::Tool(tool);
        }
        let mut rest = line;
        while !rest.is_empty() {
            let (word, after) = split_word(rest);
            if let Some(command) = Command::parse_word(word, after) {
                return command;
            }
            rest = after;
        }
        Command::Unknown(line.to_owned())
    }

    fn parse_word(word: &str, rest: &str) -> Option<Command> {
        Some(match word {
            "uci" => Command::Uci,
            "debug" => Command::Debug(split_word(rest).0 != "off"),
            "isready" => Command::IsReady,
            "setoption" => {
                parse_setoption(rest).unwrap_or_else(|| Command::Malformed("setoption".to_owned()))
            }
            "register" => Command::Register(rest.to_owned()),
            "ucinewgame" => Command::NewGame,
            "position" => parse_position(rest).unwrap_or_else(|| Command::Malformed("position".to_owned())),
            "go" => Command::Go(Box::new(Go::parse(rest))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => return None,
        })
    }
}

/// `name N [value V]`: both may contain blanks. The word `name` may be missing.
fn parse_setoption(rest: &str) -> Option<Command> {
    let rest = match split_word(rest) {
        ("name", after) => after,
        _ => rest,
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let split = words.iter().position(|word| *word == "value");
    let name = words.get(..split.unwrap_or(words.len()))?.join(" ");
    if name.is_empty() {
        return None;
    }
    let value = split.map(|_| value_text(rest));
    Some(Command::SetOption { name, value })
}

/// What follows the first word `value`, with its inner blanks.
fn value_text(rest: &str) -> String {
    let mut rest = rest;
    loop {
        match split_word(rest) {
            ("value", after) => return after.to_owned(),
            (_, "") => return String::new(),
            (_, after) => rest = after,
        }
    }
}

fn parse_position(rest: &str) -> Option<Command> {
    let mut words = rest.split_whitespace();
    let first = words.next()?;
    let mut fen: Vec<&str> = Vec::new();
    let start = match first {
        "startpos" => {
            // Whatever stands between here and the moves is skipped.
            let _ = words.by_ref().find(|word| *word == "moves");
            Start::Standard
        }
        _ => {
            if first != "fen" {
                fen.push(first);
            }
            fen.extend(words.by_ref().take_while(|word| *word != "moves"));
            Start::Fen(fen.join(" "))
        }
    };
    if start == Start::Fen(String::new()) {
        return None;
    }
    let moves = words.map(str::to_owned).collect();
    Some(Command::Position { start, moves })
}

impl Go {
    /// Reads the arguments in any order; what is not understood is skipped.
    pub fn parse(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    let moves = go.searchmoves.get_or_insert_default();
                    while let Some(text) = words.next_if(|word| !GO_WORDS.contains(word)) {
                        moves.push(text.to_owned());
                    }
                }
                _ if GO_WORDS.contains(&word) => {
                    if let Some(number) = words.next_if(|word| text::clamped_integer(word).is_some()) {
                        go.set(word, number);
                    }
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: &str) {
        let signed = text::clamped_integer(number);
        let small = text::small_natural(number);
        match word {
            "wtime" => self.wtime = signed,
            "btime" => self.btime = signed,
            "winc" => self.winc = signed,
            "binc" => self.binc = signed,
            "movestogo" => self.movestogo = small,
            "depth" => self.depth = small,
            "nodes" => self.nodes = text::natural(number),
            "mate" => self.mate = small,
            "movetime" => self.movetime = signed,
            "perft" => self.perft = small,
            _ => {}
        }
    }

    /// Is there nothing that would ever end the search?
    pub fn is_unbounded(&self) -> bool {
        self.infinite
            || (self.wtime.is_none()
                && self.btime.is_none()
                && self.depth.is_none()
                && self.nodes.is_none()
                && self.mate.is_none()
                && self.movetime.is_none())
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let signed = [
            ("wtime", self.wtime),
            ("btime", self.btime),
            ("winc", self.winc),
            ("binc", self.binc),
            ("movetime", self.movetime),
        ];
        for (word, value) in signed {
            if let Some(value) = value {
                write!(f, " {word} {value}")?;
            }
        }
        let natural = [
            ("movestogo", self.movestogo.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("perft", self.perft.map(u64::from)),
        ];
        for (word, value) in natural {
            if let Some(value) = value {
                write!(f, " {word} {value}")?;
            }
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if let Some(moves) = &self.searchmoves {
            write!(f, " searchmoves {}", moves.join(" "))?;
        }
        Ok(())
    }
}

/// Writes the line that a GUI sends.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Blank => Ok(()),
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Register(text) => write!(f, "register {text}"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position { start, moves } => {
                match start {
                    Start::Standard => f.write_str("position startpos")?,
                    Start::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Tool(tool) => tool.fmt(f),
            Command::Malformed(text) | Command::Unknown(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read_as_it_is_written() {
        for line in [
            "uci",
            "debug on",
            "debug off",
            "isready",
            "setoption name Clear Hash",
            "setoption name Move Overhead value 30",
            "setoption name BookFile value C:\\My Books\\a  b.bin",
            "register later",
            "ucinewgame",
            "position startpos",
            "position startpos moves e2e4 e7e5",
            "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2",
            "go",
            "go ponder wtime 1000 btime -5 winc 10 binc 10 movestogo 40",
            "go depth 6",
            "go movetime 500 nodes 10000 mate 2",
            "go infinite searchmoves e2e4 d2d4",
            "go perft 4",
            "stop",
            "ponderhit",
            "quit",
            "d",
            "perft 5",
            "flip",
            "what is this",
        ] {
            let command = Command::parse(line);
            assert_eq!(Command::parse(&command.to_string()), command, "{line}");
        }
        assert_eq!(Command::parse("uci").to_string(), "uci");
    }

    #[test]
    fn unknown_words_in_front_and_odd_blanks_are_skipped() {
        let depth_one = Command::Go(Box::new(Go { depth: Some(1), ..Go::default() }));
        assert_eq!(Command::parse("joho go depth 1"), depth_one);
        assert_eq!(Command::parse("  go \t depth   1 \r"), depth_one);
        assert_eq!(Command::parse("go foo depth 1 bar"), depth_one);
    }

    #[test]
    fn searchmoves_end_at_the_next_word() {
        let go = Go::parse("searchmoves e2e4 d2d4 depth 5");
        assert_eq!(go.searchmoves, Some(vec!["e2e4".into(), "d2d4".into()]));
        assert_eq!(go.depth, Some(5));
        assert_eq!(Go::parse("depth infinite").depth, None);
        assert!(Go::parse("depth infinite").infinite);
    }

    #[test]
    fn positions_without_sense_are_malformed() {
        assert_eq!(Command::parse("position"), Command::Malformed("position".into()));
        assert_eq!(Command::parse("position fen moves e2e4"), Command::Malformed("position".into()));
        assert_eq!(
            Command::parse("position startpos moves"),
            Command::Position { start: Start::Standard, moves: vec![] }
        );
        assert_eq!(Command::parse("setoption"), Command::Malformed("setoption".into()));
    }
}
