// What analysis and explanation have in common: the moves of the study, steps through them, moves made on the board.

import { announce } from "./announce";
import { button, h } from "./dom";
import type { PositionView } from "./generated/messages";
import { MoveList } from "./movelist";
import { server } from "./socket";
import * as study from "./study";
import { table } from "./table";
import type { TreeNode } from "./tree";
import { type Command, stepButtons } from "./view";
import { moveWords } from "./words";

/** Steps and flips; says whether the command was one of these. */
export function studyCommand(command: Command): boolean {
  const { tree, cursor } = study;
  switch (command) {
    case "back":
      if (cursor.parent) step(cursor.parent);
      return true;
    case "forward":
      if (cursor.children[0]) step(cursor.children[0]);
      return true;
    case "first":
      step(tree.root);
      return true;
    case "last":
      step(tree.lastOf(cursor));
      return true;
    case "flip":
      study.flip();
      return true;
    case "cancel":
      table.board.cancel();
      return true;
    default:
      return false;
  }
}

function step(node: TreeNode): void {
  study.go(node);
  announce(node.san ? moveWords(node.san) : "Start position");
}

/** Makes a typed move; the server reads it. */
export async function studyTyped(text: string): Promise<void> {
  const place = study.tree.place(study.cursor);
  const position = await server.request({ type: "position", ...place, moves: [...place.moves, text] });
  if (!position.lastMove) return;
  announce(moveWords(position.lastMove.san));
  study.play([position.lastMove]);
}

/** Puts the study's position on the board, unless the user has gone on meanwhile or to another view. */
export async function showStudyPosition(wanted: () => boolean): Promise<PositionView | undefined> {
  const { cursor } = study;
  const position = await study.position();
  if (study.cursor !== cursor || !wanted()) return undefined;
  table.board.onMove = (move) => study.play([move]);
  table.show({ position, movable: position.end ? undefined : position.turn, premove: false });
  return position;
}

/** Names the players of the study where they are known. */
export function showStudySeats(): void {
  const tag = (name: string): string | undefined => study.tree.tags.find(([key]) => key === name)?.[1];
  table.setSeats({ white: { name: tag("White") ?? "White" }, black: { name: tag("Black") ?? "Black" } });
  table.turn(study.orientation);
}

/** The list of moves with what can be done to them. */
export class StudyMoves {
  private readonly list = new MoveList((node) => study.go(node));
  private readonly comment = h("input", { type: "text", class: "comment-field", placeholder: "Comment", "aria-label": "Comment on this move" });
  private readonly toMain = button("Main line", () => {
    study.tree.promote(study.cursor);
    study.changed();
  }, { title: "Make this variation the main line" });
  private readonly cut = button("Delete", () => {
    const { cursor, tree } = study;
    if (!cursor.parent) return;
    tree.remove(cursor);
    study.open(tree, study.orientation, cursor.parent);
  }, { title: "Delete this move and all after it" });
  readonly element = h("section", { class: "study-moves", "aria-label": "Moves and variations" },
    this.list.element,
    stepButtons(studyCommand),
    h("div", { class: "comment-row" }, this.comment, this.toMain, this.cut));

  constructor() {
    this.comment.addEventListener("change", () => {
      study.cursor.comment = this.comment.value;
      study.changed();
    });
  }

  /** Shows the study as it is now. */
  update(what: "tree" | "cursor"): void {
    const { tree, cursor } = study;
    if (what === "tree") this.list.render(tree, cursor);
    else this.list.mark(cursor);
    if (this.comment.value !== cursor.comment) this.comment.value = cursor.comment;
    this.toMain.disabled = tree.path(cursor).every((node) => node.parent?.children[0] === node);
    this.cut.disabled = cursor.parent === undefined;
  }
}
