//! Start positions: chess, the 960 of Fischer random by their numbers, and double Fischer random.

use crate::{Color, Position, Role, Rules, Setup, Square};

/// The number of the classical start among the 960.
pub const CLASSICAL_START: u16 = 518;

/// On which two of the five squares left the knights go, for each number from 0 to 9.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Setup {
    /// The start position of chess; crazyhouse begins there too.
    pub fn start() -> Setup {
        let array = back_rank(CLASSICAL_START);
        from_arrays([array, array])
    }

    /// A start position of Chess960 by its number from 0 to 959, in the order of Reinhard Scharnagl.
    pub fn chess960(number: u16) -> Option<Setup> {
        Setup::double_chess960(number, number)
    }

    /// A start position of double Fischer random: each side has its own number.
    pub fn double_chess960(white: u16, black: u16) -> Option<Setup> {
        (white < 960 && black < 960).then(|| from_arrays([back_rank(white), back_rank(black)]))
    }
}

impl<R: Rules> Position<R> {
    /// The start position of chess; crazyhouse begins there too.
    pub fn start() -> Position<R> {
        Position::build(&Setup::start())
    }
}

/// The pieces from the a- to the h-file. The number is read from its lowest digit: four squares for the light-squared
/// bishop, four for the dark-squared one, six for the queen, ten pairs for the knights; rook, king, rook fill the rest.
fn back_rank(number: u16) -> [Role; 8] {
    let mut number = usize::from(number);
    let mut digit = |base: usize| {
        let digit = number % base;
        number /= base;
        digit
    };
    let (light, dark, queen, knights) = (digit(4), digit(4), digit(6), digit(10));
    let mut array = [None; 8];
    array[light * 2 + 1] = Some(Role::Bishop);
    array[dark * 2] = Some(Role::Bishop);
    place(&mut array, queen, Role::Queen);
    let (first, second) = KNIGHTS[knights];
    // The second knight first, so that the first one's index still counts the same empty squares.
    place(&mut array, second, Role::Knight);
    place(&mut array, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut array, 0, role);
    }
    array.map(|role| role.unwrap_or(Role::Rook))
}

/// Puts a piece on the `index`-th empty square.
fn place(array: &mut [Option<Role>; 8], index: usize, role: Role) {
    if let Some(slot) = array.iter_mut().filter(|slot| slot.is_none()).nth(index) {
        *slot = Some(role);
    }
}

/// The start position with these back ranks and all castling rights.
fn from_arrays(arrays: [[Role; 8]; 2]) -> Setup {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        for (file, role) in (0..8).zip(arrays[color.index()]) {
            let home = Square::at(file, 0).relative(color);
            setup.set_piece(home, Some(role.of(color)));
            setup.set_piece(Square::at(file, 1).relative(color), Some(Role::Pawn.of(color)));
            if role == Role::Rook {
                setup.castling_rooks |= home.bb();
            }
        }
    }
    setup
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_518_is_the_classical_start() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(Setup::start().fen(), start);
        assert_eq!(Setup::chess960(518), Some(Setup::start()));
    }

    #[test]
    fn all_960_starts_differ_and_the_next_number_is_refused() {
        let mut fens: Vec<String> = (0..960).filter_map(Setup::chess960).map(|setup| setup.fen()).collect();
        fens.sort();
        fens.dedup();
        assert_eq!(fens.len(), 960);
        assert_eq!(Setup::chess960(960), None);
    }

    #[test]
    fn double_fischer_random_gives_each_side_its_own_array() {
        let fen = Setup::double_chess960(0, 518).map(|setup| setup.fen());
        let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
        assert_eq!(fen.as_deref(), Some(expected));
    }
}
