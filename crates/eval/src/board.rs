//! The bare facts of a position that the evaluation looks at. Unlike a `Position` it need not be legal: a piece may
//! be taken off to see what it was worth. Knows no moves, no history and no weights.

use rocada_rules::{Bitboard, Color, Hand, Piece, Position, Role, Rules, Square, Wing};

/// What stands where, who is to move and what is in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) colors: [Bitboard; 2],
    pub(crate) roles: [Bitboard; 6],
    pub(crate) turn: Color,
    /// Pieces in hand from pawn to queen; zeros in chess.
    pub(crate) hands: [[u8; 5]; 2],
    /// Promoted pieces; none in chess.
    pub(crate) promoted: Bitboard,
    /// How many castling rights each side has left.
    pub(crate) castling: [u8; 2],
    /// The key of the pawn structure for the pawn table.
    pub(crate) pawn_key: u64,
}

impl Board {
    /// Nothing at all.
    pub(crate) const EMPTY: Board = Board {
        colors: [Bitboard::EMPTY; 2],
        roles: [Bitboard::EMPTY; 6],
        turn: Color::White,
        hands: [[0; 5]; 2],
        promoted: Bitboard::EMPTY,
        castling: [0; 2],
        pawn_key: 0,
    };

    #[inline]
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Board {
        let mut hands = [[0; 5]; 2];
        if R::DROPS {
            for color in Color::ALL {
                for role in Role::DROPPABLE {
                    hands[color.index()][role.index()] = position.hand().count(color, role);
                }
            }
        }
        let rights = position.castling();
        let count = |color| rights.has(color, Wing::King) as u8 + rights.has(color, Wing::Queen) as u8;
        Board {
            colors: [position.color(Color::White), position.color(Color::Black)],
            roles: Role::ALL.map(|role| position.role(role)),
            turn: position.turn(),
            hands,
            promoted: position.promoted(),
            castling: [count(Color::White), count(Color::Black)],
            pawn_key: position.pawn_key(),
        }
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub(crate) fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline]
    pub(crate) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.roles[role.index()]
    }

    #[inline]
    pub(crate) fn pawns(&self, color: Color) -> Bitboard {
        self.pieces(color, Role::Pawn)
    }

    /// The men that are neither pawn nor king.
    #[inline]
    pub(crate) fn officers(&self, color: Color) -> Bitboard {
        self.color(color) & !(self.roles[Role::Pawn.index()] | self.roles[Role::King.index()])
    }

    /// How many men of a role a side has on the board.
    #[inline]
    pub(crate) fn count(&self, color: Color, role: Role) -> i32 {
        self.pieces(color, role).count() as i32
    }

    /// Where the king stands (a1 if there is none, so that odd boards do no harm).
    #[inline]
    pub(crate) fn king(&self, color: Color) -> Square {
        self.pieces(color, Role::King).first().unwrap_or(Square::new(0))
    }

    #[inline]
    pub(crate) fn in_hand(&self, color: Color, role: Role) -> usize {
        self.hands[color.index()].get(role.index()).copied().unwrap_or(0) as usize
    }

    /// What stands on a square.
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = Role::ALL.into_iter().find(|role| self.roles[role.index()].has(square))?;
        let color = if self.colors[0].has(square) { Color::White } else { Color::Black };
        Some(role.of(color))
    }

    /// The board without what stands on a square. The pawn key is not kept up: the pawn table must not be used.
    pub(crate) fn without(&self, square: Square) -> Board {
        let mut board = *self;
        for set in board.colors.iter_mut().chain(&mut board.roles) {
            *set = set.without(square);
        }
        board.promoted = board.promoted.without(square);
        board
    }

    /// Are there more men than a game can have? Then the packed scores could overflow.
    #[inline]
    pub(crate) fn is_overfull<R: Rules>(&self) -> bool {
        if !R::DROPS {
            return self.colors[0].count() > 16 || self.colors[1].count() > 16;
        }
        Color::ALL.into_iter().any(|color| {
            let held: u32 = self.hands[color.index()].iter().map(|&n| u32::from(n)).sum();
            held + self.color(color).count() > 32
        })
    }
}
