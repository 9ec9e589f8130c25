// Everything around the board that all views share: the two seats with names, hands and clocks, and the evaluation bar.

import type { Color } from "@lichess-org/chessground/types";
import { Board, type BoardView } from "./board";
import { Clocks } from "./clock";
import { h, setText } from "./dom";
import type { AnalysisLine } from "./generated/messages";
import { expectation, scoreWords, shortScoreText } from "./score";
import { other } from "./words";

export interface Seat {
  name: string;
  detail?: string;
}

class SeatRow {
  private readonly disc = h("span", { class: "disc", "aria-hidden": "true" });
  private readonly name = h("span", { class: "name" });
  private readonly detail = h("span", { class: "detail" });
  private readonly clockPlace = h("div", { class: "clock-place" });
  readonly element: HTMLElement;

  constructor(hand: HTMLElement) {
    this.element = h("div", { class: "seat" },
      h("div", { class: "who" }, this.disc, this.name, this.detail), hand, this.clockPlace);
  }

  update(color: Color, seat: Seat | undefined, clock: HTMLElement): void {
    this.disc.className = `disc ${color}`;
    setText(this.name, seat?.name ?? "");
    setText(this.detail, seat?.detail ?? "");
    this.element.classList.toggle("empty", seat === undefined);
    if (clock.parentElement !== this.clockPlace) this.clockPlace.replaceChildren(clock);
  }
}

class EvaluationBar {
  private readonly white = h("div", { class: "bar-white" });
  private readonly text = h("div", { class: "bar-text" });
  readonly element = h("div", { class: "eval-bar", role: "img", hidden: true }, this.white, this.text);

  /** Shows a line's chances, or nothing known. White's part stands at White's side of the board. */
  update(line: AnalysisLine | undefined, orientation: Color): void {
    const share = line ? expectation(line.wdl) : 0.5;
    const percent = `${(share * 100).toFixed(1)}%`;
    this.white.style.height = percent;
    this.white.style.setProperty("--white-share", percent); // On a phone the bar lies.
    this.element.classList.toggle("flipped", orientation === "black");
    this.element.classList.toggle("white-better", share >= 0.5);
    setText(this.text, line ? shortScoreText(line.score) : "");
    this.element.setAttribute("aria-label", line ? `Evaluation: ${scoreWords(line.score)}` : "Evaluation: not known yet");
  }
}

class Table {
  readonly board = new Board();
  readonly clocks = new Clocks();
  readonly bar = new EvaluationBar();
  private readonly top = new SeatRow(this.board.hands.top.element);
  private readonly bottom = new SeatRow(this.board.hands.bottom.element);
  private seats: Partial<Record<Color, Seat>> = {};
  private shownLine: AnalysisLine | undefined;
  orientation: Color = "white";
  readonly element = h("div", { class: "table" },
    this.top.element,
    h("div", { class: "board-row" }, this.bar.element, this.board.element),
    this.bottom.element);

  /** Names the players. */
  setSeats(seats: Partial<Record<Color, Seat>>): void {
    this.seats = seats;
    this.drawSeats();
  }

  /** Shows a position on the board, from the side that is chosen. */
  show(view: Omit<BoardView, "orientation">): void {
    this.board.show({ ...view, orientation: this.orientation });
  }

  /** Shows or hides the evaluation bar. */
  showBar(visible: boolean): void {
    this.bar.element.hidden = !visible;
    this.element.classList.toggle("with-bar", visible);
  }

  /** Moves the evaluation bar. */
  setLine(line: AnalysisLine | undefined): void {
    this.shownLine = line;
    this.bar.update(line, this.orientation);
  }

  /** Turns the board so that this side is at the bottom. */
  turn(orientation: Color): void {
    this.orientation = orientation;
    this.drawSeats();
    this.bar.update(this.shownLine, orientation);
  }

  /** Turns the board round. */
  flip(): void {
    this.turn(other(this.orientation));
  }

  private drawSeats(): void {
    const bottom = this.orientation;
    const top = other(bottom);
    this.top.update(top, this.seats[top], this.clocks.faces[top]);
    this.bottom.update(bottom, this.seats[bottom], this.clocks.faces[bottom]);
  }
}

/** The page's one table. */
export const table = new Table();
