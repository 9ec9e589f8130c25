//! The old `edit` mode of CECP: a position put together piece by piece.

use rocada_rules::{AnyPosition, Bitboard, Color, Piece, Role, Setup, Square, Tolerance};

use super::EditLine;

/// A board being edited. The side to move does not change.
#[derive(Clone, Debug)]
pub struct Editor {
    setup: Setup,
    color: Color,
    touched: bool,
}

fn square_named(name: &str) -> Option<Square> {
    Square::all().find(|square| square.to_string() == name)
}

fn role_of(letter: char) -> Option<Role> {
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
        .into_iter()
        .find(|role| role.letter().eq_ignore_ascii_case(&letter))
}

impl Editor {
    /// Begins with the position as it stands, placing White's men.
    pub fn new(position: &AnyPosition) -> Editor {
        Editor { setup: position.to_setup(), color: Color::White, touched: false }
    }

    /// Carries out a line that is neither the end nor `quit`.
    pub fn edit(&mut self, line: &EditLine) {
        match line {
            EditLine::Clear => {
                let turn = self.setup.turn;
                self.setup = Setup { turn, ..Setup::empty() };
                self.touched = true;
            }
            EditLine::ChangeColor => self.color = !self.color,
            EditLine::Put { piece, square, promoted } => {
                if let (Some(role), Some(square)) = (role_of(*piece), square_named(square)) {
                    self.put(square, Some(role.of(self.color)), *promoted);
                }
            }
            EditLine::Remove(square) => {
                if let Some(square) = square_named(square) {
                    self.put(square, None, false);
                }
            }
            EditLine::Hold(piece, count) => {
                let hand = self.setup.hands.get_mut(self.color.index());
                let role = role_of(*piece).filter(|role| *role != Role::King);
                if let (Some(hand), Some(role)) = (hand, role)
                    && let Some(held) = hand.get_mut(role.index())
                {
                    *held = (*count).min(16);
                    self.touched = true;
                }
            }
            EditLine::Done | EditLine::Quit | EditLine::Other(_) => {}
        }
    }

    fn put(&mut self, square: Square, piece: Option<Piece>, promoted: bool) {
        if let Some(place) = self.setup.board.get_mut(square.index()) {
            *place = piece;
        }
        let alone: Bitboard = std::iter::once(square).collect();
        self.setup.promoted =
            if promoted { self.setup.promoted | alone } else { self.setup.promoted & !alone };
        self.touched = true;
    }

    /// Was nothing changed?
    pub fn is_untouched(&self) -> bool {
        !self.touched
    }

    /// The new position, or what is wrong with it. Kings and rooks that stand at home may castle.
    pub fn finish(mut self, old: &AnyPosition) -> Result<AnyPosition, String> {
        self.setup.castling_rooks = self.rooks_at_home(old.variant().is_960());
        self.setup.en_passant = None;
        self.setup.halfmoves = 0;
        AnyPosition::from_setup(old.variant(), &self.setup, Tolerance::Repair)
            .map_err(|error| error.to_string().chars().take(90).collect())
    }

    /// In chess the rooks on the corners beside a king on the e-file; in Chess960 the outermost rook on each
    /// side of a king on its back rank.
    fn rooks_at_home(&self, is_960: bool) -> Bitboard {
        let mut rooks = Bitboard::EMPTY;
        for color in Color::ALL {
            let rank = if color == Color::White { 0 } else { 7 };
            let on_rank = |role: Role, file: u8| {
                let index = usize::from(rank) * 8 + usize::from(file);
                self.setup.board.get(index).copied().flatten() == Some(role.of(color))
            };
            let kings: Vec<u8> = (0..8).filter(|&file| on_rank(Role::King, file)).collect();
            let &[king] = kings.as_slice() else { continue };
            if !is_960 && king != 4 {
                continue;
            }
            let left = (0..king).find(|&file| on_rank(Role::Rook, file));
            let right = (king + 1..8).rev().find(|&file| on_rank(Role::Rook, file));
            for file in [left, right].into_iter().flatten() {
                if is_960 || file == 0 || file == 7 {
                    rooks |= std::iter::once(Square::at(file, rank)).collect::<Bitboard>();
                }
            }
        }
        rooks
    }
}
