//! Plays one game after another on one thread.

use std::sync::Arc;

use rocada_eval::Evaluator;
use rocada_rules::{Color, DrawClaim, GameResult, Move, Outcome, Position};
use rocada_search::{Limits, Score, SearchGame, Searcher, Signals, Silent, TranspositionTable};

use super::Settings;
use crate::games::{Ending, Game, Start};
use crate::random::Random;

const CLASSICAL: u16 = 518;
/// Any search ends at so many times the soft limit.
const HARD_FACTOR: u64 = 8;
/// How a mate is written: this less two for each move.
const MATE: i32 = 32_000;

/// One thread's player: both sides share its memory, which is emptied before each game.
pub struct Player<R: SearchGame> {
    settings: Settings,
    searcher: Searcher<R>,
    table: TranspositionTable,
    signals: Signals,
    limits: Limits,
}

impl<R: SearchGame> Player<R> {
    /// A player with the parameters of play and the evaluation of the settings.
    pub fn new(settings: &Settings) -> Player<R> {
        let nodes = u64::from(settings.nodes.max(1));
        let network = settings.judge().and_then(|network| Evaluator::network(Arc::clone(network)).ok());
        Player {
            settings: settings.clone(),
            searcher: Searcher::new(network.unwrap_or_default()),
            table: TranspositionTable::with_kibibytes(settings.table_kib),
            signals: Signals::default(),
            limits: Limits { soft_nodes: Some(nodes), nodes: Some(nodes * HARD_FACTOR), ..Limits::default() },
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
        let array = match self.settings.variant.is_960() {
            true => random.below(960) as u16,
            false => CLASSICAL,
        };
        let start = Start::Array(array, array);
        let mut position: Position<R> = start.position()?;
        let mut moves = Vec::new();
        for _ in 0..self.settings.random_plies + random.below(2) {
            let legal = position.legal_moves();
            let mv = *legal.get(random.below(legal.len()))?;
            position.play(mv);
            moves.push(mv);
        }
        if position.outcome().is_some() {
            return None;
        }
        self.searcher.new_game();
        self.table.clear();
        let (_, score) = self.search(&position)?;
        if i32::from(score).abs() > self.settings.most_uneven {
            return None;
        }
        let mut scores = Vec::new();
        let (result, ending) = loop {
            if let Some(end) = over(&position) {
                break end;
            }
            if let Some(end) = self.settings.adjudication.judge(&scores, moves.len()) {
                break end;
            }
            let (mv, score) = self.search(&position)?;
            scores.push(score);
            moves.push(mv);
            position.play(mv);
        };
        Some(Game { start, moves, scores, result, ending })
    }

    /// The best move and its score from White's view.
    fn search(&mut self, position: &Position<R>) -> Option<(Move, i16)> {
        self.signals.arm(false);
        let verdict = self.searcher.search(position, &self.limits, &self.table, &self.signals, &mut Silent);
        let score = match verdict.line?.score {
            Score::Centipawns(score) => score,
            Score::Mate(moves) if moves > 0 => MATE - 2 * moves,
            Score::Mate(moves) => -MATE - 2 * moves,
            Score::Tablebase(plies) => plies.signum() * (MATE - 1000),
        };
        let score = if position.turn() == Color::White { score } else { -score };
        Some((verdict.best?, score.clamp(-MATE, MATE) as i16))
    }
}

/// Has the game ended by the rules?
fn over<R: SearchGame>(position: &Position<R>) -> Option<(GameResult, Ending)> {
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
