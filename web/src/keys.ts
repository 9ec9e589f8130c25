// Shortcuts of the keyboard, those of Lichess where there is one.

import type { Command } from "./view";

interface Shortcut {
  keys: string[];
  command: Command | "help" | "type" | "board" | "explain";
  meaning: string;
}

/** All shortcuts, in the order of the help sheet. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["ArrowLeft", "k"], command: "back", meaning: "one move back" },
  { keys: ["ArrowRight", "j"], command: "forward", meaning: "one move forward" },
  { keys: ["ArrowUp", "Home"], command: "first", meaning: "to the first position" },
  { keys: ["ArrowDown", "End"], command: "last", meaning: "to the last position" },
  { keys: ["f"], command: "flip", meaning: "turn the board" },
  { keys: ["/", "m"], command: "type", meaning: "type a move" },
  { keys: ["g"], command: "board", meaning: "put the keyboard on the board" },
  { keys: ["l"], command: "engine", meaning: "analysis: engine on or off" },
  { keys: ["z"], command: "lines", meaning: "analysis: lines, or the bar only" },
  { keys: ["a"], command: "arrows", meaning: "analysis: arrows on or off" },
  { keys: ["x"], command: "threat", meaning: "analysis: show what is threatened" },
  { keys: [" "], command: "playBest", meaning: "analysis: play the best move" },
  { keys: ["e"], command: "explain", meaning: "analysis: explain the position" },
  { keys: ["h"], command: "hint", meaning: "game: a hint" },
  { keys: ["u"], command: "takeBack", meaning: "game: take back" },
  { keys: ["Escape"], command: "cancel", meaning: "put back, cancel a premove" },
  { keys: ["?"], command: "help", meaning: "this sheet" },
];

const NAMES: Record<string, string> = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc",
};

/** What is written on a key. */
export function keyName(key: string): string {
  return NAMES[key] ?? key;
}

/** Elements that need the keys for themselves. */
function takesKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog, textarea, select, [role=slider]")) return true;
  if (target instanceof HTMLInputElement) {
    // A box or a slider has no use for letters.
    const text = !["checkbox", "radio", "range", "button"].includes(target.type);
    return text || key.length > 1 || key === " ";
  }
  return key === " " && target.closest("button, a, summary") !== null;
}

/** Listens for shortcuts; `act` says whether the command means anything now. */
export function listen(act: (command: Shortcut["command"]) => boolean): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || takesKeys(event.target, event.key)) return;
    const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
    if (shortcut && act(shortcut.command)) event.preventDefault();
  });
}
