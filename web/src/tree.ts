// A game with its variations. The server knows the rules; the tree knows which moves were made and fetches positions.

import type { GameView, LineMove, PgnNode, PgnTree, Place, PositionView, VariantName } from "./generated/messages";
import { server } from "./socket";

export interface TreeNode {
  readonly parent: TreeNode | undefined;
  /** The first child goes on with the line, the others are variations. */
  children: TreeNode[];
  readonly ply: number;
  readonly uci: string;
  readonly san: string;
  position: PositionView | undefined;
  nags: number[];
  comment: string;
  commentBefore: string;
}

function node(parent: TreeNode | undefined, uci: string, san: string): TreeNode {
  return {
    parent,
    children: [],
    ply: parent ? parent.ply + 1 : 0,
    uci,
    san,
    position: undefined,
    nags: [],
    comment: "",
    commentBefore: "",
  };
}

/** Numeric marks as people write them. */
const SIGNS: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** The marks behind a move: "!?" */
export function signs(nags: readonly number[]): string {
  return nags.map((nag) => SIGNS[nag] ?? "").join("");
}

export class Tree {
  root = node(undefined, "", "");
  tags: [string, string][] = [];
  result = "*";
  private readonly firstNumber: number;
  private readonly blackBegins: boolean;

  constructor(readonly variant: VariantName, readonly startFen: string) {
    const fields = startFen.split(" ");
    this.blackBegins = fields[1] === "b";
    this.firstNumber = Number.parseInt(fields.at(-1) ?? "1", 10) || 1;
  }

  /** The tree of a game, which has one line. */
  static ofGame(game: GameView): Tree {
    const tree = new Tree(game.variant, game.startFen);
    const me = ["Player", game.opponent.name];
    const [white, black] = game.color === "white" ? me : me.reverse();
    tree.tags = [["Event", "Rocada's board"], ["White", white ?? ""], ["Black", black ?? ""]];
    tree.result = game.end?.result ?? "*";
    tree.follow(game);
    return tree;
  }

  /** The tree that the server has read from a PGN. */
  static ofPgn(pgn: PgnTree): Tree {
    const tree = new Tree(pgn.variant, pgn.startFen);
    tree.tags = pgn.tags;
    tree.result = pgn.result;
    tree.root.comment = pgn.comment;
    const nodes: TreeNode[] = [];
    for (const read of pgn.nodes) {
      const parent = read.parent === null ? tree.root : (nodes[read.parent] ?? tree.root);
      const made = node(parent, read.uci, read.san);
      made.nags = read.nags;
      made.comment = read.comment;
      made.commentBefore = read.commentBefore;
      parent.children.push(made);
      nodes.push(made);
    }
    return tree;
  }

  /** The tree for the server to write as PGN, and for the browser to keep. */
  toPgn(): PgnTree {
    const nodes: PgnNode[] = [];
    const add = (parent: TreeNode, index: number | null): void => {
      for (const child of parent.children) {
        const { uci, san, nags, comment, commentBefore } = child;
        nodes.push({ parent: index, uci, san, fen: "", nags, comment, commentBefore });
        add(child, nodes.length - 1);
      }
    };
    add(this.root, null);
    return {
      variant: this.variant,
      startFen: this.startFen,
      tags: this.tags,
      comment: this.root.comment,
      nodes,
      result: this.result,
      problems: [],
    };
  }

  /** Makes the main line that of the game; says whether moves were added only. */
  follow(game: GameView): boolean {
    let at = this.root;
    let added = true;
    for (const move of game.moves) {
      if (at.children[0]?.uci !== move.uci) {
        added &&= at.children.length === 0;
        at.children = [];
      }
      at = this.add(at, move);
    }
    added &&= at.children.length === 0;
    at.children = [];
    at.position = game.position;
    return added;
  }

  /** The node of a move, which is made if it is new. */
  add(parent: TreeNode, move: LineMove): TreeNode {
    const known = parent.children.find((child) => child.uci === move.uci);
    if (known) return known;
    const made = node(parent, move.uci, move.san);
    parent.children.push(made);
    return made;
  }

  /** Removes a move and all that follows it. */
  remove(gone: TreeNode): void {
    const parent = gone.parent;
    if (parent) parent.children = parent.children.filter((child) => child !== gone);
  }

  /** Makes the line to this move the main line. */
  promote(chosen: TreeNode): void {
    for (let at: TreeNode = chosen; at.parent; at = at.parent) {
      const { parent } = at;
      const child = at;
      parent.children = [child, ...parent.children.filter((sibling) => sibling !== child)];
    }
  }

  /** The nodes of the main line after the root. */
  mainLine(): TreeNode[] {
    const line: TreeNode[] = [];
    for (let at = this.root.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /** The last node of the line that goes through this one. */
  lastOf(from: TreeNode): TreeNode {
    let at = from;
    while (at.children[0]) at = at.children[0];
    return at;
  }

  /** The moves that lead to a node. */
  path(to: TreeNode): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let at: TreeNode | undefined = to; at?.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The node after these moves, as far as they are known. */
  find(moves: readonly string[]): TreeNode {
    let at = this.root;
    for (const uci of moves) {
      const next = at.children.find((child) => child.uci === uci);
      if (!next) break;
      at = next;
    }
    return at;
  }

  /** The position after a node as the server understands it. */
  place(to: TreeNode): Place {
    return { variant: this.variant, start: { fen: this.startFen }, moves: this.path(to).map(({ uci }) => uci) };
  }

  /** The position after a node; the server is asked once. */
  async position(of: TreeNode): Promise<PositionView> {
    of.position ??= await server.request({ type: "position", ...this.place(of) });
    return of.position;
  }

  /** The number of a move: "12." or, for Black where it is needed, "12…". */
  number(of: TreeNode, always: boolean): string {
    const half = of.ply - 1 + (this.blackBegins ? 1 : 0);
    const number = this.firstNumber + Math.floor(half / 2);
    if (half % 2 === 0) return `${number}.`;
    return always ? `${number}…` : "";
  }

  /** Whether a move was made by White. */
  byWhite(of: TreeNode): boolean {
    return (of.ply - 1 + (this.blackBegins ? 1 : 0)) % 2 === 0;
  }
}
