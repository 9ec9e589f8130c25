// Short messages that come and go at the edge of the page.

import { announceNow } from "./announce";
import { h } from "./dom";

const STAYS_MS = 6000;

/** Where the messages appear, to be put into the page once. */
export const notices = h("div", { class: "notices" });

/** Shows a sentence for some seconds and speaks it. */
export function notify(text: string, kind: "info" | "problem" = "info"): void {
  const notice = h("div", { class: `notice ${kind}` }, text);
  notices.append(notice);
  announceNow(text);
  setTimeout(() => notice.remove(), STAYS_MS);
}

/** Shows what went wrong; to be given to a promise. */
export function complain(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error), "problem");
}
