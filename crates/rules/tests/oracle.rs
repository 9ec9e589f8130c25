//! Random games in all four variants, compared move by move with `shakmaty`, an independent implementation.
//!
//! `ROCADA_ORACLE_GAMES` sets the number of games for each variant; `ROCADA_ORACLE_SEED` the first seed.

mod support;

use std::sync::atomic::{AtomicU64, Ordering};

use rocada_rules::{Color, Crazyhouse, Move, MoveKind, Outcome, Position, Rules, Standard, Variant};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, EnPassantMode, FromSetup, KnownOutcome};
use support::{Random, Taste, choose, for_each_seed, from_environment, start};

const GAMES: u64 = 2000;
/// Random games rarely mate: they are cut off.
const MOST_PLIES: usize = 160;
/// How many moves of each position are written in SAN, besides all unusual ones; all moves of every eighth position.
const SANS: usize = 3;

/// How often the rare things happened: a test of rules that never apply proves nothing.
#[derive(Default)]
struct Coverage {
    castles: AtomicU64,
    en_passants: AtomicU64,
    promotions: AtomicU64,
    drops: AtomicU64,
    checkmates: AtomicU64,
    stalemates: AtomicU64,
    dead_positions: AtomicU64,
}

fn up(counter: &AtomicU64, condition: bool) {
    counter.fetch_add(u64::from(condition), Ordering::Relaxed);
}

impl Coverage {
    fn note_move(&self, mv: Move) {
        up(&self.castles, mv.is_castle());
        up(&self.en_passants, mv.is_en_passant());
        up(&self.promotions, mv.is_promotion());
        up(&self.drops, mv.is_drop());
    }

    fn note_outcome(&self, outcome: Option<Outcome>) {
        match outcome {
            Some(Outcome::Checkmate { .. }) => up(&self.checkmates, true),
            Some(Outcome::Stalemate) => up(&self.stalemates, true),
            Some(Outcome::InsufficientMaterial) => up(&self.dead_positions, true),
            None => {}
        }
    }

    fn check(&self, variant: Variant) {
        let wanted = [
            ("castling", &self.castles, true),
            ("en passant", &self.en_passants, true),
            ("promotions", &self.promotions, true),
            ("checkmates", &self.checkmates, true),
            ("stalemates", &self.stalemates, !variant.has_drops()),
            ("dead positions", &self.dead_positions, !variant.has_drops()),
            ("drops", &self.drops, variant.has_drops()),
        ];
        for (what, counter, wanted) in wanted {
            assert!(!wanted || counter.load(Ordering::Relaxed) > 0, "{variant}: no {what} in all games");
        }
    }
}

fn compare_games<R: Rules, P: shakmaty::Position + FromSetup + Clone>(variant: Variant) {
    let first_seed = from_environment("ROCADA_ORACLE_SEED", 0);
    let games = from_environment("ROCADA_ORACLE_GAMES", GAMES);
    let coverage = Coverage::default();
    for_each_seed(games, |index| {
        compare_game::<R, P>(variant, first_seed.wrapping_add(index), &coverage);
    });
    if games >= GAMES {
        coverage.check(variant);
    }
}

fn compare_game<R: Rules, P: shakmaty::Position + FromSetup + Clone>(
    variant: Variant,
    seed: u64,
    coverage: &Coverage,
) {
    let mut random = Random::new(seed);
    let taste = Taste::random(&mut random);
    let mut position: Position<R> = start(variant, &mut random);
    let fen: Fen = position.fen().parse().expect("the oracle reads our FEN");
    let mode = CastlingMode::from_chess960(variant.is_960());
    let mut oracle: P = fen.into_position(mode).expect("the oracle accepts our start");
    for ply in 0..MOST_PLIES {
        compare_state(&position, &oracle);
        let moves = compare_moves(&position, &oracle, mode);
        compare_sans(&position, &oracle, &moves, ply % 8 == 0, &mut random);
        let Some(mv) = choose(&position, taste, &mut random) else { break };
        coverage.note_move(mv);
        let (_, same) = moves.iter().find(|(own, _)| *own == mv).expect("a legal move");
        position.play(mv);
        oracle.play_unchecked(*same);
    }
    coverage.note_outcome(position.outcome());
}

fn compare_state<R: Rules, P: shakmaty::Position>(position: &Position<R>, oracle: &P) {
    let fen = position.fen();
    let expected = Fen::from_position(oracle, EnPassantMode::Legal).to_string();
    assert_eq!(with_sorted_hand(&fen), with_sorted_hand(&expected));
    assert_eq!(position.checkers().0, u64::from(oracle.checkers()), "checkers in {fen}");
    let expected = match oracle.outcome().known() {
        None => None,
        Some(KnownOutcome::Draw) => Some(None),
        Some(KnownOutcome::Decisive { winner }) => Some(Some(match winner {
            shakmaty::Color::White => Color::White,
            shakmaty::Color::Black => Color::Black,
        })),
    };
    assert_eq!(position.outcome().map(Outcome::winner), expected, "outcome of {fen}");
    for (own, theirs) in [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)] {
        assert_eq!(position.cannot_win(own), oracle.has_insufficient_material(theirs), "{own:?} in {fen}");
    }
}

/// The order of the pieces in hand means nothing: here queens come first, the oracle begins with the pawns.
fn with_sorted_hand(fen: &str) -> String {
    let Some((board, rest)) = fen.split_once('[') else { return fen.to_owned() };
    let (hand, fields) = rest.split_once(']').expect("a hand that is closed");
    let mut hand: Vec<char> = hand.chars().collect();
    hand.sort_unstable();
    format!("{board}[{}]{fields}", String::from_iter(hand))
}

/// Asserts that both know the same moves, and gives them in pairs.
fn compare_moves<R: Rules, P: shakmaty::Position>(
    position: &Position<R>,
    oracle: &P,
    mode: CastlingMode,
) -> Vec<(Move, shakmaty::Move)> {
    let mut own: Vec<(String, Move)> =
        position.legal_moves().iter().map(|&mv| (position.uci(mv, mode.is_chess960()), mv)).collect();
    let mut theirs: Vec<(String, shakmaty::Move)> =
        oracle.legal_moves().iter().map(|&mv| (mv.to_uci(mode).to_string(), mv)).collect();
    own.sort();
    theirs.sort_by(|a, b| a.0.cmp(&b.0));
    let same = own.iter().map(|(text, _)| text).eq(theirs.iter().map(|(text, _)| text));
    assert!(same, "moves of {}:\n{own:?}\n{theirs:?}", position.fen());
    own.into_iter().zip(theirs).map(|((_, own), (_, theirs))| (own, theirs)).collect()
}

fn compare_sans<R: Rules, P: shakmaty::Position + Clone>(
    position: &Position<R>,
    oracle: &P,
    moves: &[(Move, shakmaty::Move)],
    all: bool,
    random: &mut Random,
) {
    for &(mv, same) in moves {
        let usual = matches!(mv.kind(), Some(MoveKind::Quiet | MoveKind::DoublePush | MoveKind::Drop));
        if all || !usual || random.below(moves.len()) < SANS {
            let san = position.san(mv);
            let expected = SanPlus::from_move(oracle.clone(), same).to_string();
            assert_eq!(san, expected, "SAN of {mv:?} in {}", position.fen());
            assert_eq!(position.parse_san(&san), Ok(mv), "reading {san} in {}", position.fen());
        }
    }
}

#[test]
fn chess_games_agree_with_the_oracle() {
    compare_games::<Standard, shakmaty::Chess>(Variant::Chess);
}

#[test]
fn chess960_games_agree_with_the_oracle() {
    compare_games::<Standard, shakmaty::Chess>(Variant::Chess960);
}

#[test]
fn crazyhouse_games_agree_with_the_oracle() {
    compare_games::<Crazyhouse, shakmaty::variant::Crazyhouse>(Variant::Crazyhouse);
}

#[test]
fn crazyhouse960_games_agree_with_the_oracle() {
    compare_games::<Crazyhouse, shakmaty::variant::Crazyhouse>(Variant::Crazyhouse960);
}
