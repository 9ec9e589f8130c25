// No serious fault in any view, light or dark; every square can be reached and is spoken; news are announced.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { world } from "./harness.mjs";

const it = world({ before, after });
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`).join(" | ")}`);
}

/** Every view as the user meets it. */
const VIEWS = {
  "first screen": async () => undefined,
  game: async (tab) => {
    await tab.newGame({ clock: "5+3" });
    await tab.type("e4");
    await tab.until("an answer", () => tab.game.moves.length === 2);
    await tab.myTurn();
  },
  "game over": async (tab) => {
    await tab.newGame({ fen: "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1" });
    await tab.type("Ra8");
    await tab.page.getByRole("button", { name: "Rematch" }).waitFor();
  },
  crazyhouse: async (tab) => {
    await tab.newGame({ variant: "crazyhouse", fen: "k7/pp6/8/8/8/8/6PP/7K[QRBNPPPqn] w - - 0 1" });
    await tab.handSlot("bottom", "knight").click();
  },
  analysis: async (tab) => {
    await tab.page.goto(`${tab.server.url}#/analysis`);
    await tab.page.locator(".lines li").first().waitFor();
    await tab.page.getByText("FEN and PGN").click();
  },
  explain: async (tab) => {
    await tab.page.goto(`${tab.server.url}#/explain`);
    await tab.page.locator(".terms .term").nth(3).waitFor();
  },
  editor: async (tab) => {
    await tab.page.goto(`${tab.server.url}#/editor`);
    await tab.page.getByLabel("Game", { exact: true }).selectOption("crazyhouse");
  },
  help: async (tab) => {
    await tab.page.locator("form.start h1").waitFor();
    await tab.page.keyboard.press("?");
  },
  settings: async (tab) => {
    await tab.page.getByRole("button", { name: "Settings" }).click();
  },
};

for (const colorScheme of ["light", "dark"]) {
  for (const [name, reach] of Object.entries(VIEWS)) {
    test(`${name}, ${colorScheme}: no serious fault`, () => it.visit({ colorScheme, reducedMotion: "reduce" }, async (tab) => {
      await reach(tab);
      assert.deepEqual(await faults(tab.page), []);
    }));
  }
}

test("every square is reached with the arrow keys and has a name", () => it.visit({}, async (tab) => {
  await tab.newGame({});
  await tab.page.keyboard.press("g");
  await tab.page.locator('[data-square="a8"]').focus();
  const names = new Set();
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      names.add(await tab.page.evaluate(() => document.activeElement.getAttribute("aria-label")));
      await tab.page.keyboard.press(column === 7 ? "ArrowDown" : row % 2 === 0 ? "ArrowRight" : "ArrowLeft");
    }
  }
  assert.equal(names.size, 64);
  assert.ok(names.has("g1, white knight") && names.has("e4, empty"));
  assert.equal(await tab.page.locator(".grid [tabindex='0']").count(), 1, "one square is in the tab order");
}));

test("moves, checks and ends are announced in words", () => it.visit({}, async (tab) => {
  await tab.newGame({ fen: "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1" });
  await tab.type("a1a8");
  await tab.until("it is announced", async () => (await tab.spoken()).includes("White: rook a8, checkmate"));
}));

test("the clock warns in words when time is short", () => it.visit({}, async (tab) => {
  await tab.page.clock.install();
  await tab.page.reload();
  await tab.page.locator("form.start h1").waitFor();
  await tab.choose("clock", "own");
  await tab.page.getByLabel("Minutes for the game").fill("0.5");
  await tab.page.getByLabel("Seconds for each move").fill("0");
  await tab.choose("opponent", "random");
  await tab.choose("color", "white");
  await tab.page.getByRole("button", { name: "Play", exact: true }).click();
  await tab.page.locator(".play").waitFor();
  await tab.type("e4");
  await tab.until("an answer", () => tab.game?.moves.length === 2);
  await tab.page.locator(".clock.running").waitFor();
  await tab.page.clock.fastForward(21_000);
  await tab.until("the warning", async () => (await tab.spoken()).includes("White: Ten seconds left."));
}));

test("on a phone the moves stay in sight below the board", () => it.visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (tab) => {
  await tab.newGame({ variant: "crazyhouse", fen: "k7/pp6/8/8/8/8/6PP/7K[QRBNPPPqn] w - - 0 1" });
  const { page } = tab;
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `nothing is wider than the screen, but ${width}`);
  const moves = await page.locator(".moves").boundingBox();
  assert.ok(moves.y + 40 < 844, "the moves are in sight");
  await tab.handSlot("bottom", "pawn").tap();
  const [x, y] = await tab.middle("e4");
  await page.touchscreen.tap(x, y);
  await tab.until("dropped by touch", () => tab.game.moves[0]?.san === "@e4");
}));
