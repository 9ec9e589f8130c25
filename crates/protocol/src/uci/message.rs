//! What an engine says to a GUI in UCI.

use std::fmt;

use super::info::Info;
use crate::text::{clamped_integer, split_word};

/// One line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Nothing.
    Blank,
    /// `id name …`
    Name(String),
    /// `id author …`
    Author(String),
    /// `option …`
    Option(OptionLine),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove MOVE [ponder MOVE]`; `None` for `(none)` and `0000`.
    BestMove {
        /// The move.
        best: Option<String>,
        /// The reply that is expected.
        ponder: Option<String>,
    },
    /// `info …`
    Info(Box<Info>),
    /// `copyprotection …`
    CopyProtection(String),
    /// `registration …`
    Registration(String),
    /// Anything else.
    Other(String),
}

/// `option name N type T …` with its parts as they were written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionLine {
    /// The name, which may have blanks.
    pub name: String,
    /// `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// The default, `<empty>` if it is an empty text.
    pub default: Option<String>,
    /// The smallest number.
    pub min: Option<i64>,
    /// The largest number.
    pub max: Option<i64>,
    /// The choices of a combo.
    pub choices: Vec<String>,
}

impl Message {
    /// Reads a line that [`text::clean`](crate::text::clean) has passed.
    pub fn parse(line: &str) -> Message {
        let line = line.trim();
        let (word, rest) = split_word(line);
        match word {
            "" => Message::Blank,
            "id" => match split_word(rest) {
                ("name", name) => Message::Name(name.to_owned()),
                ("author", author) => Message::Author(author.to_owned()),
                _ => Message::Other(line.to_owned()),
            },
            "option" => {
                OptionLine::parse(rest).map_or_else(|| Message::Other(line.to_owned()), Message::Option)
            }
            "uciok" => Message::UciOk,
            "readyok" => Message::ReadyOk,
            "bestmove" => parse_bestmove(rest),
            "info" => Message::Info(Box::new(Info::parse(rest))),
            "copyprotection" => Message::CopyProtection(rest.to_owned()),
            "registration" => Message::Registration(rest.to_owned()),
            _ => Message::Other(line.to_owned()),
        }
    }
}

fn parse_bestmove(rest: &str) -> Message {
    let real = |text: &&str| !matches!(*text, "(none)" | "0000" | "NULL");
    let mut words = rest.split_whitespace();
    let best = words.next().filter(real).map(str::to_owned);
    let ponder = match words.next() {
        Some("ponder") => words.next().filter(real).map(str::to_owned),
        _ => None,
    };
    Message::BestMove { best, ponder }
}

impl OptionLine {
    fn parse(text: &str) -> Option<OptionLine> {
        let mut option = OptionLine::default();
        let mut field: Option<(&str, Vec<&str>)> = None;
        for word in text.split_whitespace() {
            let starts_field = matches!(word, "name" | "type" | "default" | "min" | "max" | "var");
            if starts_field {
                if let Some((name, words)) = field.take() {
                    option.set(name, &words.join(" "));
                }
                field = Some((word, Vec::new()));
            } else if let Some((_, words)) = &mut field {
                words.push(word);
            }
        }
        if let Some((name, words)) = field {
            option.set(name, &words.join(" "));
        }
        (!option.name.is_empty() && !option.kind.is_empty()).then_some(option)
    }

    fn set(&mut self, field: &str, value: &str) {
        match field {
            "name" => value.clone_into(&mut self.name),
            "type" => value.clone_into(&mut self.kind),
            "default" => self.default = Some(value.to_owned()),
            "min" => self.min = clamped_integer(value),
            "max" => self.max = clamped_integer(value),
            _ => self.choices.push(value.to_owned()),
        }
    }
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type {}", self.name, self.kind)?;
        if let Some(default) = &self.default {
            write!(f, " default {default}")?;
        }
        if let Some(min) = self.min {
            write!(f, " min {min}")?;
        }
        if let Some(max) = self.max {
            write!(f, " max {max}")?;
        }
        self.choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Blank => Ok(()),
            Message::Name(name) => write!(f, "id name {name}"),
            Message::Author(author) => write!(f, "id author {author}"),
            Message::Option(option) => option.fmt(f),
            Message::UciOk => f.write_str("uciok"),
            Message::ReadyOk => f.write_str("readyok"),
            Message::BestMove { best: None, .. } => f.write_str("bestmove (none)"),
            Message::BestMove { best: Some(best), ponder: None } => write!(f, "bestmove {best}"),
            Message::BestMove { best: Some(best), ponder: Some(ponder) } => {
                write!(f, "bestmove {best} ponder {ponder}")
            }
            Message::Info(info) => info.fmt(f),
            Message::CopyProtection(text) => write!(f, "copyprotection {text}"),
            Message::Registration(text) => write!(f, "registration {text}"),
            Message::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_read_as_it_is_written() {
        for line in [
            "id name Rocada 0.1",
            "id author The Rocada authors",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name UCI_Variant type combo default chess var chess var crazyhouse",
            "option name Clear Hash type button",
            "option name SyzygyPath type string default <empty>",
            "uciok",
            "readyok",
            "bestmove e2e4",
            "bestmove e2e4 ponder e7e5",
            "bestmove (none)",
            "info depth 1 score cp 5 pv e2e4",
            "copyprotection ok",
            "registration checking",
        ] {
            let message = Message::parse(line);
            assert_eq!(message.to_string(), line);
            assert!(!matches!(message, Message::Other(_)), "{line}");
        }
    }

    #[test]
    fn oddities_of_engines_are_read() {
        let none = Message::BestMove { best: None, ponder: None };
        assert_eq!(Message::parse("bestmove 0000"), none);
        assert_eq!(Message::parse("bestmove"), none);
        assert_eq!(Message::parse("option name X"), Message::Other("option name X".into()));
        assert_eq!(Message::parse("Stockfish 17"), Message::Other("Stockfish 17".into()));
    }
}
