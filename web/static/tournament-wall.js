// Between two games of a tournament its board stands on the TV.

const table = document.getElementById("table");
let shown = "";

const styles = document.createElement("link");
styles.rel = "stylesheet";
styles.href = new URL("tournament.css", import.meta.url);
document.head.append(styles);

/** Show the board while a result stands there, and take it away with the next game. */
export async function wallAlong() {
  const wanted = document.getElementById("result") && table.dataset.cup ? table.dataset.cup : "";
  if (wanted === shown) return;
  shown = wanted;
  const html = wanted && (await board());
  if (wanted !== shown) return;
  document.getElementById("cup-wall")?.remove();
  if (!html) return;
  table.insertAdjacentHTML("afterend", html);
  const won = document.querySelector("#cup-wall .cup-won");
  if (won) won.textContent = document.getElementById("result-title")?.textContent ?? "";
}

async function board() {
  try {
    const answer = await fetch(`/tournament/wall${location.search}`, { cache: "no-store" });
    return answer.ok ? (await answer.text()).trim() : "";
  } catch {
    shown = "";
    return "";
  }
}
