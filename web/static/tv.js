// The TV beside its table: reactions, big moments again, and what is shown while nobody plays.

const table = document.getElementById("table");
const IDLE = Number(document.body.dataset.attract);
/** While one of these stands there, nothing else is shown. */
const BUSY = /\b(moving|unsure|illegal|wrong_number|astray|obstructed)\b/;
/** The celebration goes before. */
const CHEERED = 2_500;

let idle = 0;
let cheered = 0;
let attract = null;

const isBusy = () =>
  BUSY.test(table.className) || document.body.dataset.link !== "live" || table.querySelector(".pairing, .doubtful");

/** What changes when somebody throws, presses, or something has to be said. */
const moment = () => {
  const { turn, company } = table.dataset;
  return [turn, company, table.className, table.querySelector("h1").textContent].join("|");
};

function rest() {
  attract?.end();
  clearTimeout(idle);
  if (IDLE) idle = setTimeout(begin, IDLE);
}

async function begin() {
  if (isBusy() || document.hidden) return rest();
  attract ??= await import("./attract.js");
  const before = moment();
  return attract.begin(() => isBusy() || before !== moment());
}

async function showBigMoment() {
  const { hideByItself, showByItself } = await import("./again.js");
  const seen = table.dataset.turn;
  const stops = () => isBusy() || attract?.isOn() || table.dataset.turn !== seen;
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
  document.getElementById("follow").hidden = over;
  document.getElementById("keepsake").hidden = !over;
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
  if (cheer && cheer !== "past" && "replays" in link.dataset && !still) cheered = setTimeout(showBigMoment, CHEERED);
}).observe(link, { attributeFilter: ["data-cheer", "data-link"] });

if ("replays" in link.dataset) import("./again.js").then(({ styled }) => styled());
document.addEventListener("reactions", async ({ detail }) => (await import("./reactions.js")).float(detail.split(" ")));
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, rest);
rest();
