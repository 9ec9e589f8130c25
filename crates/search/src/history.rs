//! What moves did well or badly elsewhere in the tree, and how wrong the evaluation was there.
//!
//! All tables keep small numbers that a bonus pulls towards a limit: the nearer they are, the less they move.

use rocada_rules::{Bitboard, Color, Move, Position, Role, Rules, Square};

use crate::memory::{Zero, Zeroed};

/// No history value is greater.
pub(crate) const LIMIT: i32 = 16_384;
/// No correction is greater, in 256ths of a centipawn.
const CORRECTION_LIMIT: i32 = 32 * 1024;

/// A piece as histories see it: twelve men, and the ten that can come from a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Actor(u8);

const ACTORS: usize = 24;

impl Actor {
    #[inline]
    fn index(self) -> usize {
        self.0 as usize % ACTORS
    }

    /// Who moves: a dropped piece is another one than the same piece that moves on the board.
    #[inline]
    pub(crate) fn of<R: Rules>(position: &Position<R>, mv: Move) -> Actor {
        let (role, drop) = match mv.drop_role() {
            Some(role) => (role, 12),
            None => (position.role_at(mv.from()).unwrap_or(Role::King), 0),
        };
        Actor((position.turn().index() * 6 + role.index() + drop) as u8)
    }
}

/// A move as continuations see it: who went where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) actor: Actor,
    pub(crate) to: Square,
}

impl Step {
    #[inline]
    pub(crate) fn of<R: Rules>(position: &Position<R>, mv: Move) -> Step {
        Step { actor: Actor::of(position, mv), to: mv.to() }
    }

    #[inline]
    fn index(self) -> usize {
        self.actor.index() * 64 + self.to.index()
    }
}

const STEPS: usize = ACTORS * 64;
/// A move's source is attacked or not, and so is its target.
const DANGERS: usize = 4;
/// Squares to come from, and the roles in hand.
const SOURCES: usize = 72;
const PAWN_SLOTS: usize = 512;
const CORRECTION_SLOTS: usize = 16_384;

type Values<const N: usize> = [i16; N];
type MainTable = [Values<64>; SOURCES];

/// The histories of one worker.
pub(crate) struct Histories {
    /// Quiet moves by side, what the enemy attacks, source and target.
    main: [[MainTable; DANGERS]; 2],
    /// Captures by step and what is taken.
    capture: [Values<6>; STEPS],
    /// Quiet moves after an earlier step, one table for one, two and four plies before.
    continuation: Rows<STEPS>,
    /// Quiet moves by pawn structure.
    pawn: Rows<PAWN_SLOTS>,
    correct_pawn: [Values<CORRECTION_SLOTS>; 2],
    correct_non_pawn: [[Values<CORRECTION_SLOTS>; 2]; 2],
    correct_step: Rows<STEPS>,
}

#[allow(unsafe_code)]
// SAFETY: all fields are arrays of integers, and of truth values of which zero is false.
unsafe impl Zeroed for Histories {}

/// What the quiet moves of a node depend on besides the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// What the moves before this node were: one, two and four plies ago.
    pub(crate) past: [Option<Step>; 3],
    /// The squares that the enemy attacks: to flee from there is another move than to go there.
    pub(crate) attacked: Bitboard,
}

/// How much each of the past steps counts.
const PAST_WEIGHTS: [i32; 3] = [2, 2, 1];

impl Histories {
    pub(crate) fn new() -> Zero<Histories> {
        Zero::new()
    }

    /// Forgets everything. In place: new tables before the old ones are gone would take twice the memory.
    pub(crate) fn clear(&mut self) {
        let Histories { main, capture, continuation, pawn, correct_pawn, correct_non_pawn, correct_step } =
            self;
        main.as_flattened_mut().as_flattened_mut().fill([0; 64]);
        capture.fill([0; 6]);
        correct_pawn.as_flattened_mut().fill(0);
        correct_non_pawn.as_flattened_mut().as_flattened_mut().fill(0);
        continuation.clear();
        pawn.clear();
        correct_step.clear();
    }

    #[inline]
    fn source(mv: Move) -> usize {
        match mv.drop_role() {
            Some(role) => 64 + role.index(),
            None => mv.from().index(),
        }
    }

    /// How well a quiet move did, for pruning.
    #[inline]
    pub(crate) fn quiet<R: Rules>(&self, position: &Position<R>, mv: Move, context: &Context) -> i32 {
        self.quiet_tables(position, context).score(position, mv)
    }

    /// What is known of the quiet moves of a position, for many moves at once.
    #[inline]
    pub(crate) fn quiet_tables<R: Rules>(
        &self,
        position: &Position<R>,
        context: &Context,
    ) -> QuietTables<'_> {
        QuietTables {
            main: &self.main[position.turn().index()],
            attacked: context.attacked,
            pawn: self.pawn.get(pawn_slot(position)),
            continuation: context
                .past
                .map(|earlier| earlier.map(|earlier| self.continuation.get(earlier.index()))),
        }
    }

    /// How well a capture did.
    #[inline]
    pub(crate) fn capture<R: Rules>(&self, position: &Position<R>, mv: Move) -> i32 {
        i32::from(self.capture[Step::of(position, mv).index()][victim(position, mv)])
    }

    /// A quiet move did well (`bonus` > 0) or badly.
    #[inline]
    pub(crate) fn update_quiet<R: Rules>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        context: &Context,
        bonus: i32,
    ) {
        let step = Step::of(position, mv).index();
        let main = &mut self.main[position.turn().index()][danger(mv, context.attacked)];
        pull(&mut main[Self::source(mv)][mv.to().index()], bonus, LIMIT);
        pull(&mut self.pawn.get_mut(pawn_slot(position))[step], bonus, LIMIT);
        self.update_continuation(step, context, bonus);
    }

    #[inline]
    fn update_continuation(&mut self, step: usize, context: &Context, bonus: i32) {
        for earlier in context.past.iter().flatten() {
            pull(&mut self.continuation.get_mut(earlier.index())[step], bonus, LIMIT);
        }
    }

    /// A capture did well or badly.
    #[inline]
    pub(crate) fn update_capture<R: Rules>(&mut self, position: &Position<R>, mv: Move, bonus: i32) {
        let value = &mut self.capture[Step::of(position, mv).index()][victim(position, mv)];
        pull(value, bonus, LIMIT);
    }

    /// The evaluation's usual error in positions like this one, weighted by the parameters, in centipawns.
    #[inline]
    pub(crate) fn correction<R: Rules>(
        &self,
        position: &Position<R>,
        context: &Context,
        weights: [i32; 3],
    ) -> i32 {
        let color = position.turn().index();
        let pawns = i32::from(self.correct_pawn[color][correction_slot(position.pawn_key())]);
        let pieces: i32 = Color::ALL
            .map(|side| {
                let slot = correction_slot(position.non_pawn_key(side));
                i32::from(self.correct_non_pawn[color][side.index()][slot])
            })
            .iter()
            .sum();
        let moves = match (context.past[0], context.past[1]) {
            (Some(last), Some(before)) => i32::from(self.correct_step.get(before.index())[last.index()]),
            _ => 0,
        };
        (pawns * weights[0] + pieces * weights[1] + moves * weights[2]) / (64 * 256)
    }

    /// The search found the evaluation to be wrong by `error` centipawns at a depth that gives `weight`.
    #[inline]
    pub(crate) fn update_correction<R: Rules>(
        &mut self,
        position: &Position<R>,
        context: &Context,
        error: i32,
        depth: i32,
    ) {
        let bonus = (error * depth * 32).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let color = position.turn().index();
        pull(&mut self.correct_pawn[color][correction_slot(position.pawn_key())], bonus, CORRECTION_LIMIT);
        for side in Color::ALL {
            let slot = correction_slot(position.non_pawn_key(side));
            pull(&mut self.correct_non_pawn[color][side.index()][slot], bonus, CORRECTION_LIMIT);
        }
        if let (Some(last), Some(before)) = (context.past[0], context.past[1]) {
            pull(&mut self.correct_step.get_mut(before.index())[last.index()], bonus, CORRECTION_LIMIT);
        }
    }
}

/// A large table of which a short game touches little: only what was touched needs to be forgotten.
struct Rows<const N: usize> {
    rows: [Values<STEPS>; N],
    touched: [bool; N],
}

impl<const N: usize> Rows<N> {
    #[inline]
    fn get(&self, row: usize) -> &Values<STEPS> {
        &self.rows[row]
    }

    #[inline]
    fn get_mut(&mut self, row: usize) -> &mut Values<STEPS> {
        self.touched[row] = true;
        &mut self.rows[row]
    }

    fn clear(&mut self) {
        for (row, touched) in self.rows.iter_mut().zip(&mut self.touched) {
            if std::mem::take(touched) {
                row.fill(0);
            }
        }
    }
}

/// The tables that know the quiet moves of one position.
pub(crate) struct QuietTables<'a> {
    main: &'a [MainTable; DANGERS],
    attacked: Bitboard,
    pawn: &'a Values<STEPS>,
    continuation: [Option<&'a Values<STEPS>>; 3],
}

impl QuietTables<'_> {
    /// How well a move did.
    #[inline]
    pub(crate) fn score<R: Rules>(&self, position: &Position<R>, mv: Move) -> i32 {
        let step = Step::of(position, mv).index();
        let main = &self.main[danger(mv, self.attacked)];
        let mut score = i32::from(main[Histories::source(mv)][mv.to().index()]) * 2;
        score += i32::from(self.pawn[step]);
        for (weight, earlier) in PAST_WEIGHTS.into_iter().zip(self.continuation) {
            score += earlier.map_or(0, |earlier| i32::from(earlier[step]) * weight);
        }
        score / 2
    }
}

/// Which of the main tables knows a move.
#[inline]
fn danger(mv: Move, attacked: Bitboard) -> usize {
    let flees = !mv.is_drop() && attacked.has(mv.from());
    usize::from(flees) * 2 + usize::from(attacked.has(mv.to()))
}

/// The role a capture takes; a promotion without capture counts as taking "a king".
#[inline]
fn victim<R: Rules>(position: &Position<R>, mv: Move) -> usize {
    match (mv.is_en_passant(), position.role_at(mv.to())) {
        (true, _) => Role::Pawn.index(),
        (false, role) => role.unwrap_or(Role::King).index(),
    }
}

#[inline]
fn pawn_slot<R: Rules>(position: &Position<R>) -> usize {
    position.pawn_key() as usize % PAWN_SLOTS
}

#[inline]
const fn correction_slot(key: u64) -> usize {
    key as usize % CORRECTION_SLOTS
}

/// Moves a value towards ±`limit`.
#[inline]
fn pull(value: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / limit;
    *value = new.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
}

#[cfg(test)]
mod tests {
    use rocada_rules::Standard;

    use super::*;

    #[test]
    fn clearing_forgets_every_row_that_was_touched() {
        let mut histories = Histories::new();
        let before = histories.pawn.rows[3][5];
        histories.pawn.get_mut(3)[5] = 7;
        histories.continuation.get_mut(STEPS - 1)[0] = -7;
        histories.correct_pawn[1][9] = 1;
        histories.clear();
        assert_eq!((before, histories.pawn.get(3)[5], histories.continuation.get(STEPS - 1)[0]), (0, 0, 0));
        assert_eq!(histories.correct_pawn[1][9], 0);
        assert!(!histories.pawn.touched.contains(&true) && !histories.continuation.touched.contains(&true));
    }

    #[test]
    fn a_move_out_of_danger_is_another_move_than_the_same_one_in_peace() {
        let position = Position::<Standard>::start();
        let mv = position.legal_moves()[0];
        let context = |attacked| Context { past: [None; 3], attacked };
        let [peace, flight] = [Bitboard::EMPTY, mv.from().bb()].map(context);
        let mut histories = Histories::new();
        histories.update_quiet(&position, mv, &flight, 1000);
        let (fled, stayed) =
            (histories.quiet(&position, mv, &flight), histories.quiet(&position, mv, &peace));
        assert!(fled > stayed && stayed > 0, "{fled} {stayed}: the pawn structure's share is common");
    }

    #[test]
    fn values_stay_within_their_limit() {
        let mut value = 0;
        for _ in 0..1000 {
            pull(&mut value, 2000, LIMIT);
        }
        assert!((LIMIT - 200..=LIMIT).contains(&i32::from(value)));
        for _ in 0..1000 {
            pull(&mut value, -2000, LIMIT);
        }
        assert!((-LIMIT..=200 - LIMIT).contains(&i32::from(value)));
    }
}
