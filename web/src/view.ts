// What a view of the page is, and the parts that several views have.

import { h } from "./dom";
import { iconButton, type IconName } from "./icons";

/** What a shortcut or a button can ask of the view that is on the screen. */
export type Command =
  | "back" | "forward" | "first" | "last" | "flip" | "threat" | "playBest" | "engine" | "lines" | "arrows"
  | "hint" | "takeBack" | "cancel";

export interface View {
  readonly title: string;
  readonly panel: HTMLElement;
  /** The view comes to the screen; what follows its name in the address is given to it. */
  enter: (rest: string) => void;
  /** The view leaves the screen. */
  leave: () => void;
  /** Does what the user asks for; says whether that means anything here. */
  command: (command: Command) => boolean;
  /** Takes a typed move; fails with a sentence. Without it nothing can be typed. */
  typed?: (text: string) => Promise<void>;
  /** The connection is new: ask again for what the server tells only once. */
  reconnected?: () => void;
}

/** The row of buttons that steps through a game. */
export function stepButtons(command: (command: Command) => boolean): HTMLElement {
  const step = (label: string, name: IconName, what: Command, key: string): HTMLButtonElement =>
    iconButton(name, label, () => command(what), key);
  return h("div", { class: "steps", role: "group", "aria-label": "Step through the game" },
    step("First position", "first", "first", "↑"),
    step("Back", "back", "back", "←"),
    step("Forward", "forward", "forward", "→"),
    step("Last position", "last", "last", "↓"),
    step("Turn the board", "flip", "flip", "f"));
}
