// Tells readers of the screen what happened. Two live regions: ordinary news wait, urgent ones do not.

import { h } from "./dom";

const polite = h("div", { class: "sr-only", "aria-live": "polite", id: "news" });
const urgent = h("div", { class: "sr-only", "aria-live": "assertive", id: "urgent" });

/** The regions, to be put into the page once. */
export const regions = [polite, urgent];

/** A paragraph a sentence: what is said again is a change again, and what was said quickly before is not lost. */
function say(region: HTMLElement, text: string): void {
  while (region.childElementCount > 3) region.firstElementChild?.remove();
  region.append(h("p", {}, text));
}

/** Says something when the reader has time. */
export function announce(text: string): void {
  say(polite, text);
}

/** Says something at once: check, the end of the game, little time. */
export function announceNow(text: string): void {
  say(urgent, text);
}
