//! Standard algebraic notation: written exactly, read forgivingly.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::coordinate::{castling_text, castling_word};
use crate::fen::shortened;
use crate::{Bitboard, Color, Move, MoveError, Position, Role, Rules, Square};

/// A move as it was written, castling apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Words {
    role: Role,
    drop: bool,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Square,
    promotion: Option<Role>,
    /// Was there a sign that something is taken?
    capture: bool,
}

/// The role of a piece letter or figurine. The small letter b is a file, never a bishop.
fn piece_sign(sign: char) -> Option<Role> {
    if sign != 'b'
        && let Some(role) = Role::from_letter(sign)
    {
        return Some(role);
    }
    let is_figurine = |&role: &Role| Color::ALL.into_iter().any(|color| role.of(color).figurine() == sign);
    Role::ALL.into_iter().find(is_figurine)
}

/// Without what only comments on the move: check, mate, praise, blame, "e.p.".
fn without_tail(text: &str) -> &str {
    let signs = ['+', '#', '!', '?', '‼', '⁇', '†', '‡'];
    let blank = |c: char| signs.contains(&c) || c.is_whitespace();
    let bare = text.trim_end_matches(blank);
    let bare = ["e.p.", "e.p", "ep"].into_iter().find_map(|tail| bare.strip_suffix(tail)).unwrap_or(bare);
    bare.trim_end_matches(blank)
}

impl Words {
    /// Reads `Nf3`, `Nbd7`, `exd5`, `e8=Q`, `e8Q`, `e8(Q)`, `Ng1-f3`, `N@f3`, `@e4`.
    fn read(text: &str) -> Option<Words> {
        let mut signs: Vec<char> =
            text.chars().filter(|sign| !matches!(sign, '=' | '(' | ')' | '/')).collect();
        let mut promotion = None;
        if let Some(role) = signs.last().copied().and_then(|last| {
            // At the end of a move a small b can only be a bishop.
            if last == 'b' { Some(Role::Bishop) } else { piece_sign(last) }
        }) {
            promotion = Some(Role::PROMOTIONS.into_iter().find(|&allowed| allowed == role)?);
            signs.pop();
        }
        let (rank, file) = (signs.pop()?, signs.pop()?);
        let to = square(file, rank)?;
        let mut words = Words {
            role: Role::Pawn,
            drop: false,
            from_file: None,
            from_rank: None,
            to,
            promotion,
            capture: false,
        };
        words.read_head(&signs)?;
        Some(words)
    }

    /// Reads what stands before the target square.
    fn read_head(&mut self, mut signs: &[char]) -> Option<()> {
        if let [before @ .., '@'] = signs {
            self.drop = true;
            self.role = match before {
                [] => Role::Pawn,
                ['b'] => Role::Bishop,
                [sign] => piece_sign(*sign)?,
                _ => return None,
            };
            return (self.promotion.is_none() && self.role != Role::King).then_some(());
        }
        if let [before @ .., sign @ ('x' | 'X' | ':' | '×' | '-' | '–')] = signs {
            self.capture = !matches!(sign, '-' | '–');
            signs = before;
        }
        if let [first, rest @ ..] = signs
            && let Some(role) = piece_sign(*first)
        {
            self.role = role;
            signs = rest;
        }
        if let [file @ 'a'..='h', rest @ ..] = signs {
            self.from_file = Some(*file as u8 - b'a');
            signs = rest;
        }
        if let [rank @ '1'..='8', rest @ ..] = signs {
            self.from_rank = Some(*rank as u8 - b'1');
            signs = rest;
        }
        (signs.is_empty() && (self.promotion.is_none() || self.role == Role::Pawn)).then_some(())
    }

    /// The squares from which the piece may come. A pawn that takes nothing stays on its file.
    fn origins(&self) -> Bitboard {
        let stays = self.role == Role::Pawn && !self.capture && !self.drop;
        let file = self.from_file.or(stays.then_some(self.to.file()));
        let files = file.map_or(Bitboard::ALL, Bitboard::file);
        files & self.from_rank.map_or(Bitboard::ALL, Bitboard::rank)
    }
}

/// The square of a file and a rank sign.
fn square(file: char, rank: char) -> Option<Square> {
    match (file, rank) {
        ('a'..='h', '1'..='8') => Some(Square::at(file as u8 - b'a', rank as u8 - b'1')),
        _ => None,
    }
}

impl<R: Rules> Position<R> {
    /// A legal move in standard algebraic notation, with `+` and `#`. A pawn's drop is `@e4`.
    ///
    /// A move that is not legal here is written as its `Debug` form.
    pub fn san(&self, mv: Move) -> String {
        let legal = self.legal_moves();
        if !legal.contains(&mv) {
            return format!("{mv:?}");
        }
        let mut next = self.clone();
        next.play(mv);
        let tail = match (next.in_check(), next.has_legal_move()) {
            (true, false) => "#",
            (true, true) => "+",
            (false, _) => "",
        };
        format!("{}{tail}", self.san_body(mv, &legal))
    }

    /// The move without its tail.
    fn san_body(&self, mv: Move, legal: &[Move]) -> String {
        if mv.is_castle() {
            return castling_text(mv).to_owned();
        }
        let to = mv.to();
        match mv.drop_role() {
            Some(Role::Pawn) => return format!("@{to}"),
            Some(role) => return format!("{}@{to}", role.letter()),
            None => {}
        }
        let taking = if mv.is_capture() { "x" } else { "" };
        let from = mv.from();
        match self.role_at(from) {
            Some(Role::Pawn) | None => {
                let file = if mv.is_capture() { file_text(from) } else { String::new() };
                let promotion = mv.promotion().map_or(String::new(), |role| format!("={}", role.letter()));
                format!("{file}{taking}{to}{promotion}")
            }
            Some(role) => {
                let origin = self.origin_text(mv, role, legal);
                format!("{}{origin}{taking}{to}", role.letter())
            }
        }
    }

    /// What tells the piece from others of its role that may go to the same square: nothing, file, rank or both.
    fn origin_text(&self, mv: Move, role: Role, legal: &[Move]) -> String {
        let from = mv.from();
        let others: Bitboard = legal
            .iter()
            .filter(|other| !other.is_drop() && !other.is_castle() && other.to() == mv.to())
            .map(|other| other.from())
            .filter(|&square| square != from && self.role_at(square) == Some(role))
            .collect();
        if others.is_empty() {
            String::new()
        } else if (others & Bitboard::file(from.file())).is_empty() {
            file_text(from)
        } else if (others & Bitboard::rank(from.rank())).is_empty() {
            (from.rank() + 1).to_string()
        } else {
            from.to_string()
        }
    }

    /// Reads a move in standard algebraic notation, and much that only resembles it: `0-0`, `e8Q`, `e8=q`, `ed5`,
    /// `Ng1-f3`, figurines, needless origins, tails such as `+`, `!?` and `e.p.`.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let bare = without_tail(text);
        let shown = || shortened(text);
        if let Some(wing) = castling_word(bare) {
            return self.castling_move(wing).ok_or_else(|| MoveError::Illegal(shown()));
        }
        let words = Words::read(bare).ok_or_else(|| MoveError::not_understood(text))?;
        let origins = words.origins();
        let fits = |mv: &Move| {
            if words.drop {
                return *mv == Move::drop(words.role, words.to);
            }
            !mv.is_drop()
                && !mv.is_castle()
                && mv.to() == words.to
                && origins.has(mv.from())
                && self.role_at(mv.from()) == Some(words.role)
        };
        let mut candidates = self.legal_moves();
        candidates.retain(|mv| fits(&mv));
        let reachable = !candidates.is_empty();
        candidates.retain(|mv| mv.promotion() == words.promotion);
        match candidates.split_first() {
            Some((&mv, [])) => Ok(mv),
            Some(_) => Err(MoveError::Ambiguous {
                text: shown(),
                candidates: candidates.iter().map(|&mv| self.san(mv)).collect(),
            }),
            None if reachable && words.promotion.is_none() => Err(MoveError::NoPromotion(shown())),
            None => Err(self.missing(&words, shown())),
        }
    }

    /// Why there is no move for these words.
    fn missing(&self, words: &Words, text: String) -> MoveError {
        let us = self.turn();
        let there = match words.drop {
            true => self.in_hand(us, words.role) > 0,
            // A pawn's file is as often guessed as written: only its being there at all counts.
            false if words.role == Role::Pawn => self.pieces(us, Role::Pawn).any(),
            false => (self.pieces(us, words.role) & words.origins()).any(),
        };
        if there { MoveError::Illegal(text) } else { MoveError::NoSuchPiece(text, words.role) }
    }
}

fn file_text(square: Square) -> String {
    char::from(b'a' + square.file()).to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::{Crazyhouse, Standard, Tolerance};

    fn chess(fen: &str) -> Position<Standard> {
        Position::from_fen(fen, Tolerance::Strict).unwrap()
    }

    fn written(position: &Position<Standard>, uci: &str) -> String {
        position.san(position.parse_coordinate(uci).unwrap())
    }

    #[test]
    fn origins_are_written_only_as_far_as_needed() {
        let position = chess("1k6/8/8/Q6Q/8/8/8/K6Q w - - 0 1");
        assert_eq!(written(&position, "a5e5"), "Qae5+");
        assert_eq!(written(&position, "h1e4"), "Qe4");
        assert_eq!(written(&position, "h5e5"), "Qhe5+");
        let position = chess("6k1/8/8/Q7/8/8/8/Q3Q2K w - - 0 1");
        assert_eq!(written(&position, "a1c3"), "Qa1c3");
        // A pinned knight is no rival.
        let position = chess("4k3/4r3/8/8/4N3/8/8/N3K3 w - - 0 1");
        assert_eq!(written(&position, "a1b3"), "Nb3");
        let position = chess("4k3/8/8/8/8/4r3/4N3/2N1K3 w - - 0 1");
        assert_eq!(written(&position, "c1d3"), "Nd3");
    }

    #[test]
    fn check_and_mate_are_marked() {
        let position = chess("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
        assert_eq!(written(&position, "a1a8"), "Ra8#");
        let position = chess("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1");
        assert_eq!(written(&position, "e1c1"), "O-O-O+");
    }

    #[test]
    fn careless_spellings_are_understood() {
        let position = chess("3k4/P7/8/3pP3/8/5b2/6P1/N3K2R w K d6 0 1");
        for (text, uci) in [
            ("Qd2", ""),
            ("exd6 e.p.", "e5d6"),
            ("ed6", "e5d6"),
            ("exd6ep", "e5d6"),
            ("e5xd6+!", "e5d6"),
            ("gxf3+", "g2f3"),
            ("g2:f3", "g2f3"),
        ] {
            let found = position.parse_san(text).map(|mv| position.uci(mv, false));
            match uci {
                "" => assert_eq!(found, Err(MoveError::NoSuchPiece(text.to_owned(), Role::Queen))),
                _ => assert_eq!(found.as_deref(), Ok(uci), "{text}"),
            }
        }
        let position = chess("3k4/P7/8/8/8/8/6P1/N3K2R w K - 0 1");
        for (text, uci) in [
            ("a8Q", "a7a8q"),
            ("a8=q+", "a7a8q"),
            ("a8(N)", "a7a8n"),
            ("a7a8b", "a7a8b"),
            ("Na1-b3", "a1b3"),
            ("Na1b3!?", "a1b3"),
            ("♘b3", "a1b3"),
            ("0-0", "e1g1"),
            ("O-O+", "e1g1"),
            ("Pg4", "g2g4"),
        ] {
            let found = position.parse_san(text).map(|mv| position.uci(mv, false));
            assert_eq!(found.as_deref(), Ok(uci), "{text}");
        }
        assert_eq!(position.parse_san("a8"), Err(MoveError::NoPromotion("a8".to_owned())));
    }

    #[test]
    fn ambiguity_is_told_with_the_candidates() {
        let position = chess("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
        let error = position.parse_san("Rd1").unwrap_err();
        assert_eq!(error.to_string(), "'Rd1' could mean Rad1 or Rhd1");
    }

    #[test]
    fn drops_are_written_and_read() {
        let position: Position<Crazyhouse> =
            Position::from_fen("4k3/8/8/8/8/8/8/4K3[BNP] w - - 0 1", Tolerance::Strict).unwrap();
        for (text, san) in [
            ("N@f6", "N@f6+"),
            ("n@f6", "N@f6+"),
            ("b@c3", "B@c3"),
            ("@e4", "@e4"),
            ("P@e4", "@e4"),
            ("p@d7+", "@d7+"),
        ] {
            let mv = position.parse_move(text).unwrap();
            assert_eq!(position.san(mv), san);
        }
        assert!(position.parse_move("P@e8").is_err());
        assert!(position.parse_move("Q@e4").is_err());
    }
}
