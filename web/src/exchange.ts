// Positions and games as text, in and out: FEN and PGN.

import { announce } from "./announce";
import { button, h, setText } from "./dom";
import type { PgnSummary } from "./generated/messages";
import { complain } from "./notice";
import { server } from "./socket";
import * as study from "./study";
import { Tree } from "./tree";

function gameName({ tags }: PgnSummary, index: number): string {
  const tag = (name: string): string => tags.find(([key]) => key === name)?.[1] ?? "?";
  return `${index + 1}. ${tag("White")} – ${tag("Black")} ${tag("Result")}`;
}

export class Exchange {
  private readonly fen = h("input", { type: "text", class: "fen", "aria-label": "Position as FEN", spellcheck: "false" });
  private readonly pgn = h("textarea", { rows: 6, "aria-label": "Game as PGN", spellcheck: "false" });
  private readonly problem = h("p", { class: "problem", role: "alert" });
  /** The user has written into the PGN. */
  private edited = false;
  /** How often the user has changed the PGN: what was asked for before the last change comes too late. */
  private changes = 0;
  private readonly games = h("select", { "aria-label": "Which game of the text", hidden: true });
  readonly element = h("details", { class: "exchange" },
    h("summary", {}, "FEN and PGN"),
    h("label", { class: "caption" }, "FEN"),
    h("div", { class: "row" }, this.fen, button("Load", () => void this.loadFen()), button("Copy", () => this.copy(this.fen.value))),
    h("label", { class: "caption" }, "PGN"),
    this.pgn,
    this.games,
    h("div", { class: "row" },
      button("Load", () => void this.loadPgn(0)),
      button("From the board", () => void this.writePgn()),
      button("Copy", () => this.copy(this.pgn.value)),
      button("Save", () => this.save()),
      h("label", { class: "file-button" }, "Open file", this.filePicker())),
    this.problem);

  constructor() {
    this.games.addEventListener("change", () => void this.loadPgn(this.games.selectedIndex));
    this.fen.addEventListener("keydown", (event) => event.key === "Enter" && void this.loadFen());
    this.pgn.addEventListener("input", () => this.userWrote());
    this.pgn.addEventListener("blur", () => this.update());
    this.element.addEventListener("toggle", () => this.update());
  }

  /** Shows the study as text, but never over what the user is writing, or about to: a selection would be lost. */
  update(): void {
    if (this.element.open && !this.edited) void this.writePgn();
    study.position().then(({ fen }) => {
      if (document.activeElement !== this.fen) this.fen.value = fen;
    }, complain);
  }

  private filePicker(): HTMLInputElement {
    const input = h("input", { type: "file", accept: ".pgn,text/plain", class: "sr-only" });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      void file?.text().then((text) => {
        this.pgn.value = text;
        this.userWrote();
        return this.loadPgn(0);
      });
      input.value = "";
    });
    return input;
  }

  /** A FEN with hands is a crazyhouse position whatever was looked at before. */
  private async loadFen(): Promise<void> {
    const fen = this.fen.value.trim();
    const variant = /\[/.test(fen) && !study.tree.variant.startsWith("crazyhouse") ? "crazyhouse" : study.tree.variant;
    const { position, problem } = await server.request({ type: "validateFen", variant, fen });
    setText(this.problem, problem ?? "");
    if (!position) return;
    study.open(new Tree(position.variant, position.fen), study.orientation);
    announce("Position loaded");
  }

  private async loadPgn(game: number): Promise<void> {
    try {
      const { games, tree } = await server.request({ type: "readPgn", text: this.pgn.value, game });
      setText(this.problem, tree.problems.join(" "));
      this.games.hidden = games.length < 2;
      if (game === 0) this.games.replaceChildren(...games.map((summary, index) => h("option", {}, gameName(summary, index))));
      this.edited = games.length > 1 || tree.problems.length > 0;
      const loaded = Tree.ofPgn(tree);
      study.open(loaded, study.orientation, loaded.root);
      announce(`Game loaded, ${tree.nodes.length} moves`);
    } catch (error) {
      setText(this.problem, error instanceof Error ? error.message : String(error));
    }
  }

  private userWrote(): void {
    this.edited = true;
    this.changes += 1;
  }

  private async writePgn(): Promise<void> {
    const before = this.changes;
    try {
      const { text } = await server.request({ type: "writePgn", tree: study.tree.toPgn() });
      if (this.changes !== before || document.activeElement === this.pgn) return;
      this.pgn.value = text;
      this.edited = false;
      this.games.hidden = true;
    } catch (error) {
      complain(error);
    }
  }

  private copy(text: string): void {
    navigator.clipboard.writeText(text).then(() => announce("Copied"), complain);
  }

  private save(): void {
    const link = h("a", { href: URL.createObjectURL(new Blob([this.pgn.value], { type: "application/x-chess-pgn" })), download: "game.pgn" });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
