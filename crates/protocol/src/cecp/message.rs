//! What an engine says to a GUI in CECP.

use std::fmt;

use super::feature::{Feature, parse_features};
use crate::result_tag::ResultTag;
use crate::score::{Bound, Score};
use crate::text::split_word;

/// One line from the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// Nothing.
    Blank,
    /// `feature …`
    Features(Vec<Feature>),
    /// `move MOVE`
    Move(String),
    /// `Illegal move (REASON): MOVE`
    IllegalMove {
        /// Why, if it says so.
        reason: Option<String>,
        /// The move as it was sent.
        text: String,
    },
    /// `Error (KIND): TEXT`
    Error {
        /// What kind of error.
        kind: String,
        /// The command that caused it.
        text: String,
    },
    /// `1-0 {COMMENT}`
    Result(ResultTag, Option<String>),
    /// `resign`
    Resign,
    /// `offer draw`
    OfferDraw,
    /// `pong TEXT`
    Pong(String),
    /// `Hint: MOVE`
    Hint(String),
    /// A line of thinking.
    Thinking(ThinkingLine),
    /// `stat01: …`, the answer to `.`
    Status(Status),
    /// `telluser TEXT` and its kin.
    Tell(Tell, String),
    /// `askuser TAG QUESTION`
    Ask(String, String),
    /// `# TEXT`
    Comment(String),
    /// Anything else, such as book text, which begins with a blank.
    Other(String),
}

/// Whom a message is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tell {
    /// `telluser`
    User,
    /// `tellusererror`
    UserError,
    /// `tellopponent`
    Opponent,
    /// `tellothers`
    Others,
    /// `tellall`
    All,
    /// `tellics`
    Ics,
    /// `tellicsnoalias`
    IcsNoAlias,
}

impl Tell {
    const ALL: [(Tell, &'static str); 7] = [
        (Tell::User, "telluser"),
        (Tell::UserError, "tellusererror"),
        (Tell::Opponent, "tellopponent"),
        (Tell::Others, "tellothers"),
        (Tell::All, "tellall"),
        (Tell::Ics, "tellics"),
        (Tell::IcsNoAlias, "tellicsnoalias"),
    ];

    fn word(self) -> &'static str {
        Tell::ALL.iter().find(|(tell, _)| *tell == self).map_or("telluser", |(_, word)| word)
    }
}

/// `PLY SCORE TIME NODES [SELDEPTH NPS TBHITS]<TAB>PV`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThinkingLine {
    /// Depth in plies.
    pub depth: u32,
    /// For the side that is to move.
    pub score: Score,
    /// A final `?` or `!`.
    pub bound: Bound,
    /// Since the search began.
    pub centiseconds: u64,
    /// Positions searched.
    pub nodes: u64,
    /// Selective depth, nodes per second, tablebase hits; all or none.
    pub extra: Option<[u64; 3]>,
    /// The line, in the engine's notation.
    pub pv: Vec<String>,
}

/// `stat01: TIME NODES DEPTH LEFT TOTAL MOVE`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// Since the search began.
    pub centiseconds: u64,
    /// Positions searched.
    pub nodes: u64,
    /// The depth under way.
    pub depth: u32,
    /// Root moves not yet searched at this depth.
    pub left: u32,
    /// Root moves in all.
    pub total: u32,
    /// The root move being searched.
    pub current: Option<String>,
}

/// The longest PV, in characters, that is printed; XBoard cuts it at about a thousand.
const LONGEST_PV: usize = 900;

impl Message {
    /// Reads a line that [`text::clean`](crate::text::clean) has passed; leading blanks, if kept, mark book text.
    pub fn parse(line: &str) -> Message {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return Message::Blank;
        }
        if let Some(comment) = trimmed.strip_prefix('#') {
            return Message::Comment(comment.trim().to_owned());
        }
        if let Some(thinking) = ThinkingLine::parse(line) {
            return Message::Thinking(thinking);
        }
        Message::parse_labelled(trimmed)
            .or_else(|| Message::parse_word(trimmed))
            .unwrap_or_else(|| Message::Other(line.trim_end().to_owned()))
    }

    /// Lines with a label and a colon.
    fn parse_labelled(line: &str) -> Option<Message> {
        if let Some(rest) = line.strip_prefix("Illegal move") {
            let (reason, text) = parenthesis_and_text(rest)?;
            return Some(Message::IllegalMove { reason, text });
        }
        if let Some(rest) = line.strip_prefix("Error") {
            let (kind, text) = parenthesis_and_text(rest)?;
            return Some(Message::Error { kind: kind.unwrap_or_default(), text });
        }
        if let Some(rest) = line.strip_prefix("Hint:") {
            return Some(Message::Hint(rest.trim().to_owned()));
        }
        let rest = line.strip_prefix("stat01:")?;
        Status::parse(rest).map(Message::Status)
    }

    /// Lines that begin with a command word.
    fn parse_word(line: &str) -> Option<Message> {
        let (word, rest) = split_word(line);
        let text = rest.to_owned();
        if let Some((tell, _)) = Tell::ALL.iter().find(|(_, name)| *name == word) {
            return Some(Message::Tell(*tell, text));
        }
        if let Some(result) = ResultTag::parse(word).filter(|result| *result != ResultTag::Unknown) {
            let comment = rest.trim_start_matches('{').trim_end_matches('}').trim();
            let comment = (!comment.is_empty()).then(|| comment.to_owned());
            return Some(Message::Result(result, comment));
        }
        Some(match word {
            "feature" => Message::Features(parse_features(rest)),
            "move" if !rest.is_empty() => Message::Move(split_word(rest).0.to_owned()),
            "pong" => Message::Pong(text),
            "resign" if rest.is_empty() => Message::Resign,
            "offer" if rest == "draw" => Message::OfferDraw,
            "askuser" => {
                let (tag, question) = split_word(rest);
                Message::Ask(tag.to_owned(), question.to_owned())
            }
            _ => return Message::parse_old_move(line),
        })
    }

    /// The old forms `12. ... e7e5` and `My move is: e7e5`.
    fn parse_old_move(line: &str) -> Option<Message> {
        if let Some(rest) = line.strip_prefix("My move is:") {
            return Some(Message::Move(split_word(rest).0.to_owned()));
        }
        let mut words = line.split_whitespace();
        let number = words.next()?.strip_suffix('.')?;
        number.parse::<u32>().ok()?;
        (words.next()? == "...").then_some(())?;
        words.next().map(|text| Message::Move(text.to_owned()))
    }
}

/// ` (REASON): TEXT`, where the parenthesis may be missing.
fn parenthesis_and_text(rest: &str) -> Option<(Option<String>, String)> {
    let rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('(') {
        let (reason, text) = inner.split_once(')')?;
        let text = text.trim_start().strip_prefix(':').unwrap_or(text);
        return Some((Some(reason.trim().to_owned()), text.trim().to_owned()));
    }
    let text = rest.strip_prefix(':')?;
    Some((None, text.trim().to_owned()))
}

impl ThinkingLine {
    /// Reads a line of thinking: four numbers, perhaps more before a tab, and the line.
    pub fn parse(line: &str) -> Option<ThinkingLine> {
        let (numbers, tail) = match line.rsplit_once('\t') {
            Some((front, pv)) if front.split_whitespace().all(|word| word.parse::<i64>().is_ok()) => {
                (front, pv)
            }
            _ => (line, ""),
        };
        let mut words = numbers.split_whitespace();
        let depth = words.next()?.trim_end_matches(['.', '+', '&']).parse().ok()?;
        let score: i64 = words.next()?.parse().ok()?;
        let centiseconds = words.next()?.parse().ok()?;
        let nodes = words.next()?.parse().ok()?;
        let (extra, mut pv) = if tail.is_empty() {
            (None, words.map(str::to_owned).collect::<Vec<_>>())
        } else {
            let more: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
            let extra = match more.as_slice() {
                [seldepth, nps, .., tbhits] => Some([*seldepth, *nps, *tbhits]),
                _ => None,
            };
            (extra, tail.split_whitespace().map(str::to_owned).collect())
        };
        let bound = match pv.last().map(String::as_str) {
            Some("?") => Bound::Upper,
            Some("!") => Bound::Lower,
            _ => Bound::Exact,
        };
        if bound != Bound::Exact {
            pv.pop();
        }
        let score = i32::try_from(score).unwrap_or(if score < 0 { i32::MIN } else { i32::MAX });
        Some(ThinkingLine { depth, score: Score::from_cecp(score), bound, centiseconds, nodes, extra, pv })
    }
}

impl Status {
    fn parse(text: &str) -> Option<Status> {
        let mut words = text.split_whitespace();
        Some(Status {
            centiseconds: words.next()?.parse().ok()?,
            nodes: words.next()?.parse().ok()?,
            depth: words.next()?.parse().ok()?,
            left: words.next()?.parse().ok()?,
            total: words.next()?.parse().ok()?,
            current: words.next().map(str::to_owned),
        })
    }
}

impl fmt::Display for ThinkingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score.to_cecp();
        write!(f, "{} {score} {} {}", self.depth, self.centiseconds, self.nodes)?;
        if let Some([seldepth, nps, tbhits]) = self.extra {
            write!(f, " {seldepth} {nps} {tbhits}\t")?;
        } else {
            f.write_str(" ")?;
        }
        let mut length = 0;
        let mut separator = "";
        for text in &self.pv {
            length += text.len() + 1;
            if length > LONGEST_PV {
                break;
            }
            write!(f, "{separator}{text}")?;
            separator = " ";
        }
        match self.bound {
            Bound::Exact => Ok(()),
            Bound::Lower => write!(f, "{separator}!"),
            Bound::Upper => write!(f, "{separator}?"),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Blank => Ok(()),
            Message::Features(features) => {
                f.write_str("feature")?;
                features.iter().try_for_each(|feature| write!(f, " {feature}"))
            }
            Message::Move(text) => write!(f, "move {text}"),
            Message::IllegalMove { reason: None, text } => write!(f, "Illegal move: {text}"),
            Message::IllegalMove { reason: Some(reason), text } => {
                write!(f, "Illegal move ({reason}): {text}")
            }
            Message::Error { kind, text } => write!(f, "Error ({kind}): {text}"),
            Message::Result(result, None) => write!(f, "{result}"),
            Message::Result(result, Some(comment)) => write!(f, "{result} {{{comment}}}"),
            Message::Resign => f.write_str("resign"),
            Message::OfferDraw => f.write_str("offer draw"),
            Message::Pong(text) => write!(f, "pong {text}"),
            Message::Hint(text) => write!(f, "Hint: {text}"),
            Message::Thinking(line) => line.fmt(f),
            Message::Status(status) => {
                let Status { centiseconds, nodes, depth, left, total, .. } = status;
                write!(f, "stat01: {centiseconds} {nodes} {depth} {left} {total}")?;
                match &status.current {
                    Some(text) => write!(f, " {text}"),
                    None => Ok(()),
                }
            }
            Message::Tell(tell, text) => write!(f, "{} {text}", tell.word()),
            Message::Ask(tag, question) => write!(f, "askuser {tag} {question}"),
            Message::Comment(text) => write!(f, "# {text}"),
            Message::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_read_as_it_is_written() {
        let lines = [
            "feature done=0",
            "feature myname=\"Rocada 0.1\" ping=1",
            "move e2e4",
            "Illegal move: e2e5",
            "Illegal move (out of turn): e2e4",
            "Error (unknown command): frobnicate",
            "1-0 {White mates}",
            "1/2-1/2",
            "resign",
            "offer draw",
            "pong 007",
            "Hint: e2e4",
            "8 -13 45 12345 12 100000 0\te2e4 e7e5",
            "8 100003 45 12345 e2e4 e7e5",
            "8 13 45 12345 12 100000 0\te2e4 ?",
            "stat01: 100 20000 9 3 20 e2e4",
            "stat01: 100 20000 9 3 20",
            "telluser hello there",
            "tellusererror Illegal position",
            "tellicsnoalias kibitz hi",
            "askuser tag What now?",
            "# debug",
            " book e2e4 60%",
        ];
        for line in lines {
            let message = Message::parse(line);
            assert_eq!(message.to_string(), line);
            if !line.starts_with(' ') {
                assert!(!matches!(message, Message::Other(_)), "{line}");
            }
        }
    }

    #[test]
    fn old_forms_and_oddities_of_engines_are_read() {
        assert_eq!(Message::parse("12. ... e7e5"), Message::Move("e7e5".into()));
        assert_eq!(Message::parse("My move is: e7e5"), Message::Move("e7e5".into()));
        assert!(
            matches!(Message::parse("  9.  12 3 400 Nf3 Nc6"), Message::Thinking(line) if line.depth == 9)
        );
        assert!(matches!(Message::parse("Error"), Message::Other(_)));
        assert!(matches!(Message::parse("1 2 3"), Message::Other(_)));
        assert_eq!(Message::parse("  "), Message::Blank);
    }

    #[test]
    fn a_long_line_is_cut() {
        let line = ThinkingLine {
            depth: 1,
            score: Score::Centipawns(1),
            bound: Bound::Exact,
            centiseconds: 0,
            nodes: 1,
            extra: Some([1, 1, 0]),
            pv: vec!["e2e4".to_owned(); 1000],
        };
        assert!(line.to_string().len() < 1000);
    }
}
