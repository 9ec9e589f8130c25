//! King and pawn against king, solved exactly by the build script: 24 KiB, one bit a position.

use rocada_rules::{Color, Square};

include!(concat!(env!("OUT_DIR"), "/kpk.rs"));

/// Does the side with the pawn win? `strong` is its colour.
pub(crate) fn is_win(strong: Color, king: Square, pawn: Square, weak_king: Square, turn: Color) -> bool {
    // The table knows a white pawn on the files a to d.
    let mirrored = pawn.file() > 3;
    let view = |square: Square| {
        let square = square.relative(strong);
        if mirrored { square.flip_file() } else { square }
    };
    let (king, pawn, weak_king) = (view(king), view(pawn), view(weak_king));
    if pawn.rank() == 0 || pawn.rank() == 7 {
        return false;
    }
    // The same packing as in `build.rs`, which draws it.
    let index = king.index()
        | weak_king.index() << 6
        | ((turn != strong) as usize) << 12
        | (pawn.file() as usize) << 13
        | (6 - pawn.rank() as usize) << 15;
    KPK[index / 64] >> (index % 64) & 1 != 0
}

#[cfg(test)]
mod tests {
    use rocada_rules::Color::{Black, White};
    use rocada_rules::squares::*;

    use super::{KPK, is_win};

    #[test]
    fn the_number_of_wins_is_the_known_one() {
        let wins: u32 = KPK.iter().map(|word| word.count_ones()).sum();
        assert_eq!(wins, 111_282);
    }

    #[test]
    fn opposition_decides() {
        assert!(is_win(White, E6, E5, E8, White), "king on the sixth always wins");
        assert!(is_win(White, E6, E5, E8, Black));
        assert!(is_win(White, E5, E4, E7, Black), "Black to move loses the opposition");
        assert!(!is_win(White, E5, E4, E7, White), "White to move has lost it");
        assert!(!is_win(White, E6, E7, E8, Black), "stalemate");
    }

    #[test]
    fn rook_pawn_is_drawn_when_the_king_reaches_the_corner() {
        assert!(!is_win(White, H6, H5, H8, White));
        assert!(!is_win(White, A6, A5, A8, Black));
        assert!(is_win(White, B7, A5, D7, Black), "the king holds the corner itself");
    }

    #[test]
    fn the_table_is_mirrored_for_black_and_for_the_king_side() {
        assert!(is_win(Black, E3, E4, E1, White));
        assert!(!is_win(Black, E4, E5, E2, Black));
        assert!(is_win(White, D6, D5, D8, Black));
    }
}
