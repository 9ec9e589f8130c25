//! Endgames that need knowledge instead of counting: won ones that must be won by force, drawn ones that look won.
//! Chess only; in crazyhouse nothing leaves the game. Works with plain numbers, not with weights.

use rocada_rules::{Bitboard, Color, Role, Square};

use super::kpk;
use crate::board::Board;

/// The least value of positions that are won by force; a pawn that will promote gets less, so that promoting is progress.
pub const KNOWN_WIN: i32 = 4_000;
const PAWN_WON: i32 = 1_500;

/// An endgame that is known by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) name: &'static str,
    /// From White's view.
    pub(crate) value: i32,
}

impl Known {
    fn draw(name: &'static str) -> Known {
        Known { name, value: 0 }
    }

    fn for_side(name: &'static str, strong: Color, value: i32) -> Known {
        let value = if strong == Color::White { value } else { -value };
        Known { name, value }
    }
}

/// The number of men of one side from pawn to queen.
fn census(board: &Board, color: Color) -> [i32; 5] {
    Role::DROPPABLE.map(|role| board.count(color, role))
}

/// The value of an endgame that needs no counting.
#[inline]
pub(crate) fn known(board: &Board) -> Option<Known> {
    let bare = |color: Color| !board.color(color).more_than_one();
    if bare(Color::Black) {
        against_bare_king(board, Color::White)
    } else if bare(Color::White) {
        against_bare_king(board, Color::Black)
    } else if board.occupied().count() == 4 {
        one_against_one(board)
    } else {
        None
    }
}

fn against_bare_king(board: &Board, strong: Color) -> Option<Known> {
    let [pawns, knights, bishops, rooks, queens] = census(board, strong);
    let dark = (board.pieces(strong, Role::Bishop) & Bitboard::DARK).count() as i32;
    let both_colours = dark > 0 && dark < bishops;
    let (king, weak) = (board.king(strong), board.king(!strong));
    if rooks + queens == 0 && pawns == 0 {
        let no_mate = knights + bishops <= 1 || bishops == 0 && knights == 2 || knights == 0 && !both_colours;
        if no_mate {
            return Some(Known::draw("insufficient material"));
        }
        if knights == 1 && bishops == 1 {
            return Some(bishop_and_knight(board, strong, dark == 1));
        }
    }
    if pawns == 1 && board.color(strong).count() == 2 {
        let pawn = board.pawns(strong).first()?;
        if !kpk::is_win(strong, king, pawn, weak, board.turn) {
            return Some(Known::draw("KPK"));
        }
        let value = PAWN_WON + 20 * i32::from(pawn.relative_rank(strong));
        return Some(Known::for_side("KPK", strong, value));
    }
    // Pawns with a lone minor are left to the ordinary terms: they may be a fortress (see `scale`).
    let can_mate = rooks + queens > 0 || both_colours || bishops > 0 && knights > 0 || knights > 2;
    can_mate.then(|| {
        let men = (pawns * 100 + knights * 315 + bishops * 330 + rooks * 540 + queens * 990).min(6_000);
        let value = KNOWN_WIN + men + edge(weak) * 12 + closeness(king, weak) * 5;
        Known::for_side("KXK", strong, value)
    })
}

/// Mate is possible only in a corner of the bishop's colour. All men must come near: with corner and king alone the
/// plan is lost beyond a small search's horizon.
fn bishop_and_knight(board: &Board, strong: Color, dark: bool) -> Known {
    let (king, weak) = (board.king(strong), board.king(!strong));
    let near: i32 =
        board.officers(strong).into_iter().map(|square| 7 - i32::from(square.distance(weak))).sum();
    let place = corner(weak, dark) * 45 + edge(weak) * 20;
    let value = KNOWN_WIN + 600 + place + closeness(king, weak) * 8 + near * 5;
    Known::for_side("KBNK", strong, value)
}

/// Each side has one man beside its king.
fn one_against_one(board: &Board) -> Option<Known> {
    let man = |color: Color| Role::DROPPABLE.into_iter().find(|&role| board.count(color, role) == 1);
    let (white, black) = (man(Color::White)?, man(Color::Black)?);
    let strong = if white > black { Color::White } else { Color::Black };
    let (king, weak) = (board.king(strong), board.king(!strong));
    // Equal men fall through: nobody is strong.
    match (white.max(black), white.min(black)) {
        (Role::Queen, Role::Rook) => {
            // Won, but only by driving the king away from its rook.
            let value = 420 + edge(weak) * 10 + closeness(king, weak) * 5;
            Some(Known::for_side("KQKR", strong, value))
        }
        (Role::Rook, Role::Bishop) => Some(Known::for_side("KRKB", strong, 8 + edge(weak) * 3)),
        (Role::Rook, Role::Knight) => {
            // Drawn unless the knight strays from its king.
            let knight = board.pieces(!strong, Role::Knight).first()?;
            let value = 4 + edge(weak) * 3 + 6 * i32::from(weak.distance(knight));
            Some(Known::for_side("KRKN", strong, value))
        }
        (Role::Rook, Role::Pawn) => rook_against_pawn(board, strong),
        (Role::Queen, Role::Pawn) => queen_against_pawn(board, strong),
        _ => None,
    }
}

/// The rook wins when its king stands in the pawn's way or the enemy king is too far to help; a far pawn with its
/// king beside it draws when the strong king is not near.
fn rook_against_pawn(board: &Board, strong: Color) -> Option<Known> {
    let weak_side = !strong;
    let pawn = board.pawns(weak_side).first()?;
    let rook = board.pieces(strong, Role::Rook).first()?;
    let (king, weak) = (board.king(strong), board.king(weak_side));
    let goal = Square::at(pawn.file(), 7).relative(weak_side);
    let on_move = (board.turn == strong) as i32;
    let d = |a: Square, b: Square| i32::from(a.distance(b));
    let in_the_way =
        king.file() == pawn.file() && king.relative_rank(weak_side) > pawn.relative_rank(weak_side);
    let helper_far = d(weak, pawn) >= 4 - on_move && d(weak, rook) >= 3;
    let steps = d(pawn, goal);
    let value = if in_the_way || helper_far {
        440 - 6 * d(king, pawn)
    } else if pawn.relative_rank(weak_side) >= 4 && d(weak, pawn) == 1 && d(king, goal) > steps + on_move {
        30 - 3 * d(king, goal)
    } else {
        160 - 8 * (d(king, goal) - d(weak, goal)) + 12 * steps
    };
    Some(Known::for_side("KRKP", strong, value))
}

/// The queen wins, except against a rook or bishop pawn one step from promotion with its king beside it:
/// taking the pawn or blocking it is stalemate there.
fn queen_against_pawn(board: &Board, strong: Color) -> Option<Known> {
    let pawn = board.pawns(!strong).first()?;
    let (king, weak) = (board.king(strong), board.king(!strong));
    let stalemate_file = matches!(pawn.file(), 0 | 2 | 5 | 7);
    let fortress = pawn.relative_rank(!strong) == 6 && weak.distance(pawn) == 1 && stalemate_file;
    let near = closeness(king, weak) * 4;
    Some(Known::for_side("KQKP", strong, if fortress { near } else { 850 + near }))
}

/// How far a square is from the centre, 0 to 6.
fn edge(square: Square) -> i32 {
    let out = |x: u8| i32::from(if x < 4 { 3 - x } else { x - 4 });
    out(square.file()) + out(square.rank())
}

/// How close two squares are, 0 to 13.
fn closeness(a: Square, b: Square) -> i32 {
    14 - i32::from(a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank()))
}

/// How near a king is to a corner of the bishop's colour, 0 to 7: measured from the long diagonal of the other colour.
fn corner(square: Square, dark: bool) -> i32 {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    if dark { (file + rank - 7).abs() } else { (file - rank).abs() }
}

/// The full endgame score counts.
pub(crate) const NORMAL: i32 = 64;

/// How much of the endgame score counts, in 64ths: what is hard to win is worth less than it looks.
/// `endgame` is the score from White's view; its sign tells who tries to win.
#[inline]
pub(crate) fn scale(board: &Board, endgame: i32) -> i32 {
    let strong = if endgame > 0 { Color::White } else { Color::Black };
    if let Some(scale) = drawn_scale(board, strong) {
        return scale;
    }
    // Each pawn exchanged brings the defender nearer to a draw.
    let pawns = board.count(strong, Role::Pawn);
    let few_pawns = (40 + 6 * pawns).min(NORMAL);
    match opposite_bishops(board) {
        // The defender holds the squares of its own bishop's colour for ever.
        Some(true) => few_pawns.min(20 + 3 * pawns),
        Some(false) => few_pawns.min(48 + pawns),
        None => few_pawns,
    }
}

/// The scale of material that seldom wins, whatever an evaluation says that counts or has learnt from games.
#[inline]
pub(crate) fn drawn_scale(board: &Board, strong: Color) -> Option<i32> {
    if board.pawns(strong).any() {
        return is_rook_pawn_fortress(board, strong).then_some(0);
    }
    let (value, weak_value) = (officers_value(board, strong), officers_value(board, !strong));
    if value - weak_value <= 3 {
        // Without pawns a piece more is seldom enough.
        return Some(match (value, weak_value) {
            (..5, _) => 0,
            (_, ..=3) => 6,
            _ => 14,
        });
    }
    (value == 6 && board.count(strong, Role::Knight) == 2).then_some(8)
}

/// The pieces of a side in pawns.
fn officers_value(board: &Board, color: Color) -> i32 {
    let [_, knights, bishops, rooks, queens] = census(board, color);
    3 * (knights + bishops) + 5 * rooks + 9 * queens
}

/// Has each side exactly one bishop, on different colours? If so: is that all they have?
fn opposite_bishops(board: &Board) -> Option<bool> {
    let bishops = board.roles[Role::Bishop.index()];
    let one_each =
        board.count(Color::White, Role::Bishop) == 1 && board.count(Color::Black, Role::Bishop) == 1;
    if !one_each || (bishops & Bitboard::DARK).count() != 1 {
        return None;
    }
    let others = (board.officers(Color::White) | board.officers(Color::Black)) & !bishops;
    Some(others.is_empty())
}

/// All pawns on one rook file, nothing else but perhaps a bishop that does not control the corner, and the
/// defending king there: it cannot be driven out.
fn is_rook_pawn_fortress(board: &Board, strong: Color) -> bool {
    let officers = board.officers(strong);
    let pawns = board.pawns(strong);
    let Some(pawn) = pawns.first() else {
        return false;
    };
    if officers & board.roles[Role::Bishop.index()] != officers || board.officers(!strong).any() {
        return false;
    }
    let file = pawn.file();
    if !(file == 0 || file == 7) || (pawns & !Bitboard::file(file)).any() {
        return false;
    }
    let goal = Square::at(file, 7).relative(strong);
    let controls = |square: Square| Bitboard::DARK.has(square) == Bitboard::DARK.has(goal);
    let harmless = !officers.into_iter().any(controls);
    harmless && board.king(!strong).distance(goal) <= 1
}
