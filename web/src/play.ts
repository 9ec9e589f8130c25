// A game against an opponent.

import { announce, announceNow } from "./announce";
import { button, h, setText, show } from "./dom";
import type { GameView } from "./generated/messages";
import { moveMark } from "./marks";
import { MoveList } from "./movelist";
import { complain, notify } from "./notice";
import { server } from "./socket";
import { play as sound } from "./sound";
import * as study from "./study";
import { table } from "./table";
import { Tree, type TreeNode } from "./tree";
import { type Command, stepButtons, type View } from "./view";
import { capital, moveWords, other } from "./words";

const ASK_AGAIN_MS = 4000;

class PlayView implements View {
  readonly title = "Game";
  private game: GameView | undefined;
  private tree: Tree | undefined;
  private cursor: TreeNode | undefined;
  /** The ply of a move that the server has not answered yet. */
  private sent: number | undefined;
  /** A typed move that waits for the user's turn. */
  private queued: string | undefined;
  /** Done when the server has told of the game that was asked for last. */
  private opened: Promise<void> = Promise.resolve();
  private active = false;
  /** The board is turned as the game wants it, or as the user has turned it since. */
  private arranged = false;

  private readonly state = h("p", { class: "state", role: "status" });
  private readonly remark = h("p", { class: "remark" });
  private readonly list = new MoveList((node) => void this.go(node));
  private readonly during: HTMLElement;
  private readonly after: HTMLElement;
  private readonly resignButton: HTMLButtonElement;
  private readonly hintButton = button("Hint", () => this.command("hint"), { title: "What would a strong player do? (h)" });
  private readonly takeBackButton = button("Take back", () => this.command("takeBack"), { title: "Take back your last move (u)" });
  private readonly drawButton = button("Offer draw", () => this.order("offerDraw"));
  readonly panel: HTMLElement;

  constructor() {
    this.resignButton = button("Resign", () => this.resign());
    this.during = h("div", { class: "actions" }, this.takeBackButton, this.hintButton, this.drawButton, this.resignButton);
    this.after = h("div", { class: "actions" },
      button("Rematch", () => this.rematch(), { class: "primary" }),
      button("Analyse", () => this.analyse()),
      button("New game", () => { location.hash = "#/"; }));
    this.panel = h("div", { class: "play" },
      this.state, this.remark, this.list.element, stepButtons((what) => this.command(what)), this.during, this.after);
    server.on("game", ({ game }) => game.id === this.game?.id && this.update(game));
    server.on("clock", ({ game, clock }) => game === this.game?.id && table.clocks.update(clock, this.game.color));
    server.on("drawAnswer", ({ game, accepted, sentence }) => {
      if (game === this.game?.id && !accepted) notify(sentence);
    });
    server.on("remark", ({ game, text }) => {
      if (game !== this.game?.id) return;
      setText(this.remark, `“${text}”`);
      announce(text);
    });
    server.on("adaptiveLevel", ({ game, sentence }) => game === this.game?.id && notify(sentence));
    server.on("note", ({ text }) => notify(text));
  }

  enter(id: string): void {
    this.active = true;
    this.arranged = false;
    if (this.game?.id !== id) {
      this.game = undefined;
      this.tree = undefined;
      setText(this.state, "");
      setText(this.remark, "");
    }
    this.open(id);
  }

  leave(): void {
    this.active = false;
    table.clocks.update(undefined, undefined);
  }

  reconnected(): void {
    if (this.game) this.open(this.game.id);
  }

  command(command: Command): boolean {
    const { tree, cursor } = this;
    if (!tree || !cursor) return false;
    switch (command) {
      case "back":
        if (cursor.parent) void this.go(cursor.parent);
        return true;
      case "forward":
        if (cursor.children[0]) void this.go(cursor.children[0]);
        return true;
      case "first":
        void this.go(tree.root);
        return true;
      case "last":
        void this.go(tree.lastOf(tree.root));
        return true;
      case "flip":
        table.flip();
        void this.draw();
        return true;
      case "hint":
        this.hint();
        return true;
      case "takeBack":
        this.order("takeBack");
        return true;
      case "cancel":
        this.queued = undefined;
        table.board.cancel();
        this.drawState();
        return true;
      default:
        return false;
    }
  }

  async typed(text: string): Promise<void> {
    await this.opened;
    const { game } = this;
    if (!game) throw new Error("There is no game.");
    if (game.end) throw new Error("The game is over.");
    if (game.position.turn !== game.color) {
      this.queued = text;
      announce(`Premove: ${text}`);
      this.drawState();
      return;
    }
    await this.send(text);
  }

  /** The address of the game that goes on, for the way back to it. */
  get address(): string | undefined {
    return this.game ? `#/game/${this.game.id}` : undefined;
  }

  private open(id: string): void {
    this.opened = server.request({ type: "openGame", game: id }).then((game) => {
      if (this.active) this.begin(game);
    }, (error) => {
      complain(error);
      if (this.active) location.hash = "#/";
    });
  }

  /** Shows a game that was just opened, for the first time or again. */
  private begin(game: GameView): void {
    if (this.tree && this.game?.id === game.id) {
      this.game.version = game.version; // A restarted server counts anew.
      this.update(game);
    } else {
      this.tree = Tree.ofGame(game);
      this.game = game;
      this.sent = undefined;
      this.queued = undefined;
    }
    this.cursor = this.tree.lastOf(this.tree.root);
    document.title = `${game.opponent.name} · Rocada`;
    if (!this.arranged) table.turn(game.color);
    this.arranged = true;
    this.list.render(this.tree, this.cursor);
    this.drawSeats(game);
    this.drawAll();
  }

  /** Takes the newest state of the game. */
  private update(game: GameView): void {
    const { tree, game: before } = this;
    if (!tree || !before) return;
    // Replies and events can cross, and what was said before the server knew of the user's move would make the piece jump
    // back.
    if (game.version < before.version || (game.moves.length === this.sent && !game.end)) return;
    this.sent = undefined;
    this.game = game;
    const changed = game.moves.length !== before.moves.length;
    tree.follow(game);
    if (changed) {
      this.cursor = tree.lastOf(tree.root);
      if (this.active) this.list.render(tree, this.cursor);
      this.tellMoves(before, game);
    }
    if (game.end && !before.end) this.tellEnd(game);
    if (this.active) this.drawAll();
    this.playQueued(game);
  }

  private tellMoves(before: GameView, game: GameView): void {
    if (game.moves.length < before.moves.length) return announce("Moves taken back.");
    for (const [index, move] of game.moves.entries()) {
      if (index < before.moves.length) continue;
      const mover = (game.moves.length - index) % 2 === 1 ? other(game.position.turn) : game.position.turn;
      announce(`${capital(mover)}: ${moveWords(move.san)}`);
    }
    const last = game.position.lastMove;
    sound(game.position.check ? "check" : last?.capture ? "capture" : "move");
  }

  private tellEnd(game: GameView): void {
    announceNow(game.end?.sentence ?? "");
    sound("end");
  }

  private drawAll(): void {
    const { game } = this;
    if (!game) return;
    table.clocks.update(game.clock ?? undefined, game.color);
    this.drawState();
    show(this.during, game.end === null);
    show(this.after, game.end !== null);
    this.takeBackButton.disabled = !game.moves.some((_, index) => this.isMine(index));
    this.drawButton.disabled = game.drawOffered;
    this.hintButton.disabled = game.position.turn !== game.color;
    void this.draw();
  }

  /** Whether the move at this index was the player's. */
  private isMine(index: number): boolean {
    const { game } = this;
    if (!game) return false;
    const mover = (game.moves.length - index) % 2 === 1 ? other(game.position.turn) : game.position.turn;
    return mover === game.color;
  }

  private drawSeats(game: GameView): void {
    const rating = ratingOf(game);
    table.setSeats({
      [game.color]: { name: "You" },
      [other(game.color)]: { name: game.opponent.name, ...(rating ? { detail: rating } : {}) },
    });
  }

  private drawState(): void {
    const { game } = this;
    if (!game) return;
    setText(this.state, this.stateText(game));
    this.state.classList.toggle("over", game.end !== null);
    this.state.classList.toggle("thinking", game.thinking);
  }

  private stateText(game: GameView): string {
    if (game.end) return `${game.end.result.replace(/1\/2-1\/2/, "½–½").replace("-", "–")} · ${game.end.sentence}`;
    if (this.queued) return `Premove: ${this.queued}`;
    if (game.drawOffered) return "You have offered a draw.";
    if (game.position.turn === game.color) return game.position.check ? "Check! Your move." : "Your move.";
    return game.thinking ? `${game.opponent.name} is thinking…` : `${game.opponent.name} is to move.`;
  }

  private async go(node: TreeNode): Promise<void> {
    this.cursor = node;
    this.list.mark(node);
    if (node.san) announce(moveWords(node.san));
    await this.draw();
  }

  private async draw(): Promise<void> {
    const { game, tree, cursor } = this;
    if (!game || !tree || !cursor) return;
    const newest = cursor.children.length === 0;
    const position = newest ? game.position : await tree.position(cursor);
    if (this.cursor !== cursor || !this.active || this.game !== game) return;
    const going = newest && game.end === null;
    table.show({ position, movable: going ? game.color : undefined, premove: going && position.turn !== game.color });
    table.board.setMarks([]);
    table.board.onMove = (move) => void this.send(move.uci).catch(complain);
  }

  /** Sends a move; the board goes back if the server refuses it. */
  private async send(move: string): Promise<void> {
    const { game } = this;
    if (!game) return;
    const ply = game.moves.length;
    this.sent = ply;
    try {
      this.update(await server.request({ type: "move", game: game.id, move, ply }));
    } catch (error) {
      this.sent = undefined;
      // A copy of a move that arrived before the connection was lost is refused, and that is right.
      if (this.game?.moves[ply]?.uci === move) return;
      table.board.restore();
      throw error;
    }
  }

  private playQueued(game: GameView): void {
    if (!this.queued || game.position.turn !== game.color || game.end) return;
    const text = this.queued;
    this.queued = undefined;
    this.drawState();
    this.send(text).catch(complain);
  }

  private order(type: "takeBack" | "offerDraw" | "resign"): void {
    const { game } = this;
    if (!game) return;
    this.sent = undefined;
    table.board.cancel();
    server.request({ type, game: game.id }).then((answer) => this.update(answer), complain);
  }

  /** Asks once more, in the button itself. */
  private resign(): void {
    if (this.resignButton.classList.contains("sure")) {
      this.unsure();
      return this.order("resign");
    }
    this.resignButton.classList.add("sure");
    setText(this.resignButton, "Really resign?");
    announce("Press again to resign.");
    setTimeout(() => this.unsure(), ASK_AGAIN_MS);
  }

  private unsure(): void {
    this.resignButton.classList.remove("sure");
    setText(this.resignButton, "Resign");
  }

  private hint(): void {
    const { game } = this;
    if (!game || game.end || game.position.turn !== game.color) return;
    this.command("last");
    this.hintButton.classList.add("busy");
    server.request({ type: "hint", game: game.id }).then(({ best }) => {
      if (this.game?.moves.length !== game.moves.length) return;
      table.board.setMarks([moveMark(best.uci, game.color, "H", "hint")]);
      announce(`Hint: ${moveWords(best.san)}`);
      setText(this.state, `Hint: ${best.san}`);
    }).catch(complain).finally(() => this.hintButton.classList.remove("busy"));
  }

  private rematch(): void {
    if (!this.game) return;
    server.request({ type: "rematch", game: this.game.id }).then((game) => { location.hash = `#/game/${game.id}`; }, complain);
  }

  private analyse(): void {
    if (!this.game) return;
    study.open(Tree.ofGame(this.game), this.game.color);
    location.hash = "#/analysis";
  }
}

/** "about 1500" for opponents whose strength is known. */
function ratingOf(game: GameView): string {
  const crazyhouse = game.variant.startsWith("crazyhouse");
  const elo = crazyhouse ? game.opponent.eloCrazyhouse : game.opponent.eloChess;
  return elo === null ? "" : `about ${elo}`;
}

export const playView = new PlayView();
