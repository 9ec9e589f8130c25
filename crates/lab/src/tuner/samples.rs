//! Positions as the tuner sees them: sparse coefficients, the result of the game and the score of the search.

use rocada_eval::classical::{Coefficients, FULL_PHASE, Game as Evaluated, Weights, coefficients};
use rocada_rules::Position;

use crate::games::Game;

/// Which positions of a game are worth learning from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The first so many plies are left out: nobody plays them like that.
    pub skip_plies: usize,
    /// A score so far from even tells nothing new, in centipawns.
    pub most_score: i32,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { skip_plies: 10, most_score: 1500 }
    }
}

/// How often a weight counts, White's count minus Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) index: u16,
    pub(super) count: i16,
}

/// One position apart from its coefficients.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample {
    /// Where its entries end; they begin where those of the sample before end.
    end: u32,
    /// How much the middlegame half counts.
    pub(super) mg: f32,
    /// How much the endgame half counts.
    pub(super) eg: f32,
    /// What the search said, from White's view.
    pub(super) score: f32,
    /// What came of it: White's share.
    pub(super) result: f32,
}

/// Many positions in little memory.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    parts: Vec<Part>,
    len: usize,
}

/// So many samples share a part, whose entries are then counted in 32 bits.
const PART: usize = 1 << 20;

#[derive(Clone, Default, Debug)]
struct Part {
    entries: Vec<Entry>,
    samples: Vec<Sample>,
}

impl Samples {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many coefficients there are in all.
    pub fn entries(&self) -> usize {
        self.parts.iter().map(|part| part.entries.len()).sum()
    }

    /// Adds a position with the score and the result from White's view.
    pub fn push(&mut self, coefficients: &Coefficients, score: f32, result: f32) {
        if self.len.is_multiple_of(PART) {
            self.parts.push(Part::default());
        }
        let Some(part) = self.parts.last_mut() else { return };
        part.entries.extend(coefficients.entries.iter().map(|&(index, count)| Entry { index, count }));
        let phase = coefficients.phase as f32 / FULL_PHASE as f32;
        part.samples.push(Sample {
            end: part.entries.len() as u32,
            mg: phase,
            eg: (1.0 - phase) * coefficients.scale as f32 / 64.0,
            score,
            result,
        });
        self.len += 1;
    }

    /// A position and its coefficients.
    #[inline]
    pub(super) fn get(&self, index: usize) -> (&Sample, &[Entry]) {
        let part = &self.parts[index / PART];
        let index = index % PART;
        let begin = if index == 0 { 0 } else { part.samples[index - 1].end };
        let sample = &part.samples[index];
        (sample, &part.entries[begin as usize..sample.end as usize])
    }

    /// In how many positions each weight counts.
    pub fn positions_by_weight(&self) -> Vec<usize> {
        let mut counts = vec![0; rocada_eval::classical::weights::LEN];
        for entry in self.parts.iter().flat_map(|part| &part.entries) {
            counts[usize::from(entry.index)] += 1;
        }
        counts
    }

    /// Adds the positions of a game that pass the filter: not in check, and the move played was quiet, so that the
    /// position speaks for itself.
    pub fn add_game<R: Evaluated>(&mut self, game: &Game, weights: &Weights, filter: &Filter) {
        let Some(mut position) = game.start.position::<R>() else { return };
        let random = game.random_plies();
        for (ply, &mv) in game.moves.iter().enumerate() {
            if !position.is_legal(mv) {
                return;
            }
            if ply >= random.max(filter.skip_plies)
                && let Some(&score) = game.scores.get(ply - random)
                && i32::from(score).abs() < filter.most_score
                && is_quiet(&position, mv)
                && let Some(coefficients) = coefficients(&position, weights)
            {
                self.push(&coefficients, f32::from(score), game.white_share());
            }
            position.play(mv);
        }
    }

    /// The positions of many games, taken by many threads, in the order of the games.
    pub fn of_games<R: Evaluated>(
        games: &[Game],
        weights: &Weights,
        filter: &Filter,
        threads: usize,
    ) -> Samples {
        let share = games.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<Samples> = std::thread::scope(|scope| {
            let running: Vec<_> = games
                .chunks(share)
                .map(|games| {
                    scope.spawn(move || {
                        let mut samples = Samples::default();
                        games.iter().for_each(|game| samples.add_game::<R>(game, weights, filter));
                        samples
                    })
                })
                .collect();
            running.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        let mut all = Samples::default();
        for samples in parts {
            all.append(&samples);
        }
        all
    }

    fn append(&mut self, other: &Samples) {
        for index in 0..other.len {
            let (sample, entries) = other.get(index);
            if self.len.is_multiple_of(PART) {
                self.parts.push(Part::default());
            }
            let Some(part) = self.parts.last_mut() else { return };
            part.entries.extend_from_slice(entries);
            part.samples.push(Sample { end: part.entries.len() as u32, ..*sample });
            self.len += 1;
        }
    }
}

fn is_quiet<R: Evaluated>(position: &Position<R>, mv: rocada_rules::Move) -> bool {
    mv.is_quiet() && !position.in_check()
}
