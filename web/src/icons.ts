// The page's few pictures on buttons, drawn in a square of 24.

import { h, svg } from "./dom";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M8 4v14m0 0-4-4m4 4 4-4M16 20V6m0 0-4 4m4-4 4 4",
  sound: "M4 9v6h4l5 4V5L8 9zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
  silence: "M4 9v6h4l5 4V5L8 9zM17 9.500l5 5m0-5-5 5",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  settings: "M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0M6 17a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0",
  help: "M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18.200v.1",
} as const;

export type IconName = keyof typeof PATHS;

/** A picture that readers of the screen pass over. */
export function icon(name: IconName): SVGElement {
  return svg("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}

/** A button that is a picture; its label is spoken and shown as a tip, with the key that does the same. */
export function iconButton(name: IconName, label: string, onclick: () => void, key?: string): HTMLButtonElement {
  const title = key ? `${label} (${key})` : label;
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title, onclick }, icon(name));
}
