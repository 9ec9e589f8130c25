// What a side holds in crazyhouse: a row of buttons from which pieces are dragged, clicked or picked with the keyboard.

import type { Color, MouchEvent, Role } from "@lichess-org/chessground/types";
import { h, setPressed } from "./dom";
import type { Hand } from "./generated/messages";

export const HAND_ROLES = ["pawn", "knight", "bishop", "rook", "queen"] as const satisfies readonly Role[];
export type HandRole = (typeof HAND_ROLES)[number];

export interface HandActions {
  /** A piece is dragged off the hand. */
  drag: (color: Color, role: HandRole, event: MouchEvent) => void;
  /** A piece is picked by click or keyboard, or put back if it was picked. */
  pick: (color: Color, role: HandRole, byKeyboard: boolean) => void;
}

interface Slot {
  button: HTMLButtonElement;
  count: HTMLElement;
}

export class HandRow {
  readonly element = h("div", { class: "hand", role: "group" });
  private readonly slots = new Map<HandRole, Slot>();
  private color: Color = "white";

  constructor(actions: HandActions) {
    for (const role of HAND_ROLES) this.addSlot(role, actions);
  }

  /** Shows the hand; without one the row is empty. `usable` says whether its pieces can be taken at all. */
  update(color: Color, hand: Hand | undefined, usable: boolean, picked: Role | undefined): void {
    this.color = color;
    this.element.hidden = hand === undefined;
    this.element.setAttribute("aria-label", `${color}'s hand`);
    if (!hand) return;
    for (const [role, { button, count }] of this.slots) {
      const number = hand[role];
      button.className = `slot ${number > 0 ? "" : "none"}`;
      button.disabled = number === 0 || !usable;
      button.setAttribute("aria-label", `${number} ${color} ${role}${number === 1 ? "" : "s"} in hand`);
      setPressed(button, picked === role);
      button.firstElementChild?.setAttribute("class", `piece ${color} ${role}`);
      count.textContent = number > 0 ? String(number) : "";
    }
  }

  private addSlot(role: HandRole, actions: HandActions): void {
    const count = h("span", { class: "count" });
    const button = h("button", { type: "button" }, h("span", { class: "piece" }), count);
    button.dataset["role"] = role;
    button.addEventListener("mousedown", (event) => {
      if (event.button === 0 && !button.disabled) actions.drag(this.color, role, event);
    });
    button.addEventListener("touchstart", (event) => {
      if (button.disabled) return;
      event.preventDefault(); // The finger drags; where it stays on the button, touchend makes it a tap.
      actions.drag(this.color, role, event);
    }, { passive: false });
    button.addEventListener("touchend", (event) => {
      const touch = event.changedTouches[0];
      const under = touch && document.elementFromPoint(touch.clientX, touch.clientY);
      if (under && button.contains(under)) actions.pick(this.color, role, false);
    });
    button.addEventListener("click", (event) => actions.pick(this.color, role, event.detail === 0));
    this.slots.set(role, { button, count });
    this.element.append(button);
  }
}
