// What the user has chosen, kept in the browser between visits.

export interface Settings {
  theme: "auto" | "light" | "dark";
  sound: boolean;
  /** Ways to move; each can be switched off. */
  drag: boolean;
  click: boolean;
  keyboard: boolean;
  premove: boolean;
  showMoves: boolean;
  animation: boolean;
  coordinates: boolean;
  /** Analysis. */
  lines: number;
  showLines: boolean;
  arrows: boolean;
}

const KEY = "rocada.settings";

const DEFAULTS: Settings = {
  theme: "auto",
  sound: false,
  drag: true,
  click: true,
  keyboard: true,
  premove: true,
  showMoves: true,
  animation: true,
  coordinates: true,
  lines: 3,
  showLines: true,
  arrows: true,
};

type Listener = (settings: Settings) => void;

const listeners: Listener[] = [];

export const settings: Settings = { ...DEFAULTS, ...stored() };

/** What was kept, without names or kinds of value that are not known here. */
function stored(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(([name, kept]) => typeof kept === typeof DEFAULTS[name as keyof Settings]),
    );
  } catch {
    return {}; // A browser that keeps nothing, or keeps rubbish: the defaults are good.
  }
}

/** Changes settings, keeps them and tells everybody who listens. */
export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener(settings);
}

/** Calls the listener now and after every change. */
export function onSettings(listener: Listener): void {
  listeners.push(listener);
  listener(settings);
}

/** Whether pieces should slide: the user may have asked the whole system for less motion. */
export function motionWanted(): boolean {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
