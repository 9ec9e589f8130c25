//! Forsyth-Edwards notation: X-FEN, Shredder-FEN and mixtures, with the hands and marks of crazyhouse.
//!
//! Reading gives a [`Setup`]: this module knows the syntax, `validate` knows what is possible.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use crate::{Bitboard, Color, Piece, Position, Role, Rules, Setup, SetupError, Square, Tolerance, Wing};

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FenField {
    Board,
    Hand,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
    /// Something after the sixth field.
    Extra,
}

impl FenField {
    /// The field's name in an error.
    pub const fn name(self) -> &'static str {
        match self {
            FenField::Board => "board",
            FenField::Hand => "hand",
            FenField::Turn => "side to move",
            FenField::Castling => "castling field",
            FenField::EnPassant => "en passant field",
            FenField::Halfmoves => "halfmove clock",
            FenField::Fullmoves => "move number",
            FenField::Extra => "end",
        }
    }
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// A field cannot be read.
    Syntax {
        /// Which field.
        field: FenField,
        /// What stands there.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// It can be read, but describes nothing that can be played.
    Setup(SetupError),
}

impl FenError {
    fn new(field: FenField, text: &str, reason: &'static str) -> FenError {
        FenError::Syntax { field, text: shortened(text), reason }
    }
}

/// The beginning of a text: an error message is no place for ten thousand characters.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Syntax { field, text, reason } => {
                write!(f, "cannot read the {} '{text}' of the FEN: {reason}", field.name())
            }
            FenError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FenError::Syntax { .. } => None,
            FenError::Setup(error) => Some(error),
        }
    }
}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> FenError {
        FenError::Setup(error)
    }
}

impl Setup {
    /// Reads a FEN of one to six fields; what is missing is White to move, no castling, no en passant, `0 1`.
    ///
    /// Understands X-FEN (`KQkq` for the outermost rooks) and Shredder-FEN (`HAha`), hands as `[QRp]`, `[2P]`, `[-]`
    /// or after a ninth slash, promoted marks `Q~`, tabs and surplus blanks, and underscores in place of blanks.
    pub fn from_fen(text: &str) -> Result<Setup, FenError> {
        Setup::from_fen_fields(&split_fields(text))
    }

    /// Reads the fields of a FEN.
    pub(crate) fn from_fen_fields(fields: &[&str]) -> Result<Setup, FenError> {
        let mut setup = Setup::empty();
        let mut fields = fields.iter().copied().peekable();
        let board = fields.next().unwrap_or_default();
        // "… RNBQKBNR [Qq] w": a blank before the hand.
        match fields.next_if(|field| field.starts_with('[') && !board.contains('[')) {
            Some(hand) => read_placement(&format!("{board}{hand}"), &mut setup)?,
            None => read_placement(board, &mut setup)?,
        }
        setup.turn = read_turn(fields.next().unwrap_or("w"))?;
        read_castling(fields.next().unwrap_or("-"), &mut setup)?;
        setup.en_passant = read_en_passant(fields.next().unwrap_or("-"))?;
        // Some copies of published suites have a fifth field "-".
        fields.next_if_eq(&"-");
        setup.halfmoves = read_number(FenField::Halfmoves, fields.next().unwrap_or("0"))?;
        setup.fullmoves = read_number(FenField::Fullmoves, fields.next().unwrap_or("1"))?;
        match fields.next() {
            Some(extra) => Err(FenError::new(FenField::Extra, extra, "nothing may follow here")),
            None => Ok(setup),
        }
    }
}

/// Splits a FEN at blanks, or at underscores if there are no blanks; quotes and a byte order mark do not count.
fn split_fields(text: &str) -> Vec<&str> {
    let text = text.trim_start_matches('\u{feff}').trim().trim_matches('"').trim();
    match text.contains('_') && !text.contains(char::is_whitespace) {
        true => text.split('_').filter(|field| !field.is_empty()).collect(),
        false => text.split_whitespace().collect(),
    }
}

/// Does a FEN name castling rooks by their files, as only Chess960 does?
pub(crate) fn names_castling_files(text: &str) -> bool {
    let fields = split_fields(text);
    let castling = fields.iter().filter(|field| !field.starts_with('[')).nth(2);
    castling
        .is_some_and(|field| field.bytes().any(|letter| matches!(letter.to_ascii_uppercase(), b'A'..=b'H')))
}

/// Reads the first field: the board, and what is in hand.
fn read_placement(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let (board, hand) = match text.split_once('[') {
        Some((board, hand)) => {
            let closed = hand
                .strip_suffix(']')
                .ok_or_else(|| FenError::new(FenField::Hand, hand, "the bracket is not closed at the end"))?;
            (board, Some(closed))
        }
        None => match text.match_indices('/').nth(7) {
            Some((slash, _)) => {
                (text.get(..slash).unwrap_or_default(), text.get(slash + 1..).filter(|hand| !hand.is_empty()))
            }
            None => (text, None),
        },
    };
    read_board(board, setup)?;
    match hand {
        Some("-") | None => Ok(()),
        Some(hand) => read_hand(hand, setup),
    }
}

fn read_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let error = |reason| Err(FenError::new(FenField::Board, text, reason));
    if text.split('/').count() != 8 {
        return error("it must have eight ranks");
    }
    for (rank, row) in (0..8).rev().zip(text.split('/')) {
        let mut file = 0;
        // The square that a mark `~` would belong to.
        let mut last = None;
        for symbol in row.chars() {
            match symbol {
                '1'..='8' => {
                    file += symbol as u8 - b'0';
                    last = None;
                }
                '~' => match last.take() {
                    Some(square) => setup.promoted = setup.promoted.with(square),
                    None => return error("a promoted mark must follow a piece"),
                },
                _ => {
                    let Some(piece) = Piece::from_letter(symbol) else {
                        return error("it has a letter that is no piece");
                    };
                    if file < 8 {
                        last = Some(Square::at(file, rank));
                        setup.set_piece(Square::at(file, rank), Some(piece));
                    }
                    file += 1;
                }
            }
            if file > 8 {
                return error("a rank has more than eight squares");
            }
        }
        if file < 8 {
            return error("a rank has fewer than eight squares");
        }
    }
    Ok(())
}

/// Reads letters with optional counts before them: `QRpp`, `Q2p`.
fn read_hand(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let error = |reason| FenError::new(FenField::Hand, text, reason);
    let mut count: Option<u8> = None;
    for symbol in text.chars() {
        if let Some(digit) = symbol.to_digit(10) {
            let longer = count.unwrap_or(0).checked_mul(10).and_then(|tens| tens.checked_add(digit as u8));
            count = Some(longer.ok_or_else(|| error("a count is too large"))?);
            continue;
        }
        let piece = Piece::from_letter(symbol).ok_or_else(|| error("it has a letter that is no piece"))?;
        if piece.role == Role::King {
            return Err(error("nobody can hold a king"));
        }
        setup
            .add_to_hand(piece.color, piece.role, count.take().unwrap_or(1))
            .ok_or_else(|| error("there are too many pieces"))?;
    }
    match count {
        Some(_) => Err(error("a count must stand before a piece")),
        None => Ok(()),
    }
}

fn read_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::new(FenField::Turn, text, "it must be w or b")),
    }
}

fn read_castling(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_uppercase() {
            'K' => outermost_rook(setup, color, Wing::King),
            'Q' => outermost_rook(setup, color, Wing::Queen),
            file @ 'A'..='H' => Square::at(file as u8 - b'A', 0).relative(color),
            _ => {
                let reason = "it must be - or letters of KQkq and of rook files";
                return Err(FenError::new(FenField::Castling, text, reason));
            }
        };
        setup.castling_rooks = setup.castling_rooks.with(rook);
    }
    Ok(())
}

/// The rook that the letter K or Q means: the outermost one on that side of the king. If there is none the right
/// is given to the corner, where validation will not find what it needs.
pub(crate) fn outermost_rook(setup: &Setup, color: Color, wing: Wing) -> Square {
    let home = Bitboard::relative_rank(color, 0);
    let king = (setup.squares_of(Role::King.of(color)) & home).first();
    let on_wing = |&rook: &Square| king.is_some_and(|king| Wing::of(king, rook) == wing);
    let rooks: Bitboard =
        (setup.squares_of(Role::Rook.of(color)) & home).into_iter().filter(on_wing).collect();
    let (outermost, corner) = match wing {
        Wing::King => (rooks.last(), 7),
        Wing::Queen => (rooks.first(), 0),
    };
    outermost.unwrap_or(Square::at(corner, 0).relative(color))
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match Square::from_name(text.as_bytes()) {
        Some(square) => Ok(Some(square)),
        None if text == "-" => Ok(None),
        None => Err(FenError::new(FenField::EnPassant, text, "it must be - or a square")),
    }
}

fn read_number(field: FenField, text: &str) -> Result<u32, FenError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits => Ok(number),
        _ => Err(FenError::new(field, text, "it must be a number")),
    }
}

impl<R: Rules> Position<R> {
    /// Reads a FEN as [`Setup::from_fen`] does and validates it.
    ///
    /// ```
    /// use rocada_rules::{Crazyhouse, Position, Tolerance};
    /// let fen = "4k3/8/8/8/8/8/3Q~4/4K3[Np] w - - 0 1";
    /// let position: Position<Crazyhouse> = Position::from_fen(fen, Tolerance::Repair).unwrap();
    /// assert_eq!(position.fen(), fen);
    /// ```
    pub fn from_fen(text: &str, tolerance: Tolerance) -> Result<Position<R>, FenError> {
        Ok(Position::from_setup(&Setup::from_fen(text)?, tolerance)?)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::{CastlingStyle, FenStyle, Standard};

    fn reads_as(text: &str, fen: &str) {
        let setup = Setup::from_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(setup.fen(), fen, "{text}");
    }

    #[test]
    fn missing_fields_have_defaults() {
        let board = "4k3/8/8/8/8/8/8/4K2R";
        reads_as(board, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        reads_as(&format!("{board} b"), "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
        reads_as(&format!(" {board}\tw  K -  7"), "4k3/8/8/8/8/8/8/4K2R w K - 7 1");
    }

    #[test]
    fn every_way_to_write_a_hand_is_read() {
        for text in [
            "4k3/8/8/8/8/8/8/4K3[Npp]",
            "4k3/8/8/8/8/8/8/4K3[pNp]",
            "4k3/8/8/8/8/8/8/4K3[N2p]",
            "4k3/8/8/8/8/8/8/4K3/Npp",
            "4k3/8/8/8/8/8/8/4K3 [Npp]",
        ] {
            reads_as(&format!("{text} w - - 0 1"), "4k3/8/8/8/8/8/8/4K3[Npp] w - - 0 1");
        }
        for text in ["4k3/8/8/8/8/8/8/4K3[]", "4k3/8/8/8/8/8/8/4K3[-]", "4k3/8/8/8/8/8/8/4K3/"] {
            reads_as(text, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        }
    }

    #[test]
    fn castling_letters_name_the_outermost_rook_and_files_name_inner_ones() {
        let outer = Setup::from_fen("4k3/8/8/8/8/8/8/4K1RR w K - 0 1").unwrap();
        assert_eq!(outer.castling_rooks, crate::squares::H1.bb());
        let inner = Setup::from_fen("4k3/8/8/8/8/8/8/4K1RR w G - 0 1").unwrap();
        assert_eq!(inner.castling_rooks, crate::squares::G1.bb());
        assert_eq!(inner.fen(), "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
        let shredder = FenStyle { castling: CastlingStyle::Shredder, ..FenStyle::default() };
        let start = Setup::start().fen_with(shredder, false);
        assert_eq!(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
        assert_eq!(Setup::from_fen(&start).unwrap(), Setup::start());
    }

    #[test]
    fn errors_name_the_field_and_the_text() {
        let error = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - e9 0 1").unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read the en passant field 'e9' of the FEN: it must be - or a square"
        );
        let error = Position::<Standard>::from_fen("8/8/8/8/8/8/8/P3K3 w", Tolerance::Lax).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this is not a possible position: black has no king; there are pawns on the first or last rank (a1)"
        );
    }
}
