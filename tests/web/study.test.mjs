// Analysis, explanation, editor, and games as text.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { world } from "./harness.mjs";

const it = world({ before, after });

const PGN = `[Event "Test"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]

1. e4 {best by test} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0
`;

async function loadPgn(tab, text) {
  await tab.page.getByText("FEN and PGN").click();
  await tab.page.getByLabel("Game as PGN").fill(text);
  await tab.page.locator(".exchange").getByRole("button", { name: "Load" }).nth(1).click();
}

function whiteShare(tab) {
  return tab.page.locator(".bar-white").evaluate((bar) => bar.getBoundingClientRect().height / bar.parentElement.getBoundingClientRect().height);
}

test("lines and bar follow the position, and lines can be played", () => it.visit({ address: "#/analysis" }, async (tab) => {
  const { page } = tab;
  await page.locator(".lines li").nth(2).waitFor();
  assert.match(await page.locator(".engine-state").textContent(), /depth \d+/);
  assert.equal(await page.locator(".letter text").count(), 3, "an arrow with a letter for each line");
  const even = await whiteShare(tab);
  assert.ok(even > 0.3 && even < 0.7);
  const list = await page.locator(".lines").boundingBox();
  const move = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector(".lines li button").getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.move(list.x, move.y);
  await page.mouse.move(move.x, move.y, { steps: 3 });
  await tab.until("the line is seen on the board", async () => (await page.locator("square.last-move").count()) > 0);
  await page.mouse.move(5, 300);
  await tab.until("the position is back", async () => (await page.locator("square.last-move:visible").count()) === 0);
  await page.locator(".lines li").first().locator("button").nth(1).click();
  await tab.until("two moves are played", async () => (await tab.shownMoves()) === 2);
  await page.getByLabel("Position as FEN").first().waitFor({ state: "attached" });
  await page.getByText("FEN and PGN").click();
  await page.getByLabel("Position as FEN").fill("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1");
  await page.keyboard.press("Enter");
  await tab.until("White's part grows", async () => (await whiteShare(tab)) > 0.95);
  await page.getByLabel("Position as FEN").fill("qq2k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await page.keyboard.press("Enter");
  await tab.until("White's part shrinks", async () => (await whiteShare(tab)) < 0.05);
}));

test("the switches of the analysis", () => it.visit({ address: "#/analysis" }, async (tab) => {
  const { page } = tab;
  await page.locator(".lines li").first().waitFor();
  await page.keyboard.press("z");
  assert.equal(await page.locator(".lines").isVisible(), false);
  assert.equal(await page.locator(".arrow").count(), 0, "arrows would give the lines away");
  assert.ok(await page.locator(".eval-bar").isVisible());
  await page.keyboard.press("z");
  await page.keyboard.press("x");
  await page.locator(".arrow.threat").first().waitFor();
  await tab.type("e4");
  await tab.until("threats stay while stepping", async () => (await tab.shownMoves()) === 1 && (await page.locator(".arrow.threat").count()) > 0);
  await page.locator("#typed").blur();
  await page.keyboard.press("x");
  await page.locator(".arrow.best").waitFor();
  await page.keyboard.press(" ");
  await tab.until("the best move is played", async () => (await tab.shownMoves()) === 2);
  await page.keyboard.press("l");
  await tab.until("the engine is off", async () => (await page.locator(".engine-state").textContent()) === "off");
}));

test("a crazyhouse position shows drops as rings on the board", () => it.visit({ address: "#/analysis" }, async (tab) => {
  await tab.page.getByText("FEN and PGN").click();
  await tab.page.getByLabel("Position as FEN").fill("6k1/5ppp/8/8/8/8/5PPP/6K1[QR] w - - 0 1");
  await tab.page.keyboard.press("Enter");
  await tab.page.locator(".ring.best").waitFor();
  await tab.until("nothing comes from outside the board", () => tab.page.evaluate(() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    const rings = [...document.querySelectorAll(".ring")].map((ring) => ring.getBoundingClientRect());
    return rings.length > 0 && rings.every((ring) => ring.left >= board.left && ring.right <= board.right);
  }));
}));

test("PGN goes in and comes out, with variations and comments", () => it.visit({ address: "#/analysis" }, async (tab) => {
  const { page } = tab;
  await loadPgn(tab, PGN);
  await tab.until("all moves are there", async () => (await tab.shownMoves()) === 12);
  assert.equal(await page.locator(".variation").count(), 1);
  assert.match(await page.locator(".moves").textContent(), /best by test/);
  assert.match(await page.locator(".seat:first-child .name").textContent(), /Bob/);
  await page.getByRole("button", { name: "From the board" }).click();
  const text = await tab.until("the text", async () => {
    const value = await page.getByLabel("Game as PGN").inputValue();
    return value !== PGN && value;
  });
  for (const part of ["Ada", "best by test", "c3 d5", "Qxf7#", "1-0"]) assert.ok(text.includes(part), part);
  await page.getByRole("button", { name: "Load" }).nth(1).click();
  await tab.until("the same again", async () => (await tab.shownMoves()) === 12);
  await page.reload();
  await tab.until("a reload keeps the study", async () => (await tab.shownMoves()) === 12);
}));

test("the text of the game stands still while somebody is in it", () => it.visit({ address: "#/analysis" }, async (tab) => {
  const { page } = tab;
  const pgn = page.getByLabel("Game as PGN");
  await page.getByText("FEN and PGN").click();
  await tab.until("the text", () => pgn.inputValue());
  await pgn.selectText();
  tab.answers = [];
  await page.locator(".exchange").dispatchEvent("toggle"); // As when the answer to the first one is late.
  await tab.until("the text again", () => tab.answers.some(({ type }) => type === "pgnText"));
  await tab.frame();
  await page.keyboard.insertText("1. d4");
  assert.equal(await pgn.inputValue(), "1. d4");
}));

test("variations are made on the board, promoted, commented and cut", () => it.visit({ address: "#/analysis" }, async (tab) => {
  const { page } = tab;
  await page.keyboard.press("l");
  await tab.drag("e2", "e4");
  await tab.until("one move", async () => (await tab.shownMoves()) === 1);
  await page.keyboard.press("ArrowLeft");
  await tab.until("back", async () => (await tab.on("e2")) === "white pawn");
  await tab.click("d2", "d4");
  await tab.until("a variation", async () => (await page.locator(".variation .move").count()) === 1);
  await page.getByLabel("Comment on this move").fill("quiet");
  await page.getByLabel("Comment on this move").press("Enter");
  await tab.until("the comment", async () => /quiet/.test(await page.locator(".moves").textContent()));
  await page.getByRole("button", { name: "Main line" }).click();
  await tab.until("d4 is the main line", async () => (await page.locator(".move-row .move span").first().textContent()) === "d4");
  await page.getByRole("button", { name: "Delete" }).click();
  await tab.until("d4 is gone", async () => (await tab.shownMoves()) === 1);
}));

test("the course of a game is drawn and jumps where it is clicked", () => it.visit({ address: "#/analysis" }, async (tab) => {
  const { page } = tab;
  await loadPgn(tab, PGN);
  await tab.until("all moves are there", async () => (await tab.shownMoves()) === 12);
  await page.getByRole("button", { name: "Engine" }).click(); // The graph has the machine for itself.
  await page.getByRole("button", { name: "Course of the game" }).click();
  await tab.until("all is judged", async () => (await tab.spoken()).includes("The course of the game is known."));
  const graph = page.getByRole("slider", { name: "Course of the game" });
  const box = await graph.boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + 10);
  await tab.until("the last move", async () => (await page.locator(".move[aria-current]").textContent()).startsWith("Qxf7#"));
  await graph.focus();
  await page.keyboard.press("Home");
  await tab.until("the start", async () => (await page.locator(".move[aria-current]").count()) === 0);
}));

test("explanations: terms, worth, attacks, loose pieces", () => it.visit({ address: "#/analysis" }, async (tab) => {
  const { page } = tab;
  await page.getByText("FEN and PGN").click();
  await page.getByLabel("Position as FEN").fill("4k3/8/8/3n4/8/2N5/8/3RK3 w - - 0 1");
  await page.keyboard.press("Enter");
  await tab.until("the position", async () => (await tab.on("d5")) === "black knight");
  await page.locator("body").click({ position: { x: 3, y: 400 } });
  await page.keyboard.press("e");
  await page.locator(".terms .term").nth(4).waitFor();
  await tab.until("each piece has its worth", async () => (await page.locator(".worth").count()) === 3);
  const worths = await page.locator(".worth text").allTextContents();
  assert.ok(worths.every((text) => /^−?\d+\.\d$/.test(text)), worths.join());
  await tab.choose("layer", "control");
  await page.locator(".count.white").first().waitFor();
  await tab.until("the squares are tinted", async () => (await page.locator("square.control-white").count()) > 5);
  await tab.choose("layer", "loose");
  await tab.until("the knight stands loose", async () => /black knight d5 \(attacked\)/i.test(await page.locator(".loose-text").textContent()));
}));

test("the editor sets up pieces, hands and marks, and knows what is wrong", () => it.visit({ address: "#/editor" }, async (tab) => {
  const { page } = tab;
  const fen = page.getByLabel("Position as FEN");
  await tab.until("the start", async () => /^rnbqkbnr/.test(await fen.inputValue()));
  await page.getByRole("button", { name: "Clear" }).click();
  await tab.until("kings are missing", async () => /king/i.test(await page.locator(".editor .problem").textContent()));
  assert.ok(await page.getByRole("button", { name: "Play from here" }).isDisabled());
  await page.getByLabel("Game", { exact: true }).selectOption("crazyhouse");
  const put = async (piece, square) => {
    await page.locator(".palette").getByRole("button", { name: piece }).click();
    await tab.clickSquare(square);
    // The board tells of a click a moment later, and what it then draws ends a drag that has begun meanwhile.
    await tab.until(`a ${piece} on ${square}`, async () => (await tab.on(square)) === piece);
  };
  await put("white king", "e1");
  const from = await page.locator(".palette").getByRole("button", { name: "black king" }).boundingBox();
  await tab.dragFrom([from.x + 20, from.y + 20], "e8");
  await page.locator('[data-square="b7"]').focus();
  await page.keyboard.press("Q");
  await page.getByRole("button", { name: "Promoted mark" }).click();
  await tab.clickSquare("b7");
  await page.getByRole("button", { name: "One black knight more in hand" }).click();
  await tab.until("the FEN", async () => (await fen.inputValue()).startsWith("4k3/1Q~6/8/8/8/8/8/4K3[n] w - -"));
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await tab.until("it is analysed", async () => (await tab.on("b7")) === "white promoted queen");
  assert.match(await tab.handSlot("top", "knight").getAttribute("aria-label"), /^1 black knight/);
}));

test("a piece is dragged off the editor's board", () => it.visit({ address: "#/editor" }, async (tab) => {
  const fen = tab.page.getByLabel("Position as FEN");
  await tab.until("the start", async () => /^rnbqkbnr/.test(await fen.inputValue()));
  const [x, y] = await tab.middle("a1");
  await tab.page.mouse.move(x, y);
  await tab.page.mouse.down();
  await tab.page.mouse.move(x - 60, y + 60, { steps: 4 });
  await tab.frame();
  await tab.page.mouse.up();
  await tab.until("the rook is gone", async () => (await fen.inputValue()).includes("/1NBQKBNR "));
}));
