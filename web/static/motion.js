const still = matchMedia("(prefers-reduced-motion: reduce)");
const SETTLE = { duration: 420, easing: "cubic-bezier(.2, .9, .25, 1)" };
const COUNT = 600;
const CHEER = 4_500;
const NEWS = 8_000;

/** Note where everything is; the function returned, called after the change, moves it from there to its new place. */
export function motionOf(root) {
  if (still.matches || document.hidden) return () => {};
  const places = new Map(movers(root).map((element) => [element.dataset.key, placeOf(element)]));
  const scores = new Map(scored(root).map((element) => [element.closest("[data-key]").dataset.key, element.textContent]));
  return () => {
    for (const element of movers(root)) settle(element, places.get(element.dataset.key));
    for (const element of scored(root)) count(element, scores.get(element.closest("[data-key]").dataset.key));
  };
}

/** Let the line of what was said stand for a while; celebrate once where there is reason. */
export function celebrate(cheer) {
  flag("news", "new", NEWS);
  if (cheer === "won") import("./victory.js").then(({ crown }) => crown());
  else if (cheer) flag("cheer", cheer, CHEER);
}

const timers = {};

function flag(name, value, time) {
  clearTimeout(timers[name]);
  document.body.dataset[name] = value;
  timers[name] = setTimeout(() => (document.body.dataset[name] = "past"), time);
}

const movers = (root) => [...root.querySelectorAll("#tray [data-key][transform]")];
const scored = (root) => [...root.querySelectorAll(".score")];

function placeOf(element) {
  // An element still on its way starts anew from where it is seen, not from where it was sent.
  const moving = element.getAnimations().length > 0;
  return { attribute: element.getAttribute("transform"), seen: moving ? getComputedStyle(element).transform : null };
}

function settle(element, was) {
  const attribute = element.getAttribute("transform");
  if (!was) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], SETTLE);
  } else if (was.attribute !== attribute) {
    const to = cssOf(attribute);
    element.animate([{ transform: was.seen ?? cssOf(nearTurn(was.attribute, attribute)) }, { transform: to }], SETTLE);
  }
}

/** The SVG attribute as the CSS property would be written: with units. */
function cssOf(attribute) {
  return attribute
    .replace(/translate\((\S+) (\S+)\)/, "translate($1px, $2px)")
    .replace(/rotate\((\S+)\)/, "rotate($1deg)");
}

/** A face looks the same after half a turn: start from the turn that is nearest, so that no die spins about. */
function nearTurn(was, is) {
  const [from, to] = [was, is].map((text) => Number(/rotate\((\S+)\)/.exec(text)?.[1]));
  return Number.isNaN(from + to) ? was : `rotate(${from + 180 * Math.round((to - from) / 180)})`;
}

const counting = new WeakMap();

function count(element, was) {
  const text = element.textContent;
  const [from, to] = [Number(was) || 0, Number(text)];
  counting.delete(element);
  if (was === undefined || was === text || !(to > from)) return;
  const start = performance.now();
  const step = (now) => {
    if (counting.get(element) !== start) return;
    const part = Math.min(Math.max(now - start, 0) / COUNT, 1);
    element.textContent = part < 1 ? Math.round(from + (to - from) * part) : text;
    if (part < 1) requestAnimationFrame(step);
  };
  counting.set(element, start);
  step(start);
}
