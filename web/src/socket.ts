// The connection to the server: numbered requests with typed answers, events, and a new connection when the old one is
// lost. Nothing that was asked is forgotten: what is still open is asked again, unless asking twice would do harm.

import type { Answer, Event, Order, Request, ServerMessage } from "./generated/messages";

interface AnswerKinds {
  hello: "welcome";
  position: "position";
  validateFen: "validation";
  newGame: "game";
  openGame: "game";
  closeGame: "done";
  games: "games";
  move: "game";
  takeBack: "game";
  hint: "hint";
  offerDraw: "game";
  resign: "game";
  rematch: "game";
  startAnalysis: "analysis";
  stopAnalysis: "done";
  startGraph: "graph";
  stopGraph: "done";
  explain: "explanation";
  readPgn: "pgn";
  writePgn: "pgnText";
  gamePgn: "pgnText";
}

type Kind = Order["type"];
type OrderOf<K extends Kind> = Extract<Order, { type: K }>;
type AnswerTo<K extends Kind> = Extract<Answer, { type: AnswerKinds[K] }>;
type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

export type ConnectionState = "connecting" | "open" | "lost";

interface Pending {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Twice would take back twice. A move carries its ply, so a second copy of it is refused. */
const NOT_TWICE: ReadonlySet<Kind> = new Set<Kind>(["takeBack"]);

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 4000;

class Connection {
  state: ConnectionState = "connecting";
  private socket: WebSocket | undefined;
  private delay_ms = FIRST_DELAY_MS;
  private next = 1;
  private readonly pending = new Map<number, Pending>();
  private readonly stateListeners: ((state: ConnectionState) => void)[] = [];
  private readonly openListeners: (() => void)[] = [];
  private readonly eventListeners = new Map<string, ((event: never) => void)[]>();

  /** Connects, and goes on doing so whenever the connection is lost. */
  start(): void {
    this.connect();
    // A computer that wakes up, or a tab that comes to the front, should not wait for the delay.
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  /** Asks the server; fails with the server's sentence. While there is no connection the question waits. */
  request<K extends Kind>(order: OrderOf<K>): Promise<AnswerTo<K>> {
    const request: Request = { id: this.next++, order };
    return new Promise<Answer>((resolve, reject) => {
      this.pending.set(request.id, { request, resolve, reject });
      this.send(request);
    }) as Promise<AnswerTo<K>>;
  }

  /** Listens to one kind of event. */
  on<T extends Event["type"]>(type: T, listener: (event: EventOf<T>) => void): void {
    const listeners = this.eventListeners.get(type) ?? [];
    listeners.push(listener as (event: never) => void);
    this.eventListeners.set(type, listeners);
  }

  /** Calls the listener each time a connection is made, before older questions are asked again. */
  onOpen(listener: () => void): void {
    this.openListeners.push(listener);
  }

  /** Calls the listener now and whenever the connection comes or goes. */
  onState(listener: (state: ConnectionState) => void): void {
    this.stateListeners.push(listener);
    listener(this.state);
  }

  private connect(): void {
    const address = new URL("/ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", (message) => this.receive(String(message.data)));
    socket.addEventListener("close", () => this.lost());
  }

  private hurry(): void {
    if (this.state === "lost") this.delay_ms = FIRST_DELAY_MS;
  }

  private opened(): void {
    this.delay_ms = FIRST_DELAY_MS;
    const open = [...this.pending.values()];
    this.setState("open");
    for (const listener of this.openListeners) listener();
    for (const { request } of open) this.send(request);
  }

  private lost(): void {
    if (this.state === "open") {
      for (const [id, { request, reject }] of this.pending) {
        if (!NOT_TWICE.has(request.order.type)) continue;
        this.pending.delete(id);
        reject(new Error("The connection was lost; please try again."));
      }
    }
    this.setState("lost");
    setTimeout(() => this.connect(), this.delay_ms);
    this.delay_ms = Math.min(this.delay_ms * 2, LONGEST_DELAY_MS);
  }

  private send(request: Request): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    switch (message.type) {
      case "reply":
        this.settle(message.id)?.resolve(message.answer);
        break;
      case "error":
        if (message.id !== null) this.settle(message.id)?.reject(new Error(message.error));
        break;
      case "event":
        for (const listener of this.eventListeners.get(message.event.type) ?? []) listener(message.event as never);
        break;
    }
  }

  private settle(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }

  private setState(state: ConnectionState): void {
    this.state = state;
    for (const listener of this.stateListeners) listener(state);
  }
}

/** The page's one connection. */
export const server = new Connection();
