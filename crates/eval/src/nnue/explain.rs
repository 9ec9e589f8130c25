//! What a network thinks, for people: it cannot say why, but what it would think without a piece.

use rocada_rules::{Color, Piece, Position, Role, Rules, Square};

use super::network::Network;
use crate::board::Board;

impl Network {
    /// What each piece is worth here to its owner: how much worse the network would judge its side without it. Kings are
    /// left out. The board without the piece is judged as it stands, even if a king would be in check on it.
    pub fn piece_worth<R: Rules>(&self, position: &Position<R>) -> Vec<(Square, Piece, i32)> {
        let board = Board::of(position);
        let with = self.evaluate_board(&board);
        let mut worth = Vec::with_capacity(32);
        for square in board.occupied() {
            let Some(piece) = board.piece_at(square).filter(|piece| piece.role != Role::King) else {
                continue;
            };
            let difference = with - self.evaluate_board(&board.without(square));
            worth.push((square, piece, if piece.color == board.turn { difference } else { -difference }));
        }
        worth
    }

    /// What the position is worth to White, in a sentence.
    pub fn opinion<R: Rules>(&self, position: &Position<R>) -> String {
        let value = self.evaluate_scalar(position);
        let value = if position.turn() == Color::White { value } else { -value };
        format!("network {}: {value} for White", self.id())
    }
}
