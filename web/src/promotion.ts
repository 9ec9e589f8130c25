// The choice of what a pawn becomes, shown on the square where it arrives.

import type { Color, Key, Role } from "@lichess-org/chessground/types";
import { h } from "./dom";
import { capital } from "./words";

export class PromotionChooser {
  readonly element = h("div", { class: "promotion", role: "dialog", "aria-label": "Promote to", hidden: true });
  private close: (() => void) | undefined;

  /** Asks; gives nothing if the user thinks better of it. */
  ask(to: Key, color: Color, orientation: Color, roles: readonly Role[]): Promise<Role | undefined> {
    this.close?.();
    return new Promise((resolve) => {
      const done = (role: Role | undefined): void => {
        this.close = undefined;
        this.element.hidden = true;
        resolve(role);
      };
      this.close = () => done(undefined);
      const choices = roles.map((role) =>
        h("button", { type: "button", "aria-label": capital(role), onclick: () => done(role) },
          h("span", { class: `piece ${color} ${role}` })));
      this.element.replaceChildren(...choices);
      this.element.onkeydown = (event) => this.keyDown(event, choices);
      this.place(to, color, orientation);
      this.element.hidden = false;
      choices[0]?.focus();
    });
  }

  /** Gives up the question, if there is one. */
  cancel(): void {
    this.close?.();
  }

  get open(): boolean {
    return this.close !== undefined;
  }

  private place(to: Key, color: Color, orientation: Color): void {
    const file = to.charCodeAt(0) - 97;
    const column = orientation === "white" ? file : 7 - file;
    this.element.style.left = `${column * 12.5}%`;
    this.element.classList.toggle("from-top", color === orientation);
  }

  private keyDown(event: KeyboardEvent, choices: HTMLButtonElement[]): void {
    const index = choices.findIndex((choice) => choice === document.activeElement);
    if (event.key === "Escape") this.close?.();
    else if (event.key === "ArrowDown" || event.key === "ArrowRight") choices[(index + 1) % choices.length]?.focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") choices.at(index - 1)?.focus();
    else if (event.key === "Tab") this.close?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
