//! What must hold for every evaluation: symmetry, agreement of play, explanation and tuner, and sane signs.

use rocada_rules::{Bitboard, Color, Crazyhouse, Position, Role, Setup, Square, Standard, Tolerance};

use super::explain::explain_board;
use super::pawn_table::{PawnTable, fresh};
use super::trace::NoTrace;
use super::weights::{GROUPS, LEN, at};
use super::{Classical, Game, LIMIT, Score, Term, Weights, control_map, explain, judge, piece_worth, tuning};
use crate::board::Board;

const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "3r2k1/p4ppp/1p6/2b5/8/1P3N2/P4PPP/3R2K1 b - - 0 1",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
];

const HOUSE: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1b2rk1/ppp2ppp/2n2n2/3q4/3P4/5N2/PPP2PPP/R1BQ1RK1[NPpb] w - - 0 12",
    "r4rk1/ppp1bppp/2n1b3/3p4/3P4/2PB1Q~2/PP3PPP/R4RK1[QNNPPbp] b - - 0 18",
];

/// A small generator of numbers for random games.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Calls `check` on every position of random games from the given starts.
fn in_random_games<R: Game>(starts: &[&str], mut check: impl FnMut(&Position<R>)) {
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

fn position<R: Game>(fen: &str) -> Position<R> {
    Position::from_fen(fen, Tolerance::Lax).expect("a test position is right")
}

/// A board of a FEN that need not be possible.
fn any_board(fen: &str) -> Board {
    let setup = Setup::from_fen(fen).expect("a test FEN can be read");
    let mut board = Board {
        colors: [Bitboard::EMPTY; 2],
        roles: [Bitboard::EMPTY; 6],
        turn: setup.turn,
        hands: setup.hands,
        promoted: setup.promoted,
        castling: [0; 2],
        pawn_key: 0,
    };
    for square in Square::all() {
        if let Some(piece) = setup.board[square.index()] {
            board.colors[piece.color.index()] |= square.bb();
            board.roles[piece.role.index()] |= square.bb();
        }
    }
    board
}

fn value<R: Game>(board: &Board) -> i32 {
    judge::<R, _>(board, R::weights(), None, &mut NoTrace).relative_to(board.turn)
}

/// The same position with the colours changed and the board turned over.
fn colours_swapped(board: &Board) -> Board {
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

fn left_right_mirrored(board: &Board) -> Board {
    let mirror = |set: Bitboard| set.into_iter().map(Square::flip_file).collect();
    Board {
        colors: board.colors.map(mirror),
        roles: board.roles.map(mirror),
        promoted: mirror(board.promoted),
        pawn_key: 0,
        ..*board
    }
}

fn symmetric<R: Game>(starts: &[&str]) {
    in_random_games::<R>(starts, |position| {
        let board = Board::of(position);
        let here = value::<R>(&board);
        assert_eq!(here, value::<R>(&colours_swapped(&board)), "{}", position.fen());
        assert_eq!(here, value::<R>(&left_right_mirrored(&board)), "{}", position.fen());
        assert!(here.abs() < LIMIT);
    });
}

#[test]
fn both_colours_and_both_wings_are_judged_alike_in_chess() {
    symmetric::<Standard>(CHESS);
}

#[test]
fn both_colours_and_both_wings_are_judged_alike_in_crazyhouse() {
    symmetric::<Crazyhouse>(HOUSE);
}

fn all_ways_agree<R: Game>(starts: &[&str]) {
    let mut evaluator = Classical::<R>::new();
    let weights = R::weights();
    in_random_games::<R>(starts, |position| {
        let played = evaluator.evaluate(position);
        let explanation = explain(position);
        assert_eq!(played, explanation.relative(), "{}", position.fen());
        let board = Board::of(position);
        if let Some(coefficients) = tuning::of_board::<R>(&board, weights) {
            let sign = if board.turn == Color::White { 1 } else { -1 };
            assert_eq!(played, sign * coefficients.value(weights), "{}", position.fen());
            let sum: i32 = explanation.terms.iter().map(|line| line.total).sum();
            let off_by = (sum - explanation.total).abs();
            assert!(off_by <= explanation.terms.len() as i32, "only rounding may differ");
        }
    });
}

#[test]
fn play_explanation_and_tuner_agree_in_chess() {
    all_ways_agree::<Standard>(CHESS);
}

#[test]
fn play_explanation_and_tuner_agree_in_crazyhouse() {
    all_ways_agree::<Crazyhouse>(HOUSE);
}

#[test]
fn pawn_table_gives_what_a_fresh_look_gives() {
    let mut table = PawnTable::default();
    let weights = Standard::weights();
    in_random_games::<Standard>(CHESS, |position| {
        let board = Board::of(position);
        assert_eq!(table.probe(&board, weights), fresh(&board, weights, &mut NoTrace), "{}", position.fen());
    });
}

#[test]
fn to_be_on_move_in_the_start_position_is_worth_the_tempo() {
    let start = position::<Standard>(CHESS[0]);
    let tempo = Standard::weights().get(at::TEMPO).mg();
    assert_eq!(Classical::new().evaluate(&start), tempo);
    let house = position::<Crazyhouse>(HOUSE[0]);
    assert_eq!(Classical::new().evaluate(&house), Crazyhouse::weights().get(at::TEMPO).mg());
}

#[test]
fn more_material_is_better() {
    let mut evaluator = Classical::<Standard>::new();
    let mut judged = |fen: &str| evaluator.evaluate(&position(fen));
    let queen_up = judged("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let knight_up = judged("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let pawn_up = judged("rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(queen_up > 500 && queen_up > knight_up && knight_up > 200 && knight_up > pawn_up && pawn_up > 30);
    let queen_down = judged("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert!(queen_down < -500);
}

#[test]
fn a_piece_in_hand_counts_in_crazyhouse() {
    let mut evaluator = Classical::<Crazyhouse>::new();
    let plain = evaluator.evaluate(&position("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[] w - - 0 1"));
    let mut last = plain;
    for hand in ["P", "N", "Q", "QN", "QNP"] {
        let now =
            evaluator.evaluate(&position(&format!("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[{hand}] w - - 0 1")));
        assert!(now > last, "{hand}");
        last = now;
    }
    let bad = evaluator.evaluate(&position("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[q] w - - 0 1"));
    assert!(bad < -400);
}

#[test]
fn holes_before_a_king_cost_more_when_the_enemy_holds_pieces() {
    let whole = "r4rk1/pppqbppp/2n1bn2/3p4/3P4/2N1BN2/PPPQBPPP/R4RK1";
    let holed = "r4rk1/pppqbp1p/2n1bn2/3p4/3P4/2N1BN2/PPPQBPPP/R4RK1";
    let judged =
        |board: &str, hand: &str| value::<Crazyhouse>(&any_board(&format!("{board}[{hand}] w - - 0 1")));
    let without_hand = judged(holed, "") - judged(whole, "");
    let with_hand = judged(holed, "QN") - judged(whole, "QN");
    assert!(with_hand > without_hand, "{with_hand} {without_hand}");
}

#[test]
fn odd_boards_do_no_harm() {
    let boards = [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/7K w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/k7 w - - 0 1",
        "k7/8/8/8/8/8/QQQQQQQQ/QQQQQQQK b - - 0 1",
        "PPPPPPPP/8/8/k7/K7/8/8/pppppppp w - - 0 1",
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ b - - 0 1",
    ];
    for fen in boards {
        let board = any_board(fen);
        assert!(value::<Standard>(&board).abs() <= LIMIT, "{fen}");
        assert!(value::<Crazyhouse>(&board).abs() <= LIMIT, "{fen}");
        let _ = explain_board::<Standard>(&board);
    }
    let mut full = any_board("k7/8/8/8/8/8/8/7K w - - 0 1");
    full.hands = [[63; 5], [0; 5]];
    assert_eq!(value::<Crazyhouse>(&full), LIMIT);
    full.hands = [[16, 4, 4, 4, 2], [0; 5]];
    let most = value::<Crazyhouse>(&full);
    assert!(most > 3_000 && most < LIMIT, "{most}");
}

#[test]
fn nine_queens_beat_one() {
    let many = value::<Standard>(&any_board("3qk3/8/8/8/8/8/QQQQQQQQ/3QK3 w - - 0 1"));
    assert!(many > 5_000 && many <= LIMIT, "{many}");
}

#[test]
fn control_map_counts_attackers_and_defenders() {
    let map = control_map(&position::<Standard>(CHESS[0]));
    let at = |color: Color, name: &str| {
        map[color.index()][Square::from_name(name.as_bytes()).expect("a square").index()]
    };
    assert_eq!(at(Color::White, "f3"), 3, "two pawns and a knight");
    assert_eq!(at(Color::White, "e2"), 4, "king, queen, bishop, knight");
    assert_eq!(at(Color::White, "a2"), 1);
    assert_eq!(at(Color::Black, "f6"), 3);
    assert_eq!(at(Color::White, "e5"), 0);
}

#[test]
fn every_piece_has_a_worth_and_bigger_ones_are_worth_more() {
    let position = position::<Standard>(CHESS[3]);
    let worth = piece_worth(&position);
    assert_eq!(worth.len(), position.occupied().count() as usize - 2);
    let of = |role: Role| {
        let found: Vec<i32> =
            worth.iter().filter(|(_, piece, _)| piece.role == role).map(|(_, _, worth)| *worth).collect();
        found.iter().sum::<i32>() / found.len() as i32
    };
    assert!(of(Role::Queen) > of(Role::Rook) && of(Role::Rook) > of(Role::Bishop));
    assert!(of(Role::Knight) > of(Role::Pawn) && of(Role::Pawn) > 0);
}

#[test]
fn weights_survive_the_way_through_a_list() {
    let weights = Standard::weights();
    assert_eq!(Weights::from_slice(&weights.to_vec()).as_ref(), Ok(weights));
    assert!(Weights::from_slice(&[Score::ZERO]).is_err());
    assert_eq!(Weights::name(at::PASSED + 5), "passed[5]");
    assert_eq!(GROUPS.iter().map(|group| group.len).sum::<usize>(), LEN);
    assert_eq!(super::weights::term_of(at::TEMPO), Term::Tempo);
}

#[test]
fn printed_weights_are_the_source() {
    let tables = [
        (Standard::weights(), "CHESS", include_str!("weights/chess.rs")),
        (Crazyhouse::weights(), "CRAZYHOUSE", include_str!("weights/crazyhouse.rs")),
    ];
    for (weights, name, source) in tables {
        assert!(source.ends_with(&weights.to_rust(name)), "{name}");
    }
}
