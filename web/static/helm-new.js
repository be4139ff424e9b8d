// A new game: players, rules, and what differs from them.

import { order, say } from "./helm.js";
import { seat, seated, unseat } from "./helm-seats.js";

const form = document.getElementById("new-game");
const place = document.getElementById("variants");
const more = document.getElementById("one-more");
const house = document.getElementById("house-name");

const chosen = () => form.querySelector("[name=rules]:checked");
const preset = () => place.querySelector(".variants").dataset.preset;

const READ = {
  flag: (variant) => variant.querySelector("input").checked,
  number: (variant) => {
    const field = variant.querySelector("input");
    return field.type === "checkbox" ? Number(field.checked) : Number(field.value);
  },
  choice: (variant) => {
    const word = variant.querySelector("select").value;
    return word.replace("(n)", `(${variant.querySelector("input")?.value})`);
  },
  list: (variant) => [...variant.querySelectorAll("input:checked")].map((box) => box.value),
};

/** What differs from the rules that bear the name. */
function options() {
  const found = {};
  for (const variant of place.querySelectorAll(".variant")) {
    const value = READ[variant.dataset.takes](variant);
    const differs = JSON.stringify(value) !== JSON.stringify(JSON.parse(variant.dataset.usual));
    variant.classList.toggle("changed", differs);
    if (differs) found[variant.dataset.option] = value;
  }
  return found;
}

async function fetched(path, asked) {
  const answer = await fetch(`/helm/games/${path}?${new URLSearchParams(asked)}`, { cache: "no-store" });
  return answer.ok ? answer.text() : null;
}

const ahead = document.getElementById("ahead");
const mostAhead = () => Number(place.querySelector(".variants").dataset.ahead);

/** Points that players begin with are asked for where the game has them, and only once they are wanted. */
function showAhead() {
  ahead.hidden = !mostAhead();
  for (const field of form.querySelectorAll("input.ahead")) {
    field.max = mostAhead();
    field.hidden = ahead.hidden || !ahead.querySelector("input").checked;
  }
}

/** The points that players begin with, by name. */
function headStarts() {
  const fields = [...form.querySelectorAll("#seats input.ahead:not([hidden])")];
  return Object.fromEntries(fields.map((one) => [one.closest(".chair").dataset.name, Number(one.value)]).filter(([, points]) => points > 0));
}

async function layVariants(options = "{}") {
  const rules = chosen();
  const own = "house" in rules.dataset;
  const html = await fetched("variants", own ? { house: rules.value } : { preset: rules.value, options });
  if (html && rules === chosen()) place.innerHTML = html;
  document.getElementById("house-own").hidden = !own;
  document.getElementById("unlock").hidden = rules.dataset.locked !== "yes";
  document.getElementById("forget").hidden = rules.dataset.locked === "yes";
  showNumbers();
}

let asked = 0;

async function tellOdds() {
  const mine = ++asked;
  const said = await fetched("odds", { preset: preset(), options: JSON.stringify(options()) });
  if (mine === asked && said !== null) document.getElementById("variant-odds").textContent = said.trim();
}

/** Only the styles of the chosen game are there; the first one is chosen with it. */
function showStyles() {
  const game = form.querySelector("[name=game]:checked").value;
  const styles = [...form.querySelectorAll("[data-game]")];
  for (const style of styles) style.hidden = style.dataset.game !== game;
  const rules = chosen();
  if (rules && rules.closest("[data-game]").dataset.game === game) return;
  styles.find((style) => !style.hidden).querySelector("input").checked = true;
  layVariants();
}

/** What a variant needs is another one whose value begins like that. */
function showWhatApplies() {
  for (const variant of place.querySelectorAll("[data-needs]")) {
    const [option, value] = JSON.parse(variant.dataset.needs);
    const other = place.querySelector(`[data-option="${option}"]`);
    variant.hidden = Boolean(other) && !String(READ[other.dataset.takes](other)).startsWith(value);
  }
}

/** The number beside a choice is only there where the choice takes one. */
function showNumbers() {
  showAhead();
  showWhatApplies();
  for (const choice of place.querySelectorAll(".choice")) {
    const number = choice.querySelector("input");
    if (number) number.hidden = !choice.querySelector("select").value.includes("(n)");
  }
}

const quick = [...form.querySelectorAll("[data-quick]")];

/** A quick set-up chooses a game, its rules and its variants; it stays marked until one of them is changed. */
for (const button of quick) {
  button.addEventListener("click", () => {
    const { of, quick: name, options } = button.dataset;
    form.querySelector(`[name=game][value="${CSS.escape(of)}"]`).checked = true;
    form.querySelector(`[name=rules][value="${CSS.escape(name)}"]:not([data-house])`).checked = true;
    showStyles();
    layVariants(options);
    mark(button);
  });
}

const mark = (chosen) => {
  for (const button of quick) button.setAttribute("aria-pressed", String(button === chosen));
};

ahead.addEventListener("change", showAhead);
new MutationObserver(showAhead).observe(document.getElementById("seats"), { childList: true });
form.addEventListener("change", (event) => {
  if (event.target.closest(".games, .presets, .variants")) mark(null);
  if (event.target.name === "game") showStyles();
  else if (event.target.name === "rules") layVariants();
  else if (event.target.closest(".variants")) {
    showNumbers();
    tellOdds();
  }
});

function add() {
  seat(more.value.trim());
  more.value = "";
  more.focus();
}

document.getElementById("add").addEventListener("click", add);
document.getElementById("nobody").addEventListener("click", () => {
  unseat();
  more.focus();
});
more.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  add();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (more.value.trim()) add();
  const first = document.getElementById("starter").value;
  const starter = first === "first" ? seated()[0] : first;
  const said = { preset: preset(), options: options(), players: seated(), handicap: headStarts(), ...(starter && { starter }) };
  const state = await fetch("/api/state", { cache: "no-store" }).then((answer) => answer.json());
  form.dataset.moment = `${state.boot}:${state.revision}`;
  const byHand = document.getElementById("by-hand");
  const camera = byHand.checked === (byHand.dataset.now === "yes") ? [] : [["/api/camera", { on: !byHand.checked }]];
  const answer = await order([...camera, ["/api/games", said]], form);
  if (answer?.status === 200) location.assign("/");
});

const SAVED = "saved-rules";

/** The page shows what is kept from now on; rules that were saved are chosen on it. */
async function keep(path, said, saved = "") {
  const answer = await order([[path, said]], form);
  if (answer?.status !== 200) return;
  sessionStorage.setItem(SAVED, saved);
  location.reload();
}

document.getElementById("save").addEventListener("click", () => {
  const locked = document.getElementById("house-locked").checked;
  keep("/api/house-rules", { name: house.value.trim(), preset: preset(), options: options(), locked }, house.value.trim());
});
document.getElementById("forget").addEventListener("click", () => {
  keep("/api/house-rules/forget", { name: chosen().value });
});
document.getElementById("unlock").addEventListener("click", () => {
  const { value, dataset } = chosen();
  const said = { name: value, preset: dataset.preset, options: JSON.parse(dataset.options), locked: false };
  keep("/api/house-rules", said);
});

const saved = sessionStorage.getItem(SAVED);
sessionStorage.removeItem(SAVED);
const kept = saved && form.querySelector(`[data-house][value="${CSS.escape(saved)}"]`);
if (kept) {
  kept.checked = true;
  say(form.dataset.saved);
  form.querySelector(`[name=game][value="${kept.closest("[data-game]").dataset.game}"]`).checked = true;
}
showStyles();
// A browser that was quicker than this script, or that remembers what was chosen, has other rules chosen than are shown.
if ("house" in chosen().dataset || chosen().value !== preset()) layVariants();
else showNumbers();
