// Reactions over the tray of a TV: they rise for two seconds, moved by the compositor alone, and are gone.

const LASTS = 2_000;
const MOST = 10;

let place = null;

export function float(kinds) {
  if (document.hidden) return;
  place ??= made();
  const { left, top, width, height } = document.getElementById("tray").getBoundingClientRect();
  Object.assign(place.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  for (const kind of kinds.slice(0, MOST - place.childElementCount)) rise(kind, width, height);
}

function made() {
  const made = document.createElement("div");
  made.setAttribute("aria-hidden", "true");
  made.className = "reactions";
  Object.assign(made.style, { position: "fixed", overflow: "hidden", pointerEvents: "none", zIndex: 2 });
  document.body.append(made);
  return made;
}

function rise(kind, width, height) {
  if (!/^[a-z]+$/.test(kind)) return;
  const size = Math.round(height / 6);
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${new URL("reactions.svg", import.meta.url)}#${kind}`);
  sign.append(use);
  sign.setAttribute("width", size);
  sign.setAttribute("height", size);
  const x = Math.round((0.12 + 0.7 * Math.random()) * width);
  const from = height - size;
  Object.assign(sign.style, { position: "absolute", left: 0, top: 0, fill: "none", color: "#f4ecd9", willChange: "transform, opacity" });
  sign.dataset.kind = kind;
  place.append(sign);
  const at = (y, scale) => `translate(${x}px, ${y}px) scale(${scale})`;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const frames = still
    ? [{ transform: at(from * 0.5, 1), opacity: 1 }, { transform: at(from * 0.5, 1), opacity: 0 }]
    : [
        { transform: at(from, 0.6), opacity: 0 },
        { transform: at(from * 0.8, 1), opacity: 1, offset: 0.15 },
        { transform: at(from * 0.25, 1), opacity: 1, offset: 0.75 },
        { transform: at(from * 0.1, 1), opacity: 0 },
      ];
  sign.animate(frames, { duration: LASTS, easing: "ease-out" }).finished.finally(() => sign.remove());
}
