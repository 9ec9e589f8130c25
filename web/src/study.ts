// The tree that the user analyses, with the move that is on the board. Analysis and explanation look at the same one. It is
// kept for this tab, so that a reload shows it again.

import type { Color } from "@lichess-org/chessground/types";
import type { LineMove, PgnTree, PositionView } from "./generated/messages";
import { table } from "./table";
import { Tree, type TreeNode } from "./tree";

const KEY = "rocada.study";
const USUAL_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

interface Kept {
  tree: PgnTree;
  path: string[];
  orientation: Color;
}

type Listener = (what: "tree" | "cursor") => void;

export let tree = new Tree("chess", USUAL_START);
export let cursor: TreeNode = tree.root;
export let orientation: Color = "white";

const listeners: Listener[] = [];

/** Calls the listener when the tree or the move on the board is another. */
export function onChange(listener: Listener): void {
  listeners.push(listener);
}

function tell(what: "tree" | "cursor"): void {
  keep();
  for (const listener of listeners) listener(what);
}

/** Begins with another tree, at its end. */
export function open(next: Tree, seenFrom: Color, at?: TreeNode): void {
  tree = next;
  cursor = at ?? tree.lastOf(tree.root);
  orientation = seenFrom;
  tell("tree");
}

/** Goes to a move of the tree. */
export function go(node: TreeNode): void {
  cursor = node;
  tell("cursor");
}

/** Makes moves from the one on the board, as a variation where they are new. */
export function play(moves: readonly LineMove[]): void {
  let at = cursor;
  for (const move of moves) at = tree.add(at, move);
  cursor = at;
  tell("tree");
}

/** The tree was changed in place. */
export function changed(): void {
  tell("tree");
}

/** Turns the board round. */
export function flip(): void {
  orientation = orientation === "white" ? "black" : "white";
  table.turn(orientation);
  tell("cursor");
}

/** The position on the board. */
export function position(): Promise<PositionView> {
  return tree.position(cursor);
}

/** Takes up what this tab looked at before a reload. */
export function restore(): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    if (!kept) return;
    tree = Tree.ofPgn(kept.tree);
    cursor = tree.find(kept.path);
    orientation = kept.orientation;
  } catch {
    // What cannot be read is forgotten: the study begins anew.
  }
}

function keep(): void {
  const kept: Kept = { tree: tree.toPgn(), path: tree.path(cursor).map(({ uci }) => uci), orientation };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: a reload then begins anew.
  }
}
