// The sheets that lie over the page: help and settings.

import { button, h } from "./dom";
import { keyName, SHORTCUTS } from "./keys";
import { notify } from "./notice";
import { QUERIES } from "./queries";
import { change, type Settings, settings } from "./settings";

type Switch = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

const INPUT_WAYS: readonly Switch[] = ["drag", "click", "keyboard"];

const SWITCHES: readonly [title: string, switches: readonly [Switch, string][]][] = [
  ["Ways to move", [
    ["drag", "Drag pieces"],
    ["click", "Click piece, then square"],
    ["keyboard", "Keyboard and typed moves"],
    ["premove", "Moves and drops in advance"],
  ]],
  ["Board", [
    ["showMoves", "Dots where a piece can go"],
    ["coordinates", "Letters and numbers at the edge"],
    ["animation", "Pieces slide"],
    ["sound", "Sounds"],
  ]],
];

function sheet(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const dialog = h("dialog", { class: "sheet", "aria-label": title },
    h("header", {}, h("h2", {}, title), button("Close", () => dialog.close())), ...content);
  // A click beside the sheet closes it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}

function switchRow([name, label]: readonly [Switch, string]): HTMLElement {
  const box = h("input", { type: "checkbox", checked: settings[name] });
  box.addEventListener("change", () => {
    const last = INPUT_WAYS.includes(name) && !box.checked && INPUT_WAYS.filter((way) => settings[way]).length === 1;
    if (last) {
      box.checked = true;
      notify("One way to move must stay.");
      return;
    }
    change({ [name]: box.checked });
  });
  return h("label", { class: "check" }, box, ` ${label}`);
}

function themeRow(): HTMLElement {
  const names: [Settings["theme"], string][] = [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]];
  return h("div", { class: "chips" }, ...names.map(([theme, label]) =>
    h("label", { class: "chip" },
      h("input", { type: "radio", name: "theme", checked: settings.theme === theme, onchange: () => change({ theme }) }),
      h("span", {}, label))));
}

function keyTable(): HTMLElement {
  return h("table", {},
    h("tbody", {}, ...SHORTCUTS.map(({ keys, meaning }) =>
      h("tr", {}, h("th", { scope: "row" }, ...keys.flatMap((key) => [h("kbd", {}, keyName(key)), " "])), h("td", {}, meaning)))));
}

function queryTable(): HTMLElement {
  return h("table", {},
    h("tbody", {}, ...QUERIES.map(([text, meaning]) =>
      h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, text)), h("td", {}, meaning)))));
}

function helpSheet(): HTMLDialogElement {
  return sheet("Help",
    h("div", { class: "columns" },
      h("section", {}, h("h3", {}, "Keys"), keyTable()),
      h("section", {},
        h("h3", {}, "On the board"),
        h("p", {}, "Arrow keys go from square to square, Enter picks up and puts down, Escape puts back. With hands, p n b r q drop that piece on the square."),
        h("p", {}, "With the right mouse button you draw arrows and circles."),
        h("h3", {}, "Typed moves"),
        h("p", {}, "Nf3, e2e4, exd5, O-O, e8=Q, N@f3. Instead of a move you can ask:"),
        queryTable())));
}

function settingsSheet(): HTMLDialogElement {
  return sheet("Settings",
    h("section", {}, h("h3", {}, "Colours"), themeRow()),
    ...SWITCHES.map(([title, switches]) => h("section", {}, h("h3", {}, title), ...switches.map(switchRow))));
}

let openSheet: HTMLDialogElement | undefined;

function present(dialog: HTMLDialogElement): void {
  openSheet?.close();
  openSheet = dialog;
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows the help sheet. */
export function showHelp(): void {
  present(helpSheet());
}

/** Shows the settings. */
export function showSettings(): void {
  present(settingsSheet());
}
