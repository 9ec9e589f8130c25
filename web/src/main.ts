// Puts the page together: header, table, the panel of the view that the address names.

import { analysisView } from "./analysis";
import { regions } from "./announce";
import { showHelp, showSettings } from "./dialogs";
import { h, setText } from "./dom";
import { editorView } from "./editor";
import { explainView } from "./explain";
import type { Welcome } from "./generated/messages";
import { icon, iconButton } from "./icons";
import { listen } from "./keys";
import { complain, notices } from "./notice";
import { playView } from "./play";
import { change, onSettings, settings } from "./settings";
import { type ConnectionState, server } from "./socket";
import { startView } from "./start";
import * as study from "./study";
import { table } from "./table";
import { TypedMoves } from "./typed";
import type { View } from "./view";

const VIEWS: Record<string, View> = {
  "": startView,
  game: playView,
  analysis: analysisView,
  explain: explainView,
  editor: editorView,
};

const CONNECTION: Record<ConnectionState, string> = {
  connecting: "Connecting…",
  open: "",
  lost: "Rocada does not answer. Trying again…",
};

let view: View = startView;

const connection = h("div", { class: "connection", role: "status" });
const panel = h("section", { class: "panel", "aria-label": "Panel" });
const typed = new TypedMoves(() => table.board.position, (text) => view.typed?.(text) ?? Promise.reject(new Error("No move can be made here.")));
const links = ([["", "Play"], ["analysis", "Analyse"], ["explain", "Explain"], ["editor", "Set up"]] as const).map(([name, label]) => {
  const link = h("a", { href: `#/${name}` }, label);
  link.dataset["view"] = name;
  return link;
});

function soundButton(): HTMLButtonElement {
  const made = iconButton("silence", "Sounds", () => change({ sound: !settings.sound }));
  onSettings(() => {
    made.replaceChildren(icon(settings.sound ? "sound" : "silence"));
    made.setAttribute("aria-pressed", String(settings.sound));
  });
  return made;
}

const systemDark = matchMedia("(prefers-color-scheme: dark)");

/** The theme on the screen: the user's choice, or the system's. */
function shownTheme(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return systemDark.matches ? "dark" : "light";
}

function applyTheme(): void {
  document.documentElement.dataset["theme"] = shownTheme();
}

function buildPage(): void {
  document.body.append(
    h("a", { class: "skip", href: "#typed", onclick: (event: Event) => { event.preventDefault(); typed.focus(); } }, "Type a move"),
    h("header", { class: "top" },
      h("a", { class: "brand", href: "#/" }, h("span", { class: "piece white rook", "aria-hidden": "true" }), "Rocada"),
      h("nav", { "aria-label": "Views" }, ...links),
      h("div", { class: "tools" },
        soundButton(),
        iconButton("theme", "Light or dark", () => change({ theme: shownTheme() === "dark" ? "light" : "dark" })),
        iconButton("settings", "Settings", showSettings),
        iconButton("help", "Help", showHelp, "?"))),
    connection,
    h("main", {}, table.element, h("div", { class: "side" }, panel, typed.element)),
    ...regions,
    notices);
}

/** Shows the view that the address names. */
function route(): void {
  const [, name = "", rest = ""] = location.hash.split("/");
  const next = VIEWS[name] ?? startView;
  if (next !== view || panel.childElementCount === 0) {
    if (panel.childElementCount > 0) view.leave();
    view = next;
    table.board.cancel();
    table.board.onMove = () => undefined;
    panel.replaceChildren(view.panel);
    panel.setAttribute("aria-label", view.title);
    document.body.dataset["view"] = name;
    scrollTo(0, 0);
  }
  typed.element.classList.toggle("unused", view.typed === undefined);
  view.enter(rest);
  markLinks(name);
}

function markLinks(name: string): void {
  for (const link of links) {
    const here = link.dataset["view"] === (name === "game" ? "" : name);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // The way back to the game that goes on.
  links[0]?.setAttribute("href", (name !== "game" && name !== "" && playView.address) || "#/");
}

/** What the server offers comes with the page, so that the first view need not wait for the connection. */
function offered(): Welcome | undefined {
  const text = document.getElementById("welcome")?.textContent;
  return text ? JSON.parse(text) as Welcome : undefined;
}

function connect(): void {
  server.onState((state) => {
    setText(connection, CONNECTION[state]);
    document.body.classList.toggle("offline", state === "lost");
  });
  const welcome = offered();
  if (welcome) startView.setWelcome(welcome);
  let first = true;
  server.onOpen(() => {
    if (!first || !welcome) server.request({ type: "hello" }).then((welcome) => startView.setWelcome(welcome), complain);
    if (!first) view.reconnected?.();
    first = false;
  });
  server.start();
}

onSettings(applyTheme);
systemDark.addEventListener("change", applyTheme);
study.restore();
buildPage();
listen((command) => {
  switch (command) {
    case "help":
      showHelp();
      return true;
    case "type":
      typed.focus();
      return true;
    case "board":
      table.board.focus();
      return true;
    case "explain":
      if (view === analysisView) location.hash = "#/explain";
      else if (view === explainView) location.hash = "#/analysis";
      else return false;
      return true;
    default:
      return view.command(command);
  }
});
addEventListener("hashchange", route);
connect();
route();
