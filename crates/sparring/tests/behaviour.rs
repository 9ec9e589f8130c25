//! What every opponent owes: legal moves in all variants, the same answer for the same seed, and what people expect of
//! somebody of their level.
#![allow(missing_docs)]

mod common;

use rocada_rules::{AnyPosition, Color, GameResult, Setup, Square, Tolerance, Variant};
use rocada_sparring::levels::{Level, Person};
use rocada_sparring::{Choice, Opponent, Selection};

fn level(number: f64) -> Person {
    Person::new(Level::new(number))
}

fn start(variant: Variant, number: u16) -> AnyPosition {
    if !variant.is_960() {
        return AnyPosition::start(variant);
    }
    let setup = Setup::chess960(number).expect("a number below 960");
    AnyPosition::from_setup(variant, &setup, Tolerance::Strict).expect("a legal setup")
}

fn game(variant: Variant, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, fen, Tolerance::Repair).expect("a FEN")
}

#[test]
fn every_opponent_plays_legally_in_every_variant() {
    for variant in Variant::ALL {
        let mut opponents: Vec<Box<dyn Opponent>> =
            Selection::BOTS.into_iter().filter_map(|(_, bot)| bot.opponent(variant.has_drops())).collect();
        opponents.push(Box::new(level(1.0)));
        opponents.push(Box::new(level(4.5)));
        let random = Selection::Random.opponent(false).expect("a bot");
        for (number, opponent) in opponents.iter().enumerate() {
            let seed = number as u64;
            // `play` asserts that each move is legal.
            common::play(start(variant, 77 * number as u16), opponent.as_ref(), random.as_ref(), seed);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_one_another() {
    for variant in [Variant::Chess, Variant::Crazyhouse] {
        for number in [1.0, 5.0, 8.5] {
            let person = level(number);
            let moves = |seed| common::play(start(variant, 0), &person, &person, seed).moves().to_vec();
            assert_eq!(moves(7), moves(7), "level {number}");
            assert!((8..12).any(|seed| moves(seed) != moves(7)), "level {number}");
        }
    }
}

/// What some levels play, and how many positions they look at.
fn answers() -> Vec<String> {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10";
    let position = game(Variant::Chess, fen);
    [6.0, 10.0, 14.0, 17.0]
        .map(|number| {
            let answer = level(number).answer(&position, 42);
            let Choice::Move(mv) = answer.choice else { panic!("level {number} resigns") };
            format!("{} {}", position.san(mv), answer.thought.map_or(0, |thought| thought.nodes))
        })
        .to_vec()
}

/// Machine, build and load change nothing: these answers were written down elsewhere. They change only with the
/// levels, and the last one, a master's, with the search.
#[test]
fn answers_do_not_depend_on_the_machine() {
    let busy: Vec<_> = (0..4)
        .map(|_| std::thread::spawn(|| (0..30_000_000u64).fold(1u64, |sum, x| sum.wrapping_mul(x | 1))))
        .collect();
    assert_eq!(answers(), ["Qb3 34", "Bf4 470", "Bf4 11207", "Be3 16000"]);
    busy.into_iter().for_each(|thread| assert!(thread.join().is_ok()));
}

/// A simple source of numbers for positions.
fn numbers(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |bound| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    }
}

/// A random legal position of king and `piece` against king, White to move and nothing hanging.
fn bare_king_position(piece: char, next: &mut impl FnMut(u64) -> u64) -> AnyPosition {
    loop {
        let squares = [next(64), next(64), next(64)];
        let mut board = [['.'; 8]; 8];
        for (letter, square) in ['K', 'k', piece].into_iter().zip(squares) {
            board[(square / 8) as usize][(square % 8) as usize] = letter;
        }
        let rows: Vec<String> = board
            .iter()
            .map(|row| row.iter().map(|c| if *c == '.' { "1".to_owned() } else { c.to_string() }).collect())
            .collect();
        let fen = format!("{} w - - 0 1", rows.join("/"));
        let Ok(position) = AnyPosition::from_fen(Variant::Chess, &fen, Tolerance::Strict) else { continue };
        let mut after = position.clone();
        let quiet = position.legal_moves().iter().any(|mv| {
            after.play(*mv);
            let safe =
                after.outcome().is_none() && !after.legal_moves().iter().any(|reply| reply.is_capture());
            after.undo();
            safe
        });
        if quiet && position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn a_rook_or_a_queen_mates_within_50_moves_from_level_5_on() {
    let strong_defender = level(12.0);
    let mut next = numbers(2024);
    for number in 0..20 {
        for piece in ['R', 'Q'] {
            let position = bare_king_position(piece, &mut next);
            let attacker = level([5.0, 6.5, 9.0, 13.0][number % 4]);
            let game = common::play(position.clone(), &attacker, &strong_defender, number as u64);
            let moves = game.moves().len().div_ceil(2);
            let won = common::result(&game) == Some(GameResult::Win(Color::White));
            assert!(won && moves <= 50, "{} in {} moves from {}", attacker.name(), moves, position.fen());
        }
    }
}

#[test]
fn a_mate_in_one_is_played_from_level_4_on() {
    let chess = game(Variant::Chess, "6k1/5ppp/8/8/8/8/1B3PPP/3R2K1 w - - 0 1");
    let house = game(Variant::Crazyhouse, "6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1");
    for (position, mate) in [(chess, "Rd8#"), (house, "N@f7#")] {
        for seed in 0..60 {
            for number in [4.0, 6.0, 10.0] {
                let Choice::Move(mv) = level(number).answer(&position, seed).choice else {
                    panic!("resigns")
                };
                assert_eq!(position.san(mv), mate, "level {number}, seed {seed}");
            }
        }
    }
}

/// The queen is attacked. Whoever sees that moves it; whoever does not may leave it, but then the expected line must not
/// lose it.
#[test]
fn nobody_loses_the_queen_to_a_capture_that_he_saw() {
    let fen = "r1b1kbnr/pppp1ppp/2n5/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR b KQkq - 0 4";
    let position = game(Variant::Chess, fen);
    let queen = Square::from_name(b"g5").expect("a square");
    let mut blundered = 0;
    for number in [5.0, 7.0, 9.0, 11.0] {
        for seed in 0..60 {
            let answer = level(number).answer(&position, seed);
            let Choice::Move(mv) = answer.choice else { panic!("resigns") };
            let line = answer.thought.map(|thought| thought.line).unwrap_or_default();
            let takes = line.get(1).is_some_and(|reply| reply.is_capture() && reply.to() == queen);
            assert!(!takes || mv.from() == queen, "level {number}, seed {seed}: {line:?}");
            blundered += usize::from(mv.from() != queen);
        }
    }
    assert!(blundered < 120, "{blundered} of 240 leave the queen where it is");
}

#[test]
fn a_recapture_is_always_considered() {
    // The rook has just taken a rook; not to take back loses a rook.
    let mut position = game(Variant::Chess, "3r2k1/5ppp/8/8/8/8/1P3PPP/R2R2K1 b - - 0 1");
    position.play(position.parse_move("Rxd1+").expect("legal"));
    for seed in 0..50 {
        let Choice::Move(mv) = level(3.0).answer(&position, seed).choice else { panic!("resigns") };
        assert_eq!(position.san(mv), "Rxd1");
    }
}

#[test]
fn a_lost_position_is_defended() {
    // A queen down, a pawn can still be saved from a capture that costs nothing.
    let position = game(Variant::Chess, "3qk3/8/8/8/p7/1P6/8/4K3 b - - 0 1");
    let mut lost = position;
    lost.play(lost.parse_move("axb3").expect("legal"));
    for seed in 0..20 {
        let game = common::play(lost.clone(), &level(8.0), &level(8.0), seed);
        // The side that is lost plays on to mate and never resigns.
        assert!(common::result(&game).is_some() || game.moves().len() >= 400);
    }
}
