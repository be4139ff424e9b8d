import { keep } from "./wishes.js";

const table = document.getElementById("table");
let asked = "";

/** Odds and advice, for who wishes them: asked for anew whenever the dice or the game are others than before. */
async function helpAlong() {
  const { help } = document.body.dataset;
  if (!help || asked === table.dataset.turn) return;
  const turn = (asked = table.dataset.turn);
  try {
    const answer = await fetch(`/help${location.search}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const html = await answer.text();
    if (asked !== turn) return;
    document.getElementById("help").innerHTML = html;
  } catch {
    if (asked === turn) asked = ""; // with the next moment it is asked for again
  }
}

/** The key on the table: all help that the house allows, or none. */
function offerHelp() {
  const key = document.getElementById("odds");
  if (!key) return;
  key.hidden = false;
  key.setAttribute("aria-pressed", String("help" in document.body.dataset));
  key.addEventListener("click", () => {
    const on = !("help" in document.body.dataset);
    keep("help", on ? key.dataset.level : "off");
    const here = new URL(location.href);
    here.searchParams.delete("help"); // in the address it would count more than what is kept
    history.replaceState(history.state, "", here);
    key.setAttribute("aria-pressed", String(on));
    asked = "";
    if (on) document.body.dataset.help = key.dataset.level;
    else delete document.body.dataset.help;
    if (on) helpAlong();
    else document.getElementById("help").replaceChildren();
  });
}

offerHelp();
new MutationObserver(helpAlong).observe(table, { attributeFilter: ["data-id"] });
helpAlong();
