// A guest asks to play: the key on the table page, its sheet, and the answer of the helm.

import { fragment } from "./fragment.js";

const place = document.getElementById("play");
const sheet = document.getElementById("play-sheet");
const table = document.getElementById("table");
/** The table drops a request whose phone is silent for two minutes. */
const ALIVE = 30_000;
/** An answer is kept for a minute. */
const OLD = 61_000;
/** Phones that only remember a name look one after the other when players come and go. */
const SPREAD = 2_000;

let looking = 0;

const now = () => place.firstElementChild.dataset;

/** Show where the request stands. */
async function renew() {
  clearTimeout(looking);
  const html = await fragment(place, `/play${location.search}`);
  if (html) place.innerHTML = html;
  lookLater();
}

function lookLater() {
  clearTimeout(looking);
  const { stage, news } = now();
  if (stage === "waiting") looking = setTimeout(renew, ALIVE);
  else if (stage === "declined" || news !== undefined) looking = setTimeout(renew, OLD);
}

/** Send it; a refusal is said in the sheet. */
async function send(path, said) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(said),
    });
    if (answer.ok) sheet.close();
    else await say((await answer.json()).why);
  } catch {
    await say(place.dataset.offline);
  }
  await renew();
}

async function say(why) {
  if (!sheet.open && !(await open())) return;
  const says = document.getElementById("play-says");
  says.textContent = why;
  says.hidden = false;
}

async function open() {
  const html = await fragment(sheet, `/play/sheet${location.search}`);
  if (!html) return false;
  sheet.innerHTML = html;
  if (!sheet.open) sheet.showModal();
  return true;
}

function hear(event) {
  const key = event.target.closest("[data-play]");
  if (!key) return;
  key.disabled = true;
  if (key.dataset.play === "open") open().finally(() => (key.disabled = false));
  else if (key.dataset.play === "send") send("/api/join-requests", { name: key.dataset.name });
  else send("/api/join-requests/withdraw", {});
}

function follow() {
  const { stage, known } = now();
  if (stage !== "none") renew();
  else if (known !== undefined) looking = setTimeout(renew, Math.random() * SPREAD);
}

place.hidden = false;
place.addEventListener("click", hear);
sheet.addEventListener("click", (event) => {
  if (event.target === sheet || event.target.closest("[data-close]")) sheet.close();
  const pick = event.target.closest("[data-pick]");
  if (!pick) return;
  document.getElementById("play-name").value = pick.dataset.pick;
  sheet.querySelector("[type=submit]").focus();
});
sheet.addEventListener("submit", (event) => {
  event.preventDefault();
  send("/api/join-requests", { name: document.getElementById("play-name").value.trim() });
});
let company = table.dataset.company;
new MutationObserver(() => {
  if (company === table.dataset.company) return;
  company = table.dataset.company;
  follow();
}).observe(table, { attributeFilter: ["data-company"] });
document.addEventListener("quarterdeck:me", renew);
document.addEventListener("visibilitychange", () => !document.hidden && now().stage === "waiting" && renew());
lookLater();
