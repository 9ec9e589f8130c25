// Why a position is worth what it is: the terms of the classical evaluation as bars, and on the board what each piece is
// worth, how often each square is attacked, and which pieces stand loose.

import type { Key } from "@lichess-org/chessground/types";
import { h, setText } from "./dom";
import type { ControlMap, ExplanationView as Explanation, PieceWorth, Side, TermView } from "./generated/messages";
import { complain } from "./notice";
import type { Mark } from "./overlay";
import { server } from "./socket";
import * as study from "./study";
import { showStudyPosition, showStudySeats, studyCommand, StudyMoves, studyTyped } from "./studypanel";
import { table } from "./table";
import type { View } from "./view";
import { capital, other } from "./words";

type Layer = "worth" | "control" | "loose" | "none";

const LAYERS: readonly [Layer, string, string][] = [
  ["worth", "Worth", "In pawns: how much worse its owner would stand without the piece."],
  ["control", "Attacks", "How many men of White (round, left) and Black (square, right) attack or defend each square."],
  ["loose", "Loose", "Pieces that nothing defends; with a ring those that are attacked too."],
  ["none", "None", ""],
];

/** Bars are not smaller than if the largest were this many centipawns. */
const SMALLEST_SCALE = 60;

/** "+0.34" in pawns. */
function pawns(centipawns: number): string {
  const text = (Math.abs(centipawns) / 100).toFixed(2);
  return centipawns > 0 ? `+${text}` : centipawns < 0 ? `−${text}` : text;
}

function squareIndex(key: string): number {
  return key.charCodeAt(0) - 97 + 8 * (key.charCodeAt(1) - 49);
}

function keyOf(index: number): Key {
  return ("abcdefgh".charAt(index % 8) + String(Math.floor(index / 8) + 1)) as Key;
}

/** Pieces that nothing of their own side defends. */
function loosePieces(pieces: readonly PieceWorth[], control: ControlMap): PieceWorth[] {
  return pieces.filter(({ square, color }) => control[color][squareIndex(square)] === 0);
}

function isAttacked(square: string, color: Side, control: ControlMap): boolean {
  return (control[other(color)][squareIndex(square)] ?? 0) > 0;
}

class ExplainView implements View {
  readonly title = "Explain";
  readonly typed = studyTyped;
  readonly command = studyCommand;
  private active = false;
  private layer: Layer = "worth";
  private explanation: Explanation | undefined;

  private readonly total = h("p", { class: "explain-total", role: "status" });
  private readonly terms = h("div", { class: "terms", role: "table", "aria-label": "Terms of the evaluation, in pawns" });
  private readonly layerText = h("p", { class: "layer-text" });
  private readonly looseText = h("p", { class: "loose-text" });
  private readonly moves = new StudyMoves();
  readonly panel: HTMLElement;

  constructor() {
    this.panel = h("div", { class: "explain" },
      h("fieldset", { class: "layers" }, h("legend", {}, "Show on the board"),
        h("div", { class: "chips" }, ...LAYERS.map(([layer, label]) =>
          h("label", { class: "chip" },
            h("input", { type: "radio", name: "layer", value: layer, checked: layer === this.layer, onchange: () => this.setLayer(layer) }),
            h("span", {}, label)))),
        this.layerText),
      this.looseText,
      h("section", { class: "terms-section" }, h("h2", {}, "Why"), this.total, this.terms),
      this.moves.element);
    study.onChange((what) => this.active && this.studyChanged(what));
  }

  enter(): void {
    this.active = true;
    document.title = "Explain · Rocada";
    showStudySeats();
    this.setLayer(this.layer);
    this.studyChanged("tree");
  }

  leave(): void {
    this.active = false;
    table.board.setMarks([]);
  }

  reconnected(): void {
    if (this.active) this.studyChanged("cursor");
  }

  private studyChanged(what: "tree" | "cursor"): void {
    this.moves.update(what);
    showStudySeats();
    table.board.setMarks([]);
    this.load().catch(complain);
  }

  private async load(): Promise<void> {
    const { cursor } = study;
    await showStudyPosition(() => this.active);
    const explanation = await server.request({ type: "explain", ...study.tree.place(cursor) });
    if (!this.active || study.cursor !== cursor) return;
    this.explanation = explanation;
    this.draw();
  }

  private setLayer(layer: Layer): void {
    this.layer = layer;
    setText(this.layerText, LAYERS.find(([key]) => key === layer)?.[2] ?? "");
    this.draw();
  }

  private draw(): void {
    const { explanation } = this;
    if (!explanation) return;
    table.board.setMarks(this.marks(explanation));
    this.drawTotal(explanation);
    this.drawTerms(explanation.terms);
    const loose = loosePieces(explanation.pieces, explanation.control).map(({ square, color, role }) =>
      `${color} ${role} ${square}${isAttacked(square, color, explanation.control) ? " (attacked)" : ""}`);
    setText(this.looseText, this.layer === "loose" ? (loose.length > 0 ? capital(`${loose.join(", ")}.`) : "No piece stands loose.") : "");
  }

  private drawTotal(explanation: Explanation): void {
    const network = explanation.network === null ? "" : ` The network says ${pawns(explanation.network)}.`;
    const endgame = explanation.endgame ? ` Known endgame: ${explanation.endgame}.` : "";
    setText(this.total, `The terms below give White ${pawns(explanation.total)}.${endgame}${network}`);
  }

  private drawTerms(terms: readonly TermView[]): void {
    const largest = Math.max(SMALLEST_SCALE, ...terms.map(({ total }) => Math.abs(total)));
    this.terms.replaceChildren(
      h("div", { role: "row", class: "term head" },
        h("span", { role: "columnheader" }, "Term"), h("span", { role: "columnheader" }, "White"),
        h("span", { role: "columnheader" }, "Black"), h("span", { role: "columnheader", class: "balance" }, "Black ← → White")),
      ...terms.filter(({ white, black }) => white !== 0 || black !== 0).map((term) => termRow(term, largest)));
  }

  private marks(explanation: Explanation): Mark[] {
    const { pieces, control } = explanation;
    switch (this.layer) {
      case "worth":
        return pieces.map(({ square, color, worth }): Mark =>
          ({ kind: "worth", at: square as Key, color, text: (worth / 100).toFixed(1).replace("-", "−") }));
      case "control":
        return control.white.map((white, index): Mark =>
          ({ kind: "control", at: keyOf(index), white, black: control.black[index] ?? 0 }));
      case "loose":
        return loosePieces(pieces, control).map(({ square, color }): Mark =>
          ({ kind: "loose", at: square as Key, attacked: isAttacked(square, color, control) }));
      case "none":
        return [];
    }
  }
}

function termRow(term: TermView, largest: number): HTMLElement {
  const bar = h("span", { class: `bar ${term.total < 0 ? "black" : "white"} ${term.total === 0 ? "zero" : ""}` });
  bar.style.width = `${((Math.abs(term.total) / largest) * 50).toFixed(1)}%`;
  return h("div", { role: "row", class: "term" },
    h("span", { role: "rowheader" }, capital(term.name)),
    h("span", { role: "cell", class: "value" }, pawns(term.white)),
    h("span", { role: "cell", class: "value" }, pawns(term.black)),
    h("span", { role: "cell", class: "balance" }, bar, h("span", { class: "value" }, pawns(term.total))));
}

export const explainView = new ExplainView();
