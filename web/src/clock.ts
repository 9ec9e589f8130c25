// A player's clock as it is shown and spoken. The server keeps the time; the page counts down between its messages.

import type { Color } from "@lichess-org/chessground/types";
import { announceNow } from "./announce";
import { h, setText } from "./dom";
import type { ClockView } from "./generated/messages";
import { play } from "./sound";
import { capital } from "./words";

const WARNINGS: readonly { ms: number; text: string }[] = [
  { ms: 120_000, text: "Two minutes left" },
  { ms: 10_000, text: "Ten seconds left" },
];
/** Below this, tenths of seconds are shown. */
const TENTHS_MS = 20_000;
const TICK_MS = 100;

/** "5:03", "1:02:09", "0:09.3". */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  const hours = Math.floor(left / 3_600_000);
  const minutes = Math.floor(left / 60_000) % 60;
  const seconds = Math.floor(left / 1000) % 60;
  const tail = `${String(seconds).padStart(2, "0")}${left < TENTHS_MS ? `.${Math.floor(left / 100) % 10}` : ""}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** "5 minutes 3 seconds". */
export function clockWords(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${minutes > 0 ? `${minutes} minutes ` : ""}${seconds % 60} seconds`;
}

export class Clocks {
  private view: ClockView | undefined;
  private received = 0;
  private timer: number | undefined;
  private warned = new Set<number>();
  private own: Color | undefined;
  readonly faces: Record<Color, HTMLElement> = {
    white: h("div", { class: "clock", role: "timer", "aria-label": "White's clock", hidden: true }),
    black: h("div", { class: "clock", role: "timer", "aria-label": "Black's clock", hidden: true }),
  };

  /** Takes the server's word. `own` is the side whose user hears warnings. */
  update(view: ClockView | undefined, own: Color | undefined): void {
    if (!this.view || own !== this.own) this.warned.clear();
    const first = this.view === undefined;
    this.view = view;
    this.own = own;
    this.received = performance.now();
    if (view && own && first) for (const { ms } of WARNINGS) if (this.left(own) <= ms) this.warned.add(ms);
    if (view?.running && this.timer === undefined) this.timer = window.setInterval(() => this.tick(), TICK_MS);
    if (!view?.running) this.halt();
    this.tick();
  }

  /** Milliseconds that a side has left now. */
  left(color: Color): number {
    if (!this.view) return 0;
    const base = color === "white" ? this.view.whiteMs : this.view.blackMs;
    return this.view.running === color ? Math.max(0, base - (performance.now() - this.received)) : base;
  }

  /** What both clocks say, for a screen reader. */
  words(): string {
    if (!this.view) return "This game has no clock.";
    return `White ${clockWords(this.left("white"))}, Black ${clockWords(this.left("black"))}.`;
  }

  private halt(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tick(): void {
    for (const color of ["white", "black"] as const) {
      const face = this.faces[color];
      face.hidden = this.view === undefined;
      if (!this.view) continue;
      const left = this.left(color);
      setText(face, clockText(left));
      face.classList.toggle("running", this.view.running === color);
      face.classList.toggle("low", left < 10_000);
    }
    this.warn();
  }

  private warn(): void {
    if (!this.own || this.view?.running !== this.own) return;
    const left = this.left(this.own);
    for (const { ms, text } of WARNINGS) {
      if (left > ms || this.warned.has(ms)) continue;
      this.warned.add(ms);
      announceNow(`${capital(this.own)}: ${text}.`);
      play("warning");
    }
  }
}
