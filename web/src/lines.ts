// The lines of an analysis as text. Moves can be pointed at to see them on the board, and clicked to go there. While the
// pointer moves among them they stand still; a pointer that only happens to lie there does nothing.

import { h, spokenAs } from "./dom";
import type { AnalysisLine, LineMove } from "./generated/messages";
import { scoreText, scoreWords } from "./score";
import { moveWords } from "./words";

export interface LineActions {
  /** The user points at a move of a line, or at none. */
  preview: (moves: readonly LineMove[] | undefined) => void;
  /** The user wants to go there. */
  choose: (moves: readonly LineMove[]) => void;
}

const MOST_MOVES = 14;

/** The letter that a line has here and on the board. */
export function lineLetter(index: number): string {
  return "ABCDE".charAt(index);
}

export class Lines {
  readonly element = h("ol", { class: "lines", "aria-label": "Best lines" });
  /** The move that the user points at. */
  private pointed: HTMLElement | undefined;
  private waiting: (() => void) | undefined;

  constructor(private readonly actions: LineActions) {
    this.element.addEventListener("pointerleave", () => this.release());
  }

  /** Shows lines; `number` gives the number before a move that many plies into the line. */
  update(lines: readonly AnalysisLine[], number: (ply: number) => string): void {
    if (this.pointed) this.waiting = () => this.render(lines, number);
    else this.render(lines, number);
  }

  /** Keeps the place of this many lines, so that nothing moves when they come. */
  reserve(rows: number): void {
    this.element.style.setProperty("--rows", String(rows));
  }

  /** Forgets the lines of another position at once. */
  clear(): void {
    this.waiting = undefined;
    this.pointed = undefined;
    this.element.replaceChildren();
  }

  /** Browsers report a pointer that rests over a new element too; such a report has no movement. */
  private point(event: PointerEvent, button: HTMLElement, moves: readonly LineMove[]): void {
    if (this.pointed === button || (event.movementX === 0 && event.movementY === 0)) return;
    this.pointed = button;
    this.actions.preview(moves);
  }

  private release(): void {
    if (!this.pointed) return;
    this.pointed = undefined;
    this.actions.preview(undefined);
    this.waiting?.();
    this.waiting = undefined;
  }

  private render(lines: readonly AnalysisLine[], number: (ply: number) => string): void {
    const focused = this.element.contains(document.activeElement) ? focusPath(this.element) : undefined;
    this.element.replaceChildren(...lines.map((line, index) => this.row(line, index, number)));
    if (focused) this.element.children[focused.row]?.querySelectorAll("button")[focused.button]?.focus();
  }

  private row(line: AnalysisLine, index: number, number: (ply: number) => string): HTMLElement {
    return h("li", {},
      h("span", { class: "line-letter", "aria-hidden": "true" }, lineLetter(index)),
      h("span", { class: `line-score ${line.score.value < 0 ? "black" : "white"}`, "aria-hidden": "true" }, scoreText(line.score)),
      h("span", { class: "sr-only" }, `${lineLetter(index)}, ${scoreWords(line.score)}, depth ${line.depth}: `),
      h("span", { class: "line-moves" }, ...line.moves.slice(0, MOST_MOVES).flatMap((move, ply) => {
        const upTo = line.moves.slice(0, ply + 1);
        const button = h("button", {
          type: "button",
          onpointermove: (event: PointerEvent) => this.point(event, button, upTo),
          onclick: () => this.choose(upTo),
        }, ...spokenAs(move.san, moveWords(move.san)));
        return [number(ply), button, " "];
      })));
  }

  private choose(moves: readonly LineMove[]): void {
    this.pointed = undefined;
    this.actions.choose(moves);
  }
}

function focusPath(list: HTMLElement): { row: number; button: number } | undefined {
  const button = document.activeElement;
  const row = [...list.children].findIndex((child) => child.contains(button));
  const buttons = [...(list.children[row]?.querySelectorAll("button") ?? [])];
  return row < 0 ? undefined : { row, button: buttons.findIndex((candidate) => candidate === button) };
}
