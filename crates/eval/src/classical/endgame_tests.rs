//! Endgame knowledge: what is drawn is judged so, and a small search wins the basic mates with it.

use rocada_rules::{Position, Standard, Tolerance};

use super::{Classical, explain};

fn position(fen: &str) -> Position<Standard> {
    Position::from_fen(fen, Tolerance::Lax).expect("a test position is right")
}

fn judged(fen: &str) -> i32 {
    Classical::new().evaluate(&position(fen))
}

#[test]
fn material_that_cannot_mate_is_a_draw() {
    for fen in [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KN2/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KB2/8/8 b - - 0 1",
        "8/8/4k3/8/8/3NKN2/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KB2/4B3/3B4 w - - 0 1",
    ] {
        assert_eq!(judged(fen), 0, "{fen}");
    }
}

#[test]
fn a_rook_pawn_with_the_wrong_bishop_is_nearly_nothing() {
    assert!(judged("k7/8/8/P7/8/3KB3/8/8 w - - 0 1").abs() < 60, "dark bishop, light corner");
    assert!(judged("k7/8/8/P7/8/5K2/4B3/8 w - - 0 1") > 200, "light bishop, light corner");
}

#[test]
fn pawn_endgames_are_judged_exactly() {
    assert!(judged("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1") < -1_000);
    assert_eq!(judged("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), 0);
}

#[test]
fn small_advantages_without_pawns_are_small() {
    assert!(judged("8/8/4k3/8/3b4/4K3/8/R7 w - - 0 1").abs() < 100, "rook against bishop");
    assert!(judged("8/8/4kn2/8/8/4K3/8/R7 w - - 0 1").abs() < 100, "rook against knight");
    assert!(judged("8/8/4kr2/8/8/3BK3/8/R7 w - - 0 1").abs() < 200, "rook and bishop against rook");
    assert!(judged("8/8/4kr2/8/8/4K3/8/Q7 w - - 0 1") > 300, "queen against rook is a win");
}

#[test]
fn known_endgames_are_named() {
    assert_eq!(explain(&position("8/8/4kr2/8/8/4K3/8/Q7 w - - 0 1")).endgame, Some("KQKR"));
    assert_eq!(explain(&position("8/8/4k3/8/8/3BKN2/8/8 w - - 0 1")).endgame, Some("KBNK"));
}

/// Alpha-beta without any refinement: enough to see whether the evaluation knows the way.
struct Searcher {
    evaluator: Classical<Standard>,
    /// Positions that were on the board: coming back to one is no progress.
    seen: Vec<u64>,
}

impl Searcher {
    fn search(&mut self, position: &mut Position<Standard>, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        if self.seen.contains(&position.key()) {
            return 0;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.in_check() { -20_000 - depth } else { 0 };
        }
        if depth == 0 {
            return self.evaluator.evaluate(position);
        }
        for &mv in &moves {
            position.play(mv);
            let value = -self.search(position, depth - 1, -beta, -alpha);
            position.unmake(mv);
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
        }
        alpha
    }
}

/// Both sides play the best move of a small search; does it end in mate within so many moves?
fn mates_within(fen: &str, depth: i32, moves: usize) -> bool {
    let mut position = position(fen);
    let mut searcher = Searcher { evaluator: Classical::new(), seen: Vec::new() };
    for _ in 0..2 * moves {
        let list = position.legal_moves();
        searcher.seen.push(position.key());
        let mut best = None;
        for &mv in &list {
            let alpha = best.map_or(-30_000, |(most, _)| most);
            position.play(mv);
            let value = -searcher.search(&mut position, depth - 1, -30_000, -alpha);
            position.unmake(mv);
            if best.is_none() || value > alpha {
                best = Some((value, mv));
            }
        }
        match best {
            Some((_, mv)) => position.play(mv),
            None => return position.in_check(),
        }
    }
    false
}

#[test]
fn queen_rook_and_bishops_mate_by_force() {
    assert!(mates_within("8/8/3k4/8/8/8/8/KQ6 w - - 0 1", 4, 25), "KQK");
    assert!(mates_within("8/8/3k4/8/8/8/8/KR6 w - - 0 1", 4, 40), "KRK");
    assert!(mates_within("8/8/3k4/8/8/8/8/KBB5 w - - 0 1", 4, 45), "KBBK");
}

#[test]
fn bishop_and_knight_mate_in_the_right_corner() {
    assert!(mates_within("8/8/3k4/8/8/8/8/KBN5 w - - 0 1", 6, 50), "light bishop");
    assert!(mates_within("8/8/3k4/8/8/8/8/KNB5 w - - 0 1", 6, 50), "dark bishop");
}
