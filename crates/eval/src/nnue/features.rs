//! Which inputs of the first layer are on: the one place that says so, for the trainer and for play.
//!
//! Each side has its own view: own men come first, Black sees the ranks turned round, and a king on the files e to h
//! sees the files turned round, so that the own king always stands on a to d.
//!
//! ```text
//!   0 … 767  board     384 * owner + 64 * role + square      owner: 0 own, 1 enemy; roles from pawn to king
//! 768 … 827  in hand   768 + 30 * owner + role's first + i   the first k of a role's slots are on for k in hand
//! 828 … 955  promoted  828 + 64 * owner + square             beside the piece's own input
//! ```
//!
//! Chess has the first 768 only. With king buckets the whole list is repeated: `bucket * inputs + input`.

use rocada_rules::{Color, Piece, Position, Role, Rules, Square};

use super::shape::Shape;
use crate::board::Board;

/// Inputs for what stands on the board.
pub(super) const BOARD: usize = 2 * SIDE;
/// Inputs of crazyhouse: board, hands and promoted marks.
pub(super) const ALL: usize = PROMOTED + 2 * 64;

const SIDE: usize = 6 * 64;
const HAND: usize = BOARD;
const PROMOTED: usize = HAND + 2 * HAND_SLOTS;

/// How many pieces of a role in hand can be told apart, pawn to queen: as many as a side is likely to hold.
const HAND_CAPS: [u8; 5] = [16, 4, 4, 4, 2];
/// Where the slots of a role begin.
const HAND_FIRST: [usize; 5] = [0, 16, 20, 24, 28];
const HAND_SLOTS: usize = 30;

/// How many regions the board has for the own king when there is more than one king bucket.
pub(super) const KING_REGIONS: usize = 4;
/// The region of the own king by rank, as its side counts, and file: the castled corner, the centre of the first rank,
/// the second rank, and the field, where kings go when few pieces are left.
#[rustfmt::skip]
const KING_REGION: [[u8; 4]; 8] = [
    [0, 0, 1, 1],
    [2, 2, 2, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
];

/// How many outputs there are when there is more than one.
pub(super) const OUTPUT_BUCKETS: usize = 8;

/// How one side sees the board: turns what stands or comes into the index of its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    perspective: Color,
    /// Turns a square into the one that is seen: ranks, files or both may be turned round.
    turn: u8,
    bucket: u8,
    /// Where the inputs of the king's bucket begin.
    first: u16,
}

impl View {
    /// The view of a side whose king stands on `king`.
    #[inline]
    pub fn new(shape: &Shape, perspective: Color, king: Square) -> View {
        let mirrored = king.file() >= 4;
        let turn = (56 * perspective as u8) ^ (7 * mirrored as u8);
        let bucket = match shape.king_buckets {
            1 => 0,
            _ => {
                let file = king.file() ^ (7 * mirrored as u8);
                KING_REGION[usize::from(king.relative_rank(perspective))][usize::from(file & 3)]
            }
        };
        View { perspective, turn, bucket, first: u16::from(bucket) * shape.game.inputs() as u16 }
    }

    /// How many views a side can have.
    pub(super) const fn count(shape: &Shape) -> usize {
        2 * shape.king_buckets
    }

    /// The number of this view among those of its side.
    #[inline]
    pub(super) fn index(self) -> usize {
        // The lowest bit of the turn says whether files are turned round.
        2 * usize::from(self.bucket) + usize::from(self.turn & 1)
    }

    #[inline]
    fn first(self) -> usize {
        usize::from(self.first)
    }

    #[inline]
    fn square(self, square: Square) -> usize {
        square.index() ^ usize::from(self.turn)
    }

    #[inline]
    fn owner(self, color: Color) -> usize {
        (color != self.perspective) as usize
    }

    /// The input of a piece on the board.
    #[inline]
    pub fn piece(self, piece: Piece, square: Square) -> usize {
        self.first() + SIDE * self.owner(piece.color) + 64 * piece.role.index() + self.square(square)
    }

    /// The input of the `count`-th piece of a role that a side holds, counted from 1; none beyond what is told apart.
    #[inline]
    pub fn held(self, color: Color, role: Role, count: u8) -> Option<usize> {
        let (cap, first) = (*HAND_CAPS.get(role.index())?, *HAND_FIRST.get(role.index())?);
        let slot = first + usize::from(count.checked_sub(1)?);
        (count <= cap).then(|| self.first() + HAND + HAND_SLOTS * self.owner(color) + slot)
    }

    /// The input of the mark that the piece of a side on a square was a pawn.
    #[inline]
    pub fn promoted(self, color: Color, square: Square) -> usize {
        self.first() + PROMOTED + 64 * self.owner(color) + self.square(square)
    }
}

/// Calls `each` for every input that is on as `perspective` sees the position, each once and below
/// [`Shape::rows`].
///
/// ```
/// use rocada_eval::nnue::{GameKind, Shape, active};
/// use rocada_rules::{Color, Position, Standard};
///
/// let shape = Shape::plain(GameKind::Chess, 64);
/// let mut inputs = Vec::new();
/// active(&Position::<Standard>::start(), Color::White, &shape, |input| inputs.push(input));
/// assert_eq!(inputs.len(), 32);
/// ```
#[inline]
pub fn active<R: Rules>(position: &Position<R>, perspective: Color, shape: &Shape, each: impl FnMut(usize)) {
    active_on(&Board::of(position), perspective, shape, each);
}

/// [`active`] for any board.
#[inline]
pub(super) fn active_on(board: &Board, perspective: Color, shape: &Shape, mut each: impl FnMut(usize)) {
    let view = View::new(shape, perspective, board.king(perspective));
    for color in Color::ALL {
        for role in Role::ALL {
            for square in board.pieces(color, role) {
                each(view.piece(role.of(color), square));
            }
        }
        if shape.game.has_drops() {
            for role in Role::DROPPABLE {
                let held = board.in_hand(color, role) as u8;
                (1..=held).filter_map(|count| view.held(color, role, count)).for_each(&mut each);
            }
            for square in board.promoted & board.color(color) {
                each(view.promoted(color, square));
            }
        }
    }
}

/// Which output judges the position: in chess by the men on the board (2 to 5, 6 to 9, …), in crazyhouse by the
/// pieces in hand (none, 1 or 2, 3 or 4, …).
#[inline]
pub fn output_bucket<R: Rules>(position: &Position<R>, shape: &Shape) -> usize {
    output_bucket_on(&Board::of(position), shape)
}

/// [`output_bucket`] for any board.
#[inline]
pub(super) fn output_bucket_on(board: &Board, shape: &Shape) -> usize {
    if shape.output_buckets == 1 {
        return 0;
    }
    let bucket = if shape.game.has_drops() {
        let held: usize = board.hands.iter().flatten().map(|&count| usize::from(count)).sum();
        held.div_ceil(2)
    } else {
        (board.occupied().count() as usize).saturating_sub(2) / 4
    };
    bucket.min(OUTPUT_BUCKETS - 1)
}
