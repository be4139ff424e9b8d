// Enter a roll by hand: tap the dice to keep, then the faces rolled. The last face sends the roll.

import { isOwn } from "./helm-orders.js";

/** Milliseconds after a roll, entered here or on another phone, in which taps are ignored: they were meant for it. */
const REST = 700;
const KEPT = "helm-typed";

const rowOf = () => document.getElementById("places");
const cube = (face) => `<svg aria-hidden="true" viewBox="-.5 -.5 1 1"><rect x="-.46" y="-.46" width=".92" height=".92" \
rx=".16"/>${face && `<use href="#pips-${face}"/>`}</svg>`;

/** The roll that this is typed for, the faces so far, and by place whether a die stays. */
let now = { typing: "", faces: "", stays: [] };
/** The row as drawn last: unchanged keys stay in place under a finger. */
let drawn = {};
let rests = 0;
/** The roll that is on its way. */
let sent = null;

/** Hear taps and keys on the pad; `tell(orders, element)` is given what they come to. */
export function hearThrows(tell) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const key = keyOf(event.key);
    if (!key) return;
    event.preventDefault();
    key.click();
  });
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-face], [data-back], [data-place], [data-typed]");
    if (!key || !rowOf() || Date.now() < rests || document.getElementById("helm").inert) return;
    if (sent === now.typing) return;
    const { face, place, typed } = key.dataset;
    if (place) choose(Number(place));
    else if (face) now.faces += isAwake() && now.faces.length < wanted() ? face : "";
    else takeBack(typed ? Number(typed) : now.faces.length - 1);
    keep();
    drawPad();
    if (!face || !now.faces || now.faces.length < wanted()) return;
    rests = Date.now() + REST;
    const { typing } = now;
    const dice = [...now.faces].map(Number);
    const order = tell([["/api/moves", { do: "throw", aside: staying().map(Number), dice }]], rowOf());
    sent = typing;
    order.finally(() => (sent = sent === typing ? null : sent));
  });
}

/** The button that a key of the keyboard stands for: those of a sheet come first. */
function keyOf(name) {
  const helm = document.getElementById("helm");
  if (!helm || helm.inert || (name === "Enter" && document.activeElement.closest("button, a, summary"))) return null;
  const bound = /^[1-6]$/.test(name) ? `[data-face="${name}"]` : name === "Backspace" ? "[data-back]" : "";
  if (!bound && !/^(u|s|enter)$/i.test(name)) return null;
  return helm.querySelector(bound || `#helm-bar [data-key~="${name.toLowerCase()}"]`);
}

/** The dice of the turn as the table tells them: face, whether it stays, whether the player may choose. */
const dice = () => (rowOf().dataset.dice.match(/../g) ?? []).map(([face, sign]) => (
  { face, stays: /[!+]/.test(sign), free: /[+-]/.test(sign) }
));
const staying = () => dice().flatMap(({ face }, place) => (now.stays[place] ? [face] : []));

/** How many dice are thrown with what stays. */
function wanted() {
  const { throw: first, reroll } = rowOf().dataset;
  const all = dice();
  const some = all.some(({ stays, free }) => stays || free);
  return some && Number(first) ? all.length - staying().length || Number(reroll) : Number(first);
}

const choices = () => rowOf().dataset.may.split(" ").filter(Boolean);
const sorted = (faces) => [...faces].sort().join("");
const isAwake = () => wanted() > 0 && (!dice().length || !choices().length || choices().includes(sorted(staying())));

/** Keep a die or not, with what must go along: the smallest choice that has it, or the largest one without. */
function choose(place) {
  const all = dice();
  const on = !now.stays[place];
  const stays = now.stays.map((is, at) => (at === place ? on : is));
  const faces = sorted(all.flatMap(({ face }, at) => (stays[at] ? [face] : [])));
  const may = choices().filter((one) => (on ? has(one, faces) : has(faces, one)));
  const best = may.sort((one, other) => (on ? one.length - other.length : other.length - one.length))[0];
  now.stays = choices().length ? spread(all, stays, best ?? "") : stays;
}

/** Whether all of these faces are among the others. */
function has(faces, those) {
  const left = [...faces];
  return [...those].every((face) => left.includes(face) && left.splice(left.indexOf(face), 1));
}

/** Which dice stay so that these faces do: what can't be chosen first, then what is chosen already. */
function spread(all, stays, faces) {
  const left = [...faces];
  const take = (face) => left.includes(face) && left.splice(left.indexOf(face), 1).length > 0;
  const fixed = all.map(({ face, stays: is, free }) => is && !free && (take(face) || true));
  const chosen = all.map(({ face }, at) => fixed[at] || (stays[at] && take(face)));
  return all.map(({ face, free }, at) => chosen[at] || (free && take(face)));
}

function takeBack(at) {
  now.faces = now.faces.slice(0, Math.max(0, at)) + now.faces.slice(at + 1);
}

/** What is typed outlives its page. */
function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(now));
  } catch {
    // without storage it does not
  }
}

function recall() {
  const { typing } = rowOf().dataset;
  if (now.typing === typing) return;
  if (now.typing && !isOwn(document.getElementById("table").dataset.id)) rests = Date.now() + REST;
  now = { typing, faces: "", stays: dice().map(({ stays }) => stays) };
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    const fits = /^[1-6]*$/.test(kept.faces) && kept.stays.length === now.stays.length;
    if (kept.typing === typing && fits) now = kept;
  } catch {
    // nothing was kept, or nothing of use
  }
}

/** The row of dice and the keys, as they are now. */
export function drawPad() {
  const row = rowOf();
  if (!row || !document.getElementById("helm")) return;
  recall();
  const html = now.faces ? typedRow() : chosenRow();
  if (html !== drawn.from || row.innerHTML !== drawn.as) {
    const focused = [...row.children].indexOf(document.activeElement?.closest(".place"));
    row.innerHTML = html;
    drawn = { from: html, as: row.innerHTML };
    row.children[focused]?.querySelector("button")?.focus();
  }
  const bar = (keys, off) => document.querySelectorAll(keys).forEach((key) => key.setAttribute("aria-disabled", off));
  bar(".numbers [data-face]", !isAwake());
  bar("#helm-bar .main, .pick", now.faces !== "");
  for (const said of document.querySelectorAll(".numbers [role=status]")) said.textContent = [...now.faces].join(" ");
}

function chosenRow() {
  const all = dice();
  const mayChoose = all.some(({ free }) => free);
  const places = all.map(({ face, free }, at) => {
    const kind = now.stays[at] ? "stays" : mayChoose && !free ? "barred" : "";
    return place(face, kind, free && `data-place="${at}" aria-pressed="${now.stays[at]}"`);
  });
  return places.join("") || empty(wanted());
}

function typedRow() {
  const kept = staying().length < dice().length ? staying() : [];
  const still = kept.map((face) => place(face, "stays still"));
  const named = (face) => rowOf().dataset.typedAs.replace("0", face);
  const typed = [...now.faces].map((face, at) => place(face, "", `data-typed="${at}"`, named(face)));
  return [...still, ...typed].join("") + empty(wanted() - typed.length);
}

/** A die in its place: a key with these attributes, and another name than its face, or a picture. */
function place(face, kind, key, name = face) {
  const [tag, what] = key ? ["button", `type="button" ${key}`] : ["span", 'role="img"'];
  const says = !key && kind.startsWith("stays") ? rowOf().dataset.kept.replace("0", face) : name;
  return `<li class="place die ${kind}"><${tag} ${what} aria-label="${says}">${cube(face)}</${tag}></li>`;
}

const empty = (many) => `<li class="place">${cube("")}</li>`.repeat(many);
