// Sets up any position: pieces, hands, promoted marks, turn and castling. The server says whether it can be played.

import type { Color, Key, Role } from "@lichess-org/chessground/types";
import { announce } from "./announce";
import { button, h, setPressed, setText } from "./dom";
import type { PositionView, VariantName } from "./generated/messages";
import { HAND_ROLES, type HandRole } from "./hands";
import { complain } from "./notice";
import { server } from "./socket";
import { startView, VARIANTS } from "./start";
import * as study from "./study";
import { table } from "./table";
import { Tree } from "./tree";
import type { Command, View } from "./view";
import { letterOf, pieceWords, squareWords } from "./words";

type Tool = { kind: "move" | "erase" | "promoted" } | { kind: "piece"; color: Color; role: Role };

const ROLES: readonly Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const EMPTY_BOARD = "8/8/8/8/8/8/8/8";
const CASTLINGS: readonly [letter: string, label: string][] = [
  ["K", "White short"], ["Q", "White long"], ["k", "Black short"], ["q", "Black long"],
];

function pieceLetter(color: Color, role: Role): string {
  return color === "white" ? letterOf(role) : letterOf(role).toLowerCase();
}

class EditorView implements View {
  readonly title = "Set up";
  private active = false;
  private variant: VariantName = "chess";
  private turn: Color = "white";
  private castling = new Set(["K", "Q", "k", "q"]);
  /** Castling letters of files, as 960 positions write them; they are kept as long as the user does not touch the boxes. */
  private writtenCastling: string | undefined;
  private hands: Record<Color, Record<HandRole, number>> = { white: emptyHand(), black: emptyHand() };
  private promoted = new Set<Key>();
  private tool: Tool = { kind: "move" };
  private asked = 0;

  private readonly tools = new Map<HTMLButtonElement, Tool>();
  private readonly variantSelect = h("select", { "aria-label": "Game" }, ...VARIANTS.map(([key, name]) => h("option", { value: key }, name)));
  private readonly turnSelect = h("select", { "aria-label": "Side to move" }, h("option", { value: "white" }, "White to move"), h("option", { value: "black" }, "Black to move"));
  private readonly castlingBoxes = new Map<string, HTMLInputElement>();
  private readonly handCounts = new Map<string, HTMLElement>();
  private readonly handSection = h("section", { class: "hand-editor", "aria-label": "Hands" });
  private readonly fen = h("input", { type: "text", class: "fen", "aria-label": "Position as FEN", spellcheck: "false" });
  private readonly problem = h("p", { class: "problem", role: "status" });
  private readonly playButton = button("Play from here", () => startView.usePosition(this.variant, this.fen.value), { class: "primary" });
  private readonly analyseButton = button("Analyse", () => this.analyse());
  private readonly promotedButton: HTMLButtonElement;
  readonly panel: HTMLElement;

  constructor() {
    this.promotedButton = this.toolButton("Promoted mark", { kind: "promoted" });
    this.panel = h("div", { class: "editor" },
      h("h1", {}, "Set up a position"),
      h("div", { class: "palette", role: "group", "aria-label": "Pieces to put on the board" },
        h("div", {}, ...ROLES.map((role) => this.pieceButton("white", role))),
        h("div", {}, ...ROLES.map((role) => this.pieceButton("black", role)))),
      h("div", { class: "actions" },
        this.toolButton("Move", { kind: "move" }), this.toolButton("Erase", { kind: "erase" }), this.promotedButton),
      this.handSection,
      h("div", { class: "row" }, this.variantSelect, this.turnSelect),
      h("fieldset", { class: "castling" }, h("legend", {}, "Castling still allowed"),
        ...CASTLINGS.map(([letter, label]) => this.castlingBox(letter, label))),
      h("label", { class: "caption" }, "FEN"),
      this.fen,
      this.problem,
      h("div", { class: "actions" }, this.playButton, this.analyseButton),
      h("div", { class: "actions" },
        button("Usual start", () => void this.usualStart()),
        button("Clear", () => this.clear()),
        button("Turn board", () => this.command("flip"))));
    this.buildHands();
    this.variantSelect.addEventListener("change", () => {
      this.variant = this.variantSelect.value as VariantName;
      this.update();
    });
    this.turnSelect.addEventListener("change", () => {
      this.turn = this.turnSelect.value as Color;
      this.update();
    });
    this.fen.addEventListener("change", () => void this.readFen());
  }

  enter(): void {
    this.active = true;
    document.title = "Set up · Rocada";
    table.setSeats({});
    table.turn(study.orientation);
    table.board.setEdit({
      activate: (key) => this.activate(key),
      letter: (role, key, upperCase) => this.put(key, upperCase ? "white" : "black", role),
      remove: (key) => this.erase(key),
      changed: () => this.moved(),
    });
    study.position().then((position) => this.active && this.take(position), complain);
  }

  leave(): void {
    this.active = false;
    table.board.setEdit(undefined);
  }

  command(command: Command): boolean {
    if (command === "flip") {
      table.flip();
      this.draw();
      return true;
    }
    if (command !== "cancel") return false;
    this.choose({ kind: "move" });
    return true;
  }

  /** Shows a position that the server knows. */
  private take(position: PositionView): void {
    this.variant = position.variant;
    this.turn = position.turn;
    this.hands = position.hands ? structuredClone(position.hands) : { white: emptyHand(), black: emptyHand() };
    this.promoted = new Set(position.promoted as Key[]);
    const castling = position.fen.split(" ")[2] ?? "-";
    this.castling = new Set(castling.replace("-", ""));
    this.writtenCastling = /^[KQkq-]+$/.test(castling) ? undefined : castling;
    this.show(boardOf(position.fen));
    this.update();
  }

  private pieceButton(color: Color, role: Role): HTMLButtonElement {
    const made = this.toolButton("", { kind: "piece", color, role });
    made.className = "palette-piece";
    made.setAttribute("aria-label", pieceWords({ color, role }));
    made.append(h("span", { class: `piece ${color} ${role}` }));
    const drag = (event: MouseEvent | TouchEvent): void => table.board.dragNewPiece(color, role, event);
    made.addEventListener("mousedown", (event) => event.button === 0 && drag(event));
    made.addEventListener("touchstart", drag, { passive: true });
    return made;
  }

  private toolButton(label: string, tool: Tool): HTMLButtonElement {
    const made = button(label, () => this.choose(tool), { class: "toggle" });
    setPressed(made, tool.kind === "move");
    this.tools.set(made, tool);
    return made;
  }

  private choose(tool: Tool): void {
    this.tool = tool;
    for (const [made, its] of this.tools) {
      setPressed(made, JSON.stringify(its) === JSON.stringify(tool));
    }
  }

  private castlingBox(letter: string, label: string): HTMLElement {
    const box = h("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      this.writtenCastling = undefined;
      if (box.checked) this.castling.add(letter);
      else this.castling.delete(letter);
      this.update();
    });
    this.castlingBoxes.set(letter, box);
    return h("label", { class: "check" }, box, ` ${label}`);
  }

  private buildHands(): void {
    this.handSection.replaceChildren(...(["white", "black"] as const).map((color) =>
      h("div", { class: "hand-edit-row", role: "group", "aria-label": `${color}'s hand` }, ...HAND_ROLES.map((role) => {
        const count = h("span", { class: "count" }, "0");
        this.handCounts.set(color + role, count);
        const step = (by: number): void => {
          this.hands[color][role] = Math.min(16, Math.max(0, this.hands[color][role] + by));
          this.update();
        };
        return h("div", { class: "hand-edit" },
          button("−", () => step(-1), { "aria-label": `One ${color} ${role} less in hand` }),
          h("span", { class: `piece ${color} ${role}` }), count,
          button("+", () => step(1), { "aria-label": `One ${color} ${role} more in hand` }));
      }))));
  }

  private activate(key: Key): void {
    switch (this.tool.kind) {
      case "piece":
        this.put(key, this.tool.color, this.tool.role);
        return;
      case "erase":
        this.erase(key);
        return;
      case "promoted":
        this.togglePromoted(key);
        return;
      case "move":
        announce(squareWords(key, table.board.pieces.get(key)));
    }
  }

  private put(key: Key, color: Color, role: Role): boolean {
    this.promoted.delete(key);
    const here = table.board.pieces.get(key);
    const same = here?.color === color && here.role === role;
    this.change(key, same ? "" : pieceLetter(color, role));
    announce(squareWords(key, table.board.pieces.get(key)));
    return true;
  }

  private erase(key: Key): void {
    this.promoted.delete(key);
    this.change(key, "");
    announce(`${key}, empty`);
  }

  private togglePromoted(key: Key): void {
    const role = table.board.pieces.get(key)?.role;
    if (!role || role === "king" || role === "pawn") return announce("Only queens, rooks, bishops and knights can be promoted.");
    if (!this.promoted.delete(key)) this.promoted.add(key);
    this.update();
  }

  /** Writes one square of the board. */
  private change(key: Key, letter: string): void {
    const squares = expand(table.board.placement());
    squares[squareIndex(key)] = letter || "1";
    this.show(contract(squares));
    this.update();
  }

  /** The user has dragged a piece: marks of squares that no longer hold a piece are gone. */
  private moved(): void {
    if (this.active) this.update();
  }

  private show(board: string): void {
    table.board.showPieces(board, table.orientation, [...this.promoted]);
  }

  private draw(): void {
    this.show(table.board.placement());
  }

  private crazy(): boolean {
    return this.variant.startsWith("crazyhouse");
  }

  /** The FEN of what is set up. */
  private written(): string {
    const squares = expand(table.board.placement());
    if (this.crazy()) for (const key of this.promoted) squares[squareIndex(key)] += "~";
    const hand = (color: Color): string => HAND_ROLES.map((role) => pieceLetter(color, role).repeat(this.hands[color][role])).join("");
    const hands = this.crazy() ? `[${hand("white")}${hand("black")}]` : "";
    const castling = this.writtenCastling ?? (CASTLINGS.map(([letter]) => letter).filter((letter) => this.castling.has(letter)).join("") || "-");
    return `${contract(squares)}${hands} ${this.turn === "white" ? "w" : "b"} ${castling} - 0 1`;
  }

  /** Draws everything that follows from the state, and asks the server about it. */
  private update(): void {
    for (const key of this.promoted) {
      const role = table.board.pieces.get(key)?.role;
      if (!role || role === "pawn" || role === "king") this.promoted.delete(key);
    }
    this.variantSelect.value = this.variant;
    this.turnSelect.value = this.turn;
    for (const [letter, box] of this.castlingBoxes) box.checked = this.castling.has(letter);
    this.handSection.hidden = !this.crazy();
    this.promotedButton.hidden = !this.crazy();
    for (const color of ["white", "black"] as const) {
      for (const role of HAND_ROLES) setText(this.handCounts.get(color + role) ?? this.fen, String(this.hands[color][role]));
    }
    this.draw();
    this.fen.value = this.written();
    this.check().catch(complain);
  }

  private async check(): Promise<void> {
    const turn = ++this.asked;
    const { position, problem } = await server.request({ type: "validateFen", variant: this.variant, fen: this.fen.value });
    if (turn !== this.asked) return;
    setText(this.problem, problem ?? "");
    this.playButton.disabled = this.analyseButton.disabled = position === null;
  }

  private async readFen(): Promise<void> {
    const fen = this.fen.value.trim();
    const variant = fen.includes("[") && !this.crazy() ? "crazyhouse" : this.variant;
    const { position, problem } = await server.request({ type: "validateFen", variant, fen });
    if (position) this.take(position);
    else setText(this.problem, problem ?? "");
  }

  private async usualStart(): Promise<void> {
    const variant = this.variant;
    this.take(await server.request({ type: "position", variant, moves: [] }));
  }

  private clear(): void {
    this.promoted.clear();
    this.castling.clear();
    this.writtenCastling = undefined;
    this.hands = { white: emptyHand(), black: emptyHand() };
    this.show(EMPTY_BOARD);
    this.update();
  }

  private analyse(): void {
    study.open(new Tree(this.variant, this.fen.value), table.orientation);
    location.hash = "#/analysis";
  }
}

function emptyHand(): Record<HandRole, number> {
  return { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0 };
}

function boardOf(fen: string): string {
  return (fen.split(/[ []/)[0] ?? EMPTY_BOARD).replaceAll("~", "");
}

/** The 64 squares of a FEN's board, a8 first; an empty one is "1". */
function expand(board: string): string[] {
  return [...board.replace(/[/~]/g, "").replace(/[2-8]/g, (digit) => "1".repeat(Number(digit)))];
}

function contract(squares: readonly string[]): string {
  const rows = Array.from({ length: 8 }, (_, row) => squares.slice(row * 8, row * 8 + 8).join(""));
  return rows.join("/").replace(/1+/g, (run) => String(run.length));
}

function squareIndex(key: Key): number {
  return (8 - Number(key.charAt(1))) * 8 + key.charCodeAt(0) - 97;
}

export const editorView = new EditorView();
