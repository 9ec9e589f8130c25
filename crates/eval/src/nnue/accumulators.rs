//! The first layer of every position on the way from the root to the current one, computed only when asked for.
//!
//! A move is merely written down. An evaluation walks back to the last position whose layer is known and applies the
//! moves since then. When the own king has crossed to another view all inputs are new: then the layer of the last
//! position that was seen that way is changed into the present one, which is less work than to begin with nothing.

use std::sync::Arc;

use rocada_rules::{Color, Move, Position, Role, Rules};

use super::aligned::Aligned;
use super::changes::{Changes, MOST};
use super::features::{PlainInput, View, output_bucket_on};
use super::kernels::Kernels;
use super::network::Network;
use crate::board::Board;

/// The first layer for one line of play, of one thread.
#[derive(Clone, Debug)]
pub(crate) struct Accumulators {
    network: Arc<Network>,
    kernels: Kernels,
    /// From the root to the current position and, beyond, what earlier lines left.
    plies: Vec<Ply>,
    current: usize,
    /// For each side and each view of its own: the last layer that was made afresh.
    seen: [Vec<Seen>; 2],
}

/// One position of the line.
#[derive(Clone, Debug)]
struct Ply {
    /// As White and as Black see it, if it is known.
    layers: [Aligned; 2],
    known: [bool; 2],
    views: [View; 2],
    /// What the move to this position changed.
    changes: Changes,
}

/// A layer together with the board it belongs to.
#[derive(Clone, Debug)]
struct Seen {
    layer: Aligned,
    board: Board,
}

impl Accumulators {
    /// Follows no position yet: `reset` comes first.
    pub(crate) fn new(network: Arc<Network>, kernels: Kernels) -> Accumulators {
        let shape = network.shape();
        let nothing = Seen { layer: Aligned::from(network.bias()), board: Board::EMPTY };
        let seen = vec![nothing; View::count(shape)];
        let root =
            Ply::new(&network, Color::ALL.map(|color| View::new(shape, color, Board::EMPTY.king(color))));
        Accumulators { kernels, plies: vec![root], current: 0, seen: [seen.clone(), seen], network }
    }

    /// The next moves follow from this position.
    pub(crate) fn reset<R: Rules>(&mut self, position: &Position<R>) {
        let shape = self.network.shape();
        self.current = 0;
        let root = &mut self.plies[0];
        root.views = Color::ALL.map(|color| View::new(shape, color, position.king(color)));
        // At once, so that every walk back ends here at the latest: a search that finds the root's value in its table would
        // else make the layer of each of its leaves afresh.
        let board = Board::of(position);
        for perspective in Color::ALL {
            self.refresh(&board, perspective);
        }
    }

    /// Makes a legal move.
    #[inline]
    pub(crate) fn make<R: Rules>(&mut self, position: &mut Position<R>, mv: Move) {
        let mover = position.turn();
        let mut views = self.plies[self.current].views;
        self.current += 1;
        if self.current == self.plies.len() {
            self.plies.push(Ply::new(&self.network, views));
        }
        let ply = &mut self.plies[self.current];
        ply.changes.clear();
        position.make(mv, &mut ply.changes);
        views[mover.index()] = View::new(self.network.shape(), mover, position.king(mover));
        ply.views = views;
        ply.known = [false; 2];
    }

    /// Takes back the last move. A pass changes nothing on the board and is not told.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.current -= 1;
    }

    /// What the network makes of the current position, in centipawns for the side to move.
    #[inline]
    pub(crate) fn evaluate(&mut self, board: &Board) -> i32 {
        for perspective in Color::ALL {
            self.bring_up(board, perspective);
        }
        let bucket = output_bucket_on(board, self.network.shape());
        let (own, other) = self.network.output_halves(bucket);
        let layers = &self.plies[self.current].layers;
        let half = |color: Color, weights| self.kernels.output(&layers[color.index()], weights);
        let sum = half(board.turn, own).wrapping_add(half(!board.turn, other));
        self.network.to_centipawns(sum, bucket)
    }

    /// Makes one side's layer of the current position known.
    #[inline]
    fn bring_up(&mut self, board: &Board, perspective: Color) {
        let side = perspective.index();
        let mut from = self.current;
        while !self.plies[from].known[side] {
            if from == 0 || self.plies[from].views[side] != self.plies[from - 1].views[side] {
                return self.refresh(board, perspective);
            }
            from -= 1;
        }
        for next in from + 1..=self.current {
            self.advance(next, side);
        }
    }

    /// Computes a layer from that of the position before.
    #[inline]
    fn advance(&mut self, next: usize, side: usize) {
        let (before, after) = self.plies.split_at_mut(next);
        let (Some(source), Some(target)) = (before.last(), after.first_mut()) else { return };
        let view = target.views[side];
        let added = Inputs::<MOST>::of(target.changes.added.as_slice(), view);
        let removed = Inputs::<MOST>::of(target.changes.removed.as_slice(), view);
        let (layer, rows) = (&mut target.layers[side], self.network.rows());
        self.kernels.update(layer, &source.layers[side], rows, added.as_slice(), removed.as_slice());
        target.known[side] = true;
    }

    /// Computes a layer from the last one that was seen the same way.
    fn refresh(&mut self, board: &Board, perspective: Color) {
        let side = perspective.index();
        let ply = &mut self.plies[self.current];
        let view = ply.views[side];
        let seen = &mut self.seen[side][view.index()];
        let edit = Edit {
            network: &self.network,
            kernels: self.kernels,
            view,
            layer: &mut seen.layer,
            added: Inputs::new(),
            removed: Inputs::new(),
        };
        edit.change(&seen.board, board);
        seen.board = *board;
        ply.layers[side].copy_from_slice(&seen.layer);
        ply.known[side] = true;
    }
}

impl Ply {
    fn new(network: &Network, views: [View; 2]) -> Ply {
        let layer = Aligned::zeros(network.shape().hidden);
        Ply { layers: [layer.clone(), layer], known: [false; 2], views, changes: Changes::NONE }
    }
}

/// A few inputs that are switched on or off.
struct Inputs<const N: usize> {
    inputs: [u16; N],
    count: usize,
}

impl<const N: usize> Inputs<N> {
    #[inline]
    fn new() -> Inputs<N> {
        Inputs { inputs: [0; N], count: 0 }
    }

    /// Some inputs, as a side sees them.
    #[inline(always)]
    fn of(inputs: &[PlainInput], view: View) -> Inputs<N> {
        let mut seen = Inputs::new();
        for &input in inputs {
            seen.push(input, view);
        }
        seen
    }

    #[inline(always)]
    fn push(&mut self, input: PlainInput, view: View) {
        // No shape has more rows than fit into 16 bits.
        self.inputs[self.count] = view.see(input) as u16;
        self.count += 1;
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.count == N
    }

    #[inline]
    fn as_slice(&self) -> &[u16] {
        &self.inputs[..self.count]
    }
}

/// Turns a layer into that of another board, some rows at a time.
struct Edit<'a> {
    network: &'a Network,
    kernels: Kernels,
    view: View,
    layer: &'a mut [i16],
    added: Inputs<{ Edit::BATCH }>,
    removed: Inputs<{ Edit::BATCH }>,
}

impl Edit<'_> {
    const BATCH: usize = 16;

    fn add(&mut self, input: PlainInput) {
        if self.added.is_full() {
            self.flush();
        }
        self.added.push(input, self.view);
    }

    fn remove(&mut self, input: PlainInput) {
        if self.removed.is_full() {
            self.flush();
        }
        self.removed.push(input, self.view);
    }

    fn flush(&mut self) {
        let rows = self.network.rows();
        self.kernels.adjust(self.layer, rows, self.added.as_slice(), self.removed.as_slice());
        self.added.count = 0;
        self.removed.count = 0;
    }

    /// Applies all that is different.
    fn change(mut self, old: &Board, new: &Board) {
        for color in Color::ALL {
            for role in Role::ALL {
                let (before, after) = (old.pieces(color, role), new.pieces(color, role));
                for square in after & !before {
                    self.add(PlainInput::piece(role.of(color), square));
                }
                for square in before & !after {
                    self.remove(PlainInput::piece(role.of(color), square));
                }
            }
            if self.network.shape().game.has_drops() {
                self.change_extras(old, new, color);
            }
        }
        self.flush();
    }

    /// Hands and promoted marks.
    fn change_extras(&mut self, old: &Board, new: &Board, color: Color) {
        for role in Role::DROPPABLE {
            let (before, after) = (old.in_hand(color, role) as u8, new.in_hand(color, role) as u8);
            let held = |count| PlainInput::held(color, role, count);
            (before + 1..=after).filter_map(held).for_each(|input| self.add(input));
            (after + 1..=before).filter_map(held).for_each(|input| self.remove(input));
        }
        let (before, after) = (old.promoted & old.color(color), new.promoted & new.color(color));
        for square in after & !before {
            self.add(PlainInput::promoted(color, square));
        }
        for square in before & !after {
            self.remove(PlainInput::promoted(color, square));
        }
    }
}
