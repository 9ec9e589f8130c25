//! What the server says.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

use super::{
    AnalysisView, ClockView, ExplanationView, GameSummary, GameView, GraphPoint, LineMove, MoveView,
    PgnSummary, PgnTree, PositionView, ScoreView,
};

/// What the server says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ServerMessage {
    /// The answer to a request.
    Reply {
        /// The request's number.
        id: u32,
        /// What was wanted.
        answer: Answer,
    },
    /// A request cannot be fulfilled.
    Error {
        /// The request's number; `null` if the message was not even a request.
        id: Option<u32>,
        /// Why, in one sentence for people.
        error: String,
    },
    /// Something happened.
    Event {
        /// What.
        event: Event,
    },
}

/// What a request gets.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Answer {
    /// To `hello`.
    Welcome(Welcome),
    /// To `position`.
    Position(Box<PositionView>),
    /// To `validateFen`: either the position or the problem.
    Validation {
        /// The position, if it can be played.
        position: Option<Box<PositionView>>,
        /// What is wrong with it otherwise, in one sentence.
        problem: Option<String>,
    },
    /// To `newGame`, `openGame`, `move`, `takeBack`, `offerDraw`, `resign` and `rematch`.
    Game(Box<GameView>),
    /// To `games`.
    Games {
        /// The newest first.
        games: Vec<GameSummary>,
    },
    /// To `hint`.
    Hint {
        /// The move.
        best: MoveView,
        /// What is expected then, the move first.
        line: Vec<LineMove>,
        /// What that is worth.
        score: Option<ScoreView>,
    },
    /// To `startAnalysis`.
    Analysis(AnalysisView),
    /// To `startGraph`.
    Graph {
        /// Its number in the events.
        graph: u32,
        /// How many points come: one for each position, from ply 0.
        points: u32,
    },
    /// To `explain`.
    Explanation(Box<ExplanationView>),
    /// To `readPgn`.
    Pgn {
        /// All games of the text.
        games: Vec<PgnSummary>,
        /// The one that was asked for.
        tree: PgnTree,
    },
    /// To `writePgn` and `gamePgn`.
    PgnText {
        /// The PGN.
        text: String,
    },
    /// There is nothing more to say.
    Done,
}

/// What happens without being asked for.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    /// A game that this tab has open has changed: a move, a take-back, the opponent begins to think, the end.
    Game {
        /// As it is now.
        game: Box<GameView>,
    },
    /// The opponent answers the offer of a draw.
    DrawAnswer {
        /// Which game.
        game: String,
        /// The game is drawn.
        accepted: bool,
        /// What the opponent says.
        sentence: String,
    },
    /// The clock as the server sees it, now and then while it runs.
    Clock {
        /// Which game.
        game: String,
        /// The clock.
        clock: ClockView,
    },
    /// The opponent says why it made its move.
    Remark {
        /// Which game.
        game: String,
        /// After how many moves of the game.
        ply: u32,
        /// What it says.
        text: String,
    },
    /// The adaptive opponent has another level after a game.
    AdaptiveLevel {
        /// The game that ended.
        game: String,
        /// The level from now on.
        level: f64,
        /// The same for people.
        sentence: String,
    },
    /// This tab's analysis goes on.
    Analysis(AnalysisView),
    /// A point of this tab's graph.
    GraphPoint(GraphPoint),
    /// Something that people should know.
    Note {
        /// In a sentence.
        text: String,
    },
}

/// What the server offers.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Welcome {
    /// The version of Rocada.
    pub version: String,
    /// Everybody to play against, the weakest first.
    pub opponents: Vec<OpponentView>,
    /// The most lines that an analysis can have.
    pub most_lines: u32,
    /// What judges positions, in one sentence.
    pub judge: String,
}

/// Somebody to play against.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct OpponentView {
    /// What `newGame` calls it.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What kind it is.
    pub kind: OpponentKind,
    /// The level that it plays at, for levels, ratings and the adaptive opponent.
    pub level: Option<f64>,
    /// About how strong it is in chess.
    pub elo_chess: Option<i32>,
    /// About how strong it is in crazyhouse.
    pub elo_crazyhouse: Option<i32>,
    /// What it does, in a few words.
    pub about: String,
}

/// The kinds of opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum OpponentKind {
    /// A bot of the course.
    Bot,
    /// Plays like a person of a level or rating.
    Level,
    /// Follows the player's strength.
    Adaptive,
    /// The engine at full strength.
    Full,
}
