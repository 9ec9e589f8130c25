// What is drawn over the board: arrows with letters, badges, promoted marks, the map of attacks. Nothing is told by colour
// alone: arrows differ in line and letter, badges in shape and text.

import type { Color, Key, Role } from "@lichess-org/chessground/types";
import { h, svg } from "./dom";

/** Solid, thin, dashed or double: which arrow it is can be seen without colours. */
export type ArrowStyle = "best" | "other" | "threat" | "hint";

export type Mark =
  | { kind: "arrow"; from: Key; to: Key; letter: string; style: ArrowStyle; promotion?: Role | undefined; color: Color }
  | { kind: "drop"; to: Key; role: Role; color: Color; letter: string; style: ArrowStyle }
  | { kind: "ghost"; to: Key; role: Role; color: Color }
  | { kind: "worth"; at: Key; text: string; color: Color }
  | { kind: "loose"; at: Key; attacked: boolean }
  | { kind: "promoted"; at: Key }
  | { kind: "control"; at: Key; white: number; black: number };

const HEAD_LENGTH = 0.42;
const HEAD_WIDTH = 0.26;
const TAIL_GAP = 0.28;
const TIP_GAP = 0.12;

/** The middle of a square, in squares from the upper left corner as the user sees the board. */
function middle(key: Key, orientation: Color): [x: number, y: number] {
  const file = key.charCodeAt(0) - 97;
  const rank = key.charCodeAt(1) - 49;
  return orientation === "white" ? [file + 0.5, 7.5 - rank] : [7.5 - file, rank + 0.5];
}

function letterBadge(x: number, y: number, letter: string, style: ArrowStyle): SVGElement {
  return svg("g", { class: `letter ${style}`, transform: `translate(${x} ${y})` },
    style === "threat"
      ? svg("path", { d: "M0-.25.25 0 0 .25-.25 0z" })
      : svg("circle", { r: 0.19 }),
    svg("text", { y: 0.095, "text-anchor": "middle", "font-size": 0.27 }, letter));
}

/** A small picture of a man on a round ground, at the upper right corner of a square. */
function smallPiece(x: number, y: number, color: Color, role: Role, kind: string): HTMLElement {
  const element = h("span", { class: `piece small-piece ${kind} ${color} ${role}` });
  element.style.left = `${(x / 8) * 100}%`;
  element.style.top = `${(y / 8) * 100}%`;
  return element;
}

/** The class of the square below the pieces that a mark asks for, if it does. */
export function tintOf(mark: Mark): [Key, string] | undefined {
  if (mark.kind !== "control" || mark.white + mark.black === 0) return undefined;
  const owner = mark.white > mark.black ? "white" : mark.black > mark.white ? "black" : "even";
  return [mark.at, `control-${owner}`];
}

export class Overlay {
  private readonly drawing = svg("svg", { viewBox: "0 0 8 8", "aria-hidden": "true" });
  private readonly pieces = h("div", { class: "overlay-pieces", "aria-hidden": "true" });
  readonly element = h("div", { class: "overlay" }, this.drawing, this.pieces);
  private orientation: Color = "white";

  /** Replaces all that is drawn. */
  draw(marks: readonly Mark[], orientation: Color): void {
    this.orientation = orientation;
    this.drawing.replaceChildren();
    this.pieces.replaceChildren();
    for (const mark of marks) this.drawMark(mark);
  }

  private drawMark(mark: Mark): void {
    switch (mark.kind) {
      case "arrow":
        return this.drawArrow(mark);
      case "drop":
        return this.drawDrop(mark);
      case "ghost":
        return this.drawGhost(mark);
      case "worth":
        return this.drawWorth(mark);
      case "loose":
        return this.drawLoose(mark);
      case "promoted":
        return this.drawPromoted(mark.at);
      case "control":
        return this.drawControl(mark);
    }
  }

  private drawArrow(mark: Extract<Mark, { kind: "arrow" }>): void {
    const [x1, y1] = middle(mark.from, this.orientation);
    const [x2, y2] = middle(mark.to, this.orientation);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const at = (distance: number, aside = 0): [number, number] => [
      x1 + ux * distance - uy * aside,
      y1 + uy * distance + ux * aside,
    ];
    const point = ([x, y]: [number, number]): string => `${x.toFixed(3)} ${y.toFixed(3)}`;
    const tip = length - TIP_GAP;
    const neck = tip - HEAD_LENGTH;
    const group = svg("g", { class: `arrow ${mark.style}` });
    const offsets = mark.style === "hint" ? [-0.07, 0.07] : [0];
    for (const offset of offsets) {
      group.append(svg("path", { class: "shaft", d: `M${point(at(TAIL_GAP, offset))} L${point(at(neck + 0.05, offset))}` }));
    }
    group.append(svg("path", {
      class: "head",
      d: `M${point(at(tip))} L${point(at(neck, HEAD_WIDTH))} L${point(at(neck, -HEAD_WIDTH))}z`,
    }));
    this.drawing.append(group);
    const [lx, ly] = at(Math.max(TAIL_GAP + 0.1, neck * 0.62));
    if (mark.letter) this.drawing.append(letterBadge(lx, ly, mark.letter, mark.style));
    if (mark.promotion) this.pieces.append(smallPiece(x2 - 0.02, y2 - 0.48, mark.color, mark.promotion, "becomes"));
  }

  /** A drop comes from nowhere: a ring around the square with the man in it, no arrow from outside the board. */
  private drawDrop(mark: Extract<Mark, { kind: "drop" }>): void {
    const [x, y] = middle(mark.to, this.orientation);
    this.drawing.append(svg("circle", { class: `ring ${mark.style}`, cx: x, cy: y, r: 0.43 }));
    if (mark.style === "hint") this.drawing.append(svg("circle", { class: "ring hint", cx: x, cy: y, r: 0.34 }));
    this.drawing.append(letterBadge(x - 0.32, y - 0.32, mark.letter, mark.style));
    this.pieces.append(smallPiece(x - 0.36, y - 0.36, mark.color, mark.role, "dropped"));
  }

  /** A drop that waits for its turn. */
  private drawGhost(mark: Extract<Mark, { kind: "ghost" }>): void {
    const [x, y] = middle(mark.to, this.orientation);
    this.pieces.append(smallPiece(x - 0.5, y - 0.5, mark.color, mark.role, "ghost"));
  }

  private drawWorth(mark: Extract<Mark, { kind: "worth" }>): void {
    const [x, y] = middle(mark.at, this.orientation);
    const width = 0.16 + 0.13 * mark.text.length;
    this.drawing.append(svg("g", { class: `worth ${mark.color}`, transform: `translate(${x} ${y + 0.37})` },
      svg("rect", { x: -width / 2, y: -0.13, width, height: 0.25, rx: 0.06 }),
      svg("text", { y: 0.075, "text-anchor": "middle", "font-size": 0.22 }, mark.text)));
  }

  private drawLoose({ at, attacked }: Extract<Mark, { kind: "loose" }>): void {
    const [x, y] = middle(at, this.orientation);
    this.drawing.append(svg("g", { class: "loose", transform: `translate(${x} ${y})` },
      attacked && svg("circle", { class: "loose-ring", r: 0.45 }),
      svg("g", { transform: "translate(.34 -.33)" },
        svg("path", { d: "M0-.17.18.15h-.36z" }),
        svg("text", { y: 0.12, "text-anchor": "middle", "font-size": 0.22 }, "!"))));
  }

  /** A little pawn in the corner: this piece falls back to a pawn when it is taken. */
  private drawPromoted(at: Key): void {
    const [x, y] = middle(at, this.orientation);
    this.drawing.append(svg("g", { class: "promoted-mark", transform: `translate(${x + 0.33} ${y - 0.33})` },
      svg("circle", { r: 0.15 }),
      svg("path", { d: "M0-.1a.05.05 0 0 1 .03.09L.07.09H-.07L-.03-.01A.05.05 0 0 1 0-.1z" })));
  }

  private drawControl({ at, white, black }: Extract<Mark, { kind: "control" }>): void {
    if (white === 0 && black === 0) return;
    const [x, y] = middle(at, this.orientation);
    const count = (side: Color, value: number, dx: number): void => {
      if (value === 0) return;
      this.drawing.append(svg("g", { class: `count ${side}`, transform: `translate(${x + dx} ${y + 0.34})` },
        side === "white"
          ? svg("rect", { x: -0.12, y: -0.12, width: 0.24, height: 0.24, rx: 0.12 })
          : svg("rect", { x: -0.12, y: -0.12, width: 0.24, height: 0.24, rx: 0.03 }),
        svg("text", { y: 0.075, "text-anchor": "middle", "font-size": 0.21 }, String(value))));
    };
    count("white", white, -0.34);
    count("black", black, 0.34);
  }
}
