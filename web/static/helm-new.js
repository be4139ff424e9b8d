// A new game: players, rules, and what differs from them.

import { order } from "./helm.js";
import { seat, seated } from "./helm-seats.js";

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

async function layVariants() {
  const rules = chosen();
  const own = "house" in rules.dataset;
  const html = await fetched("variants", own ? { house: rules.value } : { preset: rules.value });
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
  if (mine === asked && said !== null) document.getElementById("odds").textContent = said.trim();
}

/** The number beside a choice is only there where the choice takes one. */
function showNumbers() {
  for (const choice of place.querySelectorAll(".choice")) {
    const number = choice.querySelector("input");
    if (number) number.hidden = !choice.querySelector("select").value.includes("(n)");
  }
}

form.addEventListener("change", (event) => {
  if (event.target.name === "rules") layVariants();
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
more.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  add();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (more.value.trim()) add();
  const starter = document.getElementById("starter").value;
  const said = { preset: preset(), options: options(), players: seated(), ...(starter && { starter }) };
  const state = await fetch("/api/state", { cache: "no-store" }).then((answer) => answer.json());
  form.dataset.moment = `${state.boot}:${state.revision}`;
  const answer = await order([["/api/games", said]], form);
  if (answer?.status === 200) location.assign("/");
});

async function keep(path, said) {
  const answer = await order([[path, said]], form);
  if (answer?.status === 200) location.reload();
}

document.getElementById("save").addEventListener("click", () => {
  const locked = document.getElementById("house-locked").checked;
  keep("/api/house-rules", { name: house.value.trim(), preset: preset(), options: options(), locked });
});
document.getElementById("forget").addEventListener("click", () => {
  keep("/api/house-rules/forget", { name: chosen().value });
});
document.getElementById("unlock").addEventListener("click", () => {
  const { value, dataset } = chosen();
  const said = { name: value, preset: dataset.preset, options: JSON.parse(dataset.options), locked: false };
  keep("/api/house-rules", said);
});

// A browser that was quicker than this script, or that remembers what was chosen, has other rules chosen than are shown.
if ("house" in chosen().dataset || chosen().value !== preset()) layVariants();
else showNumbers();
