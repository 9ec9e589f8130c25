//! Names for what a line of moves does: mates, hanging pieces, forks, pins, skewers, discovered checks, promotions.
//!
//! A motif is only named if the moves of the line prove it: a fork, for example, if the forking piece really takes one of
//! its victims two plies later.

use rocada_engine::Score;
use rocada_rules::{
    AnyBoard, AnyPosition, Bitboard, Color, Crazyhouse, Move, Role, Square, Standard, attacks, between,
    king_attacks,
};
use rocada_search::SearchGame;

use crate::game::side_name;
use crate::words::{count_of, list};

/// What a line does, one sentence each. The line begins with the side to move of `position`, for which `score` is.
pub(crate) fn sentences(position: &AnyPosition, line: &[Move], score: Score) -> Vec<String> {
    let mut told = Vec::new();
    told.extend(mate(position, line, score));
    if let Some(&first) = line.first().filter(|&&mv| position.is_legal(mv)) {
        told.extend(hanging(position, first));
        let mut after = position.clone();
        after.play(first);
        told.extend(check(&after, first));
        told.extend(fork(&after, line).or_else(|| ray(&after, line)));
    }
    told.extend(promotion(position, line));
    told.extend(losses(position, line));
    told
}

/// The pieces of a side that attack a square.
pub(crate) fn attackers(position: &AnyPosition, color: Color, square: Square) -> Bitboard {
    match position.board() {
        AnyBoard::Chess(board) => board.attackers_of(color, square, board.occupied()),
        AnyBoard::Crazyhouse(board) => board.attackers_of(color, square, board.occupied()),
    }
}

/// Does the move win at least so much by exchanges on its square?
fn wins(position: &AnyPosition, mv: Move, threshold: i32) -> bool {
    match position.board() {
        AnyBoard::Chess(board) => board.see_at_least(mv, threshold, &Standard::EXCHANGE),
        AnyBoard::Crazyhouse(board) => board.see_at_least(mv, threshold, &Crazyhouse::EXCHANGE),
    }
}

fn worth(role: Role) -> i32 {
    Standard::EXCHANGE[role.index()]
}

fn role_at(position: &AnyPosition, square: Square) -> Option<Role> {
    position.piece_at(square).map(|piece| piece.role)
}

fn men(position: &AnyPosition, color: Color) -> Bitboard {
    let own = |square: &Square| position.piece_at(*square).is_some_and(|piece| piece.color == color);
    position.occupied().into_iter().filter(own).collect()
}

/// A forced mate, and the kind of it if the line shows it.
fn mate(position: &AnyPosition, line: &[Move], score: Score) -> Option<String> {
    let Score::Mate(moves @ 1..) = score else { return None };
    let side = side_name(position.turn());
    let mut end = position.clone();
    for &mv in line {
        if !end.is_legal(mv) {
            break;
        }
        end.play(mv);
    }
    let kind = if end.in_check() && !end.has_legal_move() { mate_kind(&end) } else { "" };
    let plural = if moves == 1 { "" } else { "s" };
    Some(format!("{side} mates in {moves} move{plural}{kind}."))
}

/// What a mate is called that stands on the board.
fn mate_kind(mated: &AnyPosition) -> &'static str {
    let loser = mated.turn();
    let king = mated.king(loser);
    let own = men(mated, loser);
    let neighbours = king_attacks(king);
    let Some(checker) = mated.checkers().first() else { return "" };
    let by = role_at(mated, checker);
    if by == Some(Role::Knight) && (neighbours & !own).is_empty() {
        return ": the king is smothered by its own pieces";
    }
    let in_front = neighbours & Bitboard::relative_rank(loser, 1);
    let along_the_rank = checker.rank() == king.rank() && matches!(by, Some(Role::Rook | Role::Queen));
    if king.relative_rank(loser) == 0 && along_the_rank && (in_front & !own).is_empty() {
        return " on the back rank";
    }
    ""
}

/// The first move takes something that was not defended, or not well enough.
fn hanging(position: &AnyPosition, first: Move) -> Option<String> {
    if !first.is_capture() || first.is_en_passant() || !wins(position, first, 100) {
        return None;
    }
    let victim = position.piece_at(first.to())?;
    let name = victim.role.name();
    let square = first.to();
    Some(match attackers(position, victim.color, square).is_empty() {
        true => format!("The {name} on {square} is not defended."),
        false => {
            format!("The {name} on {square} is not defended well enough: the exchange there wins material.")
        }
    })
}

/// The first move gives a discovered or a double check.
fn check(after: &AnyPosition, first: Move) -> Option<String> {
    let checkers = after.checkers();
    if checkers.more_than_one() {
        return Some("It is a double check: only the king can move.".to_owned());
    }
    let checker = checkers.first()?;
    if checker == first.to() || first.is_castle() {
        return None;
    }
    Some(format!("It is a discovered check by the {} on {checker}.", role_at(after, checker)?.name()))
}

/// The move of the line that comes two plies after the first one, if the same piece makes it and takes something.
fn later_capture(line: &[Move]) -> Option<Move> {
    let (first, then) = (line.first()?, *line.get(2)?);
    let same_piece = !first.is_castle() && !then.is_drop() && then.from() == first.to();
    (same_piece && then.is_capture() && !then.is_castle()).then_some(then)
}

/// Is the piece on this square worth attacking with a piece of `by`?
fn is_prey(position: &AnyPosition, square: Square, by: Role) -> bool {
    let Some(piece) = position.piece_at(square) else { return false };
    match piece.role {
        Role::King => true,
        Role::Pawn => false,
        role => worth(role) > worth(by) || attackers(position, piece.color, square).is_empty(),
    }
}

/// The first move attacks two pieces at once, and one of them falls.
fn fork(after: &AnyPosition, line: &[Move]) -> Option<String> {
    let taken = later_capture(line)?.to();
    let square = line.first()?.to();
    let piece = after.piece_at(square)?;
    let reached = attacks(piece.role, piece.color, square, after.occupied()) & men(after, !piece.color);
    let prey: Bitboard = reached.into_iter().filter(|&target| is_prey(after, target, piece.role)).collect();
    if !prey.more_than_one() || !prey.has(taken) {
        return None;
    }
    let names: Vec<String> = prey
        .into_iter()
        .filter_map(|target| role_at(after, target).map(|role| format!("the {} on {target}", role.name())))
        .collect();
    Some(format!("The {} on {square} forks {}.", piece.role.name(), list(&names)))
}

/// The first move pins or skewers something, and what cannot leave, or what was behind, falls.
fn ray(after: &AnyPosition, line: &[Move]) -> Option<String> {
    let taken = later_capture(line)?.to();
    let square = line.first()?.to();
    let piece = after.piece_at(square)?;
    if !matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen) {
        return None;
    }
    let occupied = after.occupied();
    let enemy = men(after, !piece.color);
    let sees = attacks(piece.role, piece.color, square, occupied);
    for front in sees & enemy {
        let through = attacks(piece.role, piece.color, square, occupied.without(front)) & !sees;
        let Some(back) = (through & enemy).into_iter().find(|&back| between(square, back).has(front)) else {
            continue;
        };
        let (front_role, back_role) = (role_at(after, front)?, role_at(after, back)?);
        let (by, held, behind) = (piece.role.name(), front_role.name(), back_role.name());
        let is_pin = worth(back_role) > worth(front_role) && taken == front && front_role != Role::Pawn;
        let is_skewer = worth(front_role) > worth(back_role) && taken == back && back_role != Role::Pawn;
        if is_pin {
            return Some(format!(
                "The {by} on {square} pins the {held} on {front} to the {behind} on {back}."
            ));
        }
        if is_skewer {
            return Some(format!(
                "The {by} on {square} skewers the {held} on {front}: the {behind} on {back} is behind it."
            ));
        }
    }
    None
}

/// How far into a line motifs are believed.
const SHOWN: usize = 8;

/// The side to move promotes in the line.
fn promotion(position: &AnyPosition, line: &[Move]) -> Option<String> {
    let side = side_name(position.turn());
    let promoting = line.iter().take(SHOWN).step_by(2).find(|mv| mv.is_promotion())?;
    Some(format!("{side} promotes on {}.", promoting.to()))
}

/// What each side loses in the shown part of the line.
fn losses(position: &AnyPosition, line: &[Move]) -> Option<String> {
    let mut lost = [[0_u8; 6]; 2];
    let mut at = position.clone();
    for &mv in line.iter().take(SHOWN) {
        if !at.is_legal(mv) {
            break;
        }
        let loser = (!at.turn()).index();
        if mv.is_en_passant() {
            lost[loser][Role::Pawn.index()] += 1;
        } else if mv.is_capture()
            && let Some(role) = role_at(&at, mv.to())
        {
            lost[loser][role.index()] += 1;
        }
        at.play(mv);
    }
    let told = |color: Color| {
        let count = |role: Role| lost[color.index()][role.index()];
        let of = |role: Role| (count(role) > 0).then(|| count_of(count(role), role));
        let pieces: Vec<String> = Role::ALL.into_iter().rev().filter_map(of).collect();
        (!pieces.is_empty()).then(|| format!("{} loses {}", side_name(color), list(&pieces)))
    };
    let sides: Vec<String> = [!position.turn(), position.turn()].into_iter().filter_map(told).collect();
    (!sides.is_empty()).then(|| format!("In this line {}.", sides.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rocada_rules::{Tolerance, Variant};

    /// What is told of a line; a score that is no mate unless one is given.
    fn told_with(variant: Variant, fen: &str, line: &str, score: Score) -> Vec<String> {
        let position = AnyPosition::from_fen(variant, fen, Tolerance::Repair).expect("a valid FEN");
        let mut at = position.clone();
        let mut moves = Vec::new();
        for text in line.split_whitespace() {
            let mv = at.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
            at.play(mv);
            moves.push(mv);
        }
        sentences(&position, &moves, score)
    }

    fn told(fen: &str, line: &str) -> Vec<String> {
        told_with(Variant::Chess, fen, line, Score::Centipawns(0))
    }

    #[test]
    fn hanging_pieces_are_told_from_defended_ones() {
        let free = told("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5");
        assert_eq!(free[0], "The knight on d5 is not defended.");
        assert_eq!(free[1], "In this line Black loses a knight.");
        let weak = told("4k3/2p5/3q4/8/8/8/8/3RK3 w - - 0 1", "Rxd6 cxd6");
        assert!(weak[0].contains("not defended well enough"), "{weak:?}");
        let guarded = told("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5 exd5");
        assert_eq!(guarded, ["In this line Black loses a knight, White loses a rook."]);
    }

    #[test]
    fn a_fork_must_be_proven_by_the_capture() {
        let fen = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";
        let proven = told(fen, "Nc7+ Kd7 Nxa8");
        assert!(proven[0].contains("knight on c7 forks the rook on a8 and the king on e8"), "{proven:?}");
        assert!(told(fen, "Nc7+ Kd7").iter().all(|sentence| !sentence.contains("forks")));
    }

    #[test]
    fn pins_and_skewers_are_told_apart() {
        let pin = told("4k3/8/8/4q3/8/8/8/R5K1 w - - 0 1", "Re1 Kd7 Rxe5");
        assert!(pin[0].contains("rook on e1 pins the queen on e5 to the king on e8"), "{pin:?}");
        let skewer = told("4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1", "Re1+ Kd5 Rxe8");
        assert!(
            skewer.iter().any(|told| told.contains("skewers the king on e5") || told.contains("forks")),
            "{skewer:?}"
        );
    }

    #[test]
    fn checks_promotions_and_mates_have_names() {
        let discovered = told("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Nc5+");
        assert_eq!(discovered[0], "It is a discovered check by the rook on e1.");
        let double = told("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Nf6+");
        assert_eq!(double[0], "It is a double check: only the king can move.");
        let promoted = told("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q+");
        assert_eq!(promoted, ["White promotes on a8."]);
        let rank = told_with(Variant::Chess, "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "Re8#", Score::Mate(1));
        assert_eq!(rank, ["White mates in 1 move on the back rank."]);
        let smothered = "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1";
        let smothered = told_with(Variant::Chess, smothered, "Nf7#", Score::Mate(1));
        assert_eq!(smothered, ["White mates in 1 move: the king is smothered by its own pieces."]);
        let drop = "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1";
        let drop = told_with(Variant::Crazyhouse, drop, "R@e8#", Score::Mate(1));
        assert_eq!(drop, ["White mates in 1 move on the back rank."]);
    }
}
