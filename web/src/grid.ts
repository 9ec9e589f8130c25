// The board for those who do not see it or do not use a mouse: 64 squares that can be reached and spoken, laid over the
// drawn board. One of them is in the tab order; the arrow keys go to the others.

import type { Color, Key, Pieces, Role } from "@lichess-org/chessground/types";
import { h } from "./dom";
import { roleOf, squareWords } from "./words";

export interface GridActions {
  /** Enter or Space: pick up or put down. */
  activate: (key: Key) => void;
  /** A letter of a piece: put it here. Says whether the letter means anything now. */
  letter: (role: Role, key: Key, upperCase: boolean) => boolean;
  /** Delete or Backspace. */
  remove: (key: Key) => void;
  /** Escape: put nothing down. */
  cancel: () => void;
}

const STEPS: Record<string, [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class Grid {
  private readonly cells: HTMLElement[] = [];
  readonly element: HTMLElement;
  private orientation: Color = "white";
  private current = 52; // e2, where most games begin.

  constructor(private readonly actions: GridActions) {
    this.element = h("div", { class: "grid", role: "grid", "aria-label": "Board" });
    for (let row = 0; row < 8; row++) {
      const line = h("div", { role: "row" });
      for (let column = 0; column < 8; column++) {
        const index = row * 8 + column;
        const cell = h("div", {
          role: "gridcell",
          tabindex: index === this.current ? 0 : -1,
          onclick: () => this.actions.activate(this.keyOf(index)),
          onfocus: () => this.setCurrent(index),
        });
        this.cells.push(cell);
        line.append(cell);
      }
      this.element.append(line);
    }
    this.element.addEventListener("keydown", (event) => this.keyDown(event));
  }

  /** Renames the squares after the board has changed. */
  update(pieces: Pieces, orientation: Color, selected: Key | undefined, targets: ReadonlySet<Key>): void {
    if (orientation !== this.orientation) {
      this.orientation = orientation;
      this.setCurrent(63 - this.current);
    }
    this.element.setAttribute("aria-label", `Board, ${orientation} at the bottom`);
    this.cells.forEach((cell, index) => {
      const key = this.keyOf(index);
      const target = targets.has(key) ? ", can be reached" : "";
      cell.dataset["square"] = key;
      cell.setAttribute("aria-label", squareWords(key, pieces.get(key)) + target);
      cell.setAttribute("aria-selected", String(key === selected));
    });
  }

  /** Puts the keyboard on a square, or on the one where it was last. */
  focus(key?: Key): void {
    if (key) this.setCurrent(this.cells.findIndex((_, index) => this.keyOf(index) === key));
    this.cells[this.current]?.focus();
  }

  /** Takes the squares out of the tab order or puts them back. */
  enable(enabled: boolean): void {
    this.element.hidden = !enabled;
  }

  private keyOf(index: number): Key {
    const seen = this.orientation === "white" ? index : 63 - index;
    return ("abcdefgh".charAt(seen % 8) + String(8 - Math.floor(seen / 8))) as Key;
  }

  private setCurrent(index: number): void {
    this.cells[this.current]?.setAttribute("tabindex", "-1");
    this.current = index;
    this.cells[this.current]?.setAttribute("tabindex", "0");
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = this.keyOf(this.current);
    const step = STEPS[event.key];
    const role = event.key.length === 1 ? roleOf(event.key) : undefined;
    if (step) this.step(...step);
    else if (event.key === "Enter" || event.key === " ") this.actions.activate(key);
    else if (event.key === "Delete" || event.key === "Backspace") this.actions.remove(key);
    else if (event.key === "Escape") this.actions.cancel();
    else if (!role || !this.actions.letter(role, key, event.key !== event.key.toLowerCase())) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private step(columns: number, rows: number): void {
    const column = (this.current % 8) + columns;
    const row = Math.floor(this.current / 8) + rows;
    if (column < 0 || column > 7 || row < 0 || row > 7) return;
    this.setCurrent(row * 8 + column);
    this.cells[this.current]?.focus();
  }
}
