//! Positions for CECP engines that know no `setboard`: the old `edit` mode, piece by piece.

use rocada_protocol::cecp::{Command, Editor};
use rocada_rules::{AnyPosition, Color, Role, Tolerance};

/// The lines that put a position on the board of an engine whose game has just begun, or what is in the position that
/// such lines cannot say.
pub(crate) fn edit_lines(position: &AnyPosition) -> Result<Vec<String>, &'static str> {
    let setup = position.to_setup();
    let mut lines = vec![Command::Edit.to_string(), "#".to_owned()];
    for color in Color::ALL {
        if color == Color::Black {
            lines.push("c".to_owned());
        }
        for square in position.occupied() {
            if let Some(piece) = setup.piece_at(square).filter(|piece| piece.color == color) {
                lines.push(format!("{}{square}", piece.role.letter()));
            }
        }
    }
    lines.push(".".to_owned());
    if reads_as(&lines, position) { Ok(lines) } else { Err(obstacle(position)) }
}

/// Do the lines lead to this position, for an engine that follows the book?
fn reads_as(lines: &[String], position: &AnyPosition) -> bool {
    let mut editor = Editor::new(position);
    for line in lines.iter().skip(1) {
        editor.edit(&Command::parse_edit(line));
    }
    editor.finish(position).is_ok_and(|result| result.key() == position.key())
}

/// What cannot be said in `edit` mode.
fn obstacle(position: &AnyPosition) -> &'static str {
    let holds =
        |color| Role::ALL.into_iter().any(|role| role != Role::King && position.in_hand(color, role) > 0);
    if Color::ALL.into_iter().any(holds) {
        return "pieces in hand";
    }
    if !position.promoted().is_empty() {
        return "promoted pieces";
    }
    let mut setup = position.to_setup();
    setup.en_passant = None;
    let without = AnyPosition::from_setup(position.variant(), &setup, Tolerance::Repair);
    if without.is_ok_and(|without| without.key() != position.key()) {
        return "a capture en passant";
    }
    "a king and a rook that stand at home but may not castle"
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::Variant;

    fn lines(variant: Variant, fen: &str) -> Result<Vec<String>, &'static str> {
        edit_lines(&AnyPosition::from_fen(variant, fen, Tolerance::Strict).expect("a position"))
    }

    #[test]
    fn a_plain_position_is_put_together_piece_by_piece() {
        let lines = lines(Variant::Chess, "4k2r/8/8/8/8/8/4P3/4K3 w k - 0 1").expect("lines");
        assert_eq!(lines.join(" "), "edit # Ke1 Pe2 c Ke8 Rh8 .");
    }

    #[test]
    fn what_the_lines_cannot_say_is_named() {
        for (variant, fen, obstacle) in [
            (Variant::Chess, "4k2r/8/8/8/8/8/4P3/4K3 w - - 0 1", "may not castle"),
            (Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"),
            (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "in hand"),
            (Variant::Crazyhouse, "4k3/8/Q~7/8/8/8/8/4K3[] w - - 0 1", "promoted"),
        ] {
            let error = lines(variant, fen).expect_err("no lines");
            assert!(error.contains(obstacle), "{fen}: {error}");
        }
    }
}
