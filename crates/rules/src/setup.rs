//! A loose description of a position, as a FEN or an editor gives it. It may be nonsense;
//! only validation turns it into a [`Position`].

use crate::castling::CastlingPaths;
use crate::hand::Hand;
use crate::{Bitboard, Color, Piece, Position, Role, Rules, Square, Unobserved, Wing};

/// What somebody says a position is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands on each square, from a1 to h8.
    pub board: [Option<Piece>; 64],
    /// The squares whose pieces are promoted pawns.
    pub promoted: Bitboard,
    /// What each side holds, from pawn to queen.
    pub hands: [[u8; 5]; 2],
    /// The side to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling_rooks: Bitboard,
    /// The square that a pawn has just passed.
    pub en_passant: Option<Square>,
    /// Moves of both sides since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the move about to be played.
    pub fullmoves: u32,
}

impl Setup {
    /// A board without pieces, White to move.
    pub fn empty() -> Setup {
        Setup {
            board: [None; 64],
            promoted: Bitboard::EMPTY,
            hands: [[0; 5]; 2],
            turn: Color::White,
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// The squares on which `piece` stands.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        Square::all().filter(|square| self.board[square.index()] == Some(piece)).collect()
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a square, or clears it.
    pub fn set_piece(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// The squares on which anything stands.
    pub fn occupied(&self) -> Bitboard {
        Square::all().filter(|square| self.board[square.index()].is_some()).collect()
    }

    /// How many pieces of a role `color` holds.
    pub fn in_hand(&self, color: Color, role: Role) -> u8 {
        self.hands[color.index()].get(role.index()).copied().unwrap_or(0)
    }

    /// Adds pieces to a hand; `None` if it would overflow, or for a king, which nobody can hold.
    pub fn add_to_hand(&mut self, color: Color, role: Role, count: u8) -> Option<()> {
        let held = self.hands[color.index()].get_mut(role.index())?;
        *held = held.checked_add(count)?;
        Some(())
    }
}

impl<R: Rules> Position<R> {
    /// The position of a setup that was found valid.
    pub(crate) fn build(setup: &Setup) -> Position<R> {
        let mut position: Position<R> = Position::empty();
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                position.put(piece, square, &mut Unobserved);
            }
        }
        if R::DROPS {
            for color in Color::ALL {
                for role in Role::DROPPABLE {
                    for _ in 0..setup.hands[color.index()][role.index()] {
                        position.state.hand.add(color, role);
                    }
                }
            }
            position.state.hand.set_promoted(setup.promoted);
        }
        position.turn = setup.turn;
        position.castling_paths = CastlingPaths::none();
        for rook in setup.castling_rooks {
            let color = if rook.rank() == 0 { Color::White } else { Color::Black };
            let king = position.king(color);
            position.castling_paths.declare(color, king, rook);
            position.state.castling = position.state.castling.with(color, Wing::of(king, rook));
        }
        position.state.halfmoves = u16::try_from(setup.halfmoves).unwrap_or(u16::MAX);
        position.fullmoves = setup.fullmoves.max(1);
        position.refresh_checks();
        position.state.passed = setup.en_passant;
        position.state.ep = setup.en_passant.filter(|&square| position.en_passant_is_legal_at(square));
        (position.state.key, position.state.part_keys) = position.computed_keys();
        position
    }

    /// What a FEN would say of this position. The en passant square is there after every double step.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            setup.set_piece(square, self.piece_at(square));
        }
        setup.promoted = self.promoted();
        for color in Color::ALL {
            for role in Role::DROPPABLE {
                setup.hands[color.index()][role.index()] = self.in_hand(color, role);
            }
        }
        setup.castling_rooks = self.castling_rooks();
        setup.turn = self.turn();
        setup.en_passant = self.passed_square();
        setup.halfmoves = self.halfmove_clock();
        setup.fullmoves = self.fullmove_number();
        setup
    }
}
