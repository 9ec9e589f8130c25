//! Moves, squares and pieces in words: what a screen reader should say, and the answers to questions about the board.

use rocada_rules::{AnyPosition, Bitboard, Color, Move, Piece, Role, Square, Wing};

use crate::game::side_name;

/// A move as a sentence without its end: `knight from g1 to f3, check`.
pub(crate) fn describe(position: &AnyPosition, mv: Move) -> String {
    let mut text = action(position, mv);
    let mut next = position.clone();
    next.play(mv);
    if next.in_check() {
        text.push_str(if next.has_legal_move() { ", check" } else { ", checkmate" });
    }
    text
}

fn action(position: &AnyPosition, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    if mv.is_castle() {
        return match Wing::of(from, to) {
            Wing::King => "castles king's side".to_owned(),
            Wing::Queen => "castles queen's side".to_owned(),
        };
    }
    if let Some(role) = mv.drop_role() {
        return format!("drops a {} on {to}", role.name());
    }
    let role = position.piece_at(from).map_or("piece", |piece| piece.role.name());
    let victim = if mv.is_en_passant() { Some(Role::Pawn) } else { position.piece_at(to).map(|p| p.role) };
    let mut text = match victim {
        Some(victim) => format!("{role} from {from} takes {} on {to}", victim.name()),
        None => format!("{role} from {from} to {to}"),
    };
    if mv.is_en_passant() {
        text.push_str(" en passant");
    }
    if let Some(role) = mv.promotion() {
        text.push_str(&format!(" and becomes a {}", role.name()));
    }
    text
}

/// A line of moves in words, each with its side.
pub(crate) fn describe_line(position: &AnyPosition, moves: &[Move]) -> String {
    position.write_line(moves, |at, mv| format!("{} {}", side_name(at.turn()), describe(at, mv))).join("; ")
}

/// A line of moves with move numbers: `4... Nf6 5. d3 Bc5`.
pub(crate) fn numbered_line(position: &AnyPosition, moves: &[Move]) -> String {
    let mut is_first = true;
    let numbered = |at: &AnyPosition, san: String, is_first: bool| match at.turn() {
        Color::White => format!("{}. {san}", at.fullmove_number()),
        Color::Black if is_first => format!("{}... {san}", at.fullmove_number()),
        Color::Black => san,
    };
    let mut texts = Vec::new();
    let mut at = position.clone();
    for &mv in moves {
        if !at.is_legal(mv) {
            break;
        }
        texts.push(numbered(&at, at.san(mv), is_first));
        is_first = false;
        at.play(mv);
    }
    texts.join(" ")
}

/// `white knight`.
pub(crate) fn piece_name(piece: Piece) -> String {
    format!("{} {}", piece.color, piece.role.name())
}

/// The names of several things: `a`, `a and b`, `a, b and c`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => "none".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A number of pieces: `a knight`, `2 knights`.
pub(crate) fn count_of(count: u8, role: Role) -> String {
    if count == 1 { format!("a {}", role.name()) } else { format!("{count} {}s", role.name()) }
}

/// Where the pieces of a role are.
pub(crate) fn where_are(position: &AnyPosition, role: Role) -> String {
    let of_side = |color: Color| {
        let here = |square: &Square| position.piece_at(*square) == Some(role.of(color));
        let names: Vec<String> = Square::all()
            .filter(here)
            .map(|square| {
                let mark = if position.promoted().has(square) { " (promoted)" } else { "" };
                format!("{square}{mark}")
            })
            .collect();
        let held = position.in_hand(color, role);
        let held = if held > 0 { format!(", {held} in hand") } else { String::new() };
        let plural = if names.len() == 1 { "" } else { "s" };
        format!("{} {}{plural}: {}{held}.", side_name(color), role.name(), list(&names))
    };
    Color::ALL.map(of_side).join(" ")
}

/// The pieces on some squares, in the order of the squares.
fn contents(position: &AnyPosition, squares: impl Iterator<Item = Square>) -> String {
    let on = |square: Square| {
        let piece = position.piece_at(square)?;
        let mark = if position.promoted().has(square) { ", promoted" } else { "" };
        Some(format!("{square} {}{mark}", piece_name(piece)))
    };
    let found: Vec<String> = squares.filter_map(on).collect();
    if found.is_empty() { "empty".to_owned() } else { found.join(", ") }
}

/// Reads a file from the first rank to the eighth.
pub(crate) fn read_file(position: &AnyPosition, file: u8) -> String {
    let name = char::from(b'a' + file);
    format!("File {name}: {}.", contents(position, (0..8).map(|rank| Square::at(file, rank))))
}

/// Reads a rank from the a-file to the h-file.
pub(crate) fn read_rank(position: &AnyPosition, rank: u8) -> String {
    format!("Rank {}: {}.", rank + 1, contents(position, (0..8).map(|file| Square::at(file, rank))))
}

/// The whole board, a line for each rank, and the hands.
pub(crate) fn read_board(position: &AnyPosition) -> String {
    let mut lines: Vec<String> = (0..8).rev().map(|rank| read_rank(position, rank)).collect();
    if position.variant().has_drops() {
        lines.push(pockets(position));
    }
    lines.push(format!("{} to move.", side_name(position.turn())));
    lines.join("\n")
}

/// What both sides hold.
pub(crate) fn pockets(position: &AnyPosition) -> String {
    if !position.variant().has_drops() {
        return "There are no pockets in this game.".to_owned();
    }
    let of_side = |color: Color| {
        let held: Vec<String> = Role::DROPPABLE
            .into_iter()
            .rev()
            .map(|role| (role, position.in_hand(color, role)))
            .filter(|(_, count)| *count > 0)
            .map(|(role, count)| count_of(count, role))
            .collect();
        let held = if held.is_empty() { "nothing".to_owned() } else { list(&held) };
        format!("{} holds {held}.", side_name(color))
    };
    Color::ALL.map(of_side).join(" ")
}

/// The pieces on these squares: `knight f3 and pawn e4`.
pub(crate) fn pieces_on(position: &AnyPosition, squares: Bitboard) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .filter_map(|square| position.piece_at(square).map(|piece| format!("{} {square}", piece.role.name())))
        .collect();
    list(&names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{Tolerance, Variant};

    fn position(variant: Variant, fen: &str) -> AnyPosition {
        AnyPosition::from_fen(variant, fen, Tolerance::Repair).expect("a valid FEN")
    }

    fn said(position: &AnyPosition, text: &str) -> String {
        describe(position, position.parse_move(text).expect("a legal move"))
    }

    #[test]
    fn every_kind_of_move_has_its_words() {
        let chess = position(Variant::Chess, "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
        assert_eq!(said(&chess, "O-O"), "castles king's side");
        assert_eq!(said(&chess, "O-O-O"), "castles queen's side");
        assert_eq!(said(&chess, "exd6"), "pawn from e5 takes pawn on d6 en passant");
        assert_eq!(said(&chess, "bxa8=Q"), "pawn from b7 takes rook on a8 and becomes a queen, check");
        assert_eq!(said(&chess, "Ke2"), "king from e1 to e2");
        let crazyhouse = position(Variant::Crazyhouse, "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1");
        assert_eq!(said(&crazyhouse, "R@e8"), "drops a rook on e8, checkmate");
    }

    #[test]
    fn questions_about_the_board_are_answered() {
        let position = position(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/Q~N2K2N[NNpp] w - - 0 1");
        assert_eq!(
            where_are(&position, Role::Knight),
            "White knights: b1 and h1, 2 in hand. Black knights: none."
        );
        assert_eq!(read_file(&position, 0), "File a: a1 white queen, promoted.");
        assert_eq!(read_rank(&position, 7), "Rank 8: e8 black king.");
        assert_eq!(read_rank(&position, 4), "Rank 5: empty.");
        assert_eq!(pockets(&position), "White holds 2 knights. Black holds 2 pawns.");
        assert_eq!(read_board(&position).lines().count(), 10);
    }

    #[test]
    fn lines_have_numbers_or_words() {
        let start = AnyPosition::start(Variant::Chess);
        let mut after = start.clone();
        let e4 = start.parse_move("e4").expect("legal");
        after.play(e4);
        let e5 = after.parse_move("e5").expect("legal");
        assert_eq!(numbered_line(&start, &[e4, e5]), "1. e4 e5");
        assert_eq!(numbered_line(&after, &[e5]), "1... e5");
        assert_eq!(describe_line(&after, &[e5]), "Black pawn from e7 to e5");
    }
}
