//! A quantised network, its file, and the plain way to evaluate with it.
//!
//! ```text
//! byte  0  magic             8   "RONNUE" 0x1a 0x00
//!       8  version           2
//!      10  game              1   0 chess, 1 crazyhouse
//!      11  king buckets      1
//!      12  output buckets    1
//!      13  nothing           1
//!      14  hidden            2
//!      16  generation        4   1 for what learnt from games of the classical evaluation; its own games have this number
//!      20  name             16   ASCII, filled with zeros
//!      36  feature weights       i16, a row of `hidden` for each input
//!          feature bias          i16, `hidden`
//!          output weights        i16, for each bucket `hidden` for the side to move, then `hidden` for the other
//!          output bias           i32, one for each bucket
//!          checksum          4   CRC-32 of everything before
//!                                all numbers little-endian
//! ```

use std::fmt;

use rocada_rules::{Color, Position, Rules};

use super::aligned::Aligned;
use super::checksum::crc32;
use super::features::{active_on, output_bucket_on};
use super::kernels::Rows;
use super::shape::{GameKind, Shape};
use crate::board::Board;

/// What a neuron at its upper clip is in the first layer's whole numbers.
pub const QA: i32 = 255;
/// What an output weight of 1 is in whole numbers.
pub const QB: i32 = 64;
/// An output of 1 in centipawns.
pub const SCALE: i32 = 400;
/// The longest name of a network: with its checksum it must fit into the label of a file of games.
pub const MAX_NAME: usize = 15;

/// No output weight is greater: its product with a neuron of up to [`QA`] must fit into 16 bits.
const MAX_OUTPUT_WEIGHT: u16 = 127;

const MAGIC: [u8; 8] = *b"RONNUE\x1a\0";
const VERSION: u16 = 1;
const NAME_FIELD: usize = MAX_NAME + 1;
const HEADER_LEN: usize = 36;
const CHECKSUM_LEN: usize = 4;

/// Why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetError {
    /// It does not begin like a network.
    NotANetwork,
    /// It was written by a newer program.
    Version(u16),
    /// The game's number means nothing.
    Game(u8),
    /// No such network can be made.
    Shape(Shape),
    /// The file is too short or too long for its shape.
    Length {
        /// Bytes that the shape needs.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// The checksum is wrong.
    Damaged,
    /// The name is too long or has characters other than letters, digits, `-`, `_` and `.`.
    Name,
    /// A list of numbers does not have the length that the shape asks for.
    Parameters(&'static str),
    /// An output weight is too great for the kernels.
    OutputWeight(i16),
    /// It judges another game.
    WrongGame {
        /// The game it judges.
        found: GameKind,
        /// The game that was asked for.
        wanted: GameKind,
    },
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::NotANetwork => write!(f, "this is not a network of Rocada"),
            NetError::Version(version) => {
                write!(f, "the network has format {version}, this program knows format {VERSION} only")
            }
            NetError::Game(game) => write!(f, "the network is for an unknown game (number {game})"),
            NetError::Shape(shape) => write!(f, "no network can have the shape {shape}"),
            NetError::Length { expected, found } => {
                write!(f, "the network should have {expected} bytes but has {found}")
            }
            NetError::Damaged => write!(f, "the network is damaged: its checksum is wrong"),
            NetError::Name => write!(
                f,
                "a network's name has 1 to {MAX_NAME} letters, digits, dots, hyphens and underscores"
            ),
            NetError::Parameters(what) => write!(f, "the number of {what} does not fit the network's shape"),
            NetError::OutputWeight(weight) => {
                write!(f, "the network has an output weight of {weight}, beyond {MAX_OUTPUT_WEIGHT}")
            }
            NetError::WrongGame { found, wanted } => {
                write!(f, "the network is for {found}, not for {wanted}")
            }
        }
    }
}

impl std::error::Error for NetError {}

/// The numbers of a network, as the trainer hands them over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parameters {
    /// A row of `hidden` for each input: 1 is [`QA`].
    pub feature_weights: Vec<i16>,
    /// One for each neuron: 1 is [`QA`].
    pub feature_bias: Vec<i16>,
    /// For each output bucket `hidden` for the side to move, then `hidden` for the other: 1 is [`QB`], none beyond 127.
    pub output_weights: Vec<i16>,
    /// One for each output bucket: 1 is [`QA`] times [`QB`].
    pub output_bias: Vec<i32>,
}

/// A network that can judge positions. It does not change, so threads share it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    shape: Shape,
    name: String,
    generation: u32,
    feature_weights: Aligned,
    feature_bias: Aligned,
    output_weights: Aligned,
    output_bias: Vec<i32>,
    /// The checksum of its file, which is part of its name.
    checksum: u32,
}

impl Network {
    /// No file of a network is longer.
    pub const MAX_BYTES: usize = file_len(&Shape::LARGEST);

    /// Makes a network; everything is checked.
    pub fn new(
        shape: Shape,
        name: &str,
        generation: u32,
        parameters: &Parameters,
    ) -> Result<Network, NetError> {
        if !shape.is_valid() {
            return Err(NetError::Shape(shape));
        }
        if !is_name(name) {
            return Err(NetError::Name);
        }
        let Parameters { feature_weights, feature_bias, output_weights, output_bias } = parameters;
        let lengths = [
            ("feature weights", feature_weights.len(), shape.rows() * shape.hidden),
            ("feature biases", feature_bias.len(), shape.hidden),
            ("output weights", output_weights.len(), shape.output_buckets * 2 * shape.hidden),
            ("output biases", output_bias.len(), shape.output_buckets),
        ];
        if let Some((what, ..)) = lengths.into_iter().find(|(_, found, expected)| found != expected) {
            return Err(NetError::Parameters(what));
        }
        if let Some(&weight) = output_weights.iter().find(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT)
        {
            return Err(NetError::OutputWeight(weight));
        }
        let mut network = Network {
            shape,
            name: name.to_owned(),
            generation,
            feature_weights: Aligned::from(&**feature_weights),
            feature_bias: Aligned::from(&**feature_bias),
            output_weights: Aligned::from(&**output_weights),
            output_bias: output_bias.clone(),
            checksum: 0,
        };
        network.checksum = crc32(&network.content());
        Ok(network)
    }

    /// Reads a network from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetError> {
        let mut rest = Bytes(bytes);
        if rest.array() != Some(MAGIC) {
            return Err(NetError::NotANetwork);
        }
        let header = HEADER_LEN + CHECKSUM_LEN;
        let too_short = NetError::Length { expected: header, found: bytes.len() };
        let version = rest.array().map(u16::from_le_bytes).ok_or(too_short.clone())?;
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let (Some([game, king_buckets, output_buckets, _]), Some(hidden), Some(generation), Some(name)) =
            (rest.array::<4>(), rest.array::<2>(), rest.array::<4>(), rest.array::<NAME_FIELD>())
        else {
            return Err(too_short);
        };
        let game = *GameKind::ALL.get(usize::from(game)).ok_or(NetError::Game(game))?;
        let shape = Shape {
            game,
            hidden: usize::from(u16::from_le_bytes(hidden)),
            king_buckets: usize::from(king_buckets),
            output_buckets: usize::from(output_buckets),
        };
        if !shape.is_valid() {
            return Err(NetError::Shape(shape));
        }
        let expected = file_len(&shape);
        if bytes.len() != expected {
            return Err(NetError::Length { expected, found: bytes.len() });
        }
        let (content, checksum) = bytes.split_at(expected - CHECKSUM_LEN);
        if *checksum != crc32(content).to_le_bytes() {
            return Err(NetError::Damaged);
        }
        let parameters = Parameters {
            feature_weights: rest.numbers(shape.rows() * shape.hidden, i16::from_le_bytes),
            feature_bias: rest.numbers(shape.hidden, i16::from_le_bytes),
            output_weights: rest.numbers(shape.output_buckets * 2 * shape.hidden, i16::from_le_bytes),
            output_bias: rest.numbers(shape.output_buckets, i32::from_le_bytes),
        };
        let name = std::str::from_utf8(&name).map_err(|_| NetError::Name)?.trim_end_matches('\0');
        Network::new(shape, name, u32::from_le_bytes(generation), &parameters)
    }

    /// The bytes of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.content();
        bytes.extend(self.checksum.to_le_bytes());
        bytes
    }

    /// The file without its checksum.
    fn content(&self) -> Vec<u8> {
        let Shape { game, hidden, king_buckets, output_buckets } = self.shape;
        let mut bytes = Vec::with_capacity(file_len(&self.shape));
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        // A valid shape's numbers fit: nothing is cut off.
        bytes.extend([game as u8, king_buckets as u8, output_buckets as u8, 0]);
        bytes.extend((hidden as u16).to_le_bytes());
        bytes.extend(self.generation.to_le_bytes());
        let padding = std::iter::repeat_n(0, NAME_FIELD - self.name.len());
        bytes.extend(self.name.bytes().chain(padding));
        for numbers in [&self.feature_weights, &self.feature_bias, &self.output_weights] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The name that its maker gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// 1 for a network that learnt from games of the classical evaluation, 2 for one that learnt from the games of such
    /// a network, and so on. The games that it plays have the same number.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Its name and checksum, as in `c3-4590a764`: no other network is called so.
    pub fn id(&self) -> String {
        format!("{}-{:08x}", self.name, self.checksum)
    }

    /// Does it judge this game?
    pub fn check_game(&self, wanted: GameKind) -> Result<(), NetError> {
        match self.shape.game {
            found if found == wanted => Ok(()),
            found => Err(NetError::WrongGame { found, wanted }),
        }
    }

    /// The numbers themselves, to go on training from them.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            feature_weights: self.feature_weights.to_vec(),
            feature_bias: self.feature_bias.to_vec(),
            output_weights: self.output_weights.to_vec(),
            output_bias: self.output_bias.clone(),
        }
    }

    /// The first layer's weights.
    #[inline]
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows { weights: &self.feature_weights, hidden: self.shape.hidden }
    }

    /// The first layer without any input.
    #[inline]
    pub(super) fn bias(&self) -> &[i16] {
        &self.feature_bias
    }

    /// The weighted sum of an output bucket, without its bias, in centipawns with it.
    #[inline]
    pub(super) fn to_centipawns(&self, sum: i32, bucket: usize) -> i32 {
        let output = i64::from(sum) / i64::from(QA) + i64::from(self.output_bias[bucket]);
        (output * i64::from(SCALE) / i64::from(QA * QB)) as i32
    }

    /// The weights of an output bucket: the side to move's half and the other's.
    #[inline]
    pub(super) fn output_halves(&self, bucket: usize) -> (&[i16], &[i16]) {
        let hidden = self.shape.hidden;
        self.output_weights[bucket * 2 * hidden..][..2 * hidden].split_at(hidden)
    }

    /// What the position is worth to the side to move in centipawns, computed from nothing by plain loops: the
    /// reference for everything faster.
    pub fn evaluate_scalar<R: Rules>(&self, position: &Position<R>) -> i32 {
        self.evaluate_board(&Board::of(position))
    }

    /// [`Network::evaluate_scalar`] for any board.
    pub(super) fn evaluate_board(&self, board: &Board) -> i32 {
        let bucket = output_bucket_on(board, &self.shape);
        let (own, other) = self.output_halves(bucket);
        let half = |perspective: Color, weights: &[i16]| -> i32 {
            let layer = self.first_layer(board, perspective);
            let products = layer.iter().zip(weights).map(|(&neuron, &weight)| {
                let value = i32::from(neuron).clamp(0, QA);
                value * value * i32::from(weight)
            });
            products.fold(0, i32::wrapping_add)
        };
        let sum = half(board.turn, own).wrapping_add(half(!board.turn, other));
        self.to_centipawns(sum, bucket)
    }

    /// The neurons of one perspective before they are clipped. Sums wrap round, as all kernels do: an absurd network
    /// gives absurd values, but the same everywhere.
    fn first_layer(&self, board: &Board, perspective: Color) -> Vec<i16> {
        let mut layer = self.bias().to_vec();
        active_on(board, perspective, &self.shape, |input| {
            for (neuron, &weight) in layer.iter_mut().zip(self.rows().get(input as u16)) {
                *neuron = neuron.wrapping_add(weight);
            }
        });
        layer
    }
}

/// How many bytes the file of a valid shape has.
const fn file_len(shape: &Shape) -> usize {
    let short = shape.rows() * shape.hidden + shape.hidden + shape.output_buckets * 2 * shape.hidden;
    HEADER_LEN + 2 * short + 4 * shape.output_buckets + CHECKSUM_LEN
}

fn is_name(name: &str) -> bool {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(fine)
}

/// Reads from the front of a slice.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (front, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*front)
    }

    /// The next numbers; fewer if the slice ends.
    fn numbers<const N: usize, T>(&mut self, count: usize, read: fn([u8; N]) -> T) -> Vec<T> {
        (0..count).map_while(|_| self.array().map(read)).collect()
    }
}
