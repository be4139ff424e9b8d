// A new game: players, rules, and what differs from them.

import { order, say } from "./helm.js";
import { seat, seated, unseat } from "./helm-seats.js";

const form = document.getElementById("new-game");
const place = document.getElementById("variants");
const more = document.getElementById("one-more");
const house = document.getElementById("house-name");
const ahead = document.getElementById("ahead");

const cards = [...form.querySelectorAll("[name=game]")];
const chosen = () => cards.find((card) => card.checked);
const laid = () => place.querySelector(".variants").dataset;

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

/** Points that players begin with are asked for where the game has them. */
function showAhead() {
  const points = headStarts();
  const each = ahead.querySelector(".each");
  ahead.hidden = !Number(laid().ahead);
  const fields = seated().map((name) => {
    const one = each.querySelector("template").content.cloneNode(true);
    one.querySelector("bdi").textContent = name;
    Object.assign(one.querySelector("input"), { max: laid().ahead, name, value: points[name] ?? 0 });
    return one;
  });
  each.replaceChildren(each.querySelector("template"), ...fields);
}

/** The points that players begin with, by name. */
function headStarts() {
  const fields = ahead.hidden ? [] : [...ahead.querySelectorAll("input")];
  return Object.fromEntries(fields.map((one) => [one.name, Number(one.value)]).filter(([, points]) => points > 0));
}

let laying = null;

/** Lay out the variants of the chosen card, or of another style of that game. */
function lay(preset = "") {
  const { dataset } = chosen();
  const rules = dataset.house ? { house: dataset.house } : { preset: dataset.preset, options: dataset.options };
  const mine = (laying = fetched("variants", preset ? { preset } : rules).then((html) => {
    if (mine !== laying) return;
    if (html) place.innerHTML = html;
    showWhatApplies();
  }));
}

let asked = 0;

async function tellOdds() {
  const mine = ++asked;
  const said = await fetched("odds", { preset: laid().preset, options: JSON.stringify(options()) });
  if (mine === asked && said !== null) document.getElementById("variant-odds").textContent = said.trim();
}

/** What a variant needs is another one whose value begins like that; a number stands beside a choice that takes one. */
function showWhatApplies() {
  showAhead();
  for (const variant of place.querySelectorAll("[data-needs]")) {
    const [option, value] = JSON.parse(variant.dataset.needs);
    const other = place.querySelector(`[data-option="${option}"]`);
    variant.hidden = Boolean(other) && !String(READ[other.dataset.takes](other)).startsWith(value);
  }
  for (const choice of place.querySelectorAll(".choice")) {
    const number = choice.querySelector("input");
    if (number) number.hidden = !choice.querySelector("select").value.includes("(n)");
  }
}

new MutationObserver(showAhead).observe(document.getElementById("seats"), { childList: true });
form.addEventListener("change", ({ target }) => {
  if (cards.includes(target)) lay();
  if (!target.closest("#variants")) return;
  // Rules that were changed are those of no card but the game's own.
  cards.find((card) => "own" in card.dataset && card.dataset.kind === chosen().dataset.kind).checked = true;
  if (target.id === "style") lay(target.value);
  else {
    showWhatApplies();
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
  await laying;
  const first = document.getElementById("starter").value;
  const starter = first === "first" ? seated()[0] : first;
  const said = { preset: laid().preset, options: options(), players: seated(), handicap: headStarts(), ...(starter && { starter }) };
  const state = await fetch("/api/state", { cache: "no-store" }).then((answer) => answer.json());
  form.dataset.moment = `${state.boot}:${state.revision}`;
  const byHand = document.getElementById("by-hand");
  const camera = !byHand || byHand.checked === (byHand.dataset.now === "yes") ? [] : [["/api/camera", { on: !byHand.checked }]];
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

form.addEventListener("click", ({ target }) => {
  const { house: name, preset, options: kept } = chosen().dataset;
  if (target.id === "forget") keep("/api/house-rules/forget", { name });
  if (target.id === "unlock") keep("/api/house-rules", { name, preset, options: JSON.parse(kept), locked: false });
  if (target.id !== "save") return;
  const locked = document.getElementById("house-locked")?.checked ?? false;
  const given = { name: house.value.trim(), preset: laid().preset, options: options(), locked };
  keep("/api/house-rules", given, given.name);
});

const saved = sessionStorage.getItem(SAVED);
sessionStorage.removeItem(SAVED);
const kept = cards.find((card) => saved && card.dataset.house === saved);
if (kept) {
  kept.checked = true;
  say(form.dataset.saved);
}
// A browser that was quicker than this script has another card chosen than is laid out.
if (chosen().defaultChecked) showWhatApplies();
else lay();
