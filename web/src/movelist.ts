// The moves of a tree as text: the main line in two columns, variations indented below the move they replace.

import { h, spokenAs } from "./dom";
import { signs, type Tree, type TreeNode } from "./tree";
import { moveWords } from "./words";

export class MoveList {
  readonly element = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
  private buttons = new Map<TreeNode, HTMLButtonElement>();
  private current: HTMLButtonElement | undefined;

  constructor(private readonly jump: (node: TreeNode) => void) {
    // What comes and goes around the list must not hide the move on the board.
    new ResizeObserver(() => this.current && this.bringIntoView(this.current)).observe(this.element);
  }

  /** Writes the whole tree anew; `cursor` is the move on the board. */
  render(tree: Tree, cursor: TreeNode): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.buttons = new Map();
    this.element.replaceChildren(...this.mainLine(tree));
    this.mark(cursor);
    if (hadFocus) this.current?.focus();
  }

  /** Marks the move on the board and brings it into view. */
  mark(cursor: TreeNode): void {
    if (this.current) {
      this.current.removeAttribute("aria-current");
      this.current.tabIndex = -1;
    }
    this.current = this.buttons.get(cursor);
    const shown = this.current ?? this.buttons.values().next().value;
    if (shown) shown.tabIndex = 0;
    if (!this.current) {
      this.element.scrollTop = 0;
      return;
    }
    this.current.setAttribute("aria-current", "true");
    this.bringIntoView(this.current);
  }

  /** Scrolls the list only, never the page. */
  private bringIntoView(button: HTMLElement): void {
    const list = this.element.getBoundingClientRect();
    const mine = button.getBoundingClientRect();
    if (mine.top < list.top) this.element.scrollTop -= list.top - mine.top + 8;
    else if (mine.bottom > list.bottom) this.element.scrollTop += mine.bottom - list.bottom + 8;
  }

  private mainLine(tree: Tree): HTMLElement[] {
    const rows: HTMLElement[] = [];
    let row: HTMLElement | undefined;
    if (tree.root.comment) rows.push(h("p", { class: "comment" }, tree.root.comment));
    for (const move of tree.mainLine()) {
      const white = tree.byWhite(move);
      if (!row || white) {
        row = h("div", { class: "move-row" }, h("span", { class: "number" }, tree.number(move, true).replace(/[.…]/, "")));
        if (!white) row.append(h("span", { class: "gap" }, "…"));
        rows.push(row);
      }
      row.append(this.button(move));
      const below = [
        ...(move.comment ? [h("p", { class: "comment" }, move.comment)] : []),
        ...(move.parent?.children.slice(1) ?? []).map((variation) =>
          h("div", { class: "variation" }, ...this.inline(tree, variation))),
      ];
      if (below.length > 0) {
        rows.push(...below);
        row = undefined;
      }
    }
    return rows;
  }

  /** A variation in running text, its own variations in brackets. */
  private inline(tree: Tree, first: TreeNode): (HTMLElement | string)[] {
    const parts: (HTMLElement | string)[] = [];
    let needsNumber = true;
    for (let at: TreeNode | undefined = first; at; at = at.children[0]) {
      if (at.commentBefore) parts.push(h("span", { class: "comment" }, at.commentBefore), " ");
      const number = tree.number(at, needsNumber);
      if (number) parts.push(h("span", { class: "number" }, number), " ");
      parts.push(this.button(at), " ");
      needsNumber = false;
      if (at.comment) {
        parts.push(h("span", { class: "comment" }, at.comment), " ");
        needsNumber = true;
      }
      if (at === first) continue;
      for (const variation of at.parent?.children.slice(1) ?? []) {
        parts.push("(", ...this.inline(tree, variation), ") ");
        needsNumber = true;
      }
    }
    return parts;
  }

  private button(move: TreeNode): HTMLButtonElement {
    const mark = signs(move.nags);
    const button = h("button", {
      type: "button",
      class: "move",
      tabindex: -1,
      onclick: () => this.jump(move),
    }, ...spokenAs(move.san + mark, `${moveWords(move.san)} ${mark}`));
    this.buttons.set(move, button);
    return button;
  }
}
