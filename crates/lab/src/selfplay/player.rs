//! Plays one game after another on one thread.

use rocada_rules::{DrawClaim, GameResult, Move, Outcome, Position};
use rocada_search::SearchGame;

use super::thinker::Thinker;
use super::{Adjudication, Settings};
use crate::games::{Ending, Game, Start};
use crate::random::Random;

const CLASSICAL: u16 = 518;

/// One thread's player: both sides share its memory, which is emptied before each game.
pub struct Player<R: SearchGame> {
    settings: Settings,
    thinker: Thinker<R>,
}

impl<R: SearchGame> Player<R> {
    /// A player with the parameters of play and the evaluation of the settings.
    pub fn new(settings: &Settings) -> Player<R> {
        Player {
            settings: settings.clone(),
            thinker: Thinker::new(settings.evaluator(), settings.nodes, settings.table_kib),
        }
    }

    /// Plays the game with this number.
    pub fn play(&mut self, number: u64) -> Game {
        let mut random = Random::of(self.settings.seed, number);
        loop {
            if let Some(game) = self.try_game(&mut random) {
                return game;
            }
        }
    }

    /// Plays a game unless its random opening is of no use.
    fn try_game(&mut self, random: &mut Random) -> Option<Game> {
        let Opening { start, mut moves, mut position } = Opening::draw(&self.settings, random)?;
        self.thinker.new_game();
        let (_, score) = self.thinker.search(&position)?;
        if i32::from(score).abs() > self.settings.most_uneven {
            return None;
        }
        let mut scores = Vec::new();
        let (result, ending) = loop {
            if let Some(end) = end_of_game(&position, &self.settings.adjudication, &scores, moves.len()) {
                break end;
            }
            let (mv, score) = self.thinker.search(&position)?;
            scores.push(score);
            moves.push(mv);
            position.play(mv);
        };
        Some(Game { start, moves, scores, result, ending })
    }
}

/// A start and the random moves from there.
pub(crate) struct Opening<R: SearchGame> {
    pub(crate) start: Start,
    pub(crate) moves: Vec<Move>,
    pub(crate) position: Position<R>,
}

impl<R: SearchGame> Opening<R> {
    /// Plays random moves; `None` if the game ended by them.
    pub(crate) fn draw(settings: &Settings, random: &mut Random) -> Option<Opening<R>> {
        let array = match settings.variant.is_960() {
            true => random.below(960) as u16,
            false => CLASSICAL,
        };
        let start = Start::Array(array, array);
        let mut position: Position<R> = start.position()?;
        let mut moves = Vec::new();
        for _ in 0..settings.random_plies + random.below(2) {
            let legal = position.legal_moves();
            let mv = *legal.get(random.below(legal.len()))?;
            position.play(mv);
            moves.push(mv);
        }
        position.outcome().is_none().then_some(Opening { start, moves, position })
    }
}

/// Has the game ended, by the rules or because it is decided? `scores` are White's.
pub(crate) fn end_of_game<R: SearchGame>(
    position: &Position<R>,
    adjudication: &Adjudication,
    scores: &[i16],
    plies: usize,
) -> Option<(GameResult, Ending)> {
    end_by_rule(position).or_else(|| adjudication.judge(scores, plies))
}

fn end_by_rule<R: SearchGame>(position: &Position<R>) -> Option<(GameResult, Ending)> {
    if let Some(outcome) = position.outcome() {
        let ending = match outcome {
            Outcome::Checkmate { .. } => Ending::Checkmate,
            Outcome::Stalemate => Ending::Stalemate,
            Outcome::InsufficientMaterial => Ending::InsufficientMaterial,
        };
        return Some((outcome.into(), ending));
    }
    let ending = match position.draw_claim()? {
        DrawClaim::ThreefoldRepetition => Ending::Repetition,
        DrawClaim::FiftyMoves => Ending::FiftyMoves,
    };
    Some((GameResult::Draw, ending))
}
