// Games by every way to move.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { world } from "./harness.mjs";

const it = world({ before, after });

/** Rook and queen against a bare king: a short game. */
const WON = "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1";

/** Plays by hints until the game is over. */
async function playToTheEnd(tab, move) {
  for (let moves = 0; moves < 60; moves++) {
    const game = await tab.myTurn();
    if (game.end) return game;
    const best = await tab.hint();
    await move(best);
    await tab.until("the move is made", () => tab.game.moves.length > game.moves.length);
  }
  throw new Error("the game does not end");
}

async function promoteTo(tab, best) {
  if (!best.promotion) return;
  await tab.page.getByRole("dialog", { name: "Promote to" }).getByRole("button", { name: best.promotion }).click();
}

async function assertWon(tab, game) {
  assert.equal(game.end.reason, "checkmate");
  assert.equal(game.end.winner, game.color);
  await tab.page.getByRole("button", { name: "Rematch" }).waitFor();
  assert.match(await tab.page.locator(".state").textContent(), /mates/);
  assert.ok((await tab.spoken()).some((line) => /checkmate/i.test(line)), "the end must be spoken");
}

test("a whole game is won by dragging", () => it.visit({}, async (tab) => {
  await tab.newGame({});
  const game = await playToTheEnd(tab, async (best) => {
    await tab.drag(best.from, best.to);
    await promoteTo(tab, best);
  });
  await assertWon(tab, game);
}));

test("a game is won by clicking", () => it.visit({}, async (tab) => {
  await tab.newGame({ fen: WON });
  await assertWon(tab, await playToTheEnd(tab, (best) => tab.click(best.from, best.to)));
}));

test("a game is won with the keyboard, as Black", () => it.visit({}, async (tab) => {
  await tab.newGame({ fen: "r2qk3/8/8/8/8/8/8/4K3 b q - 0 1", color: "black" });
  await assertWon(tab, await playToTheEnd(tab, (best) => tab.keyboard(best.from, best.to)));
}));

test("typed moves and questions", () => it.visit({}, async (tab) => {
  await tab.newGame({});
  for (const move of ["e4", "g1f3"]) {
    const plies = tab.game.moves.length;
    await tab.type(move);
    await tab.until("it is played", () => tab.game.moves.length === plies + 2);
    await tab.myTurn();
  }
  assert.equal(tab.game.moves[0].san, "e4");
  assert.equal(tab.game.moves[2].san, "Nf3");
  await tab.type("Qh8");
  await tab.page.locator(".typed-answer:not(:empty)").waitFor();
  assert.equal(await tab.page.locator("#typed").inputValue(), "Qh8", "what is wrong stays to be repaired");
  await tab.type("p n");
  assert.match(await tab.page.locator(".typed-answer").textContent(), /White b1 f3/);
}));

test("a pawn becomes what the user chooses", () => it.visit({}, async (tab) => {
  await tab.newGame({ fen: "8/4P2k/8/8/8/8/8/K7 w - - 0 1" });
  await tab.drag("e7", "e8");
  await tab.page.getByRole("dialog", { name: "Promote to" }).waitFor();
  await tab.page.keyboard.press("Escape");
  await tab.until("the pawn goes back", async () => (await tab.on("e7")) === "white pawn");
  await tab.click("e7", "e8");
  await tab.page.getByRole("button", { name: "Knight", exact: true }).click();
  await tab.until("the move is made", () => tab.game.moves.length > 0);
  assert.equal(tab.game.moves[0].san, "e8=N");
  await tab.until("a knight stands there", async () => (await tab.on("e8")) === "white knight");
}));

test("castling by the king's square and by the rook's", () => it.visit({}, async (tab) => {
  const fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
  await tab.newGame({ fen });
  await tab.drag("e1", "g1");
  await tab.until("castled", () => tab.game.moves[0]?.san === "O-O");
  await tab.newGame({ fen });
  await tab.click("e1", "a1");
  await tab.until("castled", () => tab.game.moves[0]?.san === "O-O-O");
  await tab.until("the rook has jumped", async () => (await tab.on("d1")) === "white rook");
}));

test("a move is taken back, and a game goes on after a reload", () => it.visit({}, async (tab) => {
  await tab.newGame({});
  await tab.drag("d2", "d4");
  await tab.until("an answer", () => tab.game.moves.length === 2);
  await tab.myTurn();
  await tab.page.getByRole("button", { name: "Take back" }).click();
  await tab.until("taken back", async () => tab.game.moves.length === 0 && (await tab.on("d2")) === "white pawn");
  await tab.drag("e2", "e4");
  await tab.until("an answer", () => tab.game.moves.length === 2);
  const answer = tab.game.moves[1].san;
  await tab.page.reload();
  await tab.until("the game is there again", async () => (await tab.shownMoves()) === 2);
  assert.equal(await tab.page.locator(".move [aria-hidden]").nth(1).textContent(), answer);
  await tab.drag("d2", "d4");
  await tab.until("it goes on", () => tab.game.moves.length >= 3);
}));

test("looking back, turning the board, and back to the game", () => it.visit({}, async (tab) => {
  await tab.newGame({});
  await tab.drag("e2", "e4");
  await tab.until("an answer", () => tab.game.moves.length === 2);
  await tab.myTurn();
  await tab.page.locator(".panel").click({ position: { x: 5, y: 5 } });
  await tab.page.keyboard.press("ArrowUp");
  await tab.until("the first position", async () => (await tab.on("e2")) === "white pawn");
  const before = await tab.middle("a1");
  await tab.page.keyboard.press("f");
  await tab.until("turned", async () => (await tab.middle("a1"))[0] > before[0] + 100);
  await tab.page.keyboard.press("ArrowDown");
  await tab.until("the last position", async () => (await tab.on("e4")) === "white pawn");
}));

test("draw, resignation and rematch", () => it.visit({}, async (tab) => {
  await tab.newGame({});
  await tab.page.getByRole("button", { name: "Offer draw" }).click();
  await tab.until("an answer", () => tab.answers.find(({ type }) => type === "drawAnswer"));
  if (!tab.game.end) {
    await tab.page.getByRole("button", { name: "Resign" }).click();
    assert.equal(tab.game.end, null, "one click is not enough");
    await tab.page.getByRole("button", { name: "Really resign?" }).click();
  }
  const first = await tab.until("the end", () => tab.game.end && tab.game);
  await tab.page.getByRole("button", { name: "Rematch" }).click();
  await tab.until("another game", () => tab.game.id !== first.id);
  assert.notEqual(tab.game.color, first.color);
  assert.equal(tab.game.end, null);
}));

test("a premove is played when its turn comes", () => it.visit({}, async (tab) => {
  await tab.newGame({ opponent: "full", clock: "1+0", fen: "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1" });
  await tab.drag("f1", "e2");
  await tab.until("the opponent thinks", () => tab.game.moves.length === 1);
  await tab.drag("a2", "a3");
  await tab.until("the premove is played", () => tab.game.moves.length >= 3);
  assert.equal(tab.game.moves[2].san, "a3");
  await tab.until("the clock runs", async () => /^0:\d\d|^1:00/.test(await tab.page.locator(".seat:last-child .clock").textContent()));
}));

test("each way to move can be switched off, but not all", () => it.visit({}, async (tab) => {
  await tab.newGame({});
  const { page } = tab;
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Drag pieces").uncheck();
  await page.getByLabel("Click piece").uncheck();
  await page.getByLabel("Keyboard and typed moves").click();
  assert.ok(await page.getByLabel("Keyboard and typed moves").isChecked(), "one way must stay");
  await page.getByRole("button", { name: "Close" }).click();
  await tab.drag("e2", "e4");
  await tab.click("e2", "e4");
  await tab.frame();
  assert.equal(tab.game.moves.length, 0);
  await tab.keyboard("e2", "e4");
  await tab.until("the keyboard works", () => tab.game.moves.length > 0);
}));
