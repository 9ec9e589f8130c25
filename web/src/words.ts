// Moves, squares and scores as they are spoken.

import type { Color, Key, Piece, Role } from "@lichess-org/chessground/types";

const ROLE_OF_LETTER: Record<string, Role> = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

/** The role of a letter of FEN or SAN, of either case. */
export function roleOf(letter: string): Role | undefined {
  return ROLE_OF_LETTER[letter.toUpperCase()];
}

/** The letter of a role in SAN. */
export function letterOf(role: Role): string {
  return role === "knight" ? "N" : role.charAt(0).toUpperCase();
}

/** "white knight", with the word promoted where a pawn became it. */
export function pieceWords(piece: Piece): string {
  return `${piece.color} ${piece.promoted ? "promoted " : ""}${piece.role}`;
}

/** "e4, white knight" or "e4, empty". */
export function squareWords(key: Key, piece: Piece | undefined): string {
  return `${key}, ${piece ? pieceWords(piece) : "empty"}`;
}

/** A move in SAN as a sentence without a verb: "knight takes f3, check". */
export function moveWords(san: string): string {
  const ending = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  const move = san.replace(/[+#!?]+$/, "");
  if (/^O-O-O|^0-0-0/.test(move)) return "castles long" + ending;
  if (/^O-O|^0-0/.test(move)) return "castles short" + ending;
  const drop = /^([PNBRQ]?)@([a-h][1-8])$/.exec(move);
  if (drop) return `${roleOf(drop[1] || "P")} dropped on ${drop[2]}${ending}`;
  const parts = /^([NBRQK]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=?([NBRQ]))?$/.exec(move);
  if (!parts) return move;
  const [, letter, origin, takes, target, promotion] = parts;
  const who = letter ? `${roleOf(letter)}${origin ? ` ${origin}` : ""}` : (origin ?? "");
  const becomes = promotion ? ` promotes to ${roleOf(promotion)}` : "";
  return `${who}${takes ? " takes" : ""} ${target}${becomes}${ending}`.trim();
}

/** The other side. */
export function other(color: Color): Color {
  return color === "white" ? "black" : "white";
}

/** The first letter made large. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
