//! What must hold for an evaluator with a network: knowledge goes first, bounds are kept, moves are followed.

use std::sync::Arc;

use rocada_rules::{Crazyhouse, Position, Standard};

use crate::classical::{Classical, Game, LIMIT};
use crate::nnue::{GameKind, NetError, Network, Parameters, Shape};
use crate::test_support::{CHESS, Dice, HOUSE, in_random_games, position};
use crate::{Evaluator, nnue};

/// A network that gives every position the same value.
fn constant(game: GameKind, centipawns: i32) -> Arc<Network> {
    let shape = Shape::plain(game, 64);
    let parameters = Parameters {
        feature_weights: vec![0; shape.rows() * shape.hidden],
        feature_bias: vec![0; shape.hidden],
        output_weights: vec![0; 2 * shape.hidden],
        output_bias: vec![centipawns * nnue::QA * nnue::QB / nnue::SCALE],
    };
    Arc::new(Network::new(shape, "constant", 0, &parameters).expect("the numbers fit"))
}

fn value<R: Game>(network: &Arc<Network>, position: &Position<R>) -> i32 {
    let mut evaluator = Evaluator::<R>::network(Arc::clone(network)).expect("the games are the same");
    evaluator.reset(position);
    evaluator.evaluate(position)
}

#[test]
fn known_endgames_are_judged_by_knowledge() {
    let network = constant(GameKind::Chess, 100);
    for fen in [
        "8/8/8/3k4/8/8/8/3K2R1 w - - 0 1",
        "8/8/8/3k4/8/8/8/1B1K2N1 b - - 0 1",
        "8/8/8/3k4/8/8/8/3K2N1 w - - 0 1",
        "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1",
        "8/8/8/8/3k4/8/1r6/3K3Q w - - 0 1",
    ] {
        let position = position::<Standard>(fen);
        assert_eq!(value(&network, &position), Classical::new().evaluate(&position), "{fen}");
    }
}

#[test]
fn material_that_seldom_wins_makes_the_value_small() {
    let network = constant(GameKind::Chess, 300);
    let value = |fen: &str| value(&network, &position::<Standard>(fen));
    assert_eq!(value("r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 1"), 300);
    // Rook and bishop against rook; the wrong bishop; a lone knight that cannot win.
    assert!(value("8/8/3k4/8/3r4/8/8/3KRB2 w - - 0 1") < 150);
    assert_eq!(value("k7/8/P7/8/8/8/8/2BK4 w - - 0 1"), 300 / 24);
    assert!(value("8/8/3k4/3pp3/8/8/8/3K1N2 w - - 0 1") < 20);
    // The same men, but the side with the pawns is the better one.
    assert_eq!(value("8/8/3k4/3pp3/8/8/8/3K1N2 b - - 0 1"), 300);
}

#[test]
fn values_keep_away_from_mates_and_odd_boards_do_no_harm() {
    for sign in [-1, 1] {
        let network = constant(GameKind::Chess, sign * 50_000);
        assert_eq!(value(&network, &Position::<Standard>::start()), sign * LIMIT);
    }
    let network = constant(GameKind::Chess, 33);
    let many = position::<Standard>("3qk3/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/3QK3 b - - 0 1");
    assert_eq!(value(&network, &many), Classical::new().evaluate(&many));
}

#[test]
fn a_network_of_another_game_is_refused() {
    let refused = Evaluator::<Crazyhouse>::network(constant(GameKind::Chess, 0)).expect_err("another game");
    let expected = NetError::WrongGame { found: GameKind::Chess, wanted: GameKind::Crazyhouse };
    assert_eq!(refused, expected);
    assert!(Evaluator::<Crazyhouse>::network(constant(GameKind::Crazyhouse, 0)).is_ok());
}

/// Plays and takes back with an evaluator and compares with a fresh one, which has no past.
fn follows<R: Game>(starts: &[&str]) {
    let shape = Shape { output_buckets: 8, ..Shape::plain(GameKind::of::<R>(), 128) };
    let network = Arc::new(Network::random(shape, 3).expect("the shape is right"));
    let mut evaluator = Evaluator::<R>::network(Arc::clone(&network)).expect("the games are the same");
    let mut dice = Dice(5);
    let mut differ = 0;
    in_random_games::<R>(starts, |position| {
        let mut position = position.clone();
        evaluator.reset(&position);
        let before = evaluator.evaluate(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mv = moves[dice.roll(moves.len())];
        evaluator.make(&mut position, mv);
        if !position.in_check() {
            evaluator.make_null(&mut position);
            assert_eq!(evaluator.evaluate(&position), value(&network, &position), "{}", position.fen());
            evaluator.unmake_null(&mut position);
        }
        let after = evaluator.evaluate(&position);
        assert_eq!(after, value(&network, &position), "{}", position.fen());
        evaluator.unmake(&mut position, mv);
        assert_eq!(evaluator.evaluate(&position), before);
        differ += (before != -after) as usize;
    });
    assert!(differ > 100);
}

#[test]
fn moves_and_passes_are_followed_in_chess() {
    follows::<Standard>(CHESS);
}

#[test]
fn moves_and_passes_are_followed_in_crazyhouse() {
    follows::<Crazyhouse>(HOUSE);
}
