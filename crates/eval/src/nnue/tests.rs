//! Tests of features, file and reference evaluation.

use rocada_rules::{Color, Crazyhouse, Position, Rules, Standard, Tolerance};

use super::features::{ALL, BOARD, active, output_bucket};
use super::network::{NetError, Network, Parameters};
use super::shape::{GameKind, Shape};
use crate::test_support::Dice;

/// All shapes worth testing at a width.
pub(super) fn shapes(game: GameKind, hidden: usize) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for king_buckets in Shape::KING_BUCKETS {
        for output_buckets in Shape::OUTPUT_BUCKETS {
            shapes.push(Shape { game, hidden, king_buckets, output_buckets });
        }
    }
    shapes
}

/// A number within `±most`.
pub(super) fn around_zero(dice: &mut Dice, most: i16) -> i16 {
    (dice.roll(2 * most as usize + 1) as i32 - i32::from(most)) as i16
}

pub(super) fn random_network(shape: Shape, seed: u64) -> Network {
    Network::random(shape, seed).expect("the shape is right")
}

fn inputs<R: Rules>(fen: &str, perspective: Color, shape: &Shape) -> Vec<usize> {
    let position = Position::<R>::from_fen(fen, Tolerance::Lax).expect(fen);
    let mut inputs = Vec::new();
    active(&position, perspective, shape, |input| inputs.push(input));
    inputs.sort_unstable();
    inputs
}

const PLAIN_CHESS: Shape = Shape::plain(GameKind::Chess, 64);
const PLAIN_HOUSE: Shape = Shape::plain(GameKind::Crazyhouse, 64);

#[test]
fn the_inputs_are_as_many_as_documented() {
    assert_eq!((BOARD, ALL), (768, 956));
    assert_eq!(GameKind::Chess.inputs(), 768);
    assert_eq!(GameKind::Crazyhouse.inputs(), 956);
}

#[test]
fn own_men_come_first_and_the_own_king_stands_on_a_to_d() {
    // White: Kg1 (seen on b1), Pa2 (seen on h2). Black: Kc8 (own view: c1), Rh8 (own view: h1).
    let fen = "2k4r/8/8/8/8/8/P7/6K1 w - - 0 1";
    let (pawn, rook, king) = (0, 3 * 64, 5 * 64);
    let white = [pawn + 8 + 7, king + 1, 384 + rook + 56, 384 + king + 56 + 5];
    assert_eq!(inputs::<Standard>(fen, Color::White, &PLAIN_CHESS), white);
    let black = [rook + 7, king + 2, 384 + pawn + 48, 384 + king + 56 + 6];
    assert_eq!(inputs::<Standard>(fen, Color::Black, &PLAIN_CHESS), black);
}

#[test]
fn hands_are_thermometers_and_promoted_men_are_marked_beside_their_piece() {
    // White holds two pawns and three queens (two are told apart), Black a rook; Black's queen on h8 was a pawn.
    let fen = "2k4q~/8/8/8/8/8/8/3K4[PPQQQr] w - - 0 1";
    let (hand, promoted) = (768, 828);
    let men = [5 * 64 + 3, 384 + 4 * 64 + 63, 384 + 5 * 64 + 58];
    let held = [hand, hand + 1, hand + 28, hand + 29, hand + 30 + 24];
    let marks = [promoted + 64 + 63];
    let all: Vec<usize> = men.into_iter().chain(held).chain(marks).collect();
    assert_eq!(inputs::<Crazyhouse>(fen, Color::White, &PLAIN_HOUSE), all);
    // A network for chess sees the men alone.
    assert_eq!(inputs::<Crazyhouse>(fen, Color::White, &PLAIN_CHESS), men);
}

#[test]
fn king_buckets_shift_the_whole_list() {
    let shape = Shape { king_buckets: 4, ..PLAIN_CHESS };
    let bucket_of = |fen: &str, perspective: Color| {
        let plain = inputs::<Standard>(fen, perspective, &PLAIN_CHESS);
        let shifted = inputs::<Standard>(fen, perspective, &shape);
        let shift = shifted[0] - plain[0];
        assert!(plain.iter().zip(&shifted).all(|(a, b)| a + shift == *b));
        shift / 768
    };
    for (fen, white, black) in [
        ("4k3/8/8/8/8/8/8/6K1 w - - 0 1", 0, 1),
        ("k7/8/8/8/8/8/8/2K5 w - - 0 1", 1, 0),
        ("8/5k2/8/8/8/8/1K6/8 w - - 0 1", 2, 2),
        ("8/8/8/5k2/1K6/8/8/8 w - - 0 1", 3, 3),
    ] {
        assert_eq!(bucket_of(fen, Color::White), white, "{fen}");
        assert_eq!(bucket_of(fen, Color::Black), black, "{fen}");
    }
}

#[test]
fn outputs_are_chosen_by_men_in_chess_and_by_hands_in_crazyhouse() {
    let chess = Shape { output_buckets: 8, ..PLAIN_CHESS };
    assert_eq!(output_bucket(&Position::<Standard>::start(), &chess), 7);
    assert_eq!(output_bucket(&Position::<Standard>::start(), &PLAIN_CHESS), 0);
    let house = Shape { output_buckets: 8, ..PLAIN_HOUSE };
    for (hand, bucket) in [("", 0), ("P", 1), ("Pp", 1), ("QPp", 2), ("PPPPPPnnnbbbrr", 7)] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1");
        let position = Position::<Crazyhouse>::from_fen(&fen, Tolerance::Lax).expect("the position is right");
        assert_eq!(output_bucket(&position, &house), bucket, "{hand}");
    }
}

#[test]
fn a_network_comes_back_from_its_file() {
    for game in GameKind::ALL {
        for (seed, shape) in shapes(game, 64).into_iter().enumerate() {
            let network = random_network(shape, seed as u64);
            let again = Network::from_bytes(&network.to_bytes());
            assert_eq!(again.as_ref(), Ok(&network));
            assert!(network.id().starts_with("random-") && network.id().len() == 15, "{}", network.id());
            let copy = Network::new(shape, "random", 0, &network.parameters());
            assert_eq!(copy, Ok(network));
        }
    }
}

#[test]
fn every_bad_file_is_refused() {
    let network = random_network(PLAIN_CHESS, 1);
    let good = network.to_bytes();
    let refused = |bytes: &[u8]| Network::from_bytes(bytes).expect_err("the file is bad");
    assert_eq!(refused(b""), NetError::NotANetwork);
    assert_eq!(refused(b"RONNUE"), NetError::NotANetwork);
    assert_eq!(refused(&[0; 100_000]), NetError::NotANetwork);
    for len in [8, 9, 20, 35] {
        assert!(matches!(refused(&good[..len]), NetError::Length { .. }), "{len} bytes");
    }
    for len in [36, 40, 1000, good.len() - 1] {
        let expected = NetError::Length { expected: good.len(), found: len };
        assert_eq!(refused(&good[..len]), expected);
    }
    let with = |offset: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[offset..offset + bytes.len()].copy_from_slice(bytes);
        refused(&file)
    };
    assert_eq!(with(8, &[9, 0]), NetError::Version(9));
    assert_eq!(with(10, &[2]), NetError::Game(2));
    for silly in [with(11, &[3]), with(12, &[0]), with(14, &[0, 0]), with(14, &[65, 0]), with(14, &[0, 255])]
    {
        assert!(matches!(silly, NetError::Shape(_)), "{silly}");
    }
    // One flipped bit anywhere in the numbers.
    for offset in [36, 5000, good.len() - 1] {
        assert_eq!(with(offset, &[good[offset] ^ 1]), NetError::Damaged);
    }
    let mut long = good.clone();
    long.push(0);
    assert!(matches!(refused(&long), NetError::Length { .. }));
}

#[test]
fn parameters_that_do_not_fit_are_refused() {
    let network = random_network(PLAIN_CHESS, 1);
    let make = |name: &str, change: fn(&mut Parameters)| {
        let mut parameters = network.parameters();
        change(&mut parameters);
        Network::new(PLAIN_CHESS, name, 0, &parameters).map(|network| network.name().to_owned())
    };
    assert_eq!(make("c1", |_| ()), Ok("c1".to_owned()));
    for name in ["", "a name", "sixteen-letters-", "ä"] {
        assert_eq!(make(name, |_| ()), Err(NetError::Name));
    }
    assert_eq!(make("c1", |p| p.output_weights[3] = -128), Err(NetError::OutputWeight(-128)));
    assert_eq!(make("c1", |p| p.output_weights[3] = i16::MIN), Err(NetError::OutputWeight(i16::MIN)));
    assert_eq!(make("c1", |p| p.output_bias.push(0)), Err(NetError::Parameters("output biases")));
    assert_eq!(make("c1", |p| p.feature_weights.clear()), Err(NetError::Parameters("feature weights")));
}

#[test]
fn a_network_of_one_neuron_computes_what_the_formula_says() {
    // Only neuron 0 of the side to move counts: bias 0.5, the own queen adds 0.25; output weight 1, output bias 0.25.
    let shape = PLAIN_CHESS;
    let mut parameters = Parameters {
        feature_weights: vec![0; shape.rows() * shape.hidden],
        feature_bias: vec![0; shape.hidden],
        output_weights: vec![0; 2 * shape.hidden],
        output_bias: vec![255 * 16],
    };
    parameters.feature_bias[0] = 128;
    parameters.output_weights[0] = 64;
    for square in 0..64 {
        parameters.feature_weights[(4 * 64 + square) * shape.hidden] = 64;
    }
    let network = Network::new(shape, "tiny", 0, &parameters).expect("the numbers fit");
    let value = |fen: &str| {
        let position = Position::<Standard>::from_fen(fen, Tolerance::Lax).expect(fen);
        network.evaluate_scalar(&position)
    };
    // (0.5² + 0.25) * 400 and (0.75² + 0.25) * 400.
    assert_eq!(value("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 200);
    assert_eq!(value("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), 326);
    assert_eq!(value("4k3/8/8/8/8/8/8/3QK3 b - - 0 1"), 200);
}

#[test]
fn a_piece_is_worth_what_the_network_misses_without_it() {
    // Every own knight adds a quarter to a neuron that counts for the side to move.
    let shape = PLAIN_CHESS;
    let mut parameters = Parameters {
        feature_weights: vec![0; shape.rows() * shape.hidden],
        feature_bias: vec![0; shape.hidden],
        output_weights: vec![0; 2 * shape.hidden],
        output_bias: vec![0],
    };
    parameters.output_weights[0] = 64;
    for square in 0..64 {
        parameters.feature_weights[(64 + square) * shape.hidden] = 64;
    }
    let network = Network::new(shape, "tiny", 0, &parameters).expect("the numbers fit");
    let fen = "4k1n1/8/8/8/8/8/4P3/1N2K1N1 w - - 0 1";
    let position = Position::<Standard>::from_fen(fen, Tolerance::Lax).expect(fen);
    // Two knights: 0.5² * 400 = 100; one: 0.25² * 400 = 25 (in whole numbers a little more).
    assert_eq!(network.opinion(&position), format!("network {}: 100 for White", network.id()));
    let worth: Vec<(String, i32)> = network
        .piece_worth(&position)
        .into_iter()
        .map(|(square, _, worth)| (square.to_string(), worth))
        .collect();
    let expected =
        [("b1", 75), ("g1", 75), ("e2", 0), ("g8", 0)].map(|(name, worth)| (name.to_owned(), worth));
    assert_eq!(worth, expected);
}
