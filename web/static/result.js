// The card at the end of a game: it can be shared, and the turn that decided is added once it is known.

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

let waiting = 0;

export function resultAlong() {
  clearTimeout(waiting);
  if (!document.getElementById("result")) return document.getElementById("victory")?.remove();
  offerToShare(document.getElementById("share"));
  lookAgain(FIRST_WAIT);
}

/** The chances are computed after the end of the game: ask until they are there. */
function lookAgain(wait) {
  const place = document.querySelector("#review[data-waits]");
  if (!place || wait > LONGEST_WAIT) return;
  waiting = setTimeout(async () => {
    try {
      const answer = await fetch(`/result${location.search}`, { cache: "no-store" });
      if (answer.status === 200 && place.isConnected) {
        place.innerHTML = await answer.text();
        place.removeAttribute("data-waits");
      }
    } catch {
      // the page says by itself that there is no word from the table
    }
    lookAgain(2 * wait);
  }, wait);
}

function offerToShare(place) {
  if (place.firstElementChild) return;
  const button = document.createElement("button");
  button.className = "button";
  button.type = "button";
  button.textContent = place.dataset.share;
  button.addEventListener("click", async () => (await import("./share.js")).share(place.dataset.title));
  place.append(button);
}
