// A guest's reaction: sent to the TV, and what came of it said in a word.

const SAID = 2_000;

let fading = 0;

export async function react(place, key) {
  const says = place.querySelector("[role=status]");
  clearTimeout(fading);
  says.textContent = await sent(place, key.dataset.react);
  fading = setTimeout(() => (says.textContent = ""), SAID);
}

async function sent(place, kind) {
  try {
    const answer = await fetch("/api/reactions", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ kind }),
    });
    return answer.ok ? place.dataset.sent : (await answer.json()).why;
  } catch {
    return place.dataset.offline;
  }
}
