//! What a typed line means: a command, a move, or a sentence that helps.

use rocada_rules::{AnyBoard, AnyPosition, Move, MoveError, Position, Role, Rules, Square, Wing};

use crate::commands::{self, COMMANDS, Command};
use crate::words::list;

/// The meaning of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// There is nothing in it.
    Nothing,
    /// A command with what follows it.
    Command(Command, String),
    /// A legal move.
    Move(Move),
    /// Neither; one sentence says why and what could be meant.
    Unclear(String),
}

/// So many suggestions are made.
const MOST_SUGGESTIONS: usize = 6;

/// No move or command is longer; a FEN may be.
const LONGEST: usize = 500;

/// Reads a line.
pub(crate) fn read(line: &str, position: &AnyPosition) -> Meaning {
    let line = line.trim();
    if line.is_empty() {
        return Meaning::Nothing;
    }
    if line.len() > LONGEST {
        return Meaning::Unclear(format!(
            "A line of {} characters is neither a move nor a command.",
            line.len()
        ));
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if let Some(command) = commands::find(first) {
        return Meaning::Command(command, rest.trim().to_owned());
    }
    match read_move(line, position) {
        Ok(mv) => Meaning::Move(mv),
        Err(error) => Meaning::Unclear(complaint(line, position, &error)),
    }
}

/// Reads a move in any notation. Capital letters where small ones belong are forgiven if that makes it a move.
fn read_move(text: &str, position: &AnyPosition) -> Result<Move, MoveError> {
    position.parse_move(text).or_else(|error| match error {
        MoveError::NotUnderstood(_) => position.parse_move(&text.to_lowercase()).map_err(|_| error),
        _ => Err(error),
    })
}

/// One sentence about a text that is no legal move.
fn complaint(text: &str, position: &AnyPosition, error: &MoveError) -> String {
    match error {
        MoveError::NotUnderstood(shown) => {
            let near = nearest(text, position);
            if near.is_empty() {
                return format!(
                    "'{shown}' is neither a move nor a command: type a move such as {}, or 'help'.",
                    commands::move_words(position).first().map_or("e4", String::as_str)
                );
            }
            format!("'{shown}' is neither a move nor a command; did you mean {}?", choice(&near))
        }
        MoveError::Ambiguous { .. } => format!("{error}: which one?"),
        MoveError::NoPromotion(shown) => {
            let target = last_square(text);
            let promotions: Vec<String> = position
                .legal_moves()
                .iter()
                .filter(|mv| mv.is_promotion() && Some(mv.to()) == target)
                .map(|&mv| position.san(mv))
                .collect();
            format!("'{shown}' does not say what the pawn becomes: {}.", choice(&promotions))
        }
        MoveError::Illegal(_) | MoveError::NoSuchPiece(..) => {
            let reason = reason(text, position);
            let moves = alternatives(text, position);
            let advice = match moves.is_empty() {
                true => "'moves' shows what is legal".to_owned(),
                false => format!("legal would be {}", choice(&moves)),
            };
            format!("{error}{reason}; {advice}.")
        }
    }
}

/// `a`, `a or b`, `a, b or c`.
fn choice(items: &[String]) -> String {
    match items {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => list(items),
    }
}

/// Why a move that looks right is not legal, if that can be said for certain.
fn reason(text: &str, position: &AnyPosition) -> String {
    if text.contains('@') {
        let held = |role: Role| position.in_hand(position.turn(), role) > 0;
        return match text.chars().next().and_then(Role::from_letter) {
            _ if !position.variant().has_drops() => ": there are no drops in this game".to_owned(),
            Some(role) if !held(role) => format!(": you hold no {}", role.name()),
            _ => String::new(),
        };
    }
    if position.in_check() {
        return ": you are in check".to_owned();
    }
    let pinned = last_square(text).and_then(|target| match position.board() {
        AnyBoard::Chess(board) => pinned_mover(board, written_role(text), target),
        AnyBoard::Crazyhouse(board) => pinned_mover(board, written_role(text), target),
    });
    pinned.map_or_else(String::new, |(role, square)| format!(": the {} on {square} is pinned", role.name()))
}

/// A pinned piece that could go there if it were not pinned.
fn pinned_mover<R: Rules>(board: &Position<R>, role: Option<Role>, to: Square) -> Option<(Role, Square)> {
    let us = board.turn();
    let role = role?;
    let able = match role {
        Role::Pawn => board.pieces(us, Role::Pawn) & rocada_rules::Bitboard::file(to.file()),
        _ => board.attackers_of(us, to, board.occupied()) & board.pieces(us, role),
    };
    (able & board.pinned()).first().map(|square| (role, square))
}

/// The role that a move in algebraic notation names.
fn written_role(text: &str) -> Option<Role> {
    let first = text.chars().next()?;
    if first.is_ascii_uppercase() { Role::from_letter(first) } else { Some(Role::Pawn) }
}

/// The last square that a text names.
fn last_square(text: &str) -> Option<Square> {
    text.as_bytes().windows(2).rev().find_map(Square::from_name)
}

/// Legal moves that are like the one that is not: to the same square, or else of the same piece.
fn alternatives(text: &str, position: &AnyPosition) -> Vec<String> {
    let legal = position.legal_moves();
    let write = |moves: Vec<Move>| -> Vec<String> {
        moves.into_iter().take(MOST_SUGGESTIONS).map(|mv| position.san(mv)).collect()
    };
    if position.in_check() {
        return write(legal.to_vec());
    }
    let first_square = text.get(..2).and_then(|name| Square::from_name(name.as_bytes()));
    let is_from = |mv: &&Move| !mv.is_drop() && Some(mv.from()) == first_square;
    let of_square: Vec<Move> = legal.iter().filter(is_from).copied().collect();
    if text.len() >= 4 && !of_square.is_empty() {
        return write(of_square);
    }
    let role = written_role(text);
    let moved = |mv: &Move| mv.drop_role().or_else(|| position.piece_at(mv.from()).map(|piece| piece.role));
    if text.contains('@') {
        let is_drop = |mv: &&Move| mv.is_drop() && mv.drop_role() == role;
        return write(legal.iter().filter(is_drop).copied().collect());
    }
    let target = last_square(text);
    let reached = |mv: &Move| match mv.is_castle() {
        true => Wing::of(mv.from(), mv.to()).king_target(position.turn()),
        false => mv.to(),
    };
    let to_square = |mv: &&Move| target.is_some() && Some(reached(mv)) == target;
    let there: Vec<Move> = legal.iter().filter(to_square).copied().collect();
    if !there.is_empty() {
        return write(there);
    }
    let same_role = |mv: &&Move| !mv.is_drop() && role.is_some() && moved(mv) == role;
    write(legal.iter().filter(same_role).copied().collect())
}

/// The moves and commands that differ by one or two signs from a text, the nearest first.
fn nearest(text: &str, position: &AnyPosition) -> Vec<String> {
    let names = COMMANDS.iter().flat_map(|entry| entry.names).filter(|name| name.len() > 2);
    let words = commands::move_words(position).into_iter().chain(names.map(|&name| name.to_owned()));
    let typed = text.to_lowercase();
    let near = if typed.chars().count() <= 3 { 1 } else { 2 };
    let mut found: Vec<(usize, String)> = words
        .map(|word| (distance(&typed, &word.to_lowercase()), word))
        .filter(|(difference, _)| *difference <= near)
        .collect();
    found.sort_by_key(|(difference, _)| *difference);
    let best = found.first().map_or(0, |(difference, _)| *difference);
    found.into_iter().filter(|(difference, _)| *difference == best).map(|(_, word)| word).take(4).collect()
}

/// How many signs must be put in, taken out, changed or exchanged with their neighbours to make one text the other.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // How far the beginnings of the texts are from each other: rows for those of one, columns for those of the other.
    let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
    for row in 0..=one.len() {
        for column in 0..=other.len() {
            table[row][column] = if row == 0 || column == 0 {
                row + column
            } else {
                let changed = table[row - 1][column - 1] + usize::from(one[row - 1] != other[column - 1]);
                let exchanged = row > 1
                    && column > 1
                    && one[row - 1] == other[column - 2]
                    && one[row - 2] == other[column - 1];
                let least = changed.min(table[row - 1][column] + 1).min(table[row][column - 1] + 1);
                if exchanged { least.min(table[row - 2][column - 2] + 1) } else { least }
            };
        }
    }
    table[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{Tolerance, Variant};

    fn position(variant: Variant, fen: &str) -> AnyPosition {
        AnyPosition::from_fen(variant, fen, Tolerance::Repair).expect("a valid FEN")
    }

    fn told(position: &AnyPosition, line: &str) -> String {
        match read(line, position) {
            Meaning::Unclear(sentence) => sentence,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn accepted(position: &AnyPosition, line: &str) -> String {
        match read(line, position) {
            Meaning::Move(mv) => position.san(mv),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        let start = AnyPosition::start(Variant::Chess);
        for text in ["Nf3", "nf3", "g1f3", "NF3", "G1F3", "Ng1-f3", "♘f3", " Nf3! "] {
            assert_eq!(accepted(&start, text), "Nf3", "{text}");
        }
        let fischer = position(Variant::Chess960, "2kr4/8/8/8/8/8/8/1R2KR2 w BFd - 0 1");
        for text in ["O-O", "0-0", "o-o", "e1f1"] {
            assert_eq!(accepted(&fischer, text), "O-O", "{text}");
        }
        let house = position(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1");
        assert_eq!(accepted(&house, "N@f3"), "N@f3");
        assert_eq!(accepted(&house, "n@f3"), "N@f3");
        assert_eq!(accepted(&house, "P@e4"), "@e4");
    }

    #[test]
    fn commands_take_what_follows_them() {
        let start = AnyPosition::start(Variant::Chess);
        assert_eq!(
            read("  SAVE my game.pgn ", &start),
            Meaning::Command(Command::Save, "my game.pgn".to_owned())
        );
        assert_eq!(read("?", &start), Meaning::Command(Command::Help, String::new()));
        assert_eq!(read("  ", &start), Meaning::Nothing);
    }

    #[test]
    fn what_is_not_understood_is_answered_by_what_is_near() {
        let start = AnyPosition::start(Variant::Chess);
        assert_eq!(told(&start, "hnit"), "'hnit' is neither a move nor a command; did you mean hint?");
        assert_eq!(told(&start, "Nf33"), "'Nf33' is neither a move nor a command; did you mean Nf3?");
        assert!(told(&start, "please").contains("or 'help'"));
        assert!(told(&start, &"x".repeat(5000)).len() < 100);
    }

    #[test]
    fn an_illegal_move_is_answered_by_legal_ones() {
        let start = AnyPosition::start(Variant::Chess);
        assert_eq!(told(&start, "Nd2"), "'Nd2' is not legal here; legal would be Na3, Nc3, Nf3 or Nh3.");
        assert_eq!(told(&start, "e2e5"), "'e2e5' is not legal here; legal would be e3 or e4.");
        let check = position(Variant::Chess, "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1");
        assert_eq!(
            told(&check, "O-O"),
            "'O-O' is not legal here: you are in check; legal would be Kxe2, Kd1 or Kf1."
        );
        let pin = position(Variant::Chess, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
        let sentence = told(&pin, "Nc3");
        assert!(sentence.starts_with("'Nc3' is not legal here: the knight on e2 is pinned;"), "{sentence}");
        let two = position(Variant::Chess, "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
        assert_eq!(told(&two, "Nd2"), "'Nd2' could mean Nbd2 or Nfd2: which one?");
        let pawn = position(Variant::Chess, "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
        assert!(told(&pawn, "e8").contains("e8=Q+"), "{}", told(&pawn, "e8"));
        let house = position(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
        assert!(
            told(&house, "N@f3").starts_with("'N@f3' is not legal here: you hold no knight;"),
            "{}",
            told(&house, "N@f3")
        );
        assert!(told(&house, "P@e8").contains("@a2"), "{}", told(&house, "P@e8"));
    }

    #[test]
    fn distances_count_single_signs() {
        assert_eq!(distance("hint", "hint"), 0);
        assert_eq!(distance("hint", "hnit"), 1);
        assert_eq!(distance("quit", "hint"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("undo", "undoo"), 1);
    }
}
