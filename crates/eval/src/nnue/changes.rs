//! What a move changes on the board, written down until somebody wants to know the new value.

use rocada_rules::{Color, Observer, Piece, Role, Square};

use super::features::View;

/// Something that comes or goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// A piece on a square.
    Piece(Piece, Square),
    /// The so-many-th piece of a role in hand.
    Held(Color, Role, u8),
    /// The mark of a promoted piece.
    Mark(Color, Square),
}

impl Change {
    /// The input that it switches on or off, if the network has one.
    #[inline]
    pub(super) fn input(self, view: View) -> Option<usize> {
        match self {
            Change::Piece(piece, square) => Some(view.piece(piece, square)),
            Change::Held(color, role, count) => view.held(color, role, count),
            Change::Mark(color, square) => Some(view.promoted(color, square)),
        }
    }
}

/// The most that one move can add or remove: a promoted piece takes a promoted piece.
pub(super) const MOST: usize = 4;

/// A few changes in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    changes: [Change; MOST],
    count: u8,
}

impl Few {
    const NONE: Few = Few { changes: [Change::Mark(Color::White, Square::at(0, 0)); MOST], count: 0 };

    #[inline]
    fn push(&mut self, change: Change) {
        self.changes[usize::from(self.count)] = change;
        self.count += 1;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Change] {
        &self.changes[..usize::from(self.count)]
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
        self.added.push(Change::Piece(piece, square));
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.removed.push(Change::Piece(piece, square));
    }

    #[inline]
    fn hand_gains(&mut self, color: Color, role: Role, count: u8) {
        self.added.push(Change::Held(color, role, count));
    }

    #[inline]
    fn hand_loses(&mut self, color: Color, role: Role, count: u8) {
        self.removed.push(Change::Held(color, role, count));
    }

    #[inline]
    fn mark(&mut self, color: Color, square: Square) {
        self.added.push(Change::Mark(color, square));
    }

    #[inline]
    fn unmark(&mut self, color: Color, square: Square) {
        self.removed.push(Change::Mark(color, square));
    }
}
