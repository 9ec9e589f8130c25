//! The layers that follow the moves are those that a fresh look gives, whatever is played and taken back.

use std::sync::Arc;

use rocada_rules::{Color, Crazyhouse, Move, Position, Role, Rules, Setup, Standard, Tolerance};

use super::accumulators::Accumulators;
use super::kernels::Kernels;
use super::network::Network;
use super::shape::{GameKind, Shape};
use super::tests::{random_network, shapes};
use crate::board::Board;
use crate::test_support::{
    CHESS, Dice, HOUSE, colours_swapped, in_random_games, left_right_mirrored, position,
};

/// What the random games met, so that the tests know what they have tested.
#[derive(Default, Debug)]
struct Met {
    castled_across: usize,
    promotions: usize,
    promoted_taken: usize,
    promoted_takes_promoted: usize,
    drops: usize,
    passes: usize,
    crossings: usize,
}

impl Met {
    fn note<R: Rules>(&mut self, position: &Position<R>, mv: Move) {
        let king = position.king(position.turn());
        self.drops += mv.is_drop() as usize;
        self.promotions += mv.is_promotion() as usize;
        if mv.is_castle() {
            // The king goes to the c- or to the g-file.
            self.castled_across += ((king.file() < 4) == (mv.to().file() > mv.from().file())) as usize;
        } else if !mv.is_drop() {
            let across = (mv.from().file() < 4) != (mv.to().file() < 4);
            self.crossings += (mv.from() == king && across) as usize;
            let taken = mv.is_capture() && position.promoted().has(mv.to());
            self.promoted_taken += taken as usize;
            self.promoted_takes_promoted += (taken && position.promoted().has(mv.from())) as usize;
        }
    }
}

/// A game in which anything can happen: moves, passes, and steps back at any time. Rare moves are liked.
struct Walk<R: Rules> {
    position: Position<R>,
    made: Vec<Option<Move>>,
}

impl<R: Rules> Walk<R> {
    fn choose(&self, dice: &mut Dice) -> Option<Move> {
        let moves = self.position.legal_moves();
        let rare = |mv: &&Move| {
            mv.is_castle()
                || mv.is_promotion()
                || mv.is_capture() && self.position.promoted().has(mv.to())
                || !mv.is_drop() && self.position.role_at(mv.from()) == Some(Role::King)
        };
        let liked: Vec<Move> = moves.iter().filter(rare).copied().collect();
        if !liked.is_empty() && dice.roll(3) == 0 {
            return Some(liked[dice.roll(liked.len())]);
        }
        (!moves.is_empty()).then(|| moves[dice.roll(moves.len())])
    }

    fn step(&mut self, accumulators: &mut Accumulators, dice: &mut Dice, met: &mut Met) {
        match dice.roll(8) {
            0 | 1 => {
                for _ in 0..=dice.roll(4) {
                    match self.made.pop() {
                        Some(Some(mv)) => {
                            self.position.unmake(mv);
                            accumulators.unmake();
                        }
                        Some(None) => self.position.unmake_null(),
                        None => (),
                    }
                }
            }
            2 if !self.position.in_check() => {
                self.position.make_null();
                self.made.push(None);
                met.passes += 1;
            }
            _ => {
                if let Some(mv) = self.choose(dice) {
                    met.note(&self.position, mv);
                    accumulators.make(&mut self.position, mv);
                    self.made.push(Some(mv));
                }
            }
        }
    }
}

/// Plays at random from a position and compares now and then, so that several moves lie between two looks.
fn follow<R: Rules>(
    network: &Arc<Network>,
    start: Position<R>,
    steps: usize,
    dice: &mut Dice,
    met: &mut Met,
) {
    let mut accumulators = Accumulators::new(Arc::clone(network), Kernels::best());
    accumulators.reset(&start);
    let mut walk = Walk { position: start, made: Vec::new() };
    for _ in 0..steps {
        walk.step(&mut accumulators, dice, met);
        if dice.roll(3) == 0 {
            let board = Board::of(&walk.position);
            let followed = accumulators.evaluate(&board);
            let mut fresh = Accumulators::new(Arc::clone(network), Kernels::best());
            fresh.reset(&walk.position);
            let expected = network.evaluate_scalar(&walk.position);
            assert_eq!(fresh.evaluate(&board), expected, "afresh: {}", walk.position.fen());
            assert_eq!(followed, expected, "following: {}", walk.position.fen());
        }
    }
}

fn follow_games<R: Rules>(extra_starts: &[&str]) -> Met {
    let (mut dice, mut met) = (Dice(77), Met::default());
    for (seed, shape) in shapes(GameKind::of::<R>(), 64).into_iter().enumerate() {
        let network = Arc::new(random_network(shape, seed as u64));
        for game in 0..12 {
            // The variants with and without 960: half of the games each.
            let number = if game % 2 == 0 { rocada_rules::CLASSICAL_START } else { dice.roll(960) as u16 };
            let setup = Setup::chess960(number).expect("a number below 960");
            let start = Position::<R>::from_setup(&setup, Tolerance::Strict).expect("a start position");
            follow(&network, start, 300, &mut dice, &mut met);
        }
        for fen in extra_starts {
            for _ in 0..4 {
                follow(&network, position::<R>(fen), 300, &mut dice, &mut met);
            }
        }
    }
    met
}

#[test]
fn the_layers_follow_random_games_of_chess() {
    let met = follow_games::<Standard>(&[
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "6k1/PPPP4/8/8/8/8/4pppp/1K6 w - - 0 1",
    ]);
    let Met { castled_across, promotions, passes, crossings, .. } = met;
    let least = [castled_across, promotions, passes, crossings].into_iter().min();
    assert!(least > Some(10), "{met:?}");
}

#[test]
fn the_layers_follow_random_games_of_crazyhouse() {
    let met = follow_games::<Crazyhouse>(&[
        "r3k2r/8/8/8/8/8/8/R3K2R[QRBNPqrbnp] w KQkq - 0 1",
        "6k1/PPPP4/8/8/8/8/4pppp/1K6[] w - - 0 1",
        "Q~Q~6/8/6k1/8/8/1K6/8/6q~q~[PPPPPPPPPPPPPPPPPPQQQQqqqqq] w - - 0 1",
    ]);
    let Met { castled_across, promotions, promoted_taken, promoted_takes_promoted, drops, passes, crossings } =
        met;
    let common = [castled_across, promotions, promoted_taken, drops, passes, crossings].into_iter().min();
    assert!(common > Some(20) && promoted_takes_promoted > 3, "{met:?}");
}

#[test]
fn a_clone_goes_its_own_way() {
    let network = Arc::new(random_network(Shape::plain(GameKind::Chess, 64), 5));
    let mut position = Position::<Standard>::start();
    let mut first = Accumulators::new(Arc::clone(&network), Kernels::best());
    first.reset(&position);
    first.evaluate(&Board::of(&position));
    let mut second = first.clone();
    let mv = position.legal_moves()[3];
    let mut other = position.clone();
    second.make(&mut other, mv);
    assert_eq!(second.evaluate(&Board::of(&other)), network.evaluate_scalar(&other));
    assert_eq!(first.evaluate(&Board::of(&position)), network.evaluate_scalar(&position));
    position.play(mv);
    first.reset(&position);
    assert_eq!(first.evaluate(&Board::of(&position)), network.evaluate_scalar(&position));
}

fn symmetric<R: Rules>(starts: &[&str]) {
    for (seed, shape) in shapes(GameKind::of::<R>(), 64).into_iter().enumerate() {
        let network = random_network(shape, seed as u64);
        let mut values = Vec::new();
        in_random_games::<R>(starts, |position| {
            let board = Board::of(position);
            let here = network.evaluate_board(&board);
            assert_eq!(here, network.evaluate_board(&colours_swapped(&board)), "{}", position.fen());
            assert_eq!(here, network.evaluate_board(&left_right_mirrored(&board)), "{}", position.fen());
            values.push(here);
        });
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 100, "a random network tells positions apart");
    }
}

#[test]
fn both_colours_and_both_wings_are_judged_alike_in_chess() {
    symmetric::<Standard>(CHESS);
}

#[test]
fn both_colours_and_both_wings_are_judged_alike_in_crazyhouse() {
    symmetric::<Crazyhouse>(HOUSE);
}

#[test]
fn the_side_to_move_decides_which_half_comes_first() {
    let network = random_network(Shape::plain(GameKind::Chess, 64), 9);
    let mut position = position::<Standard>("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let before = network.evaluate_scalar(&position);
    position.make_null();
    assert_eq!(position.turn(), Color::Black);
    assert_ne!(network.evaluate_scalar(&position), before);
}
