//! Games between opponents, without clocks and protocols.

use rocada_rules::{AnyPosition, Color, GameResult, Variant};
use rocada_sparring::{Choice, Opponent};

/// No game is longer.
const MOST_PLIES: usize = 400;

/// Plays a game to its end; draws that can be claimed are claimed.
pub(crate) fn play(start: AnyPosition, white: &dyn Opponent, black: &dyn Opponent, seed: u64) -> AnyPosition {
    let mut game = start;
    while result(&game).is_none() && game.moves().len() < MOST_PLIES {
        let player = if game.turn() == Color::White { white } else { black };
        match player.answer(&game, seed).choice {
            Choice::Move(mv) => {
                assert!(game.is_legal(mv), "{} plays an illegal move in {}", player.name(), game.fen());
                game.play(mv);
            }
            Choice::Resign => break,
        }
    }
    game
}

/// How a game has ended by the rules, if it has.
pub(crate) fn result(game: &AnyPosition) -> Option<GameResult> {
    game.outcome().map(GameResult::from).or_else(|| game.draw_claim().map(|_| GameResult::Draw))
}

/// The share of the points that `first` makes in a match with changing colours. A resignation is a loss.
#[allow(dead_code)]
pub(crate) fn score(variant: Variant, first: &dyn Opponent, second: &dyn Opponent, games: u64) -> f64 {
    let mut points = 0.0;
    for number in 0..games {
        let first_is_white = number % 2 == 0;
        let (white, black) = if first_is_white { (first, second) } else { (second, first) };
        let game = play(AnyPosition::start(variant), white, black, 1_000 + number);
        let for_white = match result(&game) {
            Some(GameResult::Win(Color::White)) => 1.0,
            Some(GameResult::Win(Color::Black)) => 0.0,
            Some(GameResult::Draw) => 0.5,
            None if game.moves().len() >= MOST_PLIES => 0.5,
            None => f64::from(u8::from(game.turn() == Color::Black)),
        };
        points += if first_is_white { for_white } else { 1.0 - for_white };
    }
    points / games as f64
}
