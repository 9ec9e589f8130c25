//! What the tests of both evaluations use: positions, random games, boards that need not be possible.

use rocada_rules::{Bitboard, Position, Rules, Setup, Square, Tolerance};

use crate::board::Board;

pub(crate) const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "3r2k1/p4ppp/1p6/2b5/8/1P3N2/P4PPP/3R2K1 b - - 0 1",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
];

pub(crate) const HOUSE: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1b2rk1/ppp2ppp/2n2n2/3q4/3P4/5N2/PPP2PPP/R1BQ1RK1[NPpb] w - - 0 12",
    "r4rk1/ppp1bppp/2n1b3/3p4/3P4/2PB1Q~2/PP3PPP/R4RK1[QNNPPbp] b - - 0 18",
];

/// A small generator of numbers for random games.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Calls `check` on every position of random games from the given starts.
pub(crate) fn in_random_games<R: Rules>(starts: &[&str], mut check: impl FnMut(&Position<R>)) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for start in starts {
        for _ in 0..6 {
            let mut position = position::<R>(start);
            for _ in 0..120 {
                check(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[dice.roll(moves.len())];
                position.play(mv);
            }
        }
    }
}

pub(crate) fn position<R: Rules>(fen: &str) -> Position<R> {
    Position::from_fen(fen, Tolerance::Lax).expect("a test position is right")
}

/// A board of a FEN that need not be possible.
pub(crate) fn any_board(fen: &str) -> Board {
    let setup = Setup::from_fen(fen).expect("a test FEN can be read");
    let mut board = Board { turn: setup.turn, hands: setup.hands, promoted: setup.promoted, ..Board::EMPTY };
    for square in Square::all() {
        if let Some(piece) = setup.board[square.index()] {
            board.colors[piece.color.index()] |= square.bb();
            board.roles[piece.role.index()] |= square.bb();
        }
    }
    board
}

/// The same position with the colours changed and the board turned over.
pub(crate) fn colours_swapped(board: &Board) -> Board {
    Board {
        colors: [board.colors[1].flip_ranks(), board.colors[0].flip_ranks()],
        roles: board.roles.map(Bitboard::flip_ranks),
        turn: !board.turn,
        hands: [board.hands[1], board.hands[0]],
        promoted: board.promoted.flip_ranks(),
        castling: [board.castling[1], board.castling[0]],
        pawn_key: 0,
    }
}

pub(crate) fn left_right_mirrored(board: &Board) -> Board {
    let mirror = |set: Bitboard| set.into_iter().map(Square::flip_file).collect();
    Board {
        colors: board.colors.map(mirror),
        roles: board.roles.map(mirror),
        promoted: mirror(board.promoted),
        pawn_key: 0,
        ..*board
    }
}
