// The engine's view of the study: lines, chances, arrows, threats, and the course of the whole game.

import type { Color } from "@lichess-org/chessground/types";
import { announce } from "./announce";
import { button, h, setPressed, setText, show, toggle } from "./dom";
import { Exchange } from "./exchange";
import type { AnalysisView as Analysis, LineMove, Place } from "./generated/messages";
import { Graph } from "./graph";
import { lineLetter, Lines } from "./lines";
import { moveMark } from "./marks";
import { complain } from "./notice";
import type { Mark } from "./overlay";
import { chancesText, countText, scoreWords } from "./score";
import { change, onSettings, settings } from "./settings";
import { server } from "./socket";
import * as study from "./study";
import { showStudyPosition, showStudySeats, studyCommand, StudyMoves, studyTyped } from "./studypanel";
import { table } from "./table";
import type { Command, View } from "./view";
import { moveWords, other } from "./words";

/** Stepping quickly must not start a search at every step. */
const SETTLE_MS = 60;

/** The position with the other side to move, as a FEN. */
function passed(fen: string): string {
  const fields = fen.split(" ");
  fields[1] = fields[1] === "w" ? "b" : "w";
  fields[3] = "-";
  return fields.join(" ");
}

class AnalysisPanel implements View {
  readonly title = "Analysis";
  readonly typed = studyTyped;
  private active = false;
  private on = true;
  private threat = false;
  private analysis: Analysis | undefined;
  private number: number | undefined;
  private timer: number | undefined;
  private previewed = 0;

  private readonly engineButton = toggle("Engine", true, () => this.command("engine"), "Engine on or off (l)");
  private readonly engineState = h("span", { class: "engine-state", role: "status" });
  private readonly linesButton = toggle("Lines", true, () => this.command("lines"), "Lines, or the bar only (z)");
  private readonly arrowsButton = toggle("Arrows", true, () => this.command("arrows"), "Arrows on the board (a)");
  private readonly threatButton = toggle("Threat", false, () => this.command("threat"), "What would the other side do? (x)");
  private readonly lineCount = h("select", { "aria-label": "How many lines" },
    ...[1, 2, 3, 4, 5].map((count) => h("option", { value: count }, count === 1 ? "1 line" : `${count} lines`)));
  private readonly chances = h("div", { class: "chances", role: "img" },
    h("span", { class: "win" }), h("span", { class: "draw" }), h("span", { class: "loss" }));
  private readonly lines = new Lines({
    preview: (moves) => void this.preview(moves),
    choose: (moves) => this.choose(moves),
  });
  private readonly graph = new Graph((ply) => this.jump(ply), (left) => this.graphProgress(left));
  private readonly graphButton = button("Course of the game", () => this.startGraph(), { title: "Have every position judged", class: "graph-button" });
  private readonly moves = new StudyMoves();
  private readonly exchange = new Exchange();
  readonly panel: HTMLElement;

  constructor() {
    this.panel = h("div", { class: "analysis" },
      h("div", { class: "engine-row" }, this.engineButton, this.engineState, this.lineCount),
      h("div", { class: "option-row" }, this.linesButton, this.arrowsButton, this.threatButton),
      this.chances,
      this.lines.element,
      this.graph.element,
      this.graphButton,
      this.moves.element,
      this.exchange.element);
    this.lineCount.addEventListener("change", () => change({ lines: Number(this.lineCount.value) }));
    server.on("analysis", (view) => view.analysis === this.number && this.take(view));
    study.onChange((what) => this.active && this.studyChanged(what));
    let lines = settings.lines;
    onSettings(() => {
      this.lineCount.value = String(settings.lines);
      this.lines.reserve(settings.lines);
      setPressed(this.linesButton, settings.showLines);
      setPressed(this.arrowsButton, settings.arrows);
      if (lines !== settings.lines) this.search();
      lines = settings.lines;
      this.draw();
    });
  }

  enter(): void {
    this.active = true;
    document.title = "Analysis · Rocada";
    showStudySeats();
    table.showBar(true);
    this.studyChanged("tree");
  }

  leave(): void {
    this.active = false;
    clearTimeout(this.timer);
    table.showBar(false);
    table.board.setMarks([]);
    if (this.on) server.request({ type: "stopAnalysis" }).catch(complain);
    this.number = undefined;
  }

  reconnected(): void {
    if (!this.active) return;
    this.search();
    this.graph.resume(this.mainPlace());
  }

  command(command: Command): boolean {
    switch (command) {
      case "engine":
        this.on = !this.on;
        setPressed(this.engineButton, this.on);
        announce(this.on ? "Engine on" : "Engine off");
        this.search();
        return true;
      case "lines":
        change({ showLines: !settings.showLines });
        announce(settings.showLines ? "Lines shown" : "Bar only");
        return true;
      case "arrows":
        change({ arrows: !settings.arrows });
        return true;
      case "threat":
        this.threat = !this.threat;
        setPressed(this.threatButton, this.threat);
        announce(this.threat ? "Threats" : "No threats");
        this.search();
        return true;
      case "playBest":
        this.playBest();
        return true;
      default:
        return studyCommand(command);
    }
  }

  private studyChanged(what: "tree" | "cursor"): void {
    this.moves.update(what);
    showStudySeats();
    this.exchange.update();
    if (!this.graph.shows(this.mainPlace())) {
      this.graph.clear();
      setText(this.graphButton, "Course of the game");
    }
    const main = study.tree.mainLine();
    show(this.graphButton, main.length > 1 && !this.graph.isComplete);
    this.graph.mark(study.cursor === study.tree.root ? 0 : main.indexOf(study.cursor) + 1 || -1);
    this.search();
    void this.showPosition();
  }

  private async showPosition(): Promise<void> {
    try {
      if (await showStudyPosition(() => this.active)) this.draw();
    } catch (error) {
      complain(error);
    }
  }

  private mainPlace(): Place {
    return study.tree.place(study.tree.lastOf(study.tree.root));
  }

  /** Has the position on the board searched, after a moment. */
  private search(): void {
    if (!this.active) return;
    clearTimeout(this.timer);
    this.analysis = undefined;
    this.number = undefined;
    this.lines.clear();
    this.timer = window.setTimeout(() => this.searchNow(), SETTLE_MS);
  }

  private searchNow(): void {
    if (!this.on) {
      server.request({ type: "stopAnalysis" }).catch(complain);
      this.draw();
      return;
    }
    const { cursor } = study;
    const order = { place: study.tree.place(cursor), lines: settings.lines, threat: this.threat };
    server.request({ type: "startAnalysis", ...order }).then((view) => {
      if (study.cursor !== cursor || !this.active || !this.on) return;
      this.number = view.analysis;
      this.take(view);
    }, (error: Error) => setText(this.engineState, error.message));
  }

  private take(view: Analysis): void {
    this.analysis = view;
    this.draw();
  }

  private draw(): void {
    if (!this.active) return;
    const { analysis } = this;
    this.drawState(analysis);
    const best = this.on ? analysis?.lines[0] : undefined;
    table.setLine(best);
    this.drawChances(best?.wdl);
    this.lines.element.hidden = !settings.showLines || !this.on;
    if (analysis && settings.showLines) this.lines.update(analysis.lines, (ply) => this.numberAt(ply));
    table.board.setMarks(this.marks(analysis));
  }

  private drawState(analysis: Analysis | undefined): void {
    const running = this.on && analysis?.state === "running";
    this.engineState.classList.toggle("running", running);
    this.panel.classList.toggle("threatening", this.threat);
    if (!this.on) return setText(this.engineState, "off");
    const end = study.cursor.position?.end;
    if (end) return setText(this.engineState, end.sentence);
    if (!analysis) return setText(this.engineState, "starts…");
    const state = { waiting: "waits", running: "running", finished: "done" }[analysis.state];
    const speed = analysis.nps > 0 ? ` · ${countText(analysis.nps)}/s` : "";
    const kept = analysis.stored ? " · from memory" : "";
    setText(this.engineState, `${state} · depth ${analysis.depth}${speed}${kept}`);
  }

  private drawChances(wdl: readonly number[] | undefined): void {
    this.chances.classList.toggle("unknown", !wdl);
    this.chances.setAttribute("aria-label", wdl ? chancesText(wdl) : "Chances not known yet");
    for (const [index, part] of [...this.chances.children].entries()) {
      const share = wdl?.[index] ?? 0;
      (part as HTMLElement).style.flexGrow = String(share);
      setText(part, share >= 80 ? `${Math.round(share / 10)} %` : "");
    }
  }

  /** The number before a move of a line, where one is due. */
  private numberAt(ply: number): string {
    const { cursor } = study;
    const shift = this.threat ? 1 : 0;
    const text = study.tree.number({ ...cursor, ply: cursor.ply + 1 + ply + shift }, ply === 0);
    return text ? `${text} ` : "";
  }

  private mover(): Color {
    const turn = study.cursor.position?.turn ?? "white";
    return this.threat ? other(turn) : turn;
  }

  private marks(analysis: Analysis | undefined): Mark[] {
    if (!analysis || !this.on || !settings.arrows || !settings.showLines) return [];
    const color = this.mover();
    return analysis.lines.flatMap(({ moves }, index) => {
      const first = moves[0];
      const style = this.threat ? "threat" : index === 0 ? "best" : "other";
      return first ? [moveMark(first.uci, color, lineLetter(index), style)] : [];
    }).reverse();
  }

  private async preview(moves: readonly LineMove[] | undefined): Promise<void> {
    const turn = ++this.previewed;
    if (!moves) return this.showPosition();
    const place = this.threat
      ? { variant: study.tree.variant, start: { fen: passed(study.cursor.position?.fen ?? "") }, moves: [] }
      : study.tree.place(study.cursor);
    const position = await server.request({ type: "position", ...place, moves: [...place.moves, ...moves.map(({ uci }) => uci)] });
    if (turn !== this.previewed || !this.active) return;
    table.board.setMarks([]);
    table.show({ position, movable: undefined, premove: false });
  }

  private choose(moves: readonly LineMove[]): void {
    this.previewed++;
    // A threat cannot be played: it is not that side's turn.
    if (!this.threat) study.play(moves);
  }

  private playBest(): void {
    const line = this.analysis?.lines[0];
    const best = line?.moves[0];
    if (!best || !line || this.threat) return;
    announce(`${moveWords(best.san)}, ${scoreWords(line.score)}`);
    study.play([best]);
  }

  private startGraph(): void {
    this.graph.start(this.mainPlace());
    this.graph.mark(study.cursor.ply);
    setText(this.graphButton, "Judging…");
  }

  private graphProgress(left: number): void {
    setText(this.graphButton, `Judging: ${left} positions left`);
    if (left > 0) return;
    show(this.graphButton, false);
    announce("The course of the game is known.");
  }

  private jump(ply: number): void {
    const node = ply === 0 ? study.tree.root : study.tree.mainLine()[ply - 1];
    if (node) study.go(node);
  }
}

export const analysisView = new AnalysisPanel();
