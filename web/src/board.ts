// The board itself: chessground with its hands, the choice of promotion, what is drawn over it, and the grid of squares for
// keyboard and screen reader. It knows no rules: which moves there are, the server has said with the position.

import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import { dropNewPiece } from "@lichess-org/chessground/board";
import { cancelDropMode, setDropMode } from "@lichess-org/chessground/drop";
import type { Color, Key, MouchEvent, MoveMetadata, Role } from "@lichess-org/chessground/types";
import { announce } from "./announce";
import { h } from "./dom";
import type { MoveView, PositionView } from "./generated/messages";
import { Grid } from "./grid";
import { HandRow, type HandRole } from "./hands";
import { type Mark, Overlay, tintOf } from "./overlay";
import { PromotionChooser } from "./promotion";
import { motionWanted, onSettings, settings } from "./settings";
import { other, squareWords } from "./words";

export interface BoardView {
  position: PositionView;
  orientation: Color;
  /** Whose pieces the user may move, now or as a premove; nobody's while looking back. */
  movable: Color | undefined;
  premove: boolean;
}

/** What the editor does with the board instead of moving by the rules. */
export interface EditActions {
  activate: (key: Key) => void;
  letter: (role: Role, key: Key, upperCase: boolean) => boolean;
  remove: (key: Key) => void;
  changed: () => void;
}

const SLIDE_MS = 180;

/** The moves from one square to another. In the 960 games a king's step and castling may end on the same square; castling
 * is then asked for by the rook's square. */
export function movesBetween(moves: readonly MoveView[], from: Key, to: Key): MoveView[] {
  const mine = moves.filter((move) => move.from === from);
  const plain = mine.filter((move) => !move.castling && move.to === to);
  if (plain.length > 0) return plain;
  const byRook = mine.filter((move) => move.castling?.rookFrom === to);
  return byRook.length > 0 ? byRook : mine.filter((move) => move.castling && move.to === to);
}

function destinations(moves: readonly MoveView[]): Map<Key, Key[]> {
  const targets = new Map<Key, Key[]>();
  for (const move of moves) {
    if (!move.from) continue;
    const list = targets.get(move.from as Key) ?? [];
    if (move.to !== move.from) list.push(move.to as Key);
    if (move.castling) list.push(move.castling.rookFrom as Key);
    targets.set(move.from as Key, list);
  }
  return targets;
}

/** The squares to be lit for the last move. */
export function lastMoveKeys(move: MoveView | null): Key[] | undefined {
  return move ? ([move.from, move.to].filter((key) => key !== null) as Key[]) : undefined;
}

export class Board {
  private readonly wrap = h("div", { class: "cg-wrap", "aria-hidden": "true" });
  private readonly cg: Api;
  private readonly overlay = new Overlay();
  private readonly chooser = new PromotionChooser();
  private readonly grid: Grid;
  readonly hands: Record<"top" | "bottom", HandRow>;
  readonly element: HTMLElement;

  /** Called with a legal move that the user has made. */
  onMove: (move: MoveView) => void = () => undefined;

  private view: BoardView | undefined;
  private edit: EditActions | undefined;
  private marks: readonly Mark[] = [];
  private picked: HandRole | undefined;
  private ghost: Mark | undefined;
  /** The pieces on the screen are not those of the view: the user has moved one. */
  private dirty = true;

  constructor() {
    this.grid = new Grid({
      activate: (key) => this.activate(key),
      letter: (role, key, upperCase) => this.letter(role, key, upperCase),
      remove: (key) => this.edit?.remove(key),
      cancel: () => this.cancel(),
    });
    const actions = {
      drag: (color: Color, role: HandRole, event: MouchEvent) => this.dragFromHand(color, role, event),
      pick: (color: Color, role: HandRole, byKeyboard: boolean) => this.pick(color, role, byKeyboard),
    };
    this.hands = { top: new HandRow(actions), bottom: new HandRow(actions) };
    this.element = h("div", { class: "board" }, this.wrap, this.overlay.element, this.grid.element, this.chooser.element);
    this.cg = Chessground(this.wrap, {
      coordinates: true,
      ranksPosition: "left",
      highlight: { custom: new Map() },
      animation: { duration: SLIDE_MS },
      drawable: { enabled: true },
      draggable: { showGhost: true },
      premovable: { events: { set: () => this.announcePremove() } },
      predroppable: {
        events: { set: (role, key) => this.predropSet(role, key), unset: () => this.setGhost(undefined) },
      },
      movable: {
        free: false,
        events: {
          after: (from, to, how) => void this.moved(from, to, how),
          afterNewPiece: (role, key) => this.dropped(role, key),
        },
      },
      events: {
        select: (key) => {
          this.updateGrid();
          this.edit?.activate(key);
        },
        change: () => this.edit?.changed(),
      },
    });
    // A click on an own piece, while one of the hand is picked, means that piece.
    this.wrap.addEventListener("mousedown", (event) => this.unpickOverPiece(event), { capture: true });
    onSettings(() => this.applySettings());
  }

  /** Shows a position and plays the premove that waits for it. */
  show(view: BoardView): void {
    const before = this.view;
    this.view = view;
    const { position } = view;
    const drag = this.cg.state.draggable.current;
    const changed = this.dirty || before?.position.fen !== position.fen;
    this.cg.set({
      orientation: view.orientation,
      turnColor: position.turn,
      check: position.check ? position.turn : false,
      lastMove: lastMoveKeys(position.lastMove) as Key[],
      movable: { color: view.movable as Color, dests: destinations(position.moves), showDests: settings.showMoves },
      premovable: { enabled: view.premove && settings.premove },
      predroppable: { enabled: view.premove && settings.premove },
      ...(changed ? { fen: position.fen } : {}),
    });
    this.dirty = false;
    if (changed && drag?.newPiece) this.keepDragging();
    if (changed) this.chooser.cancel();
    if (this.picked && !this.handOf(view.movable)?.[this.picked]) this.unpick();
    this.redraw();
    if (view.movable === position.turn && before && before.position.ply !== position.ply) this.playWaiting();
  }

  /** Shows the last position again, after a move that does not count. */
  restore(): void {
    this.dirty = true;
    if (this.view) this.show(this.view);
  }

  /** Replaces what is drawn over the board. */
  setMarks(marks: readonly Mark[]): void {
    this.marks = marks;
    this.drawMarks();
    this.drawTints();
  }

  /** Gives the board to the editor, or takes it back. */
  setEdit(edit: EditActions | undefined): void {
    this.edit = edit;
    this.unpick();
    this.marks = [];
    for (const hand of [this.hands.top, this.hands.bottom]) hand.update("white", undefined, false, undefined);
    this.cg.cancelMove();
    this.dirty = true;
    this.cg.set({
      lastMove: undefined as unknown as Key[],
      check: false,
      movable: { free: edit !== undefined, ...(edit ? { color: "both", dests: new Map() } : {}) },
      draggable: { deleteOnDropOff: edit !== undefined },
      ...(edit ? { selectable: { enabled: false }, draggable: { enabled: true, deleteOnDropOff: true } } : {}),
    });
    if (!edit) this.applySettings();
  }

  /** Shows pieces without a position: the editor's board need not be legal. */
  showPieces(board: string, orientation: Color, promoted: readonly Key[]): void {
    this.cg.set({ fen: board, orientation, lastMove: undefined as unknown as Key[], check: false });
    this.marks = promoted.map((at) => ({ kind: "promoted", at }));
    this.view = undefined;
    this.drawMarksFor(orientation);
    this.updateGrid();
  }

  /** The board part of a FEN as the pieces stand now. */
  placement(): string {
    return this.cg.getFen();
  }

  /** Lets the user drag a new piece onto the editor's board. */
  dragNewPiece(color: Color, role: Role, event: MouchEvent): void {
    this.cg.dragNewPiece({ color, role }, event, true);
  }

  /** The position on the board, as long as it is not being edited. */
  get position(): PositionView | undefined {
    return this.view?.position;
  }

  /** The pieces as they stand. */
  get pieces(): Api["state"]["pieces"] {
    return this.cg.state.pieces;
  }

  get orientation(): Color {
    return this.cg.state.orientation;
  }

  /** Puts the keyboard on the board. */
  focus(): void {
    this.grid.focus();
  }

  /** Gives up what is picked, selected or planned. */
  cancel(): void {
    this.unpick();
    this.cg.cancelMove();
    this.updateGrid();
  }

  /** Whether something waits for the user's turn. */
  get waiting(): boolean {
    return !!this.cg.state.premovable.current || !!this.cg.state.predroppable.current;
  }

  private applySettings(): void {
    this.cg.set({
      coordinates: settings.coordinates,
      animation: { enabled: motionWanted(), duration: SLIDE_MS },
      draggable: { enabled: settings.drag || this.edit !== undefined },
      selectable: { enabled: settings.click && this.edit === undefined },
      movable: { showDests: settings.showMoves },
    });
    this.wrap.classList.toggle("no-coordinates", !settings.coordinates);
    this.grid.enable(settings.keyboard);
  }

  private playWaiting(): void {
    const moves = this.view?.position.moves ?? [];
    this.cg.playPremove();
    this.cg.playPredrop(({ role, key }) => moves.some((move) => move.drop === role && move.to === key));
  }

  private async moved(from: Key, to: Key, how: MoveMetadata): Promise<void> {
    if (this.edit || !this.view) return;
    this.dirty = true;
    const candidates = movesBetween(this.view.position.moves, from, to);
    const move = candidates.length > 1 ? await this.choosePromotion(candidates, to, how) : candidates[0];
    if (!move) return this.restore();
    this.onMove(move);
  }

  /** A premove makes a queen: there is no time to ask when it is played. */
  private async choosePromotion(candidates: MoveView[], to: Key, how: MoveMetadata): Promise<MoveView | undefined> {
    const view = this.view;
    if (!view) return undefined;
    const roles = candidates.map((move) => move.promotion as Role);
    const role = how.premove ? "queen" : await this.chooser.ask(to, view.position.turn, view.orientation, roles);
    return this.view === view ? candidates.find((move) => move.promotion === role) : undefined;
  }

  private dropped(role: Role, to: Key): void {
    if (this.edit || !this.view) return;
    this.dirty = true;
    this.unpick();
    const move = this.view.position.moves.find((candidate) => candidate.drop === role && candidate.to === to);
    if (move) return this.onMove(move);
    announce(`A ${role} cannot be dropped on ${to}.`);
    this.restore();
  }

  private predropSet(role: Role, key: Key): void {
    this.unpick();
    this.setGhost({ kind: "ghost", to: key, role, color: this.view?.movable ?? "white" });
    announce(`Premove: ${role} on ${key}`);
  }

  private announcePremove(): void {
    const move = this.cg.state.premovable.current;
    if (move) announce(`Premove: ${move[0]} to ${move[1]}`);
  }

  private setGhost(ghost: Mark | undefined): void {
    this.ghost = ghost;
    this.drawMarks();
  }

  private handOf(color: Color | undefined): Record<HandRole, number> | undefined {
    return color && this.view?.position.hands ? this.view.position.hands[color] : undefined;
  }

  private dragFromHand(color: Color, role: HandRole, event: MouchEvent): void {
    if (!settings.drag || !this.view || this.view.movable !== color) return;
    this.cg.dragNewPiece({ color, role }, event);
  }

  private pick(color: Color, role: HandRole, byKeyboard: boolean): void {
    if (!(byKeyboard ? settings.keyboard : settings.click) || this.view?.movable !== color) return;
    if (this.picked === role) {
      this.unpick();
      announce(`${role} put back`);
      return;
    }
    this.cg.selectSquare(null);
    this.picked = role;
    setDropMode(this.cg.state, { color, role });
    this.redraw();
    announce(`${role} picked, choose a square`);
    if (byKeyboard) this.grid.focus();
  }

  private unpick(): void {
    if (!this.picked) return;
    this.picked = undefined;
    cancelDropMode(this.cg.state);
    this.redraw();
  }

  private unpickOverPiece(event: MouseEvent): void {
    if (!this.picked) return;
    const key = this.cg.getKeyAtDomPos([event.clientX, event.clientY]);
    if (key && this.cg.state.pieces.get(key)?.color === this.view?.movable) this.unpick();
  }

  /** A message of the server must not take the piece out of the user's hand. */
  private keepDragging(): void {
    const drag = this.cg.state.draggable.current;
    if (!drag) return;
    this.cg.state.pieces.set("a0", drag.piece);
    this.cg.state.dom.redrawNow();
    const nodes = this.cg.state.dom.elements.board.children as unknown as Iterable<{ cgKey?: Key }>;
    drag.element = () => [...nodes].find((node) => node.cgKey === "a0") as never;
  }

  private activate(key: Key): void {
    if (this.edit) return this.edit.activate(key);
    if (!settings.keyboard || !this.view) return;
    if (this.picked) return this.dropByKeyboard(this.picked, key);
    const state = this.cg.state;
    const before = state.selected;
    const clickable = state.selectable.enabled;
    state.selectable.enabled = true;
    this.cg.selectSquare(key, true);
    state.selectable.enabled = clickable;
    if (state.selected === key && before !== key) announce(`${squareWords(key, state.pieces.get(key))}, picked`);
    else if (before && before !== key && !this.waiting && !this.cg.state.movable.dests) return; // A move was made.
    else if (before === key) this.putBack();
    else if (!this.waiting) announce(before ? `Not a legal move: ${before} to ${key}` : `Nothing to move on ${key}`);
    this.updateGrid();
  }

  private putBack(): void {
    this.cg.selectSquare(null);
    announce("put back");
  }

  private dropByKeyboard(role: HandRole, key: Key): void {
    const color = this.view?.movable;
    if (!color) return;
    const state = this.cg.state;
    this.unpick();
    if (state.pieces.has(key) && state.turnColor === color) return announce(`${key} is not empty.`);
    state.pieces.set("a0", { color, role });
    dropNewPiece(state, "a0", key);
    state.dom.redraw();
  }

  private letter(role: Role, key: Key, upperCase: boolean): boolean {
    if (this.edit) return this.edit.letter(role, key, upperCase);
    const hand = this.handOf(this.view?.movable);
    if (!hand || role === "king" || !settings.keyboard) return false;
    if (hand[role] > 0) this.dropByKeyboard(role, key);
    else announce(`No ${role} in hand.`);
    return true;
  }

  private redraw(): void {
    const view = this.view;
    if (!view || this.edit) return;
    this.drawTints();
    const top = other(view.orientation);
    const hands = view.position.hands;
    for (const [place, color] of [["top", top], ["bottom", view.orientation]] as const) {
      const mine = view.movable === color;
      this.hands[place].update(color, hands?.[color], mine, mine ? this.picked : undefined);
    }
    this.drawMarks();
    this.updateGrid();
  }

  /** Colours squares below the pieces: where the picked piece can be dropped, or what the marks ask for. */
  private drawTints(): void {
    const custom = new Map(this.marks.map(tintOf).filter((tint) => tint !== undefined));
    if (this.picked && settings.showMoves) for (const key of this.dropTargets()) custom.set(key, "move-dest");
    this.cg.set({ highlight: { custom } });
  }

  /** Where the picked piece can be dropped now. */
  private dropTargets(): Key[] {
    const { picked, view } = this;
    if (!picked || !view || view.position.turn !== view.movable) return [];
    return view.position.moves.filter((move) => move.drop === picked).map((move) => move.to as Key);
  }

  private drawMarks(): void {
    if (this.view) this.drawMarksFor(this.view.orientation);
  }

  private drawMarksFor(orientation: Color): void {
    const promoted = (this.view?.position.promoted ?? []).map((at): Mark => ({ kind: "promoted", at: at as Key }));
    this.overlay.draw([...this.marks, ...promoted, ...(this.ghost ? [this.ghost] : [])], orientation);
  }

  private updateGrid(): void {
    const state = this.cg.state;
    const targets = this.picked
      ? this.dropTargets()
      : state.selected ? (state.movable.dests?.get(state.selected) ?? []) : [];
    this.grid.update(state.pieces, state.orientation, state.selected, new Set(targets));
  }
}
