//! The engine's endgame tables, as the arena's referee asks for them.

use rocada_arena::{ResultTag, Tablebase};
use rocada_engine::tablebase::{Syzygy, Wdl};
use rocada_rules::{AnyBoard, AnyPosition};

/// Tables that end games of chess and Chess960 early.
pub(crate) struct RefereeTables(pub(crate) Syzygy);

impl Tablebase for RefereeTables {
    fn result(&self, position: &AnyPosition) -> Option<ResultTag> {
        let AnyBoard::Chess(board) = position.board() else { return None };
        Some(match self.0.result(board)? {
            Wdl::Win => ResultTag::win_of(board.turn()),
            Wdl::Draw => ResultTag::Drawn,
            Wdl::Loss => ResultTag::win_of(!board.turn()),
        })
    }
}
