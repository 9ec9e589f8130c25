//! The board as a picture of characters: figurines or letters, with or without colours, as wide as the window allows.
//!
//! Nothing is told by colour alone: the last move is written below the board, and without colours its squares are marked.

use std::fmt::Write as _;

use rocada_rules::{AnyPosition, Bitboard, Color, Move, Piece, Role, Square, Wing};

/// How the board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Letters instead of figurines.
    pub ascii: bool,
    /// Colours may be used.
    pub colour: bool,
    /// Words instead of a board, for screen readers.
    pub plain: bool,
    /// Columns of the window.
    pub width: usize,
}

/// A board with what belongs beside it.
pub(crate) struct Scene<'a> {
    pub(crate) position: &'a AnyPosition,
    /// The last move with the side that made it.
    pub(crate) last: Option<(Move, Color)>,
    /// Who sits below.
    pub(crate) bottom: Color,
    /// White's line and Black's: name and clock.
    pub(crate) players: [String; 2],
    /// The newest moves, at most three lines.
    pub(crate) moves: Vec<String>,
}

/// Colours of the 256 that terminals agree about, chosen so that both sides' pieces stand out on both kinds of squares.
mod ink {
    pub(super) const LIGHT: u8 = 137;
    pub(super) const DARK: u8 = 94;
    pub(super) const LIGHT_LAST: u8 = 143;
    pub(super) const DARK_LAST: u8 = 100;
    pub(super) const CHECK: u8 = 124;
    pub(super) const WHITE_PIECE: u8 = 231;
    pub(super) const BLACK_PIECE: u8 = 16;
}

/// The rank's number and a blank on each side of it.
const MARGIN: usize = 3;
/// Between the board and what is beside it.
const GAP: usize = 3;
/// The least room for names, hands and moves beside the board.
const BESIDE: usize = 26;

impl View {
    /// Columns of a square.
    fn cell(self) -> usize {
        if self.width >= MARGIN + 8 * 3 { 3 } else { 2 }
    }

    fn board_width(self) -> usize {
        MARGIN + 8 * self.cell()
    }

    /// A piece in text, not on the board.
    fn sign(self, piece: Piece) -> char {
        if self.ascii { piece.letter() } else { piece.figurine() }
    }
}

/// Draws the board. Names, hands and moves stand beside it, or above and below it if the window is narrow.
pub(crate) fn draw(scene: &Scene<'_>, view: View) -> String {
    let rows = board_rows(scene, view);
    let files = file_letters(scene.bottom, view);
    let top = side_lines(scene, !scene.bottom, view);
    let own = side_lines(scene, scene.bottom, view);
    if view.width < view.board_width() + GAP + BESIDE {
        let fitted =
            |lines: Vec<String>| -> Vec<String> { lines.iter().map(|line| fit(line, view.width)).collect() };
        let own: Vec<String> = own.into_iter().rev().collect();
        return [fitted(top), rows, vec![files], fitted(own)].concat().join("\n");
    }
    let mut beside = vec![String::new(); 8];
    for (index, line) in top.into_iter().enumerate() {
        beside[index] = line;
    }
    for (index, line) in scene.moves.iter().take(3).enumerate() {
        beside[index + 3].clone_from(line);
    }
    for (index, line) in own.into_iter().enumerate() {
        beside[7 - index] = line;
    }
    let mut text = String::new();
    for (row, line) in rows.iter().zip(beside) {
        let line = fit(&line, view.width - view.board_width() - GAP);
        let line = format!("{row}{:GAP$}{line}", "");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text + &files
}

/// A side's name, and its hand where there are hands.
fn side_lines(scene: &Scene<'_>, color: Color, view: View) -> Vec<String> {
    let mut lines = vec![scene.players[color.index()].clone()];
    if scene.position.variant().has_drops() {
        let held = hand(scene.position, color, view);
        let line = format!("in hand: {held}");
        // The pieces count more than the words.
        lines.push(if line.chars().count() > view.width { held } else { line });
    }
    lines
}

/// What fits into so many columns: a line that is broken by the terminal would disturb the board.
fn fit(line: &str, columns: usize) -> String {
    line.chars().take(columns).collect()
}

/// What a side holds: the most valuable first, several of a kind as a number.
fn hand(position: &AnyPosition, color: Color, view: View) -> String {
    let held: Vec<String> = Role::DROPPABLE
        .into_iter()
        .rev()
        .map(|role| (role, position.in_hand(color, role)))
        .filter(|(_, count)| *count > 0)
        .map(|(role, count)| {
            let sign = view.sign(role.of(color));
            if count == 1 { sign.to_string() } else { format!("{sign}x{count}") }
        })
        .collect();
    if held.is_empty() { "-".to_owned() } else { held.join(" ") }
}

fn file_letters(bottom: Color, view: View) -> String {
    let files = "abcdefgh".chars();
    let files: Vec<char> = if bottom == Color::White { files.collect() } else { files.rev().collect() };
    let mut text = " ".repeat(MARGIN);
    for file in files {
        let width = view.cell();
        let _ = write!(text, "{}", if width == 3 { format!(" {file} ") } else { format!("{file} ") });
    }
    text.trim_end().to_owned()
}

fn board_rows(scene: &Scene<'_>, view: View) -> Vec<String> {
    let marked = scene.last.map_or(Bitboard::EMPTY, |(mv, color)| squares_of(mv, color));
    let row = |row: u8| {
        let rank = if scene.bottom == Color::White { 7 - row } else { row };
        let mut text = format!(" {} ", rank + 1);
        for column in 0..8 {
            let file = if scene.bottom == Color::White { column } else { 7 - column };
            let square = Square::at(file, rank);
            draw_square(scene.position, square, marked.has(square), view, &mut text);
        }
        if view.colour {
            text.push_str("\x1b[0m");
        }
        text
    };
    (0..8).map(row).collect()
}

/// The squares that a move has changed.
pub(crate) fn squares_of(mv: Move, color: Color) -> Bitboard {
    if mv.is_castle() {
        let wing = Wing::of(mv.from(), mv.to());
        return wing.king_target(color).bb() | wing.rook_target(color).bb() | mv.from().bb();
    }
    if mv.is_drop() { mv.to().bb() } else { mv.from().bb() | mv.to().bb() }
}

fn draw_square(position: &AnyPosition, square: Square, is_last: bool, view: View, text: &mut String) {
    let piece = position.piece_at(square);
    let sign = match piece {
        // On coloured squares both sides have the filled figurines: the colour tells whose they are.
        Some(piece) if view.colour && !view.ascii => piece.role.of(Color::Black).figurine(),
        Some(piece) => view.sign(piece),
        None if view.colour => ' ',
        None if view.ascii => '.',
        None => '·',
    };
    let is_marked = is_last && !view.colour;
    let left = if is_marked { "(" } else { " " };
    let right = match (position.promoted().has(square), is_marked) {
        (true, _) => "~",
        (false, true) => ")",
        (false, false) => " ",
    };
    if view.colour {
        let in_check = position.in_check() && square == position.king(position.turn());
        let ground = match (in_check, is_last, Bitboard::DARK.has(square)) {
            (true, ..) => ink::CHECK,
            (_, true, false) => ink::LIGHT_LAST,
            (_, true, true) => ink::DARK_LAST,
            (_, false, false) => ink::LIGHT,
            (_, false, true) => ink::DARK,
        };
        let is_white = piece.is_some_and(|piece| piece.color == Color::White);
        let piece = if is_white { ink::WHITE_PIECE } else { ink::BLACK_PIECE };
        let _ = write!(text, "\x1b[1;38;5;{piece};48;5;{ground}m");
    }
    match view.cell() {
        3 => {
            let _ = write!(text, "{left}{sign}{right}");
        }
        _ => {
            let _ = write!(text, "{sign}{right}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{Tolerance, Variant};

    const PLAIN: View = View { ascii: true, colour: false, plain: false, width: 80 };

    fn drawn(variant: Variant, fen: &str, last: Option<(&str, Color)>, bottom: Color, view: View) -> String {
        let mut position = AnyPosition::from_fen(variant, fen, Tolerance::Repair).expect("a valid FEN");
        let last = last.map(|(text, color)| {
            let mv = position.parse_move(text).expect("a legal move");
            position.play(mv);
            (mv, color)
        });
        let players = ["White player".to_owned(), "Black player".to_owned()];
        draw(&Scene { position: &position, last, bottom, players, moves: vec!["1. e4".to_owned()] }, view)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn letters_without_colours_mark_the_last_move() {
        let expected = "
 8  r  n  b  q  k  b  n  r    Black player
 7  p  p  p  p  p  p  p  p
 6  .  .  .  .  .  .  .  .
 5  .  .  .  .  .  .  .  .    1. e4
 4  .  .  .  . (P) .  .  .
 3  .  .  .  .  .  .  .  .
 2  P  P  P  P (.) P  P  P
 1  R  N  B  Q  K  B  N  R    White player
    a  b  c  d  e  f  g  h";
        let text = drawn(Variant::Chess, START, Some(("e4", Color::White)), Color::White, PLAIN);
        assert_eq!(format!("\n{text}"), expected);
    }

    #[test]
    fn hands_and_promoted_pieces_are_shown_and_the_board_turns_round() {
        let fen = "4k3/8/8/8/8/8/8/Q~R2K3[Nqpp] w - - 0 1";
        let view = View { ascii: false, ..PLAIN };
        let text = drawn(Variant::Crazyhouse, fen, None, Color::Black, view);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 1  ·  ·  ·  ♔  ·  ·  ♖  ♕~   White player");
        assert!(lines[1].ends_with("in hand: ♘"), "{}", lines[1]);
        assert!(lines[6].ends_with("in hand: ♛ ♟x2"), "{}", lines[6]);
        assert_eq!(lines[8], "    h  g  f  e  d  c  b  a");
    }

    #[test]
    fn a_narrow_window_is_never_overstepped() {
        let fen = "4k3/8/8/8/8/8/8/Q~R2K3[Nqpp] w - - 0 1";
        for width in [10, 12, 19, 27, 40, 60, 200] {
            let view = View { width, ..PLAIN };
            let text = drawn(Variant::Crazyhouse, fen, None, Color::White, view);
            let names = text.lines().filter(|line| !line.starts_with(' '));
            assert!(names.into_iter().all(|line| line.chars().count() <= width), "{width}\n{text}");
            assert!(width < 19 || text.lines().all(|line| line.chars().count() <= width), "{width}\n{text}");
            assert!(text.contains("White play") && text.contains("q px2"), "{text}");
        }
    }

    #[test]
    fn colours_are_switched_off_at_the_end_of_each_rank() {
        let view = View { ascii: false, colour: true, ..PLAIN };
        let text = drawn(Variant::Chess, START, Some(("e4", Color::White)), Color::White, view);
        for line in text.lines().take(8) {
            let inks = line.matches("\x1b[1;38;5;").count();
            assert_eq!((inks, line.matches("\x1b[0m").count()), (8, 1));
        }
        assert!(text.contains("48;5;143m") || text.contains("48;5;100m"), "the last move is marked");
    }
}
