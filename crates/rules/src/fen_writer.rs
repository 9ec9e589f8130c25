//! Writing positions in Forsyth-Edwards notation, in the dialects that other programs want.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::fen::outermost_rook;
use crate::{Bitboard, Color, Position, Role, Rules, Setup, Square, Wing};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq` for the outermost rooks, file letters for others.
    #[default]
    XFen,
    /// Always file letters: `HAha`.
    Shredder,
}

/// When the en passant square is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EnPassantStyle {
    /// Only when a capture there is legal.
    #[default]
    Legal,
    /// After every double step.
    Always,
}

/// How hands are written in crazyhouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HandStyle {
    /// `[QRp]`, and `[]` if nobody holds anything.
    #[default]
    Brackets,
    /// `[QRp]`, and `[-]` if nobody holds anything.
    Dash,
    /// After a ninth slash.
    Slash,
}

/// How to write a FEN where there is a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FenStyle {
    /// How castling rights are written.
    pub castling: CastlingStyle,
    /// When the en passant square is written.
    pub en_passant: EnPassantStyle,
    /// How hands are written; crazyhouse only.
    pub hand: HandStyle,
}

impl Setup {
    /// The setup as a chess FEN, with hands and promoted marks only if there are any.
    pub fn fen(&self) -> String {
        let drops = self.hands.iter().flatten().any(|&count| count > 0) || self.promoted.any();
        self.fen_with(FenStyle::default(), drops)
    }

    /// The setup as a FEN in a given style; `drops` says whether to write hands and marks.
    pub fn fen_with(&self, style: FenStyle, drops: bool) -> String {
        format!("{} {} {}", self.position_fields(style, drops), self.halfmoves, self.fullmoves)
    }

    /// The first four fields of a FEN, with which an EPD record begins.
    pub(crate) fn position_fields(&self, style: FenStyle, drops: bool) -> String {
        let hand = if drops { self.hand_text(style.hand) } else { String::new() };
        let en_passant = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        format!(
            "{}{hand} {} {} {en_passant}",
            self.board_text(drops),
            self.turn.letter(),
            self.castling_text(style.castling)
        )
    }

    fn board_text(&self, marks: bool) -> String {
        let rows = (0..8).rev().map(|rank| {
            let mut row = String::new();
            let mut empty = 0;
            for square in (0..8).map(|file| Square::at(file, rank)) {
                let Some(piece) = self.piece_at(square) else {
                    empty += 1;
                    continue;
                };
                push_count(&mut row, &mut empty);
                row.push(piece.letter());
                if marks && self.promoted.has(square) {
                    row.push('~');
                }
            }
            push_count(&mut row, &mut empty);
            row
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// White's pieces before Black's, queens first.
    fn hand_text(&self, style: HandStyle) -> String {
        let mut held = String::new();
        for color in Color::ALL {
            for role in Role::DROPPABLE.into_iter().rev() {
                let count = usize::from(self.in_hand(color, role));
                held.extend(std::iter::repeat_n(role.of(color).letter(), count));
            }
        }
        match style {
            HandStyle::Slash => format!("/{held}"),
            HandStyle::Dash if held.is_empty() => "[-]".to_owned(),
            _ => format!("[{held}]"),
        }
    }

    fn castling_text(&self, style: CastlingStyle) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            // From the h- to the a-file: the king's wing first.
            let rooks: Vec<Square> =
                (self.castling_rooks & Bitboard::relative_rank(color, 0)).into_iter().collect();
            for &rook in rooks.iter().rev() {
                let letter = Wing::ALL
                    .into_iter()
                    .find(|&wing| style == CastlingStyle::XFen && outermost_rook(self, color, wing) == rook)
                    .map_or((b'A' + rook.file()) as char, |wing| match wing {
                        Wing::King => 'K',
                        Wing::Queen => 'Q',
                    });
                text.push(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

/// Writes a number of empty squares, if there are any, and starts a new count.
fn push_count(row: &mut String, empty: &mut u8) {
    if *empty > 0 {
        row.push((b'0' + *empty) as char);
    }
    *empty = 0;
}

impl<R: Rules> Position<R> {
    /// The FEN: `KQkq` where that is clear, the en passant square only where a capture is legal, in crazyhouse
    /// always with hands.
    pub fn fen(&self) -> String {
        self.fen_with(FenStyle::default())
    }

    /// The FEN in a given style.
    pub fn fen_with(&self, style: FenStyle) -> String {
        let mut setup = self.to_setup();
        if style.en_passant == EnPassantStyle::Legal {
            setup.en_passant = self.en_passant();
        }
        setup.fen_with(style, R::DROPS)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Crazyhouse, Standard, Tolerance};

    #[test]
    fn en_passant_is_written_when_legal_or_always() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        let position: Position<Standard> = Position::from_fen(fen, Tolerance::Strict).unwrap();
        let always = FenStyle { en_passant: EnPassantStyle::Always, ..FenStyle::default() };
        assert_eq!(position.fen_with(always), fen);
        assert_eq!(position.fen(), fen.replace("e3", "-"));
    }

    #[test]
    fn crazyhouse_always_writes_hands_in_the_style_asked_for() {
        let position: Position<Crazyhouse> = Position::start();
        let with = |hand| position.fen_with(FenStyle { hand, ..FenStyle::default() });
        assert!(position.fen().contains("RNBQKBNR[] w"));
        assert!(with(HandStyle::Dash).contains("RNBQKBNR[-] w"));
        assert!(with(HandStyle::Slash).contains("RNBQKBNR/ w"));
    }
}
