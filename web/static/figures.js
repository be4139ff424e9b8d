// The chances to win and the moments of the game, on screens that show them: asked for with each throw and event.

const SHOWN = 4_000;

let asked = null;
let game = null;
let seen = new Set();
const queue = [];
let showing = false;

/** Ask again if the game has gone on. */
export async function figuresAlong() {
  const table = document.getElementById("table");
  const place = document.getElementById("figures");
  const { turn } = table.dataset;
  if (!place || asked === turn) return;
  asked = turn;
  try {
    const answer = await fetch(`/figures${location.search}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const html = await answer.text();
    if (asked !== turn) return;
    place.innerHTML = html;
  } catch {
    if (asked === turn) asked = null;
    return;
  }
  news([...place.querySelectorAll("[data-moment]")], turn.split(":", 2).join(":"));
}

/** Show each new moment once, one after the other; those of the first look at a game are not new. */
function news(moments, now) {
  if (game === now) queue.push(...moments.filter((one) => !seen.has(one.dataset.moment)));
  game = now;
  seen = new Set(moments.map((one) => one.dataset.moment));
  if (!showing) next();
}

function next() {
  const toast = document.getElementById("moment");
  const one = queue.shift();
  showing = one !== undefined;
  toast.replaceChildren(...(one ? [one.content.cloneNode(true)] : []));
  toast.hidden = !one;
  if (one) setTimeout(next, SHOWN);
}
