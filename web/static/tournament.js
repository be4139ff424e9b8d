// The board of a tournament follows the table: it asks now and then, and only while it is looked at.

const EVERY = 4_000;

async function renew() {
  const board = document.getElementById("cup");
  if (document.hidden || document.body.hasAttribute("data-giving") || board.querySelector("details[open]")) return;
  try {
    const answer = await fetch(`/tournament/board${location.search}`, { cache: "no-store" });
    if (!answer.ok) return;
    const next = document.createElement("template");
    next.innerHTML = await answer.text();
    const found = next.content.querySelector("#cup");
    if (found.dataset.version !== board.dataset.version) board.replaceWith(found);
    else board.dataset.moment = found.dataset.moment;
  } catch {
    // asked again soon
  }
}

setInterval(renew, EVERY);
document.addEventListener("visibilitychange", renew);
