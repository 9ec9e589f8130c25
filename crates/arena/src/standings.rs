//! The results of a match so far, by encounter and by engine.

use std::collections::BTreeMap;

use rocada_protocol::ResultTag;

use crate::schedule::{Pairing, Schedule};
use crate::stats::{Pentanomial, Trinomial};
use crate::verdict::End;

/// What happened between two engines, seen from the first one.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Games.
    pub games: Trinomial,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Games whose other half is not finished: the opening and the half points.
    open: BTreeMap<usize, usize>,
}

/// The standings.
#[derive(Clone, Debug)]
pub struct Standings {
    encounters: Vec<[usize; 2]>,
    scores: Vec<Score>,
    /// How many games ended how.
    pub ends: BTreeMap<&'static str, u32>,
    /// For each engine: how many games it lost through a fault, by kind.
    pub faults: Vec<BTreeMap<&'static str, u32>>,
    /// Games counted.
    pub finished: u32,
}

impl Standings {
    /// Before the first game.
    pub fn new(schedule: &Schedule, engines: usize) -> Standings {
        let encounters = schedule.encounters().to_vec();
        Standings {
            scores: vec![Score::default(); encounters.len()],
            encounters,
            ends: BTreeMap::new(),
            faults: vec![BTreeMap::new(); engines],
            finished: 0,
        }
    }

    /// Counts a game. One without a result does not count.
    pub fn add(&mut self, pairing: &Pairing, result: ResultTag, end: Option<End>) {
        let for_white = match result {
            ResultTag::WhiteWins => 2,
            ResultTag::Drawn => 1,
            ResultTag::BlackWins => 0,
            ResultTag::Unknown => return,
        };
        let [first, _] = self.encounters[pairing.encounter];
        let half_points = if pairing.players[0] == first { for_white } else { 2 - for_white };
        let score = &mut self.scores[pairing.encounter];
        score.games.add(half_points);
        match score.open.remove(&pairing.opening) {
            Some(other) => score.pairs.add(half_points + other),
            None => {
                score.open.insert(pairing.opening, half_points);
            }
        }
        self.finished += 1;
        if let Some(end) = end {
            *self.ends.entry(end.name()).or_default() += 1;
            let loser = match for_white {
                0 => Some(pairing.players[0]),
                2 => Some(pairing.players[1]),
                _ => None,
            };
            if let Some(loser) = loser.filter(|_| end.is_fault()) {
                *self.faults[loser].entry(end.name()).or_default() += 1;
            }
        }
    }

    /// The encounters with their scores.
    pub fn encounters(&self) -> impl Iterator<Item = ([usize; 2], &Score)> {
        self.encounters.iter().copied().zip(&self.scores)
    }

    /// What happened between the first two engines that meet.
    pub fn main(&self) -> &Score {
        &self.scores[0]
    }

    /// All games and pairs of one engine, seen from it.
    pub fn of_engine(&self, engine: usize) -> (Trinomial, Pentanomial) {
        let (mut games, mut pairs) = (Trinomial::default(), Pentanomial::default());
        for ([a, b], score) in self.encounters() {
            let Trinomial { wins, draws, losses } = score.games;
            if a == engine {
                games = Trinomial {
                    wins: games.wins + wins,
                    draws: games.draws + draws,
                    losses: games.losses + losses,
                };
                (0..5).for_each(|i| pairs.0[i] += score.pairs.0[i]);
            } else if b == engine {
                games = Trinomial {
                    wins: games.wins + losses,
                    draws: games.draws + draws,
                    losses: games.losses + wins,
                };
                (0..5).for_each(|i| pairs.0[i] += score.pairs.0[4 - i]);
            }
        }
        (games, pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Format;

    #[test]
    fn pairs_are_counted_when_both_games_are_there_in_any_order() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 4);
        let mut standings = Standings::new(&schedule, 2);
        let pairing = |number| schedule.pairing(number).expect("a game");
        standings.add(&pairing(1), ResultTag::BlackWins, Some(End::Checkmate));
        standings.add(&pairing(2), ResultTag::Drawn, Some(End::Stalemate));
        assert_eq!(standings.main().pairs.pairs(), 0);
        standings.add(&pairing(0), ResultTag::WhiteWins, Some(End::Crash));
        standings.add(&pairing(3), ResultTag::WhiteWins, None);
        assert_eq!(standings.main().pairs.0, [0, 1, 0, 0, 1]);
        assert_eq!(standings.main().games, Trinomial { wins: 2, draws: 1, losses: 1 });
        assert_eq!(standings.of_engine(1).1.0, [1, 0, 0, 1, 0]);
        assert_eq!(standings.faults[1].get("crash"), Some(&1));
        assert_eq!(standings.finished, 4);
    }
}
