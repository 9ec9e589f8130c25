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

/// An input as it is for White with the king on the files a to d and in the first bucket, whoever looks: what a move
/// changes can be written down before anybody looks at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlainInput(u16);

impl PlainInput {
    pub(super) const FIRST: PlainInput = PlainInput(0);

    /// A piece on the board.
    #[inline]
    pub(super) const fn piece(piece: Piece, square: Square) -> PlainInput {
        PlainInput((SIDE * piece.color.index() + 64 * piece.role.index() + square.index()) as u16)
    }

    /// The `count`-th piece of a role that a side holds, counted from 1; none beyond what is told apart.
    #[inline]
    pub(super) fn held(color: Color, role: Role, count: u8) -> Option<PlainInput> {
        let (cap, first) = (*HAND_CAPS.get(role.index())?, *HAND_FIRST.get(role.index())?);
        let slot = first + usize::from(count.checked_sub(1)?);
        (count <= cap).then(|| PlainInput((HAND + HAND_SLOTS * color.index() + slot) as u16))
    }

    /// The mark that the piece of a side on a square was a pawn.
    #[inline]
    pub(super) const fn promoted(color: Color, square: Square) -> PlainInput {
        PlainInput((PROMOTED + 64 * color.index() + square.index()) as u16)
    }
}

/// How one side sees the board: turns what stands there or is held into the index of its input.
///
/// ```text
/// 31 … 16: where the inputs of the king's bucket begin | 15 … 8: bucket | 7: Black looks | 5 … 0: turns squares round
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View(u32);

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
        let first = u32::from(bucket) * shape.game.inputs() as u32;
        View(first << 16 | u32::from(bucket) << 8 | (perspective as u32) << 7 | u32::from(turn))
    }

    /// How many views a side can have.
    pub(super) const fn count(shape: &Shape) -> usize {
        2 * shape.king_buckets
    }

    /// The number of this view among those of its side.
    #[inline]
    pub(super) const fn index(self) -> usize {
        // The lowest bit says whether files are turned round.
        (2 * (self.0 >> 8 & 0xff) + (self.0 & 1)) as usize
    }

    /// The index of an input in this view.
    #[inline]
    pub(super) const fn see(self, input: PlainInput) -> usize {
        let (input, first) = (input.0 as usize, (self.0 >> 16) as usize);
        let (black, turn) = (self.0 >> 7 & 1 != 0, (self.0 & 63) as usize);
        first
            + if input < HAND {
                swapped(input, SIDE, black) ^ turn
            } else if input < PROMOTED {
                HAND + swapped(input - HAND, HAND_SLOTS, black)
            } else {
                PROMOTED + (swapped(input - PROMOTED, 64, black) ^ turn)
            }
    }

    /// The input of a piece on the board.
    #[inline]
    pub fn piece(self, piece: Piece, square: Square) -> usize {
        self.see(PlainInput::piece(piece, square))
    }

    /// The input of the `count`-th piece of a role that a side holds, counted from 1; none beyond what is told apart.
    #[inline]
    pub fn held(self, color: Color, role: Role, count: u8) -> Option<usize> {
        PlainInput::held(color, role, count).map(|input| self.see(input))
    }

    /// The input of the mark that the piece of a side on a square was a pawn.
    #[inline]
    pub fn promoted(self, color: Color, square: Square) -> usize {
        self.see(PlainInput::promoted(color, square))
    }
}

/// Own and enemy inputs, `side` of each, change places if Black looks.
#[inline]
const fn swapped(input: usize, side: usize, black: bool) -> usize {
    match black {
        false => input,
        true if input < side => input + side,
        true => input - side,
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
