//! Two sets of parameters play pairs of games against each other in one process.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rocada_eval::Evaluator;
use rocada_rules::{Color, GameResult};
use rocada_search::{Params, SearchGame};

use crate::random::Random;
use crate::selfplay::{Opening, Settings, Thinker, end_of_game};

/// How many pairs gave the first set 0, 1, 2, 3 and 4 half points.
pub type Pairs = [u64; 5];

/// Lets two sets play so many pairs, or until `tell` (called a few times a second) says to stop.
pub fn compare<R: SearchGame>(
    settings: &Settings,
    threads: usize,
    evaluator: &Evaluator<R>,
    sets: &[Params; 2],
    pairs: u64,
    tell: &mut dyn FnMut(&Pairs) -> bool,
) -> Pairs {
    let counts = Mutex::new([0; 5]);
    let lock = || counts.lock().unwrap_or_else(PoisonError::into_inner);
    let pair = |duel: &mut Duel<R>, number: u64| {
        let points = duel.pair(sets.clone(), &mut Random::of(settings.seed, number));
        lock()[(points + 2) as usize] += 1;
    };
    play_pairs(settings, evaluator, threads, 0..pairs, pair, &mut || {
        let now = *lock();
        tell(&now)
    });
    *lock()
}

/// Has each number of a pair played by some thread, until `go_on` (called a few times a second) says to stop.
pub(crate) fn play_pairs<R: SearchGame>(
    settings: &Settings,
    evaluator: &Evaluator<R>,
    threads: usize,
    numbers: Range<u64>,
    pair: impl Fn(&mut Duel<R>, u64) + Sync,
    go_on: &mut dyn FnMut() -> bool,
) {
    let (next, stop) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let work = || {
        let mut duel = Duel::new(settings, evaluator);
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                break;
            }
            pair(&mut duel, number);
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        while !threads.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            std::thread::sleep(Duration::from_millis(200));
            if !go_on() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
}

/// Two players of one process, each with its own parameters and memory.
pub(crate) struct Duel<R: SearchGame> {
    settings: Settings,
    players: [Thinker<R>; 2],
}

impl<R: SearchGame> Duel<R> {
    fn new(settings: &Settings, evaluator: &Evaluator<R>) -> Duel<R> {
        let thinker = || Thinker::new(evaluator.clone(), settings.nodes, settings.table_kib);
        Duel { settings: settings.clone(), players: [thinker(), thinker()] }
    }

    /// Two games from one opening, colours changed: the points of the first set less those of the second.
    pub(crate) fn pair(&mut self, sets: [Params; 2], random: &mut Random) -> i32 {
        for (player, params) in self.players.iter_mut().zip(sets) {
            player.set_params(params);
        }
        loop {
            let Some(opening) = Opening::<R>::draw(&self.settings, random) else { continue };
            self.players[0].new_game();
            let even = self.players[0]
                .search(&opening.position)
                .is_some_and(|(_, score)| i32::from(score).abs() <= self.settings.most_uneven / 2);
            if even {
                return self.game(&opening, Color::White) + self.game(&opening, Color::Black);
            }
        }
    }

    /// One game: 1 if the first player, who has this colour, wins, -1 if he loses.
    fn game(&mut self, opening: &Opening<R>, first: Color) -> i32 {
        self.players.iter_mut().for_each(Thinker::new_game);
        let mut position = opening.position.clone();
        let mut plies = opening.moves.len();
        let mut scores = Vec::new();
        loop {
            if let Some((result, _)) = end_of_game(&position, &self.settings.adjudication, &scores, plies) {
                return match result {
                    GameResult::Win(winner) => {
                        if winner == first {
                            1
                        } else {
                            -1
                        }
                    }
                    GameResult::Draw => 0,
                };
            }
            let player = &mut self.players[usize::from(position.turn() != first)];
            // A position that is not over has a move.
            let Some((mv, score)) = player.search(&position) else { return 0 };
            scores.push(score);
            position.play(mv);
            plies += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use rocada_rules::{Standard, Variant};

    use super::*;

    /// A set that prunes all it can against the usual one: it must lose, whichever side it is on.
    #[test]
    fn the_better_set_wins_from_either_side() {
        let settings = Settings { nodes: 300, ..Settings::new(Variant::Chess) };
        let evaluator = Evaluator::<Standard>::default();
        let bad =
            Params { lmp_base: 1, lmp_growth: 0, futility_base: 0, futility_margin: 0, ..Params::CHESS };
        let bad = Params { rfp_margin: 0, razor_margin: 0, see_quiet: 0, see_capture: 0, ..bad };
        let half_points = |sets: [Params; 2]| {
            let counts = compare(&settings, 2, &evaluator, &sets, 20, &mut |_| true);
            assert_eq!(counts.iter().sum::<u64>(), 20);
            counts.iter().zip(0..).map(|(count, points)| count * points).sum::<u64>()
        };
        assert!(half_points([Params::CHESS, bad.clone()]) > 40);
        assert!(half_points([bad, Params::CHESS]) < 40);
    }
}
