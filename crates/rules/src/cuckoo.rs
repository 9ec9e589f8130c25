//! The key difference of every reversible move, so that one lookup tells whether two positions are one move apart.
//!
//! A cuckoo table: each key has two possible places, and moves to the other when a newcomer takes its place.
//! Built at compile time.

use crate::attacks::{bishop_rays, king_attacks, knight_attacks, rook_rays};
use crate::{Color, Role, Square, zobrist};

const SIZE: usize = 8192;

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    a: u8,
    b: u8,
}

/// The two squares between which a piece moves when keys differ by `difference` (without the turn's part).
#[inline]
pub(crate) fn squares_of(difference: u64) -> Option<(Square, Square)> {
    let slot =
        places(difference).map(|place| &TABLE[place]).into_iter().find(|slot| slot.key == difference)?;
    (difference != 0).then_some((Square::masked(slot.a as u32), Square::masked(slot.b as u32)))
}

#[inline]
const fn places(key: u64) -> [usize; 2] {
    [key as usize % SIZE, (key >> 16) as usize % SIZE]
}

static TABLE: [Slot; SIZE] = build().0;

/// The table, and how many moves are in it.
const fn build() -> ([Slot; SIZE], usize) {
    let mut table = [Slot { key: 0, a: 0, b: 0 }; SIZE];
    let mut moves = 0;
    let mut index = 0;
    // Both colours, the five roles that can go back, all pairs of squares.
    while index < 2 * 5 * 64 * 64 {
        let (a, b) = (Square::new(index as u8 & 63), Square::new((index >> 6) as u8 & 63));
        let role = Role::ALL[1 + (index >> 12) % 5];
        let color = Color::ALL[(index >> 12) / 5];
        if a.index() < b.index() && connects(role, a, b) {
            let key = zobrist::piece(color, role, a) ^ zobrist::piece(color, role, b);
            insert(&mut table, Slot { key, a: a.index() as u8, b: b.index() as u8 });
            moves += 1;
        }
        index += 1;
    }
    (table, moves)
}

const fn connects(role: Role, a: Square, b: Square) -> bool {
    match role {
        Role::Pawn => false,
        Role::Knight => knight_attacks(a).has(b),
        Role::Bishop => bishop_rays(a).has(b),
        Role::Rook => rook_rays(a).has(b),
        Role::Queen => bishop_rays(a).has(b) || rook_rays(a).has(b),
        Role::King => king_attacks(a).has(b),
    }
}

const fn insert(table: &mut [Slot; SIZE], mut slot: Slot) {
    let mut place = places(slot.key)[0];
    loop {
        let previous = table[place];
        table[place] = slot;
        if previous.key == 0 {
            return;
        }
        // The one that was there goes to its other place.
        slot = previous;
        let both = places(slot.key);
        place = if place == both[0] { both[1] } else { both[0] };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reversible_moves_are_in_the_table() {
        assert_eq!(const { build().1 }, 3668);
        assert_eq!(TABLE.iter().filter(|slot| slot.key != 0).count(), 3668);
    }

    #[test]
    fn a_move_is_found_by_its_key_difference() {
        let (a, b) = (Square::new(1), Square::new(18));
        let difference =
            zobrist::piece(Color::White, Role::Knight, a) ^ zobrist::piece(Color::White, Role::Knight, b);
        assert_eq!(squares_of(difference), Some((a, b)));
        assert_eq!(squares_of(0), None);
        assert_eq!(squares_of(difference ^ 1), None);
    }
}
