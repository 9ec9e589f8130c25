//! All numbers of the evaluation, by name and by a stable index. One table for each game; a tuner reads them with
//! [`Weights::to_vec`], writes them with [`Weights::from_slice`] and prints them as Rust with [`Weights::to_rust`].
//! Knows which term a weight belongs to, but not how the terms count.

mod chess;
mod crazyhouse;

use std::fmt::Write as _;
use std::mem::offset_of;

use super::score::Score;

pub use chess::CHESS;
pub use crazyhouse::CRAZYHOUSE;

/// What people call a part of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Term {
    Material,
    PieceSquares,
    Support,
    Mobility,
    IsolatedPawns,
    BlockedPawns,
    PawnStructure,
    PassedPawns,
    KingShelter,
    KingAttack,
    Threats,
    Pieces,
    Space,
    Hand,
    Drops,
    Tempo,
}

impl Term {
    /// All terms in the order in which they are shown.
    pub const ALL: [Term; 16] = [
        Term::Material,
        Term::PieceSquares,
        Term::Support,
        Term::Mobility,
        Term::IsolatedPawns,
        Term::BlockedPawns,
        Term::PawnStructure,
        Term::PassedPawns,
        Term::KingShelter,
        Term::KingAttack,
        Term::Threats,
        Term::Pieces,
        Term::Space,
        Term::Hand,
        Term::Drops,
        Term::Tempo,
    ];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::PieceSquares => "piece squares",
            Term::Support => "support",
            Term::Mobility => "mobility",
            Term::IsolatedPawns => "isolated pawns",
            Term::BlockedPawns => "blocked pawns",
            Term::PawnStructure => "pawn structure",
            Term::PassedPawns => "passed pawns",
            Term::KingShelter => "king shelter",
            Term::KingAttack => "king attack",
            Term::Threats => "threats",
            Term::Pieces => "pieces",
            Term::Space => "space",
            Term::Hand => "hand",
            Term::Drops => "drops",
            Term::Tempo => "tempo",
        }
    }
}

/// Weights that belong together and share a name.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The field of [`Table`].
    pub name: &'static str,
    /// The index of its first weight.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
    /// The term it belongs to.
    pub term: Term,
}

/// Declares the table, the index of each group's first weight and the list of groups from one list of lines.
macro_rules! weights {
    ($($(#[$doc:meta])* $term:ident: $name:ident $at:ident [$len:expr];)*) => {
        /// The weights as people write them: named arrays.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(C)]
        pub struct Table {
            $($(#[$doc])* pub $name: [Score; $len],)*
        }

        /// The index of each group's first weight.
        pub(crate) mod at {
            use super::{Score, Table, offset_of};
            $(pub(crate) const $at: usize = offset_of!(Table, $name) / size_of::<Score>();)*
        }

        /// All groups in the order of their indices.
        pub const GROUPS: &[Group] = &[
            $(Group { name: stringify!($name), start: at::$at, len: $len, term: Term::$term },)*
        ];

        impl Weights {
            /// Flattens a table.
            pub const fn from_table(table: &Table) -> Weights {
                let mut flat = [Score::ZERO; LEN];
                $(
                    let mut i = 0;
                    while i < $len {
                        flat[at::$at + i] = table.$name[i];
                        i += 1;
                    }
                )*
                Weights(flat)
            }
        }
    };
}

/// How many weights there are; each has a middlegame and an endgame half.
pub const LEN: usize = size_of::<Table>() / size_of::<Score>();

weights! {
    /// Pawn to queen on the board.
    Material: material MATERIAL [5];
    /// Pawns by square: rank 1 to 8 as the owner counts, four files from the edge inwards.
    PieceSquares: pawn_square PAWN_SQUARE [32];
    /// Knights by square.
    PieceSquares: knight_square KNIGHT_SQUARE [32];
    /// Bishops by square.
    PieceSquares: bishop_square BISHOP_SQUARE [32];
    /// Rooks by square.
    PieceSquares: rook_square ROOK_SQUARE [32];
    /// Queens by square.
    PieceSquares: queen_square QUEEN_SQUARE [32];
    /// The king by square.
    PieceSquares: king_square KING_SQUARE [32];
    /// A man of this role (pawn to queen) is defended.
    Support: support SUPPORT [5];
    /// By the number of safe squares a knight reaches.
    Mobility: knight_mobility KNIGHT_MOBILITY [9];
    /// By the number of safe squares a bishop reaches.
    Mobility: bishop_mobility BISHOP_MOBILITY [14];
    /// By the number of safe squares a rook reaches.
    Mobility: rook_mobility ROOK_MOBILITY [15];
    /// By the number of safe squares a queen reaches.
    Mobility: queen_mobility QUEEN_MOBILITY [28];
    /// No own pawn beside: with an enemy pawn ahead on the file, without.
    IsolatedPawns: isolated ISOLATED [2];
    /// The square ahead is taken: by an own man, by an enemy.
    BlockedPawns: blocked BLOCKED [2];
    /// An own pawn ahead on the same file.
    PawnStructure: doubled DOUBLED [1];
    /// Cannot safely step and has no pawn to help: with an enemy pawn ahead on the file, without.
    PawnStructure: backward BACKWARD [2];
    /// Defended by a pawn, by rank.
    PawnStructure: connected CONNECTED [8];
    /// A pawn directly beside, by rank.
    PawnStructure: phalanx PHALANX [8];
    /// Passed, by rank.
    PassedPawns: passed PASSED [8];
    /// Passed and defended by a pawn.
    PassedPawns: passed_protected PASSED_PROTECTED [1];
    /// Passed with an empty, unattacked path, by rank.
    PassedPawns: passed_free PASSED_FREE [8];
    /// Passed with something on the square ahead, by rank.
    PassedPawns: passed_blocked PASSED_BLOCKED [8];
    /// Distance of the own king to the square ahead, counted by rank beyond the third.
    PassedPawns: passed_own_king PASSED_OWN_KING [8];
    /// Distance of the enemy king to the square ahead, counted by rank beyond the third.
    PassedPawns: passed_enemy_king PASSED_ENEMY_KING [8];
    /// Nobody can stop it any more.
    PassedPawns: passed_runner PASSED_RUNNER [1];
    /// Rank of the own pawn in front of the king (0 = none), for four files from the edge.
    KingShelter: shelter SHELTER [32];
    /// Rank of the nearest enemy pawn before the king, as the king's side counts (0 = none).
    KingShelter: storm STORM [8];
    /// The same when an own pawn stops it.
    KingShelter: storm_stopped STORM_STOPPED [8];
    /// Each castling right that is left.
    KingShelter: castling CASTLING [1];
    /// By attack units against the enemy king.
    KingAttack: king_attack KING_ATTACK [64];
    /// Pawn attacks a man of this role.
    Threats: threat_by_pawn THREAT_BY_PAWN [5];
    /// Knight or bishop attacks a bigger or weakly defended man of this role.
    Threats: threat_by_minor THREAT_BY_MINOR [5];
    /// Rook attacks a queen or a weakly defended man of this role.
    Threats: threat_by_rook THREAT_BY_ROOK [5];
    /// An enemy man is attacked and not defended.
    Threats: hanging HANGING [1];
    /// A safe pawn step would attack a piece.
    Threats: push_threat PUSH_THREAT [1];
    /// The enemy king is in check.
    Threats: check CHECK [1];
    /// On a square that no pawn can ever attack and a pawn defends: knight, bishop.
    Pieces: outpost OUTPOST [2];
    /// Two bishops.
    Pieces: bishop_pair BISHOP_PAIR [1];
    /// Each own pawn on the bishop's colour.
    Pieces: bad_bishop BAD_BISHOP [1];
    /// A bishop sees both centre squares of its long diagonal.
    Pieces: long_diagonal LONG_DIAGONAL [1];
    /// A knight or bishop directly behind a pawn.
    Pieces: behind_pawn BEHIND_PAWN [1];
    /// Rook on a file without own pawns, without any pawns.
    Pieces: rook_file ROOK_FILE [2];
    /// Rook on the seventh with pawns to eat or a king to hold.
    Pieces: rook_seventh ROOK_SEVENTH [1];
    /// Each safe square behind and among the own centre pawns.
    Space: space SPACE [1];
    /// Holding this many pawns.
    Hand: hand_pawn HAND_PAWN [17];
    /// Holding this many knights.
    Hand: hand_knight HAND_KNIGHT [5];
    /// Holding this many bishops.
    Hand: hand_bishop HAND_BISHOP [5];
    /// Holding this many rooks.
    Hand: hand_rook HAND_ROOK [5];
    /// Holding this many queens.
    Hand: hand_queen HAND_QUEEN [3];
    /// A promoted knight, bishop, rook, queen: the enemy gets only a pawn for it.
    Hand: promoted PROMOTED [4];
    /// Holes round the enemy king when holding a pawn to a queen.
    Drops: hole HOLE [5];
    /// Safe squares from which a held pawn to queen would give check.
    Drops: drop_check DROP_CHECK [5];
    /// Squares beside the enemy king that only the king defends and that an own man backs up for a drop.
    Drops: drop_contact DROP_CONTACT [1];
    /// To be on move.
    Tempo: tempo TEMPO [1];
}

/// The term that a weight belongs to.
#[inline]
pub fn term_of(index: usize) -> Term {
    TERMS[index]
}

static TERMS: [Term; LEN] = {
    let mut terms = [Term::Material; LEN];
    let mut group = 0;
    while group < GROUPS.len() {
        let mut i = 0;
        while i < GROUPS[group].len {
            terms[GROUPS[group].start + i] = GROUPS[group].term;
            i += 1;
        }
        group += 1;
    }
    terms
};

/// A number of weights that is not [`LEN`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongLength(pub usize);

impl std::fmt::Display for WrongLength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} weights where {LEN} are needed", self.0)
    }
}

impl std::error::Error for WrongLength {}

/// All weights of one game, by index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([Score; LEN]);

impl Weights {
    /// The weight at an index.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Score {
        self.0[index]
    }

    /// All weights in the order of their indices.
    pub fn to_vec(&self) -> Vec<Score> {
        self.0.to_vec()
    }

    /// The weights of a list in the order of their indices.
    ///
    /// # Errors
    /// If the list is not [`LEN`] long.
    pub fn from_slice(values: &[Score]) -> Result<Weights, WrongLength> {
        values.try_into().map(Weights).map_err(|_| WrongLength(values.len()))
    }

    /// The name of a weight, such as `passed[5]`.
    pub fn name(index: usize) -> String {
        GROUPS
            .iter()
            .find(|group| (group.start..group.start + group.len).contains(&index))
            .map_or_else(String::new, |group| format!("{}[{}]", group.name, index - group.start))
    }

    /// The weights as the Rust table that `weights/chess.rs` and `weights/crazyhouse.rs` hold.
    pub fn to_rust(&self, constant: &str) -> String {
        let mut text = format!("pub static {constant}: Weights = Weights::from_table(&Table {{\n");
        for group in GROUPS {
            let values = &self.0[group.start..group.start + group.len];
            if group.len <= 4 {
                let row: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
                writeln!(text, "    {}: [{}],", group.name, row.join(", ")).expect("writing to a string");
                continue;
            }
            // Rows of four fit the half-board tables: one rank a row.
            writeln!(text, "    {}: [", group.name).expect("writing to a string");
            for row in values.chunks(4) {
                let row: Vec<String> = row.iter().map(|value| format!("{value:?}")).collect();
                writeln!(text, "        {},", row.join(", ")).expect("writing to a string");
            }
            text.push_str("    ],\n");
        }
        text.push_str("});\n");
        text
    }
}

/// A weight in the tables.
const fn s(mg: i16, eg: i16) -> Score {
    Score::new(mg, eg)
}
