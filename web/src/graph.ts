// The course of a game as a curve: how much White can expect after each move. A click or an arrow key goes there.

import { clamp, h, svg } from "./dom";
import type { GraphPoint, Place } from "./generated/messages";
import { complain } from "./notice";
import { expectation, scoreText, scoreWords } from "./score";
import { server } from "./socket";

const WIDTH = 300;
const HEIGHT = 80;

export class Graph {
  private readonly drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  private readonly label = h("div", { class: "graph-label", "aria-hidden": "true" });
  readonly element = h("div", { class: "graph", role: "slider", tabindex: 0, "aria-label": "Course of the game", hidden: true },
    this.drawing, this.label);
  private points: (GraphPoint | undefined)[] = [];
  private number: number | undefined;
  private ply = 0;
  private left = 0;
  /** The moves that the graph belongs to. */
  private moves: string | undefined;

  constructor(private readonly jump: (ply: number) => void, private readonly progress: (left: number) => void) {
    this.element.addEventListener("click", (event) => this.jump(this.plyAt(event.clientX)));
    this.element.addEventListener("pointermove", (event) => this.showLabel(this.plyAt(event.clientX)));
    this.element.addEventListener("pointerleave", () => this.showLabel(undefined));
    this.element.addEventListener("keydown", (event) => this.keyDown(event));
    server.on("graphPoint", (point) => this.add(point));
  }

  /** Has every position of a game judged. */
  start(place: Place): void {
    this.moves = signature(place);
    this.points = new Array<undefined>(place.moves.length + 1).fill(undefined);
    this.number = undefined;
    this.element.hidden = false;
    this.left = this.points.length;
    this.draw();
    server.request({ type: "startGraph", place }).then(({ graph }) => { this.number = graph; }, complain);
  }

  /** Whether the graph shows this game. */
  shows(place: Place): boolean {
    return this.moves === signature(place);
  }

  /** Whether all of the game is judged. */
  get isComplete(): boolean {
    return this.moves !== undefined && this.left === 0;
  }

  /** Goes on after a lost connection. */
  resume(place: Place): void {
    if (this.left > 0 && this.shows(place)) this.start(place);
  }

  /** Hides the graph of another game. */
  clear(): void {
    this.moves = undefined;
    this.points = [];
    this.left = 0;
    this.element.hidden = true;
  }

  /** Marks the move on the board; -1 if it is in a variation. */
  mark(ply: number): void {
    this.ply = ply;
    this.draw();
  }

  private add(point: GraphPoint): void {
    if (this.number !== undefined && point.graph !== this.number) return;
    if (this.points.length <= point.ply) return;
    this.points[point.ply] = point;
    this.left = point.left;
    this.progress(point.left);
    this.draw();
  }

  private x(ply: number): number {
    return (ply / Math.max(1, this.points.length - 1)) * WIDTH;
  }

  private plyAt(clientX: number): number {
    const box = this.element.getBoundingClientRect();
    const share = (clientX - box.left) / box.width;
    return clamp(Math.round(share * (this.points.length - 1)), 0, this.points.length - 1);
  }

  private draw(): void {
    const known = this.points.filter((point) => point !== undefined);
    const curve = known.map((point) => `${this.x(point.ply).toFixed(1)} ${((1 - expectation(point.wdl)) * HEIGHT).toFixed(1)}`);
    const first = known[0];
    const last = known.at(-1);
    this.drawing.replaceChildren(
      svg("line", { class: "middle", x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2 }),
      ...(first && last
        ? [
          svg("path", { class: "white-share", d: `M${this.x(first.ply)} ${HEIGHT} L${curve.join(" L")} L${this.x(last.ply)} ${HEIGHT}z` }),
          svg("path", { class: "curve", d: `M${curve.join(" L")}` }),
        ]
        : []),
      ...(this.ply >= 0 ? [svg("line", { class: "here", x1: this.x(this.ply), y1: 0, x2: this.x(this.ply), y2: HEIGHT })] : []));
    this.describe();
  }

  private describe(): void {
    const point = this.points[this.ply];
    this.element.setAttribute("aria-valuemin", "0");
    this.element.setAttribute("aria-valuemax", String(Math.max(0, this.points.length - 1)));
    this.element.setAttribute("aria-valuenow", String(Math.max(0, this.ply)));
    this.element.setAttribute("aria-valuetext", point ? `after ${this.ply} plies: ${scoreWords(point.score)}` : `after ${this.ply} plies`);
  }

  private showLabel(ply: number | undefined): void {
    const point = ply === undefined ? undefined : this.points[ply];
    this.label.textContent = point ? scoreText(point.score) : "";
    if (ply !== undefined) this.label.style.left = `${(this.x(ply) / WIDTH) * 100}%`;
  }

  private keyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -this.points.length, End: this.points.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.jump(clamp(this.ply + step, 0, this.points.length - 1));
  }
}

function signature(place: Place): string {
  return JSON.stringify([place.variant, place.start, place.moves]);
}
