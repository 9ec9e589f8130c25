// What all browser tests need: a real server with a folder of its own, a real Chromium, and hands and eyes for the page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const BINARY = process.env.ROCADA ?? fileURLToPath(new URL("../../target/debug/rocada", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Long enough for a busy machine; a test that waits this long has failed. */
const PATIENCE_MS = 40_000;

/** A running `rocada serve`. */
export class Server {
  /** Starts a server, on this port if one is given. */
  static async start({ data, port } = {}) {
    const server = new Server();
    server.data = data ?? (await mkdtemp(join(tmpdir(), "rocada-web-")));
    const page = process.env.PAGE ? ["--page", process.env.PAGE] : [];
    const args = ["serve", "--no-open", "--data", server.data, ...page, ...(port ? ["--port", String(port)] : [])];
    server.process = spawn(BINARY, args, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface({ input: server.process.stdout });
    server.url = await new Promise((found, failed) => {
      lines.on("line", (line) => {
        const address = /http:\/\/\S+/.exec(line)?.[0];
        if (address) found(address);
      });
      server.process.once("exit", (code) => failed(new Error(`the server ended with code ${code}`)));
    });
    server.port = Number(new URL(server.url).port);
    return server;
  }

  /** Stops the server as Ctrl-C does. */
  async stop() {
    if (this.process.exitCode !== null) return;
    const gone = once(this.process, "exit");
    this.process.kill("SIGINT");
    await gone;
  }

  /** Stops the server and forgets its games. */
  async remove() {
    await this.stop();
    await rm(this.data, { recursive: true, force: true });
  }
}

/** A Chromium without a window. */
export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** A tab with the page in it. */
export class Tab {
  /** Opens the page at an address such as `#/analysis`. */
  static async open(context, server, address = "") {
    const tab = new Tab();
    tab.page = await context.newPage();
    tab.page.setDefaultTimeout(PATIENCE_MS);
    tab.server = server;
    tab.problems = [];
    tab.answers = [];
    tab.traffic = [];
    tab.page.on("pageerror", (error) => tab.problems.push(error.message));
    tab.page.on("console", (message) => message.type() === "error" && tab.problems.push(message.text()));
    tab.page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => tab.note(">", payload));
      socket.on("framereceived", ({ payload }) => {
        const message = JSON.parse(payload);
        if (message.event?.type !== "analysis") tab.note("<", payload);
        tab.heard(message);
      });
    });
    await tab.page.goto(server.url + address);
    return tab;
  }

  /** Remembers the newest game and the answers. */
  heard(message) {
    const told = message.type === "reply" ? message.answer : message.type === "event" ? message.event : undefined;
    if (!told) return;
    if (told.type === "game") this.game = message.type === "event" ? told.game : told;
    this.answers.push(told);
  }

  /** Remembers the last messages, for the report of a test that fails. */
  note(direction, payload) {
    this.traffic.push(`${direction} ${payload.slice(0, 240)}`);
    if (this.traffic.length > 12) this.traffic.shift();
  }

  /** Waits until something is so. */
  async until(what, condition) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await condition();
      if (value) return value;
      if (Date.now() > end) {
        const typed = await this.page.locator("#typed-answer").textContent();
        assert.fail(`waited in vain: ${what}\n${[`typed: ${typed}`, ...this.problems, ...this.traffic].join("\n")}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Fills in the first screen, begins, and waits until the game is on the board. */
  async newGame({ variant = "chess", opponent = "random", level, color = "white", clock = "none", fen, humanTime = false }) {
    const { page } = this;
    await page.goto(`${this.server.url}#/`);
    await page.locator("form.start").waitFor();
    await this.choose("variant", variant);
    await this.choose("opponent", opponent);
    if (level) await page.getByLabel("Level", { exact: true }).fill(String(level));
    await this.choose("color", color);
    await this.choose("clock", clock);
    await page.getByLabel("Opponent takes the time").setChecked(humanTime);
    await this.choose("position", fen ? "fen" : "usual");
    if (fen) await page.locator(".start .fen").fill(fen);
    this.game = undefined;
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await this.until("the game begins", () => this.game && page.url().endsWith(this.game.id));
    await page.locator(".play .state").filter({ hasText: /\S/ }).waitFor();
  }

  choose(name, value) {
    return this.page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
  }

  /** Waits for the user's turn, or the end. */
  myTurn() {
    return this.until("the opponent answers", async () => {
      const { game } = this;
      if (!game) return false;
      const ready = game.end !== null || game.position.turn === game.color;
      return ready && (await this.shownMoves()) === game.moves.length && game;
    });
  }

  shownMoves() {
    return this.page.locator(".moves .move").count();
  }

  /** What a square says to a screen reader: "white knight" or "empty". */
  async on(square) {
    const label = await this.page.locator(`[data-square="${square}"]`).getAttribute("aria-label");
    return label.replace(/^.., /, "").replace(", can be reached", "");
  }

  /** The middle of a square on the screen. */
  async middle(square) {
    const box = await this.page.locator(`[data-square="${square}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  async drag(from, to) {
    await this.dragFrom(await this.middle(from), to);
  }

  async dragFrom([x, y], to) {
    const { mouse } = this.page;
    const [tx, ty] = await this.middle(to);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move((x + tx) / 2, (y + ty) / 2);
    await mouse.move(tx, ty, { steps: 3 });
    await this.frame();
    await mouse.up();
  }

  /** Waits for the next picture of the page. */
  frame() {
    return this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  async clickSquare(square) {
    await this.page.mouse.click(...(await this.middle(square)));
  }

  async click(from, to) {
    await this.clickSquare(from);
    await this.clickSquare(to);
  }

  /** Walks with the arrow keys from the square that has the keyboard to another, and presses Enter. */
  async enterOn(square) {
    const { page } = this;
    await page.keyboard.press("g");
    for (;;) {
      const here = await page.evaluate(() => document.activeElement.dataset.square);
      if (here === square) break;
      const flipped = (await page.locator(".grid").getAttribute("aria-label")).includes("black");
      const sign = flipped ? -1 : 1;
      const files = sign * (square.charCodeAt(0) - here.charCodeAt(0));
      const ranks = sign * (square.charCodeAt(1) - here.charCodeAt(1));
      await page.keyboard.press(files > 0 ? "ArrowRight" : files < 0 ? "ArrowLeft" : ranks > 0 ? "ArrowUp" : "ArrowDown");
    }
    await page.keyboard.press("Enter");
  }

  async keyboard(from, to) {
    await this.enterOn(from);
    await this.enterOn(to);
  }

  async type(text) {
    await this.page.locator("#typed").fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** The move of a hint, as UCI writes it. */
  async hint() {
    this.answers = [];
    await this.page.getByRole("button", { name: "Hint" }).click();
    const answer = await this.until("a hint", () => this.answers.find(({ type }) => type === "hint"));
    return answer.best;
  }

  handSlot(place, role) {
    return this.page.locator(`.seat:${place === "bottom" ? "last" : "first"}-child .slot[data-role=${role}]`);
  }

  async dragFromHand(role, to) {
    const box = await this.handSlot("bottom", role).boundingBox();
    await this.dragFrom([box.x + box.width / 2, box.y + box.height / 2], to);
  }

  /** Everything that was announced to screen readers and is still there. */
  spoken() {
    return this.page.evaluate(() => [...document.querySelectorAll("#news p, #urgent p")].map((line) => line.textContent));
  }

  /** Fails if the page has complained, and closes it. */
  async close({ expected = /^$/ } = {}) {
    const problems = this.problems.filter((problem) => !expected.test(problem));
    await this.page.close();
    assert.deepEqual(problems, [], "the page complained");
  }
}

/** A server and a browser for the tests of one file. */
export function world(hooks) {
  const it = {};
  hooks.before(async () => {
    it.server = await Server.start();
    it.browser = await launch();
  });
  hooks.after(async () => {
    await it.browser?.close();
    await it.server?.remove();
  });
  /** Runs a test in a fresh tab of a fresh visitor. */
  it.visit = async (options, run) => {
    const context = await it.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const tab = await Tab.open(context, it.server, options.address);
    try {
      await run(tab, context);
      await tab.close();
    } finally {
      await context.close();
    }
  };
  return it;
}
