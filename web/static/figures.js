// The chances to win, on screens that show them: asked for with each throw and event.

let asked = null;

/** Ask again if the game has gone on. */
export async function figuresAlong() {
  const place = document.getElementById("figures");
  const { turn } = document.getElementById("table").dataset;
  if (!place || asked === turn) return;
  asked = turn;
  try {
    const answer = await fetch(`/figures${location.search}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const html = await answer.text();
    if (asked === turn) place.innerHTML = html;
  } catch {
    if (asked === turn) asked = null;
  }
}
