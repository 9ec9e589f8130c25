// The first screen: which game, against whom, which side, which clock, from which position; and the games to go on with.

import { h, setText, show } from "./dom";
import type { GameSummary, NewGame, OpponentView, SideWish, Start, VariantName, Welcome } from "./generated/messages";
import { complain } from "./notice";
import { server } from "./socket";
import { table } from "./table";
import type { Command, View } from "./view";
import { capital } from "./words";

interface Choice {
  variant: VariantName;
  opponent: string;
  level: number;
  color: SideWish;
  clock: string;
  minutes: number;
  increment: number;
  position: "usual" | "number" | "fen";
  number: number;
  fen: string;
  humanTime: boolean;
}

const KEY = "rocada.new-game";
const RECENT_GAMES = 5;

const DEFAULTS: Choice = {
  variant: "chess",
  opponent: "level",
  level: 0,
  color: "random",
  clock: "none",
  minutes: 10,
  increment: 5,
  position: "usual",
  number: 518,
  fen: "",
  humanTime: false,
};

export const VARIANTS: readonly [VariantName, string, string][] = [
  ["chess", "Chess", "The game as it is known."],
  ["chess960", "Chess960", "The pieces of the first row are shuffled."],
  ["crazyhouse", "Crazyhouse", "What you take you may drop as your own."],
  ["crazyhouse960", "Crazyhouse960", "Crazyhouse from a shuffled first row."],
];

const COLORS: readonly [SideWish, string][] = [["white", "White"], ["random", "Either"], ["black", "Black"]];

const CLOCKS: readonly [string, string][] = [
  ["none", "None"], ["1+0", "1+0"], ["3+2", "3+2"], ["5+3", "5+3"], ["10+5", "10+5"], ["30+20", "30+20"], ["own", "Own"],
];

/** The name of a variant for people. */
export function variantName(variant: VariantName): string {
  return VARIANTS.find(([key]) => key === variant)?.[1] ?? variant;
}

/** What stands on the button of an opponent; the line below tells the whole name. */
function shortName({ key, kind }: OpponentView): string {
  if (kind === "full") return "Full strength";
  return key === "artofwar" ? "Art of War" : capital(key.replace(/:.*/, ""));
}

function is960(variant: VariantName): boolean {
  return variant.endsWith("960");
}

function kept(): Choice {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choice>) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** A row of radio buttons that look like one switch. */
function chips<V extends string>(name: string, values: readonly (readonly [V, string, string?])[], chosen: V, onchange: (value: V) => void): HTMLElement {
  return h("div", { class: `chips of-${values.length}` }, ...values.map(([value, label, title]) =>
    h("label", { class: "chip", title },
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }),
      h("span", {}, label))));
}

function field(legend: string, ...children: (HTMLElement | null)[]): HTMLFieldSetElement {
  return h("fieldset", {}, h("legend", {}, legend), ...children);
}

class StartView implements View {
  readonly title = "New game";
  private readonly choice = kept();
  private welcome: Welcome | undefined;
  private active = false;
  private starting = false;

  private readonly form = h("form", { class: "start", "aria-label": "New game" });
  private readonly recent = h("section", { class: "recent", hidden: true });
  private readonly about = h("p", { class: "about", "aria-live": "polite" });
  private readonly problem = h("p", { class: "problem", role: "alert" });
  private readonly numberRow = h("div", { class: "row", hidden: true });
  private readonly fenRow = h("div", { class: "row", hidden: true });
  private readonly ownClock = h("div", { class: "row", hidden: true });
  private readonly positionChips = h("div", {});
  readonly panel = h("div", { class: "start-panel" }, this.form, this.recent);

  constructor() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
  }

  /** Takes what the server offers. */
  setWelcome(welcome: Welcome): void {
    const first = this.welcome === undefined;
    this.welcome = welcome;
    if (first) this.build(welcome);
    if (this.active) this.listGames();
  }

  enter(): void {
    this.active = true;
    document.title = "Rocada";
    table.setSeats({});
    this.preview();
    if (this.welcome) this.listGames();
  }

  leave(): void {
    this.active = false;
  }

  reconnected(): void {
    this.preview();
  }

  command(command: Command): boolean {
    if (command !== "flip") return false;
    table.flip();
    this.preview();
    return true;
  }

  /** Begins with a position of the editor. */
  usePosition(variant: VariantName, fen: string): void {
    Object.assign(this.choice, { variant, fen, position: "fen" });
    if (this.welcome) this.build(this.welcome);
    location.hash = "#/";
  }

  private build(welcome: Welcome): void {
    const { choice } = this;
    const minutes = h("input", { type: "number", min: 0.5, max: 180, step: 0.5, value: choice.minutes, "aria-label": "Minutes for the game" });
    const increment = h("input", { type: "number", min: 0, max: 180, step: 1, value: choice.increment, "aria-label": "Seconds for each move" });
    minutes.addEventListener("input", () => this.set({ minutes: minutes.valueAsNumber }));
    increment.addEventListener("input", () => this.set({ increment: increment.valueAsNumber }));
    this.ownClock.replaceChildren(minutes, " minutes and ", increment, " seconds a move");
    const number = h("input", { type: "number", min: 0, max: 959, value: choice.number, "aria-label": "Number of the start position, 0 to 959" });
    number.addEventListener("input", () => this.set({ number: number.valueAsNumber }));
    this.numberRow.replaceChildren("Number ", number, " of 0 to 959");
    const fen = h("input", { type: "text", class: "fen", value: choice.fen, placeholder: "FEN", "aria-label": "Position as FEN", spellcheck: "false" });
    fen.addEventListener("input", () => this.set({ fen: fen.value }));
    this.fenRow.replaceChildren(fen, h("a", { href: "#/editor" }, "Set up"));
    const human = h("input", { type: "checkbox", checked: choice.humanTime });
    human.addEventListener("change", () => this.set({ humanTime: human.checked }));
    this.form.replaceChildren(
      h("h1", {}, "New game"),
      field("Game", chips("variant", VARIANTS, choice.variant, (variant) => this.setVariant(variant))),
      this.opponentField(welcome),
      field("Your side", chips("color", COLORS, choice.color, (color) => this.set({ color }))),
      field("Clock", chips("clock", CLOCKS, choice.clock, (clock) => this.set({ clock })), this.ownClock,
        h("label", { class: "check" }, human, " Opponent takes the time a person would")),
      field("Position", this.positionChips, this.numberRow, this.fenRow),
      this.problem,
      h("button", { type: "submit", class: "primary large" }, "Play"));
    this.drawPositionChips();
    this.update();
  }

  private drawPositionChips(): void {
    const { choice } = this;
    const shuffled = is960(choice.variant);
    if (!shuffled && choice.position === "number") choice.position = "usual";
    const values: [Choice["position"], string][] = shuffled
      ? [["usual", "Any of the 960"], ["number", "By number"], ["fen", "From FEN"]]
      : [["usual", "Usual start"], ["fen", "From FEN"]];
    this.positionChips.replaceChildren(chips("position", values, choice.position, (position) => this.set({ position })));
  }

  private opponentField(welcome: Welcome): HTMLElement {
    const levels = welcome.opponents.filter(({ kind }) => kind === "level");
    const others = welcome.opponents.filter(({ kind }) => kind !== "level");
    if (this.choice.level === 0) this.choice.level = Math.ceil(levels.length / 3);
    const slider = h("input", {
      type: "range", min: 1, max: levels.length, step: 1, value: this.choice.level, "aria-label": "Level",
    });
    const options: (readonly [string, string])[] = [
      ["level", "By level"],
      ...others.map((opponent) => [opponent.key, shortName(opponent)] as const),
    ];
    if (!options.some(([key]) => key === this.choice.opponent)) this.choice.opponent = "level";
    const list = chips("opponent", options, this.choice.opponent, (opponent) => this.set({ opponent }));
    slider.addEventListener("input", () => {
      list.querySelector<HTMLInputElement>("input[value=level]")?.click();
      this.set({ level: slider.valueAsNumber });
    });
    return field("Opponent", list, h("div", { class: "level-row" }, slider), this.about);
  }

  private setVariant(variant: VariantName): void {
    this.choice.variant = variant;
    this.drawPositionChips();
    this.update();
  }

  private set(changes: Partial<Choice>): void {
    Object.assign(this.choice, changes);
    this.update();
  }

  private chosenOpponent(): OpponentView | undefined {
    const { choice, welcome } = this;
    if (choice.opponent !== "level") return welcome?.opponents.find(({ key }) => key === choice.opponent);
    return welcome?.opponents.filter(({ kind }) => kind === "level")[choice.level - 1];
  }

  private update(): void {
    const { choice } = this;
    const opponent = this.chosenOpponent();
    const elo = choice.variant.startsWith("crazyhouse") ? opponent?.eloCrazyhouse : opponent?.eloChess;
    this.about.replaceChildren(
      h("strong", {}, opponent?.name ?? ""), elo ? ` · about ${elo}` : "", h("br"), opponent?.about ?? "");
    show(this.ownClock, choice.clock === "own");
    show(this.numberRow, choice.position === "number");
    show(this.fenRow, choice.position === "fen");
    const slider = this.form.querySelector<HTMLElement>(".level-row");
    slider?.classList.toggle("faded", choice.opponent !== "level");
    setText(this.problem, "");
    localStorage.setItem(KEY, JSON.stringify(choice));
    this.preview();
  }

  private chosenStart(): Start | undefined {
    const { choice } = this;
    if (choice.position === "fen" && choice.fen.trim()) return { fen: choice.fen.trim() };
    if (choice.position === "number") return { number: choice.number };
    return undefined;
  }

  /** Shows on the board from where the game would begin. */
  private preview(): void {
    if (!this.active) return;
    const { variant, color } = this.choice;
    const start = this.chosenStart();
    if (color !== "random") table.turn(color);
    server.request({ type: "position", variant, ...(start ? { start } : {}), moves: [] }).then((position) => {
      if (!this.active) return;
      setText(this.problem, "");
      table.show({ position, movable: undefined, premove: false });
      table.board.setMarks([]);
    }, (error: Error) => this.active && setText(this.problem, error.message));
  }

  private wish(): NewGame {
    const { choice } = this;
    const start = this.chosenStart();
    const [minutes, increment] = choice.clock === "own" ? [choice.minutes, choice.increment] : choice.clock.split("+").map(Number);
    return {
      variant: choice.variant,
      opponent: this.chosenOpponent()?.key ?? "full",
      color: choice.color,
      humanTime: choice.humanTime,
      ...(start ? { start } : {}),
      ...(choice.clock === "none" ? {} : { clock: { minutes: minutes ?? 10, increment: increment ?? 0 } }),
    };
  }

  private start(): void {
    if (this.starting) return;
    this.starting = true;
    server.request({ type: "newGame", ...this.wish() })
      .then((game) => { location.hash = `#/game/${game.id}`; }, (error: Error) => setText(this.problem, error.message))
      .finally(() => { this.starting = false; });
  }

  private listGames(): void {
    server.request({ type: "games" }).then(({ games }) => {
      show(this.recent, games.length > 0);
      this.recent.replaceChildren(
        h("h2", {}, "Your games"),
        h("ul", {}, ...games.slice(0, RECENT_GAMES).map((game) => h("li", {}, gameLink(game)))));
    }, complain);
  }
}

function gameLink(game: GameSummary): HTMLElement {
  const moves = Math.ceil(game.plies / 2);
  const state = game.result === "*" ? "goes on" : game.result.replace("1/2-1/2", "½–½").replace("-", "–");
  return h("a", { href: `#/game/${game.id}`, class: game.result === "*" ? "going" : "" },
    h("span", {}, `${variantName(game.variant)} · ${game.opponent}`),
    h("span", { class: "detail" }, `${moves} ${moves === 1 ? "move" : "moves"} · ${state}`));
}

export const startView = new StartView();
