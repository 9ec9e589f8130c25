//! Pawn structure and passed pawns. [`structure`] depends on nothing but the pawns, so the pawn table keeps its sum:
//! it must never look at a piece.

use rocada_rules::{Bitboard, Color, Square, pawn_attacks};

use super::super::masks::{ahead, ahead_beside, beside, half_board, passed_span};
use super::super::trace::{Tally, Trace};
use super::super::weights::at;
use super::Scene;
use crate::board::Board;

/// Squares, isolated, doubled, backward, connected and passed pawns of one side. Gives back the passed ones.
pub(crate) fn structure<T: Trace>(board: &Board, tally: &mut Tally<'_, T>) -> Bitboard {
    let us = tally.color;
    let (ours, theirs) = (board.pawns(us), board.pawns(!us));
    let mut passed = Bitboard::EMPTY;
    for square in ours {
        let rank = square.relative_rank(us) as usize;
        let in_front = ahead(us, square);
        // A weak pawn on a half-open file is a target for rooks: unopposed ones count more.
        let opposed = (in_front & theirs).any();
        let neighbours = beside(square.file()) & ours;
        let supported = (pawn_attacks(!us, square) & ours).any();

        tally.once(at::PAWN_SQUARE + half_board(us, square));
        if neighbours.is_empty() {
            tally.once(at::ISOLATED + !opposed as usize);
        } else if is_backward(us, square, neighbours, theirs) {
            tally.once(at::BACKWARD + !opposed as usize);
        }
        // Only the rear one of doubled pawns is counted: it is the one that cannot move.
        if (in_front & ours).any() {
            tally.once(at::DOUBLED);
        }
        if supported {
            tally.once(at::CONNECTED + rank);
        }
        if (neighbours & Bitboard::rank(square.rank())).any() {
            tally.once(at::PHALANX + rank);
        }
        // The rear one of doubled pawns has nothing to gain from an empty file: its brother is in the way.
        if (passed_span(us, square) & theirs).is_empty() && (in_front & ours).is_empty() {
            passed |= square.bb();
            tally.once(at::PASSED + rank);
            if supported {
                tally.once(at::PASSED_PROTECTED);
            }
        }
    }
    passed
}

/// All neighbours have gone ahead, and an enemy pawn guards the square it would have to step on.
#[inline]
fn is_backward(us: Color, square: Square, neighbours: Bitboard, theirs: Bitboard) -> bool {
    let all_ahead = (neighbours & !ahead_beside(us, square)).is_empty();
    let guarded = square.bb().forward(us).first().is_some_and(|stop| (pawn_attacks(us, stop) & theirs).any());
    all_ahead && guarded
}

/// Pawns that cannot step because something stands before them: an own man can move away, an enemy may not want to.
#[inline]
pub(crate) fn blocked<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>) {
    let (board, us) = (scene.board, tally.color);
    let ahead = board.pawns(us).forward(us);
    tally.add(at::BLOCKED, (ahead & board.color(us)).count() as i32);
    tally.add(at::BLOCKED + 1, (ahead & board.color(!us)).count() as i32);
}

/// What pieces and kings do for and against the passed pawns of one side.
#[inline]
pub(crate) fn passed<T: Trace>(scene: &Scene<'_>, tally: &mut Tally<'_, T>, passed: Bitboard) {
    let (board, maps, us) = (scene.board, &scene.maps, tally.color);
    let them = !us;
    let occupied = board.occupied();
    for square in passed {
        let rank = square.relative_rank(us) as usize;
        let path = ahead(us, square);
        let Some(stop) = square.bb().forward(us).first() else {
            continue;
        };
        // A blockader stops it for good; a path that nobody sees is a promise.
        if occupied.has(stop) {
            tally.once(at::PASSED_BLOCKED + rank);
        } else if (path & (occupied | maps.all[them.index()])).is_empty() {
            tally.once(at::PASSED_FREE + rank);
        }
        // Kings matter the more, the nearer the pawn is to its goal.
        let urgency = rank as i32 - 2;
        if urgency > 0 {
            let own = maps.king[us.index()].distance(stop) as usize;
            let enemy = maps.king[them.index()].distance(stop) as usize;
            tally.add(at::PASSED_OWN_KING + own, urgency);
            tally.add(at::PASSED_ENEMY_KING + enemy, urgency);
        }
        if board.officers(them).is_empty() && outruns_king(scene, us, square, path) {
            tally.once(at::PASSED_RUNNER);
        }
    }
}

/// The rule of the square: the path is empty and the enemy king comes too late.
#[inline]
fn outruns_king(scene: &Scene<'_>, us: Color, square: Square, path: Bitboard) -> bool {
    if (path & scene.board.occupied()).any() {
        return false;
    }
    let goal = Square::at(square.file(), 7).relative(us);
    // The first step may be a double one.
    let steps = (7 - square.relative_rank(us)).min(5);
    let king = scene.maps.king[(!us).index()].distance(goal);
    king > steps + (scene.board.turn != us) as u8
}
