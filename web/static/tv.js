// The TV beside its table: reactions, big moments again, and what is shown between games.

const table = document.getElementById("table");
const IDLE = Number(document.body.dataset.attract);
/** While one of these stands there, nothing is shown again. */
const BUSY = /\b(moving|unsure|illegal|wrong_number|astray|obstructed|covered)\b/;
/** The celebration goes before. */
const CHEERED = 2_500;

let idle = 0;
let cheered = 0;
let attract = null;

const isBusy = () => BUSY.test(table.className) || isWanted();
const isWanted = () => document.body.dataset.link !== "live" || table.querySelector(".pairing, .doubtful") !== null;
/** Nothing ever lies over a running game, nor over the board of a tournament. */
const isPlayed = () => !table.classList.contains("over") || isWanted() || document.getElementById("cup-wall") !== null;

/** What changes when somebody throws, presses, or something has to be said. */
const moment = () => {
  const { turn, company } = table.dataset;
  return [turn, company, table.className, table.querySelector("h1").textContent].join("|");
};

function rest() {
  attract?.remove();
  attract = null;
  clearTimeout(idle);
  if (IDLE) idle = setTimeout(begin, IDLE);
}

async function begin() {
  if (isPlayed() || document.hidden) return rest();
  const mine = idle;
  const answer = await fetch(`/tv/attract${location.search}`, { cache: "no-store" }).catch(() => null);
  const html = answer?.status === 200 ? await answer.text() : "";
  if (!html || isPlayed() || idle !== mine) return rest();
  attract ??= document.body.appendChild(Object.assign(document.createElement("aside"), { id: "attract" }));
  attract.innerHTML = html;
  return attract;
}

document.addEventListener("address", () => attract && begin());

async function showBigMoment() {
  const { hideByItself, showByItself } = await import("./again.js");
  const seen = table.dataset.turn;
  const stops = () => isBusy() || attract || table.dataset.turn !== seen;
  if (stops()) return;
  const watch = new MutationObserver(() => {
    if (!stops()) return;
    watch.disconnect();
    hideByItself();
  });
  watch.observe(table, { attributeFilter: ["class", "data-turn"] });
  await showByItself(document.getElementById("tray"), stops);
}

/** After a game the code leads to the whole evening, from where the table is one tap away. */
function offerTheEvening() {
  const over = document.getElementById("result") !== null;
  document.getElementById("follow")?.toggleAttribute("hidden", over);
  document.getElementById("keepsake")?.toggleAttribute("hidden", !over);
}

offerTheEvening();
let before = moment();
new MutationObserver(() => {
  const now = moment();
  if (now === before) return;
  before = now;
  offerTheEvening();
  rest();
}).observe(table, { attributeFilter: ["data-id", "class"] });

const link = document.body;
let { cheer } = link.dataset;
let { link: linked } = link.dataset;
new MutationObserver(() => {
  if (link.dataset.link !== linked) {
    linked = link.dataset.link;
    rest();
  }
  if (link.dataset.cheer === cheer) return;
  cheer = link.dataset.cheer;
  clearTimeout(cheered);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (cheer && !["past", "joined"].includes(cheer) && "replays" in link.dataset && !still) cheered = setTimeout(showBigMoment, CHEERED);
}).observe(link, { attributeFilter: ["data-cheer", "data-link"] });

if ("replays" in link.dataset) import("./again.js").then(({ styled }) => styled());
document.addEventListener("reactions", async ({ detail }) => (await import("./reactions.js")).float(detail.split(" ")));
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, rest);
rest();
