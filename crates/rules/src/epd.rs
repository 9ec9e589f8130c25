//! Extended position description: a position and operations on one line, as test suites and openings use it.
//!
//! The reader is forgiving, for many published suites are not written by the book: move counters after the position,
//! missing semicolons, strings without a closing quote.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use crate::fen::shortened;
use crate::{
    EnPassantStyle, FenError, FenStyle, Move, MoveError, Position, Rules, Setup, SetupError, Tolerance,
};

/// One operand of an operation: a word, or a string in quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// The text without quotes.
    pub text: String,
    /// Was it, or shall it be, in quotes?
    pub quoted: bool,
}

impl Operand {
    /// An operand without quotes, such as a move or a number.
    pub fn word(text: impl Into<String>) -> Operand {
        let (text, quoted) = (text.into(), false);
        Operand { text, quoted }
    }

    /// An operand in quotes.
    pub fn string(text: impl Into<String>) -> Operand {
        let (text, quoted) = (text.into(), true);
        Operand { text, quoted }
    }
}

/// One operation: an opcode such as `bm` with its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What it is: `bm` best moves, `am` moves to avoid, `id` the name, `dm` mate in so many moves, …
    pub opcode: String,
    /// What it is given.
    pub operands: Vec<Operand>,
}

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, not yet validated.
    pub setup: Setup,
    /// Is the position written with hands even if they are empty?
    pub drops: bool,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// Why a line is no EPD record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EpdError {
    /// There are fewer than the four fields of a position.
    TooShort(String),
    /// The position cannot be read.
    Fen(FenError),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdError::TooShort(text) => {
                write!(f, "'{text}' is no EPD record: it does not begin with the four fields of a position")
            }
            EpdError::Fen(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EpdError {}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> EpdError {
        EpdError::Fen(error)
    }
}

/// A piece of an EPD line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    String(&'a str),
    /// The semicolon.
    End,
}

/// Splits off the next token.
fn next_token<'a>(rest: &mut &'a str) -> Option<Token<'a>> {
    *rest = rest.trim_start();
    if let Some(after) = rest.strip_prefix(';') {
        *rest = after;
        return Some(Token::End);
    }
    if let Some(after) = rest.strip_prefix('"') {
        // A string without a closing quote ends with the line.
        let (text, after) =
            after.split_once('"').unwrap_or((after.trim_end_matches([';', ' ', '\r', '\n']), ""));
        *rest = after;
        return Some(Token::String(text));
    }
    let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
    let (word, after) = rest.split_at_checked(end)?;
    *rest = after;
    (!word.is_empty()).then_some(Token::Word(word))
}

/// Opcodes that begin a new operation even where the semicolon before them is missing. Comments `c1` to `c8` are not
/// among them: those are squares, and pawns move there.
const UNMISTAKABLE: [&str; 22] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "c0",
    "c9",
    "ce",
    "dm",
    "draw_accept",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "sv",
];

impl Epd {
    /// A record without operations.
    pub fn of<R: Rules>(position: &Position<R>) -> Epd {
        let mut setup = position.to_setup();
        setup.en_passant = position.en_passant();
        Epd { setup, drops: R::DROPS, operations: Vec::new() }
    }

    /// Reads a line. Move counters of a FEN may follow the position; `hmvc` and `fmvn` set them too.
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let too_short = || EpdError::TooShort(shortened(line.trim()));
        let mut rest = line.trim_start_matches('\u{feff}');
        let mut fields = Vec::new();
        let mut wanted = 4;
        while fields.len() < wanted {
            let Some(Token::Word(word)) = next_token(&mut rest) else {
                return Err(too_short());
            };
            if fields.len() == 1 && word.starts_with('[') {
                wanted += 1;
            }
            fields.push(word);
        }
        let mut extra = rest;
        if next_token(&mut extra) == Some(Token::Word("-")) {
            rest = extra;
        }
        for _ in 0..2 {
            let mut after = rest;
            match next_token(&mut after) {
                Some(Token::Word(word)) if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    fields.push(word);
                    rest = after;
                }
                _ => break,
            }
        }
        let mut epd = Epd {
            setup: Setup::from_fen_fields(&fields)?,
            drops: fields.iter().take(2).any(|field| field.contains('[')),
            operations: read_operations(rest),
        };
        if let Some(clock) = epd.number("hmvc") {
            epd.setup.halfmoves = clock;
        }
        if let Some(number) = epd.number("fmvn") {
            epd.setup.fullmoves = number;
        }
        Ok(epd)
    }

    /// The validated position.
    pub fn position<R: Rules>(&self, tolerance: Tolerance) -> Result<Position<R>, SetupError> {
        Position::from_setup(&self.setup, tolerance)
    }

    /// The first operation with an opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The first operand of an operation, such as the name that `id` gives.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        let operand = self.operation(opcode)?.operands.first()?;
        Some(&operand.text)
    }

    /// The first operand of an operation as a number, such as that of `dm`.
    pub fn number<N: std::str::FromStr>(&self, opcode: &str) -> Option<N> {
        self.text(opcode)?.parse().ok()
    }

    /// The operands of an operation as moves, read one by one with `parse`; none if there is no such operation.
    /// Move numbers between them are skipped.
    pub fn moves(
        &self,
        opcode: &str,
        parse: impl Fn(&str) -> Result<Move, MoveError>,
    ) -> Result<Vec<Move>, MoveError> {
        let operands = self.operation(opcode).map_or(&[][..], |operation| &operation.operands);
        operands
            .iter()
            .flat_map(|operand| operand.text.split([' ', ',']))
            .filter(|text| !text.is_empty() && !text.ends_with('.'))
            .map(parse)
            .collect()
    }

    /// Adds an operation at the end.
    pub fn add(&mut self, opcode: impl Into<String>, operands: Vec<Operand>) {
        self.operations.push(Operation { opcode: opcode.into(), operands });
    }
}

/// Reads all that follows the position.
fn read_operations(mut rest: &str) -> Vec<Operation> {
    let mut operations: Vec<Operation> = Vec::new();
    let mut open = false;
    while let Some(token) = next_token(&mut rest) {
        let operand = match token {
            Token::End => {
                open = false;
                continue;
            }
            Token::Word(word) => Operand::word(word),
            Token::String(text) => Operand::string(text),
        };
        let starts = !open || (!operand.quoted && UNMISTAKABLE.contains(&operand.text.as_str()));
        match operations.last_mut() {
            Some(operation) if !starts => operation.operands.push(operand),
            _ => operations.push(Operation { opcode: operand.text, operands: Vec::new() }),
        }
        open = true;
    }
    operations
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needs_quotes = self.text.is_empty() || self.text.contains([' ', '\t', ';', '"']);
        if self.quoted || needs_quotes {
            // The format knows no escape for a quote.
            write!(f, "\"{}\"", self.text.replace('"', "'"))
        } else {
            f.write_str(&self.text)
        }
    }
}

/// Writes one line without its end; move counters only as the operations `hmvc` and `fmvn`, if those are there.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = FenStyle { en_passant: EnPassantStyle::Always, ..FenStyle::default() };
        f.write_str(&self.setup.position_fields(style, self.drops))?;
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                write!(f, " {operand}")?;
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Standard;

    const BOARD: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

    #[test]
    fn record_is_written_as_it_was_read() {
        let line = format!("{BOARD} bm O-O Rh8+; id \"a name; with marks\"; dm 3; hmvc 7; fmvn 40;");
        let epd = Epd::parse(&line).unwrap();
        assert_eq!(epd.to_string(), line);
        assert_eq!(epd.text("id"), Some("a name; with marks"));
        assert_eq!(epd.number("dm"), Some(3));
        assert_eq!((epd.setup.halfmoves, epd.setup.fullmoves), (7, 40));
        let position: Position<Standard> = epd.position(Tolerance::Strict).unwrap();
        let moves = epd.moves("bm", |text| position.parse_move(text)).unwrap();
        assert_eq!(moves.len(), 2);
        assert_eq!(epd.moves("am", |text| position.parse_move(text)), Ok(Vec::new()));
    }

    #[test]
    fn careless_records_are_understood() {
        for (tail, id) in [
            (" 3 20 bm Rh8+ id \"x\"", "x"),
            (" - bm Rh8+; id \"x\";", "x"),
            (" id \"not closed;", "not closed"),
            ("; bm Rh8+;; id x;", "x"),
        ] {
            let epd = Epd::parse(&format!("{BOARD}{tail}")).unwrap();
            assert_eq!(epd.text("id"), Some(id), "{tail}");
            if let Some(best) = epd.operation("bm") {
                assert_eq!(best.operands, [Operand::word("Rh8+")], "{tail}");
            }
        }
    }

    #[test]
    fn perft_lines_are_records_too() {
        let epd = Epd::parse(&format!("{BOARD} 0 1 ;D1 15 ;D2 66")).unwrap();
        assert_eq!(epd.number("D2"), Some(66));
    }

    #[test]
    fn records_without_a_position_are_refused() {
        assert!(matches!(Epd::parse(";;;;"), Err(EpdError::TooShort(_))));
        assert!(matches!(Epd::parse("bm e4; id \"x\";"), Err(EpdError::TooShort(_))));
        assert!(matches!(Epd::parse("4k3/8/8/8/8/8/8/4K3 w - bm Kd1;"), Err(EpdError::Fen(_))));
    }
}
