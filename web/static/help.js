let asked = "";

/** Odds and advice, for who wishes them: asked for anew whenever the dice or the game are others than before. */
export async function helpAlong() {
  const { help } = document.body.dataset;
  const table = document.getElementById("table");
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
