//! Which game a network knows and how large it is. The layouts of its inputs stand in `features`.

use std::fmt;

use rocada_rules::{Rules, Variant};

/// The widest first layer that can be loaded.
pub const MAX_HIDDEN: usize = 1024;
/// The width of the first layer is a multiple of this, so that no kernel needs a remainder.
const HIDDEN_STEP: usize = 64;

/// The games that networks are made for; the 960 variants share them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// Chess and Chess960.
    Chess,
    /// Crazyhouse and crazyhouse960.
    Crazyhouse,
}

impl GameKind {
    /// Both games.
    pub const ALL: [GameKind; 2] = [GameKind::Chess, GameKind::Crazyhouse];

    /// The game of a rule set.
    pub const fn of<R: Rules>() -> GameKind {
        if R::DROPS { GameKind::Crazyhouse } else { GameKind::Chess }
    }

    /// The game of a variant.
    pub const fn of_variant(variant: Variant) -> GameKind {
        if variant.has_drops() { GameKind::Crazyhouse } else { GameKind::Chess }
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Chess => "chess",
            GameKind::Crazyhouse => "crazyhouse",
        }
    }

    /// Do captured pieces come back as drops?
    pub const fn has_drops(self) -> bool {
        matches!(self, GameKind::Crazyhouse)
    }

    /// How many inputs one perspective has for each king bucket.
    pub const fn inputs(self) -> usize {
        match self {
            GameKind::Chess => super::features::BOARD,
            GameKind::Crazyhouse => super::features::ALL,
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The shape of a network: `(king_buckets * inputs -> hidden) x 2 -> output_buckets`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The game it judges.
    pub game: GameKind,
    /// Neurons of the first layer as one side sees it.
    pub hidden: usize,
    /// How many sets of weights the first layer has, chosen by where the own king stands: 1 or 4.
    pub king_buckets: usize,
    /// How many outputs there are, chosen by how much is on the board or in hand: 1 or 8.
    pub output_buckets: usize,
}

impl Shape {
    /// The numbers of king buckets that have a layout.
    pub const KING_BUCKETS: [usize; 2] = [1, super::features::KING_REGIONS];
    /// The numbers of outputs that can be chosen from.
    pub const OUTPUT_BUCKETS: [usize; 2] = [1, super::features::OUTPUT_BUCKETS];

    /// The shape with the most numbers.
    pub(super) const LARGEST: Shape = Shape {
        game: GameKind::Crazyhouse,
        hidden: MAX_HIDDEN,
        king_buckets: super::features::KING_REGIONS,
        output_buckets: super::features::OUTPUT_BUCKETS,
    };

    /// The plainest shape: one king bucket, one output.
    pub const fn plain(game: GameKind, hidden: usize) -> Shape {
        Shape { game, hidden, king_buckets: 1, output_buckets: 1 }
    }

    /// Can such a network be made and used?
    pub fn is_valid(&self) -> bool {
        (1..=MAX_HIDDEN).contains(&self.hidden)
            && self.hidden.is_multiple_of(HIDDEN_STEP)
            && Shape::KING_BUCKETS.contains(&self.king_buckets)
            && Shape::OUTPUT_BUCKETS.contains(&self.output_buckets)
    }

    /// Rows of the first layer: inputs of all king buckets.
    pub const fn rows(&self) -> usize {
        self.king_buckets * self.game.inputs()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { game, hidden, king_buckets, output_buckets } = self;
        write!(f, "{game} ({king_buckets}x{} -> {hidden})x2 -> {output_buckets}", game.inputs())
    }
}
