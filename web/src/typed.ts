// The field for typed moves and questions.

import { announce } from "./announce";
import { h, setText } from "./dom";
import type { PositionView } from "./generated/messages";
import { answerTo } from "./queries";
import { onSettings, settings } from "./settings";
import { table } from "./table";

export class TypedMoves {
  private readonly input = h("input", {
    type: "text",
    id: "typed",
    placeholder: "Nf3, e2e4, N@f3 …",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": "Type a move or a question",
    "aria-describedby": "typed-answer",
  });
  private readonly answer = h("p", { class: "typed-answer", id: "typed-answer" });
  readonly element = h("form", { class: "typed", "aria-label": "Typed moves" }, this.input, this.answer);

  constructor(private readonly position: () => PositionView | undefined, private readonly play: (text: string) => Promise<void>) {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submit();
    });
    this.input.addEventListener("input", () => setText(this.answer, ""));
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.input.value = "";
      setText(this.answer, "");
      table.board.focus();
    });
    onSettings(() => { this.element.hidden = !settings.keyboard; });
  }

  /** Puts the keyboard here. */
  focus(): void {
    this.input.focus();
    this.input.select();
  }

  private async submit(): Promise<void> {
    const text = this.input.value.trim();
    const position = this.position();
    if (!text || !position) return;
    const answer = answerTo(text, position, table.board.pieces, table.clocks.words());
    if (answer) {
      setText(this.answer, answer);
      announce(answer);
      this.input.select();
      return;
    }
    try {
      await this.play(text);
      if (this.input.value.trim() === text) this.input.value = "";
      setText(this.answer, "");
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      setText(this.answer, problem);
      announce(problem);
      this.input.select();
    }
  }
}
