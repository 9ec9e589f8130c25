//! What a move changes on the board, written down until somebody wants to know the new value.

use rocada_rules::{Color, Observer, Piece, Role, Square};

use super::features::PlainInput;

/// The most that one move can add or remove: a promoted piece takes a promoted piece.
pub(super) const MOST: usize = 4;

/// A few inputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    inputs: [PlainInput; MOST],
    count: usize,
}

impl Few {
    const NONE: Few = Few { inputs: [PlainInput::FIRST; MOST], count: 0 };

    #[inline]
    fn push(&mut self, input: PlainInput) {
        self.inputs[self.count] = input;
        self.count += 1;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[PlainInput] {
        &self.inputs[..self.count]
    }
}

/// All that one move changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    pub(super) added: Few,
    pub(super) removed: Few,
}

impl Changes {
    pub(super) const NONE: Changes = Changes { added: Few::NONE, removed: Few::NONE };

    /// Forgets all changes.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.added.count = 0;
        self.removed.count = 0;
    }
}

impl Observer for Changes {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.added.push(PlainInput::piece(piece, square));
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.removed.push(PlainInput::piece(piece, square));
    }

    #[inline]
    fn hand_gains(&mut self, color: Color, role: Role, count: u8) {
        if let Some(input) = PlainInput::held(color, role, count) {
            self.added.push(input);
        }
    }

    #[inline]
    fn hand_loses(&mut self, color: Color, role: Role, count: u8) {
        if let Some(input) = PlainInput::held(color, role, count) {
            self.removed.push(input);
        }
    }

    #[inline]
    fn mark(&mut self, color: Color, square: Square) {
        self.added.push(PlainInput::promoted(color, square));
    }

    #[inline]
    fn unmark(&mut self, color: Color, square: Square) {
        self.removed.push(PlainInput::promoted(color, square));
    }
}
