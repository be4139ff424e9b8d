// The boxes of a score sheet at the helm: a tap selects one where it stands, SCORE fills it.

let picked = "";
let turn = "";
let focused = "";

const table = () => document.getElementById("table");
const word = (cell) => cell.closest("tr").querySelector("th").textContent.trim();

/** Make the boxes that may be filled keys; a selection ends with the dice that it was made for. */
export function offerBoxes() {
  if (turn !== table().dataset.turn) picked = "";
  turn = table().dataset.turn;
  for (const cell of table().querySelectorAll("td.would[data-box]")) {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "pick";
    key.dataset.pick = cell.dataset.box;
    const points = cell.lastChild.textContent.trim();
    key.dataset.points = points;
    key.setAttribute("aria-label", `${word(cell)}: ${points}`);
    key.textContent = points;
    cell.replaceChildren(key);
  }
  if (focused && document.activeElement === document.body) keyOf(focused)?.focus();
  showPicked();
}

const keyOf = (box) => table().querySelector(`[data-pick="${box}"]`);

/** The selected box is marked, and SCORE says what it would fill in. */
export function showPicked() {
  for (const key of table().querySelectorAll(".pick")) {
    key.setAttribute("aria-pressed", String(key.dataset.pick === picked));
  }
  const score = document.querySelector("#helm-bar [data-before]");
  if (!score) return;
  score.dataset.word ??= score.textContent;
  const key = keyOf(picked);
  score.textContent = key ? `${score.dataset.word} ${key.dataset.points}` : score.dataset.word;
  if (!key) {
    delete score.dataset.orders;
    return;
  }
  const fill = ["/api/moves", { do: "score", box: picked }];
  score.dataset.orders = JSON.stringify([...JSON.parse(score.dataset.before), fill]);
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("#table tr.open")?.querySelector(".pick");
  if (!key || target.closest(".term")) return;
  picked = picked === key.dataset.pick ? "" : key.dataset.pick;
  showPicked();
});

/** A key is made again with each moment of the table; the focus stays on it. */
document.addEventListener("focusin", ({ target }) => (focused = target.dataset?.pick ?? ""));
