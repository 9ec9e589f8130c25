//! From floats to whole numbers. The floats are on their grid already, so that little is lost on the way.

use rocada_eval::nnue::{GameKind, NetError, Network, SCALE};
use rocada_rules::{Color, Crazyhouse, Position, Rules, Setup, Square, Standard, Tolerance};

use super::Trainer;
use super::kernel::{MICRO, Worker};
use super::layout::{TILE, Whole};
use super::pool::{Pool, Share};

/// So many held-out positions are evaluated both ways.
const PROBES: usize = 10_000;
/// White to move against an enemy without queen.
const QUEEN_ODDS: &str = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What a finished network looks like, all values in centipawns.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Report {
    /// How many positions were evaluated in floats and in whole numbers.
    pub compared: usize,
    /// The largest difference.
    pub largest_error: f32,
    /// The mean difference.
    pub mean_error: f32,
    /// The start position, for the side to move.
    pub start: i32,
    /// The start position without Black's queen, for White to move.
    pub queen_odds: i32,
    /// The share of neurons that no compared position turns on.
    pub dead: f32,
    /// Does every compared position have the same value with colours exchanged and with the files turned round?
    pub symmetric: bool,
}

impl Report {
    /// What looks wrong about the network, in sentences.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if self.largest_error >= 3.0 {
            doubts.push(format!("rounding changes a value by {:.1} centipawns", self.largest_error));
        }
        if self.start.abs() >= 60 {
            doubts.push(format!("the start position is worth {} centipawns", self.start));
        }
        if self.queen_odds <= 700 {
            doubts.push(format!("a queen more at the start is worth {} centipawns only", self.queen_odds));
        }
        if self.dead >= 0.3 {
            doubts.push(format!("{:.0} % of the neurons are dead", self.dead * 100.0));
        }
        if !self.symmetric {
            doubts.push("a position and its mirror image have different values".to_owned());
        }
        doubts
    }
}

/// A network that can play, and what it looks like.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The network in whole numbers.
    pub network: Network,
    /// How it compares with the floats that it was made of.
    pub report: Report,
}

impl Trainer<'_> {
    /// Rounds the weights and compares the result with the floats.
    ///
    /// # Errors
    /// If the name cannot be a network's name.
    pub fn finish(&mut self, name: &str) -> Result<Finished, NetError> {
        let shape = self.shape();
        let network = Network::new(shape, name, self.data.generation, &self.played.parameters())?;
        let report = match shape.game {
            GameKind::Chess => self.compare::<Standard>(&network),
            GameKind::Crazyhouse => self.compare::<Crazyhouse>(&network),
        };
        Ok(Finished { network, report })
    }

    fn compare<R: Rules>(&mut self, network: &Network) -> Report {
        let positions = self.probes::<R>();
        let mut report = Report {
            compared: positions.len(),
            start: network.evaluate_scalar(&Position::<R>::start()),
            queen_odds: read::<R>(QUEEN_ODDS).map_or(0, |position| network.evaluate_scalar(&position)),
            symmetric: positions.iter().all(|position| is_symmetric(network, position)),
            ..Report::default()
        };
        let (values, dead) = self.evaluate(&positions);
        report.dead = dead;
        for (value, position) in values.iter().zip(&positions) {
            let error = (value * SCALE as f32 - network.evaluate_scalar(position) as f32).abs();
            report.largest_error = report.largest_error.max(error);
            report.mean_error += error / positions.len() as f32;
        }
        report
    }

    /// Positions of held-out games, spread evenly over them.
    fn probes<R: Rules>(&self) -> Vec<Position<R>> {
        let all = &self.data.probes;
        let step = all.len().div_ceil(PROBES).max(1);
        all.iter().step_by(step).filter_map(|fen| read(fen)).collect()
    }

    /// Values in floats, in units of the scale, and the share of neurons that are never on.
    fn evaluate<R: Rules>(&self, positions: &[Position<R>]) -> (Vec<f32>, f32) {
        let (layout, views) = (self.model.layout, &self.data.views);
        let mut pool = Pool::default();
        for position in positions {
            pool.push(views, position, 0, Share::Drawn);
        }
        let mut worker = Worker::new(layout);
        let mut most = vec![Whole([i16::MIN; TILE]); layout.tiles()];
        let mut values = Vec::with_capacity(positions.len());
        for places in pool.places().chunks(MICRO) {
            values.extend_from_slice(worker.evaluate(&self.played, &pool, views, places));
            for (tile, most) in most.iter_mut().enumerate() {
                for sum in worker.sums(tile) {
                    for i in 0..TILE {
                        most.0[i] = most.0[i].max(sum.0[i]);
                    }
                }
            }
        }
        let dead = most.iter().flat_map(|row| row.0).filter(|&most| most <= 0).count();
        (values, dead as f32 / layout.shape.hidden as f32)
    }
}

fn read<R: Rules>(fen: &str) -> Option<Position<R>> {
    Position::from_fen(fen, Tolerance::Lax).ok()
}

/// Has the position the same value with colours exchanged, and with the files turned round?
fn is_symmetric<R: Rules>(network: &Network, position: &Position<R>) -> bool {
    let value = network.evaluate_scalar(position);
    let images = [(Square::flip_rank as fn(Square) -> Square, true), (Square::flip_file, false)];
    images.into_iter().all(|(turn, exchange)| {
        let image = Position::from_setup(&image(position, turn, exchange), Tolerance::Lax);
        image.is_ok_and(|image: Position<R>| network.evaluate_scalar(&image) == value)
    })
}

/// The position with its squares turned and perhaps the colours exchanged, without rights and counters.
fn image<R: Rules>(position: &Position<R>, turn: fn(Square) -> Square, exchange: bool) -> Setup {
    let seen = |color: Color| if exchange { !color } else { color };
    let setup = position.to_setup();
    let mut image = Setup::empty();
    for square in position.occupied() {
        let piece = setup.piece_at(square).map(|piece| piece.role.of(seen(piece.color)));
        image.set_piece(turn(square), piece);
    }
    image.promoted = setup.promoted.into_iter().map(turn).collect();
    image.hands = [Color::White, Color::Black].map(|color| setup.hands[seen(color).index()]);
    image.turn = seen(setup.turn);
    image
}
