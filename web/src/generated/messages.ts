// Made from crates/web/src/messages.rs by its tests: ROCADA_UPDATE=1 cargo test -p rocada-web messages

/**
 * Something that the page wants.
 */
export type Request = {
/**
 * The number that the reply carries.
 */
id: number,
/**
 * What is wanted.
 */
order: Order, };

/**
 * What the page can want.
 */
export type Order = { "type": "hello" } | { "type": "position" } & Place | { "type": "validateFen",
/**
 * The game it is to be played as.
 */
variant: VariantName,
/**
 * The text to examine.
 */
fen: string, } | { "type": "newGame" } & NewGame | { "type": "openGame",
/**
 * Which game.
 */
game: string, } | { "type": "closeGame",
/**
 * Which game.
 */
game: string, } | { "type": "games" } | { "type": "move",
/**
 * Which game.
 */
game: string,
/**
 * The move in UCI, SAN or any other usual notation.
 */
move: string,
/**
 * How many moves the page thinks were played before; another number refuses the move.
 */
ply?: number | null, } | { "type": "takeBack",
/**
 * Which game.
 */
game: string, } | { "type": "hint",
/**
 * Which game.
 */
game: string, } | { "type": "offerDraw",
/**
 * Which game.
 */
game: string, } | { "type": "resign",
/**
 * Which game.
 */
game: string, } | { "type": "rematch",
/**
 * The game that is over.
 */
game: string, } | { "type": "startAnalysis",
/**
 * The position.
 */
place: Place,
/**
 * How many best lines, 1 to 5.
 */
lines: number,
/**
 * Analyse what the other side would do if the side to move passed.
 */
threat: boolean, } | { "type": "stopAnalysis" } | { "type": "startGraph",
/**
 * The last position of the game.
 */
place: Place, } | { "type": "stopGraph" } | { "type": "explain" } & Place | { "type": "readPgn",
/**
 * One or more games.
 */
text: string,
/**
 * Which of them to give with its moves, from 0.
 */
game: number, } | { "type": "writePgn",
/**
 * The tree.
 */
tree: PgnTree, } | { "type": "gamePgn",
/**
 * Which game.
 */
game: string, };

/**
 * One of the four games.
 */
export type VariantName = "chess" | "chess960" | "crazyhouse" | "crazyhouse960";

/**
 * A side.
 */
export type Side = "white" | "black";

/**
 * The side that the player wants.
 */
export type SideWish = "white" | "black" | "random";

/**
 * The kind of a piece; `king` is never dropped nor promoted to.
 */
export type RoleName = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

/**
 * A position as the moves that lead to it.
 */
export type Place = {
/**
 * The game.
 */
variant: VariantName,
/**
 * Where it begins; the usual start if neither a FEN nor a number is given.
 */
start?: Start | null,
/**
 * The moves, in UCI, SAN or any other usual notation.
 */
moves: Array<string>, };

/**
 * Where a game begins.
 */
export type Start = {
/**
 * A position.
 */
fen?: string | null,
/**
 * The number of a Chess960 start, 0 to 959, for the 960 variants.
 */
number?: number | null,
/**
 * Any of the 960, for the 960 variants and new games only.
 */
random?: boolean | null, };

/**
 * How a new game is to be.
 */
export type NewGame = {
/**
 * The game.
 */
variant: VariantName,
/**
 * Where it begins; the usual start, or a random one of the 960, if not given.
 */
start?: Start | null,
/**
 * `level:7`, `elo:1500`, the name of a bot, `adaptive` or `full`: a `key` of the opponents in `welcome`, or any level
 * or rating.
 */
opponent: string,
/**
 * The player's side.
 */
color: SideWish,
/**
 * The clock; none if not given.
 */
clock?: ClockWish | null,
/**
 * Does the opponent take the time that a person would take?
 */
humanTime?: boolean, };

/**
 * A clock: so much for the whole game, and so much for each move.
 */
export type ClockWish = {
/**
 * Minutes for the whole game, more than 0 and up to 180; halves are fine.
 */
minutes: number,
/**
 * Seconds that each move adds, 0 to 180.
 */
increment: number, };

/**
 * What the server says.
 */
export type ServerMessage = { "type": "reply",
/**
 * The request's number.
 */
id: number,
/**
 * What was wanted.
 */
answer: Answer, } | { "type": "error",
/**
 * The request's number; `null` if the message was not even a request.
 */
id: number | null,
/**
 * Why, in one sentence for people.
 */
error: string, } | { "type": "event",
/**
 * What.
 */
event: Event, };

/**
 * What a request gets.
 */
export type Answer = { "type": "welcome" } & Welcome | { "type": "position" } & PositionView | { "type": "validation",
/**
 * The position, if it can be played.
 */
position: PositionView | null,
/**
 * What is wrong with it otherwise, in one sentence.
 */
problem: string | null, } | { "type": "game" } & GameView | { "type": "games",
/**
 * The newest first.
 */
games: Array<GameSummary>, } | { "type": "hint",
/**
 * The move.
 */
best: MoveView,
/**
 * What is expected then, the move first.
 */
line: Array<LineMove>,
/**
 * What that is worth.
 */
score: ScoreView | null, } | { "type": "analysis" } & AnalysisView | { "type": "graph",
/**
 * Its number in the events.
 */
graph: number,
/**
 * How many points come: one for each position, from ply 0.
 */
points: number, } | { "type": "explanation" } & ExplanationView | { "type": "pgn",
/**
 * All games of the text.
 */
games: Array<PgnSummary>,
/**
 * The one that was asked for.
 */
tree: PgnTree, } | { "type": "pgnText",
/**
 * The PGN.
 */
text: string, } | { "type": "done" };

/**
 * What happens without being asked for.
 */
export type Event = { "type": "game",
/**
 * As it is now.
 */
game: GameView, } | { "type": "drawAnswer",
/**
 * Which game.
 */
game: string,
/**
 * The game is drawn.
 */
accepted: boolean,
/**
 * What the opponent says.
 */
sentence: string, } | { "type": "clock",
/**
 * Which game.
 */
game: string,
/**
 * The clock.
 */
clock: ClockView, } | { "type": "remark",
/**
 * Which game.
 */
game: string,
/**
 * After how many moves of the game.
 */
ply: number,
/**
 * What it says.
 */
text: string, } | { "type": "adaptiveLevel",
/**
 * The game that ended.
 */
game: string,
/**
 * The level from now on.
 */
level: number,
/**
 * The same for people.
 */
sentence: string, } | { "type": "analysis" } & AnalysisView | { "type": "graphPoint" } & GraphPoint | { "type": "note",
/**
 * In a sentence.
 */
text: string, };

/**
 * What the server offers.
 */
export type Welcome = {
/**
 * The version of Rocada.
 */
version: string,
/**
 * Everybody to play against, the weakest first.
 */
opponents: Array<OpponentView>,
/**
 * The most lines that an analysis can have.
 */
mostLines: number,
/**
 * What judges positions, in one sentence.
 */
judge: string, };

/**
 * Somebody to play against.
 */
export type OpponentView = {
/**
 * What `newGame` calls it.
 */
key: string,
/**
 * What people call it.
 */
name: string,
/**
 * What kind it is.
 */
kind: OpponentKind,
/**
 * The level that it plays at, for levels, ratings and the adaptive opponent.
 */
level: number | null,
/**
 * About how strong it is in chess.
 */
eloChess: number | null,
/**
 * About how strong it is in crazyhouse.
 */
eloCrazyhouse: number | null,
/**
 * What it does, in a few words.
 */
about: string, };

/**
 * The kinds of opponents.
 */
export type OpponentKind = "bot" | "level" | "adaptive" | "full";

/**
 * All that a board shows of a position.
 */
export type PositionView = {
/**
 * The game. A FEN with castling files makes it a 960 one.
 */
variant: VariantName,
/**
 * The position with hands as `[Qn]` and promoted pieces as `Q~`.
 */
fen: string,
/**
 * Who is to move.
 */
turn: Side,
/**
 * Moves of both sides since the start of the game or since the FEN it began with.
 */
ply: number,
/**
 * The number of the move about to be played.
 */
moveNumber: number,
/**
 * The square of the king in check.
 */
check: string | null,
/**
 * The pieces that give check.
 */
checkers: Array<string>,
/**
 * The move that led here.
 */
lastMove: MoveView | null,
/**
 * What the sides hold; `null` where there are no hands.
 */
hands: Hands | null,
/**
 * The squares with promoted pieces, in crazyhouse.
 */
promoted: Array<string>,
/**
 * All legal moves; none when the game is over.
 */
moves: Array<MoveView>,
/**
 * How the game has ended by the rules, if it has.
 */
end: GameEnd | null, };

/**
 * What both sides hold.
 */
export type Hands = { white: Hand, black: Hand, };

/**
 * What a side holds.
 */
export type Hand = { pawn: number, knight: number, bishop: number, rook: number, queen: number, };

/**
 * A move of a position.
 */
export type MoveView = {
/**
 * As UCI writes it.
 */
uci: string,
/**
 * As people write it.
 */
san: string,
/**
 * Where the piece comes from; `null` for a drop.
 */
from: string | null,
/**
 * What is dropped; `null` for other moves.
 */
drop: RoleName | null,
/**
 * Where the piece goes: for castling the square on which the king ends.
 */
to: string,
/**
 * What a pawn becomes.
 */
promotion: RoleName | null,
/**
 * Does it take something?
 */
capture: boolean,
/**
 * Where the rook comes from and goes to, for castling.
 */
castling: CastlingView | null, };

/**
 * The rook's part of castling.
 */
export type CastlingView = {
/**
 * The rook's square before. The page lets the king go there too.
 */
rookFrom: string,
/**
 * The rook's square after.
 */
rookTo: string, };

/**
 * How a game ended.
 */
export type GameEnd = {
/**
 * As PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
 */
result: string,
/**
 * The winner, if there is one.
 */
winner: Side | null,
/**
 * Why.
 */
reason: EndReason,
/**
 * The same in a sentence.
 */
sentence: string, };

/**
 * Why a game is over.
 */
export type EndReason = "checkmate" | "stalemate" | "insufficientMaterial" | "repetition" | "fiftyMoves" | "agreement" | "resignation" | "time";

/**
 * A game with all that the page shows of it.
 */
export type GameView = {
/**
 * Its name in orders, and in the page's address: `#/game/ID`.
 */
id: string,
/**
 * Grows with every change. Replies and events can cross: a smaller number than the last one seen is old news.
 */
version: number,
/**
 * The game.
 */
variant: VariantName,
/**
 * The opponent.
 */
opponent: OpponentView,
/**
 * The player's side.
 */
color: Side,
/**
 * The FEN at the start.
 */
startFen: string,
/**
 * The moves so far.
 */
moves: Array<LineMove>,
/**
 * The position on the board.
 */
position: PositionView,
/**
 * How the game ended, if it has.
 */
end: GameEnd | null,
/**
 * The opponent is thinking.
 */
thinking: boolean,
/**
 * The player's offer of a draw waits for the opponent.
 */
drawOffered: boolean,
/**
 * The clock, if there is one.
 */
clock: ClockView | null,
/**
 * The next game of a rematch, if it was asked for.
 */
rematch: string | null,
/**
 * When it began, in milliseconds since 1970.
 */
began: number, };

/**
 * A game in a list.
 */
export type GameSummary = {
/**
 * Its name.
 */
id: string,
/**
 * The game.
 */
variant: VariantName,
/**
 * What people call the opponent.
 */
opponent: string,
/**
 * The player's side.
 */
color: Side,
/**
 * The position on the board.
 */
fen: string,
/**
 * How many moves were made.
 */
plies: number,
/**
 * `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
 */
result: string,
/**
 * When it began, in milliseconds since 1970.
 */
began: number, };

/**
 * A clock at the moment of the message.
 */
export type ClockView = {
/**
 * Milliseconds that White has left.
 */
whiteMs: number,
/**
 * Milliseconds that Black has left.
 */
blackMs: number,
/**
 * Milliseconds that each move adds.
 */
incrementMs: number,
/**
 * Whose clock runs; `null` before the first moves of both sides and after the end.
 */
running: Side | null, };

/**
 * A move in a line.
 */
export type LineMove = {
/**
 * As UCI writes it.
 */
uci: string,
/**
 * As people write it.
 */
san: string, };

/**
 * What a position is worth to White.
 */
export type ScoreView = { "kind": "cp", "value": number } | { "kind": "mate", "value": number };

/**
 * An analysis as far as it is.
 */
export type AnalysisView = {
/**
 * Its number: later ones are larger.
 */
analysis: number,
/**
 * What it does.
 */
state: AnalysisState,
/**
 * The depth of the best line.
 */
depth: number,
/**
 * The most plies that were looked ahead.
 */
selectiveDepth: number,
/**
 * Positions searched.
 */
nodes: number,
/**
 * Positions a second.
 */
nps: number,
/**
 * Milliseconds searched.
 */
timeMs: number,
/**
 * The lines come from an earlier analysis; the search goes on behind them until it knows more.
 */
stored: boolean,
/**
 * The best line first. Empty as long as nothing is known, and where no move is legal.
 */
lines: Array<AnalysisLine>, };

/**
 * What an analysis does.
 */
export type AnalysisState = "waiting" | "running" | "finished";

/**
 * A line of an analysis.
 */
export type AnalysisLine = {
/**
 * What it is worth.
 */
score: ScoreView,
/**
 * The chances in thousandths: White wins, draw, Black wins.
 */
wdl: [number, number, number],
/**
 * How deep it was searched.
 */
depth: number,
/**
 * The moves. In a threat view the first one is the other side's.
 */
moves: Array<LineMove>, };

/**
 * A point of a graph.
 */
export type GraphPoint = {
/**
 * The graph's number.
 */
graph: number,
/**
 * Moves before the position.
 */
ply: number,
/**
 * What it is worth.
 */
score: ScoreView,
/**
 * The chances in thousandths: White wins, draw, Black wins.
 */
wdl: [number, number, number],
/**
 * The best move; `null` when the game is over.
 */
best: LineMove | null,
/**
 * How deep it was searched.
 */
depth: number,
/**
 * How many points are still to come.
 */
left: number, };

/**
 * Why a position is worth what it is. Numbers are centipawns.
 */
export type ExplanationView = {
/**
 * The terms of the classical evaluation, in reading order.
 */
terms: Array<TermView>,
/**
 * Middlegame 24 to pawn endgame 0.
 */
phase: number,
/**
 * How many 64ths of the endgame half count.
 */
scale: number,
/**
 * The name of the endgame that overrides the terms, if there is one.
 */
endgame: string | null,
/**
 * What the classical evaluation says for White.
 */
total: number,
/**
 * What the network says for White, where one judges.
 */
network: number | null,
/**
 * Each piece but the kings with its worth.
 */
pieces: Array<PieceWorth>,
/**
 * How many men attack or defend each square, a1, b1 .. h8.
 */
control: ControlMap, };

/**
 * A term of the classical evaluation.
 */
export type TermView = {
/**
 * What people call it.
 */
name: string,
/**
 * What it gives White at this phase of the game.
 */
white: number,
/**
 * What it gives Black.
 */
black: number,
/**
 * White's minus Black's.
 */
total: number, };

/**
 * What a piece is worth: how much worse its owner would stand without it.
 */
export type PieceWorth = {
/**
 * Where it stands.
 */
square: string,
/**
 * Whose it is.
 */
color: Side,
/**
 * What it is.
 */
role: RoleName,
/**
 * Its worth by the classical evaluation.
 */
worth: number,
/**
 * Its worth by the network, where one judges.
 */
network: number | null, };

/**
 * How many men of each side attack or defend each square: 64 numbers, a1, b1 .. h8.
 */
export type ControlMap = { white: Array<number>, black: Array<number>, };

/**
 * A game of a PGN text without its moves.
 */
export type PgnSummary = {
/**
 * The tags in their order, name and value.
 */
tags: Array<[string, string]>,
/**
 * How many moves its main line has.
 */
plies: number, };

/**
 * A game with variations.
 */
export type PgnTree = {
/**
 * The game.
 */
variant: VariantName,
/**
 * The FEN at the start.
 */
startFen: string,
/**
 * The tags in their order, name and value. Writing replaces the tags that say variant, start and result.
 */
tags: Array<[string, string]>,
/**
 * What is said before the first move.
 */
comment: string,
/**
 * The moves; a parent stands before its children, and of children with the same parent the first is the main line.
 */
nodes: Array<PgnNode>,
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string,
/**
 * What could not be read, in sentences; the tree has what came before. Ignored when writing.
 */
problems: Array<string>, };

/**
 * A move of a tree.
 */
export type PgnNode = {
/**
 * The index of the move before; `null` for a first move.
 */
parent: number | null,
/**
 * As UCI writes it; any usual notation when writing.
 */
uci: string,
/**
 * As people write it; ignored when writing.
 */
san: string,
/**
 * The position after the move; ignored when writing.
 */
fen: string,
/**
 * Numeric marks: 1 is `!`, 2 is `?`, 3 is `!!`, 4 is `??`, 5 is `!?`, 6 is `?!`.
 */
nags: Array<number>,
/**
 * What is said before the move, at the beginning of a variation.
 */
commentBefore: string,
/**
 * What is said after the move, with commands such as `[%clk 0:01:00]`.
 */
comment: string, };
