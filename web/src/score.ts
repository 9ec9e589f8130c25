// Scores and chances as the page shows and speaks them.

import type { ScoreView } from "./generated/messages";

/** "+0.35", "−1.20", "#3", "#−2". */
export function scoreText(score: ScoreView): string {
  if (score.kind === "mate") return score.value < 0 ? `#−${-score.value}` : `#${score.value}`;
  const pawns = Math.abs(score.value / 100).toFixed(2);
  return score.value < 0 ? `−${pawns}` : score.value > 0 ? `+${pawns}` : pawns;
}

/** The same for a narrow place: "+0.3", "−12". */
export function shortScoreText(score: ScoreView): string {
  if (score.kind === "cp" && Math.abs(score.value) >= 1000) return scoreText(score).replace(/\.\d+$/, "");
  return scoreText(score).replace(/(\.\d)\d$/, "$1");
}

/** "White is better by 0.4 pawns", "Black mates in 2". */
export function scoreWords(score: ScoreView): string {
  if (score.kind === "mate") {
    if (score.value === 0) return "checkmate";
    return `${score.value > 0 ? "White" : "Black"} mates in ${Math.abs(score.value)}`;
  }
  const pawns = Math.abs(score.value / 100).toFixed(1);
  if (pawns === "0.0") return "equal";
  return `${score.value > 0 ? "White" : "Black"} is better by ${pawns} pawns`;
}

/** What White can expect of the game, 0 to 1, from chances in thousandths. */
export function expectation(wdl: readonly number[]): number {
  return ((wdl[0] ?? 0) + (wdl[1] ?? 0) / 2) / 1000;
}

/** "White 31 %, draw 52 %, Black 17 %". */
export function chancesText(wdl: readonly number[]): string {
  const [white, draw, black] = [0, 1, 2].map((index) => Math.round((wdl[index] ?? 0) / 10));
  return `White wins ${white} %, draw ${draw} %, Black wins ${black} %`;
}

/** "12.3 M", "450 k": how many positions. */
export function countText(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  if (count >= 1e3) return `${(count / 1e3).toFixed(0)} k`;
  return String(count);
}
