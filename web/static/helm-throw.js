// A throw told by hand: tap the faces; with the last one it is told.

/** Milliseconds after a roll in which taps do not count: they were meant for that roll. */
const REST = 700;

/** Hear taps and keys on the pad; `tell(orders, element)` is given what they come to. */
export function hearThrows(tell) {
  let rests = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const key = keyOf(event.key);
    if (!key) return;
    event.preventDefault();
    key.click();
  });
  document.addEventListener("click", (event) => {
    const pad = event.target.closest(".pad");
    const key = event.target.closest("button");
    if (!pad || !key || Date.now() < rests) return;
    if (key.dataset.stays) key.setAttribute("aria-pressed", String(!pressed(key)));
    if (key.dataset.face) add(pad, key);
    if ("wipe" in key.dataset || key.dataset.stays) wipe(pad);
    draw(pad);
    const orders = ordersOf(pad);
    if (!orders) return;
    rests = Date.now() + REST;
    tell(orders, pad);
  });
}

/**
 * The button that a key of the keyboard stands for: 1–6 the faces, Backspace clears, U undoes; Enter counts a roll or
 * opens the pad, S stands.
 */
function keyOf(name) {
  if (document.getElementById("helm")?.inert) return null;
  const sheet = document.querySelector("#helm-sheet:not([hidden])");
  if (/^[1-6]$/.test(name)) return sheet?.querySelector(`[data-face="${name}"]`);
  if (name === "Backspace") return sheet?.querySelector("[data-wipe]");
  if (name === "Enter" && document.activeElement.closest("button, a, summary")) return null;
  const bound = `[data-key="${name.toLowerCase()}"]`;
  return /^(u|s|enter)$/i.test(name) ? sheet?.querySelector(bound) ?? document.querySelector(`#helm-bar ${bound}`) : null;
}

/** The empty places of the throw, as they are when the pad comes. */
export function drawPads(root) {
  for (const pad of root.querySelectorAll(".pad")) draw(pad);
}

const pressed = (die) => die.getAttribute("aria-pressed") === "true";
const free = (pad) => [...pad.querySelectorAll("[data-stays]")];
/** How many dice are thrown, with what stays now. */
function wanted(pad) {
  const changed = free(pad).map((die) => Number(pressed(die)) - Number(die.dataset.was === "yes"));
  return Number(pad.dataset.throw) - changed.reduce((sum, by) => sum + by, 0) || Number(pad.dataset.all);
}

const told = (pad) => (pad.dataset.told ?? "").split("").filter(Boolean).map(Number);

function add(pad, key) {
  if (told(pad).length < wanted(pad)) pad.dataset.told = (pad.dataset.told ?? "") + key.dataset.face;
}

function wipe(pad) {
  pad.dataset.told = "";
}

function draw(pad) {
  const list = pad.querySelector(".slots-told");
  if (!list) return;
  const faces = told(pad);
  list.replaceChildren(
    ...Array.from({ length: Math.max(0, wanted(pad)) }, (_, place) => {
      const item = document.createElement("li");
      item.className = "cube-key fixed";
      const face = faces[place];
      if (face) item.append(pad.querySelector(`[data-face="${face}"] svg`).cloneNode(true), spoken(String(face)));
      return item;
    }),
  );
}

function spoken(text) {
  const words = document.createElement("span");
  words.className = "spoken";
  words.textContent = text;
  return words;
}

function ordersOf(pad) {
  const dice = told(pad);
  if (!dice.length || dice.length < wanted(pad)) return null;
  const stay = [...pad.querySelectorAll("[data-fixed], [data-stays][aria-pressed=true]")];
  const aside = stay.map((die) => Number(die.dataset.fixed ?? die.dataset.stays));
  return [["/api/moves", { do: "throw", aside, dice }]];
}
