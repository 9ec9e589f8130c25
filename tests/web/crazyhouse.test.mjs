// Drops by every way, promoted pieces, premoves from the hand.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { world } from "./harness.mjs";

const it = world({ before, after });

// Black has nothing to drop: a check by chance would forbid the moves of the tests.
const RICH = "k7/pp6/8/8/8/8/6PP/7K[QRBNPPP] w - - 0 1";

async function playedAs(tab, ply, san) {
  await tab.until(`${san} is played`, () => tab.game.moves.length > ply);
  assert.equal(tab.game.moves[ply].san.replace(/[+#]$/, ""), san);
}

test("drops by dragging, clicking, keyboard and typing, to the end", () => it.visit({}, async (tab) => {
  await tab.newGame({ variant: "crazyhouse", fen: RICH });
  await tab.dragFromHand("pawn", "e4");
  await playedAs(tab, 0, "@e4");
  await tab.myTurn();
  await tab.handSlot("bottom", "knight").click();
  await tab.clickSquare("f3");
  await playedAs(tab, 2, "N@f3");
  await tab.myTurn();
  await tab.handSlot("bottom", "bishop").focus();
  await tab.page.keyboard.press("Enter");
  await tab.enterOn("g3");
  await playedAs(tab, 4, "B@g3");
  await tab.myTurn();
  await tab.page.keyboard.press("Escape");
  await tab.page.locator('[data-square="d3"]').focus();
  await tab.page.keyboard.press("p");
  await playedAs(tab, 6, "@d3");
  await tab.myTurn();
  await tab.type("R@d1");
  await playedAs(tab, 8, "R@d1");
  const game = await tab.myTurn();
  assert.equal(game.position.hands.white.pawn, 1);
  assert.match(await tab.handSlot("bottom", "pawn").getAttribute("aria-label"), /^1 white pawn/);
}));

test("a square that is not empty is no place for a drop", () => it.visit({}, async (tab) => {
  await tab.newGame({ variant: "crazyhouse", fen: RICH });
  await tab.dragFromHand("pawn", "e8");
  await tab.frame();
  assert.equal(tab.game.moves.length, 0, "no pawn on the last rank");
  await tab.until("the square is empty again", async () => (await tab.on("e8")) === "empty");
  await tab.handSlot("bottom", "queen").click();
  await tab.clickSquare("g2");
  await tab.frame();
  assert.equal(tab.game.moves.length, 0, "a click on an own piece means that piece");
  await tab.clickSquare("g3");
  await playedAs(tab, 0, "g3");
}));

test("a drop is planned in advance, by dragging and by keyboard", () => it.visit({}, async (tab) => {
  // Whatever Black plays here, it neither gives check nor comes near the squares.
  await tab.newGame({
    variant: "crazyhouse",
    opponent: "full",
    clock: "1+0",
    fen: "4k3/pppp4/8/8/8/8/PPPP4/4K3[NP] w - - 0 1",
  });
  await tab.drag("c2", "c3");
  await tab.until("the opponent thinks", () => tab.game.moves.length === 1);
  await tab.dragFromHand("knight", "a3");
  await tab.page.locator(".small-piece.ghost").waitFor();
  await playedAs(tab, 2, "N@a3");
  await tab.until("the opponent thinks", () => tab.game.moves.length === 3);
  await tab.page.locator('[data-square="h3"]').focus();
  await tab.page.keyboard.press("p");
  await tab.until("it is planned or played", async () => tab.game.moves.length > 4 || (await tab.page.locator(".small-piece.ghost").count()) === 1);
  await playedAs(tab, 4, "@h3");
}));

test("promoted pieces are marked and spoken", () => it.visit({}, async (tab) => {
  await tab.newGame({ variant: "crazyhouse", fen: "7k/1P6/8/8/8/8/8/K7[] w - - 0 1" });
  await tab.click("b7", "b8");
  await tab.page.getByRole("button", { name: "Rook", exact: true }).click();
  await tab.until("the mark", async () => (await tab.page.locator(".promoted-mark").count()) === 1);
  assert.equal(await tab.on("b8"), "white promoted rook");
}));

test("in crazyhouse960 the king castles onto the rook", () => it.visit({}, async (tab) => {
  await tab.newGame({ variant: "crazyhouse960", fen: "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R[] w HAha - 0 1" });
  await tab.drag("b1", "h1");
  await tab.until("castled", () => tab.game.moves[0]?.san === "O-O");
  await tab.until("king and rook", async () => (await tab.on("g1")) === "white king" && (await tab.on("f1")) === "white rook");
}));
