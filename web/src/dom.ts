// Small helpers to make and change elements; the page has no framework.

type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | EventListener | ((event: never) => void);

function setAttribute(element: Element, name: string, value: Value): void {
  if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
}

function fill<E extends Element>(element: E, attributes: Record<string, Value>, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

/** A new HTML element; attributes that begin with `on` are listeners, `true` is an empty attribute, `false` none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** A new SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** Shows or hides an element for everybody, readers of the screen included. */
export function show(element: HTMLElement, visible: boolean): void {
  element.hidden = !visible;
}

/** Changes a text only if it is another, so that live regions and selections are left alone. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A button with a text. */
export function button(label: string, onclick: () => void, attributes: Record<string, Value> = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/** A button that stays pressed. */
export function toggle(label: string, pressed: boolean, onchange: (pressed: boolean) => void, title?: string): HTMLButtonElement {
  const element = button(label, () => {
    setPressed(element, element.getAttribute("aria-pressed") !== "true");
    onchange(element.getAttribute("aria-pressed") === "true");
  }, { class: "toggle", title });
  setPressed(element, pressed);
  return element;
}

/** Shows a toggle pressed or not. */
export function setPressed(element: HTMLElement, pressed: boolean): void {
  element.setAttribute("aria-pressed", String(pressed));
}

/** A text that is seen, and other words for it that are spoken. */
export function spokenAs(seen: string, spoken: string): [HTMLElement, HTMLElement] {
  return [h("span", { "aria-hidden": "true" }, seen), h("span", { class: "sr-only" }, spoken)];
}

/** Makes a number fit into bounds. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
