// The boxes of a score sheet at the helm, or sets of tiles: a tap fills one, or closes them.

let focused = "";

const table = () => document.getElementById("table");

/** Make the boxes that may be filled keys; a roll that lies there is counted by the same tap. */
export function offerBoxes() {
  const first = table().dataset.turn.endsWith(":") ? [] : [["/api/buttons", { button: "roll" }]];
  for (const cell of table().querySelectorAll("[data-box]")) {
    const { box, move, says } = cell.dataset;
    const key = document.createElement("button");
    key.type = "button";
    key.className = "pick";
    key.dataset.pick = box;
    key.dataset.orders = JSON.stringify([...first, ["/api/moves", move ? JSON.parse(move) : { do: "score", box }]]);
    if (move) key.append(...cell.childNodes);
    else key.textContent = cell.lastChild.textContent.trim();
    const row = () => cell.closest("tr").querySelector("th").textContent.trim();
    key.setAttribute("aria-label", says ?? `${row()}: ${key.textContent}`);
    cell.replaceChildren(key);
  }
  if (focused && document.activeElement === document.body) table().querySelector(`[data-pick="${focused}"]`)?.focus();
}

/** A key is made again with each moment of the table; the focus stays on it. */
document.addEventListener("focusin", ({ target }) => (focused = target.dataset?.pick ?? ""));
