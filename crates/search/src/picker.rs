//! Gives the moves of a node one by one, the most promising first, and generates only what is asked for.

use rocada_rules::{CheckSquares, Move, MoveList, Noisy, Position, Quiet};

use crate::history::{Context, Histories};
use crate::params::SearchGame;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Killer,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    GenerateChecks,
    Checks,
    Done,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    /// All legal moves.
    All,
    /// Captures and promotions that win at least so much in the exchange.
    NoisyAtLeast(i32),
    /// Captures and promotions that lose nothing, then the quiet moves that give check and lose nothing.
    NoisyAndChecks,
}

/// Captures first, by what they take and how they did before.
const VICTIM_WEIGHT: i32 = 16;

/// Picks the moves of one node. It is large: take it from a [`PickerPool`].
pub(crate) struct Picker {
    stage: Stage,
    want: Want,
    table_move: Option<Move>,
    killer: Option<Move>,
    skip_quiets: bool,
    moves: MoveList,
    /// A [`Rank`] for each move.
    ranks: [Rank; MoveList::CAPACITY],
    /// The next move to give.
    next: usize,
    bad_noisy: Vec<Move>,
}

/// Pickers that are not in use: making one means clearing its lists, taking a used one does not.
#[derive(Default)]
#[allow(clippy::vec_box)] // a picker has 3 KiB: moving it in and out would cost more than the box
pub(crate) struct PickerPool(Vec<Box<Picker>>);

impl PickerPool {
    /// A picker for a new node.
    pub(crate) fn take(&mut self, want: Want, table_move: Option<Move>, killer: Option<Move>) -> Box<Picker> {
        let mut picker = self.0.pop().unwrap_or_else(Picker::new);
        picker.stage = Stage::TableMove;
        picker.want = want;
        picker.table_move = table_move;
        picker.killer = killer;
        picker.skip_quiets = false;
        picker.moves.clear();
        picker.next = 0;
        picker.bad_noisy.clear();
        picker
    }

    /// Takes a picker back.
    pub(crate) fn give_back(&mut self, picker: Box<Picker>) {
        self.0.push(picker);
    }
}

impl Picker {
    fn new() -> Box<Picker> {
        Box::new(Picker {
            stage: Stage::Done,
            want: Want::All,
            table_move: None,
            killer: None,
            skip_quiets: false,
            moves: MoveList::new(),
            ranks: [Rank::new(0, 0); MoveList::CAPACITY],
            next: 0,
            bad_noisy: Vec::with_capacity(16),
        })
    }

    /// Gives no more quiet moves from now on.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub(crate) fn next<R: SearchGame>(
        &mut self,
        position: &Position<R>,
        histories: &Histories,
        context: &Context,
        checks: Option<&CheckSquares>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table_move {
                        if position.is_legal(mv) && self.wants(mv) {
                            return Some(mv);
                        }
                        self.table_move = None;
                    }
                }
                Stage::GenerateNoisy => {
                    position.generate::<Noisy, _>(&mut self.moves);
                    self.score_noisy(position, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.good_noisy(position) {
                        return Some(mv);
                    }
                    self.stage = match self.want {
                        Want::All => Stage::Killer,
                        Want::NoisyAtLeast(_) => Stage::Done,
                        Want::NoisyAndChecks => Stage::GenerateChecks,
                    };
                }
                Stage::Killer => {
                    self.stage = Stage::GenerateQuiet;
                    if let Some(mv) = self.killer
                        && !self.skip_quiets
                        && Some(mv) != self.table_move
                        && mv.is_quiet()
                        && position.is_legal(mv)
                    {
                        return Some(mv);
                    }
                    self.killer = None;
                }
                Stage::GenerateQuiet => {
                    self.moves.clear();
                    self.next = 0;
                    if !self.skip_quiets {
                        position.generate::<Quiet, _>(&mut self.moves);
                        self.score_quiet(position, histories, context, checks);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skip_quiets
                        && let Some((mv, _)) = self.best()
                    {
                        if Some(mv) == self.table_move || Some(mv) == self.killer {
                            continue;
                        }
                        return Some(mv);
                    }
                    self.next = 0;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if let Some(&mv) = self.bad_noisy.get(self.next) {
                        self.next += 1;
                        return Some(mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateChecks => {
                    self.moves.clear();
                    self.next = 0;
                    position.generate_quiet_checks(&mut self.moves);
                    self.stage = Stage::Checks;
                }
                Stage::Checks => {
                    if let Some(&mv) = self.moves.get(self.next) {
                        self.next += 1;
                        if position.see_at_least(mv, 0, &R::EXCHANGE) {
                            return Some(mv);
                        }
                        continue;
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn wants(&self, mv: Move) -> bool {
        self.want == Want::All || mv.is_noisy()
    }

    fn score_noisy<R: SearchGame>(&mut self, position: &Position<R>, histories: &Histories) {
        for (index, &mv) in self.moves.iter().enumerate() {
            let victim = position.role_at(mv.to()).map_or(0, |role| R::EXCHANGE[role.index()]);
            let promotion = mv.promotion().map_or(0, |role| R::EXCHANGE[role.index()]);
            let score = (victim + promotion) * VICTIM_WEIGHT + histories.capture(position, mv);
            self.ranks[index] = Rank::new(score, index);
        }
    }

    /// By history; a check that does not lose the piece comes early, for it leaves the opponent few answers.
    fn score_quiet<R: SearchGame>(
        &mut self,
        position: &Position<R>,
        histories: &Histories,
        context: &Context,
        checks: Option<&CheckSquares>,
    ) {
        let tables = histories.quiet_tables(position, context);
        for (index, &mv) in self.moves.iter().enumerate() {
            let gives_check = checks.is_some_and(|checks| position.gives_check_with(mv, checks));
            let check_bonus = match gives_check && position.see_at_least(mv, R::CHECK_RISK, &R::EXCHANGE) {
                true => R::CHECK_BONUS,
                false => 0,
            };
            self.ranks[index] = Rank::new(tables.score(position, mv) + check_bonus, index);
        }
    }

    /// The next capture that does not lose material; the others are put aside.
    fn good_noisy<R: SearchGame>(&mut self, position: &Position<R>) -> Option<Move> {
        while let Some((mv, score)) = self.best() {
            if Some(mv) == self.table_move {
                continue;
            }
            let threshold = match self.want {
                Want::NoisyAtLeast(threshold) => threshold,
                Want::NoisyAndChecks => 0,
                // A capture with a good history may lose a little.
                Want::All => -score / 48,
            };
            if position.see_at_least(mv, threshold, &R::EXCHANGE) {
                return Some(mv);
            }
            if self.want == Want::All {
                self.bad_noisy.push(mv);
            }
        }
        None
    }

    /// Takes the best move that is left: one step of a selection sort, for few of the moves are ever asked for.
    #[inline]
    fn best(&mut self) -> Option<(Move, i32)> {
        let ranks = &mut self.ranks[..self.moves.len()];
        let best = ranks[self.next..].iter().copied().max()?;
        // The one that stood first takes the place of the best.
        ranks[best.index()] = Rank::new(ranks[self.next].score(), best.index());
        self.moves.swap(self.next, best.index());
        self.next += 1;
        Some((self.moves[self.next - 1], best.score()))
    }
}

/// The score of a move above its place in the list, in one number, so that the best of many is found by whole vectors;
/// of equals the first is the greatest.
///
/// ```text
/// 31 … 9: score | 8 … 0: 511 - place
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank(i32);

impl Rank {
    const LAST: i32 = MoveList::CAPACITY as i32 - 1;

    #[inline]
    const fn new(score: i32, index: usize) -> Rank {
        Rank(score * MoveList::CAPACITY as i32 + (Rank::LAST - index as i32))
    }

    #[inline]
    const fn score(self) -> i32 {
        self.0.div_euclid(MoveList::CAPACITY as i32)
    }

    #[inline]
    const fn index(self) -> usize {
        (Rank::LAST - self.0.rem_euclid(MoveList::CAPACITY as i32)) as usize
    }
}
