//! Reads and writes [`Command`]. Reading never fails: what is not understood is kept as text.

use std::fmt;

use super::command::{Command, EditLine, Selection};
use crate::result_tag::ResultTag;
use crate::text::{self, split_word};
use crate::time_text;
use crate::tool::Tool;

impl Command {
    /// Reads a line that [`text::clean`] has passed.
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Command::Blank;
        }
        let (word, rest) = split_word(line);
        let known = Command::plain(word)
            .or_else(|| Command::with_text(word, rest))
            .or_else(|| Tool::parse(word, rest).map(Command::Tool));
        if let Some(command) = known {
            return command;
        }
        match Command::with_numbers(word, rest) {
            Some(Some(command)) => command,
            Some(None) => Command::Malformed(word.to_owned()),
            None if rest.is_empty() && looks_like_move(word) => Command::BareMove(word.to_owned()),
            None => Command::Unknown(line.to_owned()),
        }
    }

    /// Commands that need nothing but their word.
    fn plain(word: &str) -> Option<Command> {
        Some(match word {
            "xboard" => Command::Xboard,
            "new" => Command::New,
            "quit" => Command::Quit,
            "random" => Command::Random,
            "force" => Command::Force,
            "go" => Command::Go,
            "playother" => Command::PlayOther,
            "white" => Command::White,
            "black" => Command::Black,
            "?" => Command::MoveNow,
            "draw" => Command::Draw,
            "edit" => Command::Edit,
            "hint" => Command::Hint,
            "bk" => Command::Book,
            "undo" => Command::Undo,
            "remove" => Command::Remove,
            "hard" => Command::Hard,
            "easy" => Command::Easy,
            "post" => Command::Post,
            "nopost" => Command::NoPost,
            "analyze" => Command::Analyze,
            "exit" => Command::Exit,
            "." => Command::Status,
            "computer" => Command::Computer,
            "pause" => Command::Pause,
            "resume" => Command::Resume,
            _ => return None,
        })
    }

    /// Commands whose rest of the line is free text.
    fn with_text(word: &str, rest: &str) -> Option<Command> {
        let text = rest.to_owned();
        Some(match word {
            "accepted" => Command::Accepted(text),
            "rejected" => Command::Rejected(text),
            "variant" => Command::Variant(text),
            "usermove" => Command::UserMove(text),
            "ping" => Command::Ping(text),
            "setboard" => Command::SetBoard(text),
            "name" => Command::Name(text),
            "ics" => Command::Ics(text),
            "holding" => Command::Holding(text),
            "setscore" | "lift" | "put" | "hover" | "partner" | "ptell" => {
                Command::Ignored(format!("{word} {rest}").trim().to_owned())
            }
            "exclude" => Command::Exclude(Selection::parse(rest)),
            "include" => Command::Include(Selection::parse(rest)),
            "egtpath" => {
                let (kind, path) = split_word(rest);
                Command::TablebasePath(kind.to_owned(), path.to_owned())
            }
            "option" => match rest.split_once('=') {
                Some((name, value)) => Command::Option(name.trim().to_owned(), Some(value.trim().to_owned())),
                None => Command::Option(text, None),
            },
            _ => return None,
        })
    }

    /// Commands with numbers: `Some(None)` if the word is known and the numbers are not.
    fn with_numbers(word: &str, rest: &str) -> Option<Option<Command>> {
        let first = split_word(rest).0;
        Some(match word {
            "protover" => text::small_natural(first).map(Command::Protover),
            "level" => parse_level(rest),
            "st" => time_text::seconds(first).map(Command::MoveTime),
            "sd" | "depth" => text::small_natural(first).map(Command::Depth),
            "nps" => text::natural(first).map(Command::NodeRate),
            "time" => text::clamped_integer(first).map(Command::Time),
            "otim" => text::clamped_integer(first).map(Command::OpponentTime),
            "memory" => text::natural(first).map(Command::Memory),
            "cores" => text::small_natural(first).map(Command::Cores),
            "rating" => parse_rating(rest),
            "result" => parse_result(rest),
            "perft" => None,
            _ => return None,
        })
    }

    /// Reads a line inside `edit`.
    pub fn parse_edit(line: &str) -> EditLine {
        let line = line.trim();
        match line {
            "#" => return EditLine::Clear,
            "c" => return EditLine::ChangeColor,
            "." => return EditLine::Done,
            "quit" => return EditLine::Quit,
            _ => {}
        }
        let letters: Vec<char> = line.chars().collect();
        match letters.as_slice() {
            ['x', file @ 'a'..='h', rank @ '1'..='8'] => EditLine::Remove(format!("{file}{rank}")),
            [piece, '@', count] if is_piece(*piece) && count.is_ascii_digit() => {
                EditLine::Hold(*piece, count.to_digit(10).map_or(0, |n| n as u8))
            }
            [piece, '@', tens, ones]
                if is_piece(*piece) && tens.is_ascii_digit() && ones.is_ascii_digit() =>
            {
                let digit = |c: &char| c.to_digit(10).map_or(0, |n| n as u8);
                EditLine::Hold(*piece, digit(tens) * 10 + digit(ones))
            }
            [piece, file @ 'a'..='h', rank @ '1'..='8', tail @ ..]
                if is_piece(*piece) && (tail.is_empty() || tail == ['+']) =>
            {
                EditLine::Put { piece: *piece, square: format!("{file}{rank}"), promoted: !tail.is_empty() }
            }
            _ => EditLine::Other(line.to_owned()),
        }
    }
}

fn is_piece(letter: char) -> bool {
    "PNBRQK".contains(letter)
}

impl Selection {
    fn parse(text: &str) -> Selection {
        match text {
            "all" => Selection::All,
            _ => Selection::One(text.to_owned()),
        }
    }
}

fn parse_level(rest: &str) -> Option<Command> {
    let mut words = rest.split_whitespace();
    let moves = text::small_natural(words.next()?)?;
    let base = time_text::minutes(words.next()?)?;
    let increment = match words.next() {
        Some(word) => time_text::seconds(word)?,
        None => std::time::Duration::ZERO,
    };
    Some(Command::Level { moves, base, increment })
}

fn parse_rating(rest: &str) -> Option<Command> {
    let mut words = rest.split_whitespace();
    let mine = text::clamped_integer(words.next()?)?;
    let his = text::clamped_integer(words.next()?)?;
    Some(Command::Rating(mine, his))
}

fn parse_result(rest: &str) -> Option<Command> {
    let (word, comment) = split_word(rest);
    let comment = comment.trim_start_matches('{').trim_end_matches('}').trim();
    let comment = (!comment.is_empty()).then(|| comment.to_owned());
    Some(Command::Result(ResultTag::parse(word)?, comment))
}

/// Does a word have the shape of a move in coordinates, SAN, castling or drop notation?
pub(crate) fn looks_like_move(word: &str) -> bool {
    if word == "@@@@" {
        return true;
    }
    let body = word.trim_end_matches(['+', '#', '!', '?']);
    if matches!(body, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o") {
        return true;
    }
    let is_file = |c: char| matches!(c, 'a'..='h');
    let is_rank = |c: char| c.is_ascii_digit() && c != '0' && c != '9';
    let letters: Vec<char> = body.chars().collect();
    let body = match letters.as_slice() {
        [rest @ .., '=', piece] if piece.is_ascii_alphabetic() => rest,
        [from, r1, to, r2, piece]
            if is_file(*from)
                && is_rank(*r1)
                && is_file(*to)
                && is_rank(*r2)
                && piece.is_ascii_alphabetic() =>
        {
            return true;
        }
        all => all,
    };
    let (head, square) = match body {
        [head @ .., file, rank] if is_file(*file) && is_rank(*rank) => (head, true),
        other => (other, false),
    };
    if !square {
        return false;
    }
    let head = match head {
        [piece, '@'] => return piece.is_ascii_alphabetic(),
        ['@'] => return true,
        [rest @ .., 'x' | '-'] => rest,
        other => other,
    };
    let head = match head {
        [piece, rest @ ..] if is_piece(*piece) => rest,
        other => other,
    };
    match head {
        [] => true,
        [one] => is_file(*one) || is_rank(*one),
        [file, rank] => is_file(*file) && is_rank(*rank),
        _ => false,
    }
}

/// Writes the line that a GUI sends.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Accepted(text) => write!(f, "accepted {text}"),
            Command::Rejected(text) => write!(f, "rejected {text}"),
            Command::Variant(name) => write!(f, "variant {name}"),
            Command::UserMove(text) => write!(f, "usermove {text}"),
            Command::Ping(text) => write!(f, "ping {text}"),
            Command::SetBoard(fen) => write!(f, "setboard {fen}"),
            Command::Name(text) => write!(f, "name {text}"),
            Command::Ics(text) => write!(f, "ics {text}"),
            Command::Holding(text) => write!(f, "holding {text}"),
            Command::Exclude(which) => write!(f, "exclude {which}"),
            Command::Include(which) => write!(f, "include {which}"),
            Command::TablebasePath(kind, path) => write!(f, "egtpath {kind} {path}"),
            Command::Option(name, None) => write!(f, "option {name}"),
            Command::Option(name, Some(value)) => write!(f, "option {name}={value}"),
            Command::Tool(tool) => tool.fmt(f),
            Command::BareMove(text)
            | Command::Ignored(text)
            | Command::Malformed(text)
            | Command::Unknown(text) => f.write_str(text),
            _ => match self.word() {
                Some(word) => f.write_str(word),
                None => self.fmt_numbers(f),
            },
        }
    }
}

impl Command {
    /// The word of a command that is only a word.
    fn word(&self) -> Option<&'static str> {
        Some(match self {
            Command::Blank => "",
            Command::Xboard => "xboard",
            Command::New => "new",
            Command::Quit => "quit",
            Command::Random => "random",
            Command::Force => "force",
            Command::Go => "go",
            Command::PlayOther => "playother",
            Command::White => "white",
            Command::Black => "black",
            Command::MoveNow => "?",
            Command::Draw => "draw",
            Command::Edit => "edit",
            Command::Hint => "hint",
            Command::Book => "bk",
            Command::Undo => "undo",
            Command::Remove => "remove",
            Command::Hard => "hard",
            Command::Easy => "easy",
            Command::Post => "post",
            Command::NoPost => "nopost",
            Command::Analyze => "analyze",
            Command::Exit => "exit",
            Command::Status => ".",
            Command::Computer => "computer",
            Command::Pause => "pause",
            Command::Resume => "resume",
            _ => return None,
        })
    }

    fn fmt_numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Protover(version) => write!(f, "protover {version}"),
            Command::Level { moves, base, increment } => {
                let base = time_text::write_minutes(*base);
                let increment = time_text::write_seconds(*increment);
                write!(f, "level {moves} {base} {increment}")
            }
            Command::MoveTime(time) => write!(f, "st {}", time_text::write_seconds(*time)),
            Command::Depth(depth) => write!(f, "sd {depth}"),
            Command::NodeRate(rate) => write!(f, "nps {rate}"),
            Command::Time(time) => write!(f, "time {time}"),
            Command::OpponentTime(time) => write!(f, "otim {time}"),
            Command::Memory(megabytes) => write!(f, "memory {megabytes}"),
            Command::Cores(cores) => write!(f, "cores {cores}"),
            Command::Rating(mine, his) => write!(f, "rating {mine} {his}"),
            Command::Result(result, None) => write!(f, "result {result}"),
            Command::Result(result, Some(comment)) => write!(f, "result {result} {{{comment}}}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::All => f.write_str("all"),
            Selection::One(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_command_is_read_as_it_is_written() {
        let lines = "xboard|protover 2|accepted done|rejected option Foo|new|variant crazyhouse|quit|random|force|go|\
             playother|white|black|level 40 5:00 0|level 0 2:30 0.1|st 5|st 0.2|st 0|sd 6|nps 1000|time 1|otim -7|\
             usermove e2e4|usermove|e2e4|Nf6|O-O|P@e4|?|ping 007|draw|result 1-0 {White mates}|result *|\
             setboard 8/8/8/8/8/8/8/8 w - - 0 1|edit|hint|bk|undo|remove|hard|easy|post|nopost|analyze|exit|.|\
             name Bob Smith|rating 0 1500|ics -|computer|pause|resume|memory 68|cores 2|\
             egtpath syzygy /a b/c:/d|option Move Overhead=30|option ClearHash|exclude all|include a2a3|\
             holding [P] [] BR|lift e2|partner|ptell hi|perft 4|d|eval|bench 8|flip|help|frobnicate now|level x";
        for line in lines.split('|').map(str::trim) {
            let command = Command::parse(line);
            let printed = command.to_string();
            assert_eq!(Command::parse(&printed), command, "{line}");
            if !line.starts_with("level x") {
                assert_eq!(printed.trim(), line);
            }
        }
    }

    #[test]
    fn odd_clocks_are_understood() {
        let level =
            |moves, base, increment| Command::Level { moves, base: Duration::from_secs(base), increment };
        assert_eq!(Command::parse("level 40 25+5 0"), level(40, 1500, Duration::ZERO));
        assert_eq!(Command::parse("level 0 5 1e-05"), level(0, 300, Duration::from_micros(10)));
        assert_eq!(Command::parse("level 0 0 0.1"), level(0, 0, Duration::from_millis(100)));
        assert_eq!(Command::parse("level"), Command::Malformed("level".into()));
        assert_eq!(Command::parse("st abc"), Command::Malformed("st".into()));
        assert_eq!(Command::parse("sd"), Command::Malformed("sd".into()));
    }

    #[test]
    fn shapes_of_moves_are_told_from_words() {
        for word in [
            "e2e4", "e7e8q", "e7e8=q", "e7e8Q", "Nf3", "Nbd7", "N1d2", "Nb1d2", "exd5", "e8=Q", "O-O",
            "0-0-0", "P@e4", "n@f3", "@e4", "Nxf3+", "e4", "@@@@", "e2-e4",
        ] {
            assert!(looks_like_move(word), "{word}");
        }
        for word in ["frobnicate", "zz99", "e9", "hello", "depth", "", "e2e", "\u{265e}", "1-0", "ponder"] {
            assert!(!looks_like_move(word), "{word}");
        }
    }

    #[test]
    fn lines_of_the_editor_are_understood() {
        assert_eq!(Command::parse_edit("#"), EditLine::Clear);
        assert_eq!(
            Command::parse_edit("Qd5+"),
            EditLine::Put { piece: 'Q', square: "d5".into(), promoted: true }
        );
        assert_eq!(Command::parse_edit("xa4"), EditLine::Remove("a4".into()));
        assert_eq!(Command::parse_edit("P@3"), EditLine::Hold('P', 3));
        assert_eq!(Command::parse_edit("P@12"), EditLine::Hold('P', 12));
        assert_eq!(Command::parse_edit("castle KQkq"), EditLine::Other("castle KQkq".into()));
    }
}
