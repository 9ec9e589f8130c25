// Moves as marks on the board.

import type { Color, Key } from "@lichess-org/chessground/types";
import type { ArrowStyle, Mark } from "./overlay";
import { roleOf } from "./words";

/** The mark of a move that UCI writes so: an arrow, or a ring for a drop. */
export function moveMark(uci: string, color: Color, letter: string, style: ArrowStyle): Mark {
  const [dropped, to] = uci.split("@");
  if (to) return { kind: "drop", to: to as Key, role: roleOf(dropped ?? "") ?? "pawn", color, letter, style };
  return {
    kind: "arrow",
    from: uci.slice(0, 2) as Key,
    to: uci.slice(2, 4) as Key,
    letter,
    style,
    promotion: roleOf(uci.charAt(4)),
    color,
  };
}
