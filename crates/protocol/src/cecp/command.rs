//! What a GUI says to an engine in CECP: the types. Reading and writing are in `command_text`.

use std::time::Duration;

use crate::result_tag::ResultTag;
use crate::tool::Tool;

/// One line from the GUI.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Nothing on the line, or a remark behind `#`.
    Blank,
    /// `xboard`: the session begins.
    Xboard,
    /// `protover N`: the GUI knows version N and wants the features.
    Protover(u32),
    /// `accepted FEATURE`
    Accepted(String),
    /// `rejected FEATURE`
    Rejected(String),
    /// `new`: a new game of normal chess, the engine plays Black.
    New,
    /// `variant NAME`
    Variant(String),
    /// `quit`
    Quit,
    /// `random`: an old toggle.
    Random,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side that is on move.
    Go,
    /// `playother`: play the side that is not on move.
    PlayOther,
    /// `white`: White is on move, the engine plays Black.
    White,
    /// `black`: Black is on move, the engine plays White.
    Black,
    /// `level MOVES BASE INCREMENT`
    Level {
        /// Moves to the next time control; 0: the whole game.
        moves: u32,
        /// Time on the clock.
        base: Duration,
        /// Gain with each move.
        increment: Duration,
    },
    /// `st SECONDS`: time for each move.
    MoveTime(Duration),
    /// `sd DEPTH`
    Depth(u32),
    /// `nps RATE`: count time in nodes.
    NodeRate(u64),
    /// `time CENTISECONDS` on the engine's clock.
    Time(i64),
    /// `otim CENTISECONDS` on the opponent's clock.
    OpponentTime(i64),
    /// `usermove MOVE`, the text untouched.
    UserMove(String),
    /// A move without the prefix: something that has the shape of one.
    BareMove(String),
    /// `?`: move now.
    MoveNow,
    /// `ping TEXT`
    Ping(String),
    /// `draw`: the opponent offers one.
    Draw,
    /// `result RESULT {COMMENT}`
    Result(ResultTag, Option<String>),
    /// `setboard FEN`
    SetBoard(String),
    /// `edit`: the old way to set up a position.
    Edit,
    /// `hint`
    Hint,
    /// `bk`: what does the book say?
    Book,
    /// `undo`: one move back.
    Undo,
    /// `remove`: two moves back.
    Remove,
    /// `hard`: ponder.
    Hard,
    /// `easy`: do not ponder.
    Easy,
    /// `post`: show thinking.
    Post,
    /// `nopost`
    NoPost,
    /// `analyze`
    Analyze,
    /// `exit`: leave analysis.
    Exit,
    /// `.`: how far is the analysis?
    Status,
    /// `name TEXT` of the opponent.
    Name(String),
    /// `rating MINE HIS`
    Rating(i64, i64),
    /// `ics HOST`
    Ics(String),
    /// `computer`: the opponent is one.
    Computer,
    /// `pause`
    Pause,
    /// `resume`
    Resume,
    /// `memory MEGABYTES`
    Memory(u64),
    /// `cores N`
    Cores(u32),
    /// `egtpath TYPE PATH`
    TablebasePath(String, String),
    /// `option NAME=VALUE` or `option NAME`
    Option(String, Option<String>),
    /// `exclude …`: do not search.
    Exclude(Selection),
    /// `include …`: search again.
    Include(Selection),
    /// `holding [WHITE] [BLACK] …`: what a server says the players hold.
    Holding(String),
    /// `setscore`, `lift`, `put`, `hover`, `partner`, `ptell`: understood and of no use here.
    Ignored(String),
    /// A command for people at a terminal.
    Tool(Tool),
    /// A known command whose arguments make no sense.
    Malformed(String),
    /// Anything else.
    Unknown(String),
}

/// The moves that `exclude` and `include` speak of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// `all`
    All,
    /// One move.
    One(String),
}

/// One line inside `edit`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditLine {
    /// `#`: empty the board.
    Clear,
    /// `c`: change the colour that is being placed.
    ChangeColor,
    /// `Pa4`, `Qd5+`: put a piece.
    Put {
        /// The upper-case letter.
        piece: char,
        /// The square's name.
        square: String,
        /// Is it a promoted pawn?
        promoted: bool,
    },
    /// `xa4`: empty a square.
    Remove(String),
    /// `P@3`: so many in hand.
    Hold(char, u8),
    /// `.`: done.
    Done,
    /// `quit`
    Quit,
    /// Anything else, which is ignored.
    Other(String),
}
