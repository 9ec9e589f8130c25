// A picture of each view. They go to a temporary folder; `PICTURES=docs/images scripts/test-web.sh pictures.test.mjs` (from
// the root of the repository) makes those of the documents.

import assert from "node:assert/strict";
import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { world } from "./harness.mjs";

const it = world({ before, after });
const folder = process.env.PICTURES ? resolve("..", "..", process.env.PICTURES) : await mkdtemp(join(tmpdir(), "rocada-pictures-"));

const SICILIAN = "r1b1kb1r/1pqp1ppp/p1n1pn2/8/3NP3/2N1B3/PPP1BPPP/R2Q1RK1 w kq - 0 1";
const HOUSE = "r1b2rk1/ppp2pbp/2np1np1/3N~4/4P3/2N1B3/PP2BPPP/R2Q1RK1[NPqp] b - - 0 1";
const OPERA = `[White "Morphy"]
[Black "Duke and Count"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8 6. Nxe5) 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6
9. Bg5 {White has brought all pieces out.} b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6
15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;

async function loadFen(tab, fen) {
  await tab.page.goto(`${tab.server.url}#/analysis`);
  await tab.page.getByText("FEN and PGN").click();
  await tab.page.getByLabel("Position as FEN").fill(fen);
  await tab.page.keyboard.press("Enter");
  await tab.page.getByText("FEN and PGN").click();
}

async function depth(tab, wanted) {
  await tab.until(`depth ${wanted}`, async () => Number(/depth (\d+)/.exec(await tab.page.locator(".engine-state").textContent())?.[1]) >= wanted);
}

/** Takes long, so only the documents get it; another test looks at the graph itself. */
async function judgeGame(tab) {
  await tab.page.getByRole("button", { name: "Engine" }).click(); // The graph has the machine for itself.
  await tab.page.getByRole("button", { name: "Course of the game" }).click();
  await tab.page.locator(".graph-button").waitFor({ state: "hidden", timeout: 180_000 });
  await tab.page.getByRole("button", { name: "Engine" }).click();
}

/** Each view with the way there. */
const VIEWS = {
  "web-start": async (tab) => {
    await tab.page.locator("form.start button.primary").waitFor();
  },
  "web-play": async (tab) => {
    await tab.newGame({ opponent: "level", level: 8, clock: "10+5" });
    for (const move of ["e4", "Nf3", "Bc4"]) {
      const plies = tab.game.moves.length;
      await tab.type(move);
      await tab.until("an answer", () => tab.game.moves.length >= plies + 2);
      await tab.myTurn();
    }
    await tab.page.locator("#typed").blur();
    await tab.clickSquare("d1");
  },
  "web-crazyhouse": async (tab) => {
    await loadFen(tab, HOUSE);
    await depth(tab, 8);
  },
  "web-analysis": async (tab) => {
    await tab.page.goto(`${tab.server.url}#/analysis`);
    await tab.page.getByText("FEN and PGN").click();
    await tab.page.getByLabel("Game as PGN").fill(OPERA);
    await tab.page.locator(".exchange").getByRole("button", { name: "Load" }).nth(1).click();
    await tab.until("the moves", async () => (await tab.shownMoves()) > 30);
    await tab.page.getByText("FEN and PGN").click();
    if (process.env.PICTURES) await judgeGame(tab);
    await tab.page.locator(".move", { hasText: "Bg5" }).click();
    await depth(tab, 6);
  },
  "web-threat": async (tab) => {
    await loadFen(tab, SICILIAN);
    await tab.page.getByRole("button", { name: "Threat" }).click();
    await tab.page.locator(".arrow.threat").first().waitFor();
    await depth(tab, 6);
  },
  "web-explain": async (tab) => {
    await loadFen(tab, SICILIAN);
    await tab.page.goto(`${tab.server.url}#/explain`);
    await tab.page.locator(".worth").first().waitFor();
  },
  "web-attacks": async (tab) => {
    await loadFen(tab, SICILIAN);
    await tab.page.goto(`${tab.server.url}#/explain`);
    await tab.choose("layer", "control");
    await tab.page.locator(".count.white").first().waitFor();
  },
  "web-editor": async (tab) => {
    await loadFen(tab, HOUSE);
    await tab.page.goto(`${tab.server.url}#/editor`);
    await tab.page.locator(".hand-editor").waitFor();
  },
  "web-help": async (tab) => {
    await tab.page.locator("form.start button.primary").waitFor();
    await tab.page.keyboard.press("?");
  },
};

async function picture(tab, name) {
  await tab.page.mouse.move(2, 2);
  await tab.frame();
  const path = join(folder, `${name}.png`);
  await tab.page.screenshot({ path });
  assert.ok((await stat(path)).size > 20_000, "a picture with something in it");
}

for (const [name, reach] of Object.entries(VIEWS)) {
  test(`picture ${name}`, () => it.visit({ reducedMotion: "reduce" }, async (tab) => {
    await reach(tab);
    await picture(tab, name);
  }));
}

test("picture web-dark", () => it.visit({ reducedMotion: "reduce", colorScheme: "dark" }, async (tab) => {
  await VIEWS["web-play"](tab);
  await picture(tab, "web-dark");
}));

test("picture web-phone", () => it.visit({ reducedMotion: "reduce", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, async (tab) => {
  await tab.newGame({ variant: "crazyhouse", opponent: "level", level: 5, fen: HOUSE });
  await tab.handSlot("bottom", "pawn").tap();
  await picture(tab, "web-phone");
}));
