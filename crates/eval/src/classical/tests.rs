//! What must hold for every evaluation: symmetry, agreement of play, explanation and tuner, and sane signs.

use rocada_rules::{Color, Crazyhouse, Role, Square, Standard};

use super::explain::explain_board;
use super::pawn_table::{PawnTable, fresh};
use super::trace::NoTrace;
use super::weights::{GROUPS, LEN, at};
use super::{Classical, Game, LIMIT, Score, Term, Weights, control_map, explain, judge, piece_worth, tuning};
use crate::board::Board;
use crate::test_support::{
    CHESS, HOUSE, any_board, colours_swapped, in_random_games, left_right_mirrored, position,
};

fn value<R: Game>(board: &Board) -> i32 {
    judge::<R, _>(board, R::weights(), None, &mut NoTrace).relative_to(board.turn)
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
