//! The board as text for terminals and logs, with the hands beside it.

use crate::{Color, Position, Role, Rules, Square};

/// How to draw a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawingStyle {
    /// Figurines instead of letters.
    pub unicode: bool,
    /// Black at the bottom.
    pub flip: bool,
}

impl<R: Rules> Position<R> {
    /// The board as ten lines of text: eight ranks, an edge, the file letters. Promoted pieces of crazyhouse carry `~`;
    /// the hand of the side at the top is beside the highest rank drawn, the other one beside the lowest.
    ///
    /// ```text
    /// 8 | r n b q k b n r   [q p p]
    /// ```
    pub fn drawing(&self, style: DrawingStyle) -> String {
        let mut text = String::new();
        let top = if style.flip { Color::White } else { Color::Black };
        for row in 0..8 {
            let rank = if style.flip { row } else { 7 - row };
            text.push_str(&format!("{} |", rank + 1));
            for column in 0..8 {
                let file = if style.flip { 7 - column } else { column };
                self.draw_square(Square::at(file, rank), style, &mut text);
            }
            let beside = match row {
                0 => self.hand_drawing(top, style),
                7 => self.hand_drawing(!top, style),
                _ => String::new(),
            };
            text.truncate(text.trim_end().len());
            text.push_str(&beside);
            text.push('\n');
        }
        let files = "a b c d e f g h";
        let files = if style.flip { files.chars().rev().collect() } else { files.to_owned() };
        text.push_str(&format!("  +----------------\n    {files}\n"));
        text
    }

    fn draw_square(&self, square: Square, style: DrawingStyle, text: &mut String) {
        // The mark of the square before takes the place of the blank.
        if !text.ends_with('~') {
            text.push(' ');
        }
        text.push(match self.piece_at(square) {
            Some(piece) if style.unicode => piece.figurine(),
            Some(piece) => piece.letter(),
            None => '.',
        });
        if self.promoted().has(square) {
            text.push('~');
        }
    }

    fn hand_drawing(&self, color: Color, style: DrawingStyle) -> String {
        let mut held = Vec::new();
        for role in Role::DROPPABLE.into_iter().rev() {
            let piece = role.of(color);
            let sign = if style.unicode { piece.figurine() } else { piece.letter() };
            held.extend((0..self.in_hand(color, role)).map(|_| sign.to_string()));
        }
        if R::DROPS { format!("   [{}]", held.join(" ")) } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Crazyhouse, Standard, Tolerance};

    #[test]
    fn start_position_is_drawn_from_either_side() {
        let position: Position<Standard> = Position::start();
        let plain = position.drawing(DrawingStyle::default());
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[0], "8 | r n b q k b n r");
        assert_eq!(lines[4], "4 | . . . . . . . .");
        assert_eq!(lines[9], "    a b c d e f g h");
        let flipped = position.drawing(DrawingStyle { unicode: true, flip: true });
        assert!(flipped.starts_with("1 | ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖\n"));
        assert!(flipped.ends_with("    h g f e d c b a\n"));
    }

    #[test]
    fn hands_and_marks_are_drawn_in_crazyhouse() {
        let fen = "4k3/8/8/8/8/8/8/Q~R2K3[Nqpp] w - - 0 1";
        let position: Position<Crazyhouse> = Position::from_fen(fen, Tolerance::Strict).expect("a valid FEN");
        let text = position.drawing(DrawingStyle::default());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "8 | . . . . k . . .   [q p p]");
        assert_eq!(lines[7], "1 | Q~R . . K . . .   [N]");
    }
}
