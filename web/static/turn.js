// The phone of the player on turn: a banner, the title, and an event that other modules listen to.

const banner = document.getElementById("up");
const table = document.getElementById("table");
const title = document.title;
let mine = false;

/** Compare the player of this phone with the player on turn. */
function yourTurn() {
  const { me, says } = banner.dataset;
  const is = me !== "" && table.dataset.player === me;
  banner.hidden = !is;
  banner.textContent = is ? says : "";
  document.title = is ? `${says} – ${title}` : title;
  if (is && !mine) document.dispatchEvent(new CustomEvent("quarterdeck:your-turn", { detail: { player: me } }));
  mine = is;
}

/** A tap on a name in the scores opens the sheet of that player. */
document.addEventListener("click", async (event) => {
  const who = event.target.closest("#table .player .who");
  if (!who) return;
  const { open } = await import("./me.js");
  open(who.querySelector("bdi").textContent);
});

document.addEventListener("quarterdeck:me", (event) => {
  banner.dataset.me = event.detail.player;
  yourTurn();
});

/** On a phone one score sheet is shown: a tap on a player shows theirs, until another tap or until the game goes on. */
document.addEventListener("click", ({ target }) => {
  const seat = target.closest(".peek")?.closest("th");
  if (!seat) return;
  const back = seat.matches(".seen, .on");
  const sheet = seat.closest("table");
  sheet.classList.toggle("peeked", !back);
  for (const { cells } of sheet.rows) {
    for (const cell of cells) cell.classList.toggle("seen", !back && cell.cellIndex === seat.cellIndex);
  }
  for (const key of sheet.querySelectorAll(".peek")) key.ariaPressed = String(key.closest("th").matches(".seen"));
});

new MutationObserver(yourTurn).observe(table, { attributeFilter: ["data-id"] });
yourTurn();
