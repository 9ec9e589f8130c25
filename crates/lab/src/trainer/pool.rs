//! Positions by the million: each one is the list of its inputs as the side to move sees it, and two more words.
//!
//! ```text
//! word 0   score of the search for the side to move, centipawns
//! word 1   15 14 enemy's king bucket | 13 12 own | 11 turned | 10 9 8 output | 7 6 result | 5 … 0 inputs
//! then     the inputs, a word each, without king bucket
//! ```
//!
//! What the other side sees follows from the list: `turned` says whether it sees the files the other way round.

use rocada_eval::nnue::{Shape, View, active, output_bucket};
use rocada_rules::{Color, Position, Role, Rules, Square};

const HEAD: usize = 2;
/// What the field for the number of inputs can hold; no game comes near.
const MOST_INPUTS: usize = 63;
/// Places are 32-bit numbers.
const MOST_WORDS: usize = u32::MAX as usize;

/// How the game ended for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Share {
    Lost = 0,
    Drawn = 1,
    Won = 2,
}

/// Positions in one long list of words.
#[derive(Clone, Default, Debug, PartialEq)]
pub(super) struct Pool {
    words: Vec<u16>,
    positions: usize,
}

impl Pool {
    pub(super) fn len(&self) -> usize {
        self.positions
    }

    /// The memory that the positions take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * size_of::<u16>()
    }

    /// Adds a position; gives whether there was room for it.
    pub(super) fn push<R: Rules>(
        &mut self,
        views: &Views,
        position: &Position<R>,
        score: i16,
        share: Share,
    ) -> bool {
        let (begin, own) = (self.words.len(), position.turn());
        self.words.extend([score as u16, 0]);
        active(position, own, &views.plain(), |input| self.words.push(input as u16));
        let inputs = self.words.len() - begin - HEAD;
        if inputs == 0 || inputs > MOST_INPUTS || self.words.len() > MOST_WORDS {
            self.words.truncate(begin);
            return false;
        }
        let king = |view: View| view.piece(Role::King.of(own), position.king(own));
        let seen = [own, !own].map(|side| king(View::new(&views.shape, side, position.king(side))));
        let [input, other] = seen.map(|input| input % views.base);
        let turned = usize::from(views.other[0][input]) != other;
        let head = inputs
            | (share as usize) << 6
            | output_bucket(position, &views.shape) << 8
            | usize::from(turned) << 11
            | (seen[0] / views.base) << 12
            | (seen[1] / views.base) << 14;
        self.words[begin + 1] = head as u16;
        self.positions += 1;
        true
    }

    /// Joins pools in their order; `None` if that is more than a pool can hold.
    pub(super) fn join(parts: Vec<Pool>) -> Option<Pool> {
        let words = parts.iter().map(|part| part.words.len()).sum();
        if words > MOST_WORDS {
            return None;
        }
        let mut all = Pool { words: Vec::with_capacity(words), positions: 0 };
        for part in parts {
            all.words.extend_from_slice(&part.words);
            all.positions += part.positions;
        }
        Some(all)
    }

    /// Where the positions begin, in their order.
    pub(super) fn places(&self) -> Vec<u32> {
        let mut places = Vec::with_capacity(self.positions);
        let mut place = 0;
        while place < self.words.len() {
            places.push(place as u32);
            place += HEAD + self.get(place as u32).inputs.len();
        }
        places
    }

    /// The position at a place.
    #[inline]
    pub(super) fn get(&self, place: u32) -> Record<'_> {
        let words = &self.words[place as usize..];
        let head = words[1];
        Record { score: words[0] as i16, head, inputs: &words[HEAD..HEAD + usize::from(head & 63)] }
    }

    #[cfg(test)]
    pub(super) fn set_score(&mut self, place: u32, score: i16) {
        self.words[place as usize] = score as u16;
    }

    /// Brings the first words of positions into the cache: reading them at once waits for memory once, not once each.
    #[inline]
    pub(super) fn touch(&self, places: &[u32]) {
        let sum = places.iter().fold(0u16, |sum, &place| sum.wrapping_add(self.words[place as usize]));
        std::hint::black_box(sum);
    }
}

/// One position of a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    score: i16,
    head: u16,
    inputs: &'a [u16],
}

impl Record<'_> {
    #[inline]
    pub(super) fn score(&self) -> i16 {
        self.score
    }

    /// The share of the side to move: 0, ½ or 1.
    #[inline]
    pub(super) fn result(&self) -> f32 {
        f32::from(self.head >> 6 & 3) / 2.0
    }

    #[inline]
    pub(super) fn output(&self) -> u8 {
        (self.head >> 8 & 7) as u8
    }

    #[inline]
    fn is_turned(&self) -> bool {
        self.head >> 11 & 1 != 0
    }

    #[inline]
    fn bucket(&self, side: usize) -> u16 {
        self.head >> (12 + 2 * side) & 3
    }
}

/// Turns inputs as the side to move sees them into those of either side under a shape.
#[derive(Clone, Debug)]
pub(super) struct Views {
    shape: Shape,
    base: usize,
    /// By `turned`: the input that the other side sees instead.
    other: [Vec<u16>; 2],
}

impl Views {
    pub(super) fn new(shape: Shape) -> Views {
        let plain = Shape { king_buckets: 1, ..shape };
        // The kings that see the files as they are and the other way round; the rank does not matter to plain shapes.
        let king = |file: u8| Square::all().nth(usize::from(file)).expect("invariant: a file below 8");
        let own = View::new(&plain, Color::White, king(0));
        let other = [0, 7].map(|file| {
            let other = View::new(&plain, Color::Black, king(file));
            let mut table = vec![0; plain.rows()];
            for (from, to) in pairs(&plain, own, other) {
                table[from] = to as u16;
            }
            table
        });
        Views { shape, base: shape.game.inputs(), other }
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    fn plain(&self) -> Shape {
        Shape { king_buckets: 1, ..self.shape }
    }

    /// Appends the inputs of a position as the side to move (0) or the other (1) sees it.
    #[inline]
    pub(super) fn list(&self, record: &Record<'_>, side: usize, inputs: &mut Vec<u16>) {
        let first = record.bucket(side) * self.base as u16;
        match side {
            0 => inputs.extend(record.inputs.iter().map(|input| first + input)),
            _ => {
                let table = &self.other[usize::from(record.is_turned())][..self.base];
                inputs.extend(record.inputs.iter().map(|&input| first + table[usize::from(input)]));
            }
        }
    }
}

/// Every input in two views.
fn pairs(shape: &Shape, one: View, two: View) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for color in Color::ALL {
        for square in Square::all() {
            for role in Role::ALL {
                pairs.push((one.piece(role.of(color), square), two.piece(role.of(color), square)));
            }
            if shape.game.has_drops() {
                pairs.push((one.promoted(color, square), two.promoted(color, square)));
            }
        }
        for role in Role::DROPPABLE.into_iter().filter(|_| shape.game.has_drops()) {
            let held = |view: View| (1..=u8::MAX).map_while(move |count| view.held(color, role, count));
            pairs.extend(held(one).zip(held(two)));
        }
    }
    pairs
}
