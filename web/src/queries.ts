// Questions that can be typed instead of a move, for those who cannot look: `l` last move, `c` clocks, `p n` where are the
// knights, `m e4` moves of a piece, `s e4` what stands there, `hand` what is in the hands.

import type { Key, Pieces } from "@lichess-org/chessground/types";
import type { PositionView } from "./generated/messages";
import { HAND_ROLES } from "./hands";
import { moveWords, other, roleOf, squareWords } from "./words";

/** The words for the help sheet. */
export const QUERIES: readonly [text: string, meaning: string][] = [
  ["l", "the last move"],
  ["c", "the clocks"],
  ["p n", "where the knights are (p, n, b, r, q or k)"],
  ["m e2", "the moves of the piece on e2"],
  ["s e4", "what stands on e4"],
  ["hand", "what both sides hold"],
];

function whereAre(letter: string, pieces: Pieces): string {
  const role = roleOf(letter);
  const list = (color: "white" | "black"): string => {
    const keys = [...pieces].filter(([, piece]) => piece.role === role && piece.color === color).map(([key]) => key);
    return keys.length > 0 ? keys.sort().join(" ") : "none";
  };
  return `${role}s: White ${list("white")}; Black ${list("black")}.`;
}

function movesOf(square: string, position: PositionView): string {
  const moves = position.moves.filter((move) => move.from === square).map((move) => moveWords(move.san));
  return moves.length > 0 ? `From ${square}: ${moves.join("; ")}.` : `Nothing can move from ${square}.`;
}

function lastMove(position: PositionView): string {
  return position.lastMove ? `${other(position.turn)}: ${moveWords(position.lastMove.san)}.` : "No move was made yet.";
}

function handsOf(position: PositionView): string {
  const { hands } = position;
  if (!hands) return "There are no hands in this game.";
  const list = (color: "white" | "black"): string =>
    HAND_ROLES.filter((role) => hands[color][role] > 0).map((role) => `${hands[color][role]} ${role}`).join(", ") || "nothing";
  return `White holds ${list("white")}; Black holds ${list("black")}.`;
}

/** The answer to a question, or nothing if the text is none. `e4` and `b4` are moves, so questions have a blank or a word. */
export function answerTo(text: string, position: PositionView, pieces: Pieces, clocks: string): string | undefined {
  const query = text.trim().toLowerCase();
  const [word, argument] = query.split(/\s+/, 2);
  if (query === "l") return lastMove(position);
  if (query === "c") return clocks;
  if (query === "hand" || query === "hands" || query === "pocket") return handsOf(position);
  if (word === "p" && argument && roleOf(argument)) return whereAre(argument, pieces);
  if (word === "m" && argument) return movesOf(argument, position);
  if (word === "s" && argument && /^[a-h][1-8]$/.test(argument)) {
    return squareWords(argument as Key, pieces.get(argument as Key));
  }
  return undefined;
}
