// The helm: taps become orders, and what comes of them is said.

import { vibrate } from "./buzz.js";
import "./frame.js";
import { offerBoxes } from "./helm-boxes.js";
import { give, given, goOn, isGiving } from "./helm-orders.js";
import { follow, leave } from "./helm-permission.js";
import { close, inWords, offerToClose, open, opened } from "./helm-sheet.js";
import { drawPad, hearThrows } from "./helm-throw.js";

const says = document.getElementById("helm-says");
const table = document.getElementById("table");
const bar = document.getElementById("helm-bar");
const NEWS = 8_000;

/** The moments (boot:revision) of the orders that are on their way or wait for them. */
const decided = [];
let fading = 0;
let filled = "";
let bars = 0;
let shownBar = 0;

/** Say how it goes, or what came of it. */
export function say(text, { refused = false } = {}) {
  clearTimeout(fading);
  says.classList.toggle("refused", refused);
  if (says.textContent !== text) says.textContent = text;
  if (text) fading = setTimeout(() => say(""), NEWS);
}

const told = (state) => {
  document.body.toggleAttribute("data-giving", state !== "");
  if (!state) leave();
  if (state) {
    follow();
    say(says.dataset[state]);
    clearTimeout(fading);
  }
};

/** The moment of the game (boot:revision) that this element shows. */
const shownAt = (element) => element?.closest("[data-moment]")?.dataset.moment ?? table?.dataset.id ?? "";

/** Carry these orders out: after those on their way, whose outcome the page may show before their answer. */
export async function orderNext(orders, element) {
  const moment = shownAt(element);
  decided.push(moment);
  try {
    while (isGiving()) await given();
    const answer = await give(orders, moment, told);
    outcome(answer);
    return answer;
  } finally {
    decided.splice(decided.indexOf(moment), 1);
  }
}

/** The same, but void where something was already decided on at this moment: the key was pressed twice. */
export const order = async (orders, element) => (decided.includes(shownAt(element)) ? null : orderNext(orders, element));

function outcome(answer) {
  const { status, said } = answer;
  if (status === 200) {
    say("");
    vibrate("count");
  } else if (status === 0) say(says.dataset.lost, { refused: true });
  else if (status === 409) say(says.dataset.stale, { refused: true });
  else say(JSON.parse(says.dataset.why)[said.code] ?? said.why, { refused: true });
  if (status === 200 || status === 409) renew();
}

/** What came of it is seen: a sheet that lives on is filled anew, any other one is closed. */
async function renew() {
  showBar();
  const lives = document.querySelector("#helm-sheet [data-lives]")?.dataset.lives;
  if (lives) await lay(lives, { quiet: true });
}

async function lay(address, how) {
  if (!(await open(address, how))) say(says.dataset.offline, { refused: true });
  drawPad();
}

async function showBar() {
  if (!bar) return;
  const request = ++bars;
  try {
    const answer = await fetch(inWords("/helm/bar"), { cache: "no-store" });
    const gone = answer.status === 403 && (await fetch(inWords("/helm/gone"), { cache: "no-store" }));
    if (gone) close();
    const html = await (gone || answer).text();
    if (!(answer.ok || gone) || request < shownBar) return;
    shownBar = request;
    if (filled !== html) fill(html);
  } catch {
    // the page says by itself that there is no word from the table
  }
}

/** The focus stays on the key that it was on, if there is still one of that kind. */
function fill(html) {
  filled = html;
  const words = bar.contains(document.activeElement) ? document.activeElement.textContent : null;
  bar.innerHTML = html;
  drawPad();
  if (words !== null) [...bar.querySelectorAll(".key")].find((key) => key.textContent === words)?.focus();
}

function then(element, answer) {
  const what = element.dataset.then;
  if (answer?.status !== 200 || !what) return answer?.status === 409 && close();
  if (element.dataset.done) {
    say(element.dataset.done);
    setTimeout(() => location.assign(what), NEWS); // the table restarts
  } else if (what === "close") close();
  else if (what === "reload") location.reload();
  else location.assign(what);
  return null;
}

document.addEventListener("click", async (event) => {
  const key = event.target.closest("[data-orders], [data-sheet]");
  if (!key || document.getElementById("helm")?.inert) return;
  if (key.getAttribute("aria-disabled") === "true") {
    say(says.dataset.barred); // by a face that is typed
  } else if (key.dataset.orders) {
    then(key, await order(JSON.parse(key.dataset.orders), key));
  } else if (key.dataset.sheet === opened()) {
    close();
  } else {
    lay(key.dataset.sheet);
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-to]");
  if (!form) return;
  event.preventDefault();
  const { to, do: move, player } = form.dataset;
  const said = { ...(move && { do: move }), ...(player && { player }) };
  for (const field of form.querySelectorAll("[name]")) {
    if (field.value !== "") said[field.name] = "number" in field.dataset ? Number(field.value) : field.value.trim();
  }
  then(form, await order([[to, said]], form));
});

/** The keys of the keyboard. */
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && bar && !event.target.closest("input, select, textarea")) lay("/helm/keys");
});

/** A name is edited where it stands. */
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-rename]");
  if (!key) return;
  const form = document.getElementById(key.getAttribute("aria-controls"));
  form.hidden = !form.hidden;
  key.setAttribute("aria-expanded", String(!form.hidden));
  if (!form.hidden) form.querySelector("input").select();
});

/** A die on the table is small, and a thumb is not: the nearest one is meant. */
const NEAR = 36;

document.addEventListener("click", (event) => {
  const tray = bar && event.target.closest("#tray");
  if (!tray) return;
  const away = (die) => {
    const { left, right, top, bottom } = die.getBoundingClientRect();
    return Math.hypot(event.clientX - (left + right) / 2, event.clientY - (top + bottom) / 2);
  };
  const nearest = [...tray.querySelectorAll(".die")].sort((one, other) => away(one) - away(other))[0];
  if (nearest && away(nearest) < NEAR) lay(`/helm/die/${encodeURIComponent(nearest.dataset.key)}`);
});

/** There is not a picture of every die. */
document.addEventListener("error", ({ target }) => target.matches?.(".die-picture") && (target.hidden = true), true);

if (bar) {
  const isTyping = () => document.activeElement?.matches("#helm-sheet input");
  const isOver = () => document.getElementById("result") !== null;
  const counted = ({ turn }) => turn.slice(0, turn.lastIndexOf(":"));
  let event = counted(table.dataset);
  let over = isOver();
  offerBoxes();
  drawPad();
  showBar();
  new MutationObserver(() => {
    offerBoxes();
    drawPad();
    showBar();
    const ends = !over && isOver();
    over = isOver();
    if (ends) close(); // no sheet hides the result
    if (event === counted(table.dataset)) return;
    event = counted(table.dataset);
    if (!isGiving() && opened() && !isTyping()) renew();
  }).observe(table, { attributeFilter: ["data-id"] });
}
offerToClose();
hearThrows(orderNext);
goOn(told)?.then(outcome);
if (!bar) document.body.dataset.link = "live";
