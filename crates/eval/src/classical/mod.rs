//! The classical evaluation: a sum of named terms, tapered from middlegame to endgame.
//!
//! The same terms serve play ([`Classical`]), people ([`explain()`], [`piece_worth`], [`control_map`]) and the tuner
//! ([`coefficients`]). Knows positions; knows nothing of search.

mod endgame;
#[cfg(test)]
mod endgame_tests;
mod explain;
mod kpk;
mod maps;
mod masks;
mod pawn_table;
mod score;
mod terms;
#[cfg(test)]
mod tests;
mod trace;
mod tuning;
pub mod weights;

use std::marker::PhantomData;

use rocada_rules::{Color, Crazyhouse, Position, Role, Rules, Standard};

use crate::board::Board;
use endgame::{Known, NORMAL};
use maps::Maps;
use terms::{Scene, hand, king, pawns, pieces, threats};
use trace::Tally;
use weights::at;

pub use endgame::KNOWN_WIN;
pub use explain::{Explanation, TermLine, control_map, explain, piece_worth};
pub use pawn_table::PawnTable;
pub use score::Score;
pub use trace::{NoTrace, Trace};
pub use tuning::{Coefficients, coefficients};
pub use weights::{Term, Weights};

/// No evaluation is greater: mate scores of a search lie well beyond.
pub const LIMIT: i32 = 15_000;

/// The phase of a full set of pieces; 0 is a pawn endgame.
pub const FULL_PHASE: i32 = 24;

/// A rule set with weights of its own.
pub trait Game: Rules {
    /// The weights that play uses.
    fn weights() -> &'static Weights;
}

impl Game for Standard {
    #[inline]
    fn weights() -> &'static Weights {
        &weights::CHESS
    }
}

impl Game for Crazyhouse {
    #[inline]
    fn weights() -> &'static Weights {
        &weights::CRAZYHOUSE
    }
}

/// The evaluator of one thread.
///
/// ```
/// use rocada_eval::classical::Classical;
/// use rocada_rules::{Position, Standard, Tolerance};
///
/// let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// let position = Position::<Standard>::from_fen(queen_up, Tolerance::Strict)?;
/// assert!(Classical::new().evaluate(&position) > 500);
/// # Ok::<(), rocada_rules::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Classical<R: Game> {
    weights: &'static Weights,
    pawns: PawnTable,
    game: PhantomData<R>,
}

impl<R: Game> Default for Classical<R> {
    fn default() -> Classical<R> {
        Classical::new()
    }
}

impl<R: Game> Classical<R> {
    /// An evaluator with the game's own weights.
    pub fn new() -> Classical<R> {
        Classical::with_weights(R::weights())
    }

    /// An evaluator with other weights, which live as long as the program (a tuner leaks the few sets it plays with).
    pub fn with_weights(weights: &'static Weights) -> Classical<R> {
        Classical { weights, pawns: PawnTable::default(), game: PhantomData }
    }

    /// What the position is worth to the side to move, in centipawns; never beyond [`LIMIT`] either way.
    #[inline]
    pub fn evaluate(&mut self, position: &Position<R>) -> i32 {
        self.evaluate_board(&Board::of(position))
    }

    #[inline]
    fn evaluate_board(&mut self, board: &Board) -> i32 {
        let verdict = judge::<R, _>(board, self.weights, Some(&mut self.pawns), &mut NoTrace);
        verdict.relative_to(board.turn)
    }
}

/// Evaluates with any weights and any listener, from the side to move's view. Slower than [`Classical::evaluate`]:
/// the pawns are computed afresh.
pub fn evaluate_traced<R: Game, T: Trace>(position: &Position<R>, weights: &Weights, trace: &mut T) -> i32 {
    let board = Board::of(position);
    judge::<R, T>(&board, weights, None, trace).relative_to(board.turn)
}

/// What an evaluation found, from White's view.
#[derive(Clone, Copy, Debug)]
struct Verdict {
    phase: i32,
    /// How many 64ths of the endgame score count.
    scale: i32,
    /// The endgame that overrides the sum, if there is one.
    known: Option<Known>,
    total: i32,
}

impl Verdict {
    #[inline]
    fn relative_to(&self, color: Color) -> i32 {
        match color {
            Color::White => self.total,
            Color::Black => -self.total,
        }
    }

    /// A value that does not come from the sum of terms.
    fn settled(total: i32, known: Option<Known>) -> Verdict {
        Verdict { phase: FULL_PHASE, scale: NORMAL, known, total: total.clamp(-LIMIT, LIMIT) }
    }
}

/// Evaluates any board, legal or not. Without a pawn table the pawns are computed afresh.
#[inline]
fn judge<R: Game, T: Trace>(
    board: &Board,
    weights: &Weights,
    pawn_table: Option<&mut PawnTable>,
    trace: &mut T,
) -> Verdict {
    if board.is_overfull::<R>() {
        return Verdict::settled(crude(board, weights), None);
    }
    let known = known::<R>(board);
    if let Some(known) = known
        && !T::ACTIVE
    {
        return Verdict::settled(known.value, Some(known));
    }
    let pawns = match pawn_table {
        Some(table) if !T::ACTIVE => table.probe(board, weights),
        _ => pawn_table::fresh(board, weights, trace),
    };
    let mut score = pawns.score;
    let mut maps = Maps::new(board);
    for us in Color::ALL {
        let mut tally = Tally::new(us, weights, trace);
        pieces::mobility(board, &mut maps, &mut tally);
        add(&mut score, &tally);
    }
    let scene = Scene { board, maps };
    for us in Color::ALL {
        let mut tally = Tally::new(us, weights, trace);
        all_terms::<R, T>(&scene, pawns.passed[us.index()], &mut tally);
        add(&mut score, &tally);
    }
    let phase = phase::<R>(board);
    let scale = if R::DROPS { NORMAL } else { endgame::scale(board, score.eg()) };
    let total = match known {
        Some(known) => known.value,
        None => taper(score.halves(), phase, scale),
    };
    Verdict { phase, scale, known, total: total.clamp(-LIMIT, LIMIT) }
}

#[inline]
fn known<R: Game>(board: &Board) -> Option<Known> {
    if R::DROPS { None } else { endgame::known(board) }
}

/// What is known of a position without counting or learning: the value for the side to move of endgames that must be
/// won by force or are drawn, and of boards that no game can have.
#[inline]
pub(crate) fn settled<R: Game>(board: &Board) -> Option<i32> {
    let verdict = if board.is_overfull::<R>() {
        Verdict::settled(crude(board, R::weights()), None)
    } else {
        let known = known::<R>(board)?;
        Verdict::settled(known.value, Some(known))
    };
    Some(verdict.relative_to(board.turn))
}

/// A value of another evaluation, made smaller where the stronger side's material seldom wins.
#[inline]
pub(crate) fn tempered<R: Game>(board: &Board, value: i32) -> i32 {
    if R::DROPS {
        return value;
    }
    let strong = if value > 0 { board.turn } else { !board.turn };
    match endgame::drawn_scale(board, strong) {
        Some(scale) => taper((value, value), phase::<R>(board), scale),
        None => value,
    }
}

#[inline]
fn add<T: Trace>(score: &mut Score, tally: &Tally<'_, T>) {
    match tally.color {
        Color::White => *score += tally.sum,
        Color::Black => *score -= tally.sum,
    }
}

/// The terms of one side that the finished attack maps allow.
#[inline(always)]
fn all_terms<R: Game, T: Trace>(scene: &Scene<'_>, passed: rocada_rules::Bitboard, tally: &mut Tally<'_, T>) {
    pieces::material(scene.board, tally);
    pieces::piece_squares(scene.board, tally);
    pieces::support(scene, tally);
    pieces::minor_pieces(scene, tally);
    pieces::bishops(scene, tally);
    pieces::rooks(scene, tally);
    pawns::blocked(scene, tally);
    pawns::passed(scene, tally, passed);
    king::castling(scene, tally);
    threats::threats(scene, tally);
    threats::space(scene, tally);
    let mut drop_units = 0;
    if R::DROPS {
        hand::hand(scene.board, tally);
        drop_units = hand::drops(scene, tally);
    }
    king::attack(scene, tally, drop_units);
    if scene.board.turn == tally.color {
        tally.once(at::TEMPO);
    }
}

/// How much of the game's force is left, 0 to [`FULL_PHASE`]. What is in hand comes back, so it counts.
#[inline]
fn phase<R: Game>(board: &Board) -> i32 {
    const WEIGHTS: [(Role, i32); 4] =
        [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)];
    let mut phase = 0;
    for (role, weight) in WEIGHTS {
        let mut count = board.roles[role.index()].count() as i32;
        if R::DROPS {
            count += (board.in_hand(Color::White, role) + board.in_hand(Color::Black, role)) as i32;
        }
        phase += weight * count;
    }
    phase.min(FULL_PHASE)
}

/// One number from the two halves. Division rounds towards zero, so both colours are treated alike.
#[inline]
fn taper((mg, eg): (i32, i32), phase: i32, scale: i32) -> i32 {
    (mg * phase * NORMAL + eg * scale * (FULL_PHASE - phase)) / (FULL_PHASE * NORMAL)
}

/// Material alone, in plain numbers: for boards with more men than a game can have.
#[cold]
fn crude(board: &Board, weights: &Weights) -> i32 {
    let side = |color: Color| -> i32 {
        Role::DROPPABLE
            .into_iter()
            .map(|role| {
                let count = board.count(color, role) + board.in_hand(color, role) as i32;
                weights.get(at::MATERIAL + role.index()).mg() * count
            })
            .sum()
    };
    side(Color::White) - side(Color::Black)
}
