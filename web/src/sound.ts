// Short sounds made by the browser itself: no files, off until they are asked for.

import { settings } from "./settings";

export type Sound = "move" | "capture" | "check" | "end" | "warning";

/** A sound is a row of tones: pitch in hertz, begin and length in seconds. */
const TONES: Record<Sound, [pitch: number, begin: number, length: number][]> = {
  move: [[330, 0, 0.07]],
  capture: [[220, 0, 0.06], [330, 0.05, 0.07]],
  check: [[520, 0, 0.08], [660, 0.08, 0.1]],
  end: [[392, 0, 0.16], [330, 0.16, 0.16], [262, 0.32, 0.3]],
  warning: [[880, 0, 0.06], [880, 0.14, 0.06]],
};

const VOLUME = 0.12;

let context: AudioContext | undefined;

/** Plays a sound if the user wants sounds. */
export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, begin, length] of TONES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, now + begin);
    volume.gain.exponentialRampToValueAtTime(0.001, now + begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + begin);
    tone.stop(now + begin + length);
  }
}
