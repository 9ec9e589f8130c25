//! Where the parameters of a network lie while it learns: one list of rows, cut into tiles of the hidden layer.
//!
//! ```text
//! inputs       [tile][input]            the first layer; with king buckets [tile][bucket][input]
//! biases       [tile]
//! outputs      [output][side][tile]     side: 0 to move, 1 the other
//! output bias  one row, a lane for each output
//! factoriser   [tile][input]            only with king buckets: added to the same input of every bucket
//! ```
//!
//! A tile is as many neurons as the registers hold, so that a row is added without touching memory twice, and the rows
//! of one tile with their gradients stay in the second-level cache while a small batch passes through them.

use std::ops::Range;

use rocada_eval::nnue::Shape;

/// Neurons a tile.
pub(super) const TILE: usize = 32;

/// The weights of one tile that belong together.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [f32; TILE]);

impl Row {
    pub(super) const ZERO: Row = Row([0.0; TILE]);
}

/// The same in the whole numbers of the finished network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Whole(pub(super) [i16; TILE]);

impl Whole {
    pub(super) const ZERO: Whole = Whole([0; TILE]);
}

/// What kind of parameter a row has: they differ in their first values and bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Input,
    Bias,
    Output,
    OutputBias,
    Factoriser,
}

/// Finds the rows of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub(super) shape: Shape,
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Layout {
        Layout { shape }
    }

    pub(super) fn tiles(&self) -> usize {
        self.shape.hidden / TILE
    }

    /// Inputs of one king bucket.
    pub(super) fn base(&self) -> usize {
        self.shape.game.inputs()
    }

    pub(super) fn is_factorised(&self) -> bool {
        self.shape.king_buckets > 1
    }

    /// The rows of all inputs in one tile.
    pub(super) fn inputs(&self, tile: usize) -> Range<usize> {
        let rows = self.shape.rows();
        tile * rows..(tile + 1) * rows
    }

    /// How many rows the first layer has.
    pub(super) fn input_rows(&self) -> usize {
        self.tiles() * self.shape.rows()
    }

    /// How many rows the first layer and its biases have; they come first.
    pub(super) fn first_rows(&self) -> usize {
        self.input_rows() + self.tiles()
    }

    pub(super) fn bias(&self, tile: usize) -> usize {
        self.input_rows() + tile
    }

    pub(super) fn output(&self, output: usize, side: usize, tile: usize) -> usize {
        self.first_rows() + self.tiles() * (2 * output + side) + tile
    }

    pub(super) fn output_bias(&self) -> usize {
        self.first_rows() + self.tiles() * 2 * self.shape.output_buckets
    }

    /// How many rows have a gradient: all but the factoriser, whose gradient follows from that of the inputs.
    pub(super) fn merged_rows(&self) -> usize {
        self.output_bias() + 1
    }

    /// How many rows there are in all.
    pub(super) fn rows(&self) -> usize {
        let factoriser = if self.is_factorised() { self.tiles() * self.base() } else { 0 };
        self.merged_rows() + factoriser
    }

    /// The factoriser's row that belongs to a row of the inputs.
    pub(super) fn factoriser_of(&self, input_row: usize) -> usize {
        let (tile, input) = (input_row / self.shape.rows(), input_row % self.shape.rows());
        self.merged_rows() + tile * self.base() + input % self.base()
    }

    /// The rows of the inputs, one for each king bucket, that a row of the factoriser is added to.
    pub(super) fn factorised(&self, row: usize) -> impl Iterator<Item = usize> + use<> {
        let (tile, input) =
            ((row - self.merged_rows()) / self.base(), (row - self.merged_rows()) % self.base());
        let (first, base) = (self.inputs(tile).start + input, self.base());
        (0..self.shape.king_buckets).map(move |bucket| first + bucket * base)
    }

    pub(super) fn kind(&self, row: usize) -> Kind {
        match row {
            _ if row < self.input_rows() => Kind::Input,
            _ if row < self.first_rows() => Kind::Bias,
            _ if row < self.output_bias() => Kind::Output,
            _ if row < self.merged_rows() => Kind::OutputBias,
            _ => Kind::Factoriser,
        }
    }
}
