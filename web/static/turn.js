// The phone of the player on turn: a banner, the title, and an event that other modules listen to.

const banner = document.getElementById("up");
const title = document.title;
let mine = false;

/** Compare the player of this phone with the player on turn; called after each change of the table. */
export function yourTurn() {
  if (!banner) return;
  const { me, says } = banner.dataset;
  const is = me !== "" && document.getElementById("table").dataset.player === me;
  banner.hidden = !is;
  banner.textContent = is ? says : "";
  document.title = is ? `${says} – ${title}` : title;
  if (is && !mine) document.dispatchEvent(new CustomEvent("quarterdeck:your-turn", { detail: { player: me } }));
  mine = is;
}

/** A tap on a name in the scores opens the sheet of that player. */
export function offerProfiles() {
  document.addEventListener("click", async (event) => {
    const who = event.target.closest("#table .player .who, #table .seat .name");
    if (!who || !banner) return;
    const { open } = await import("./me.js");
    open(who.querySelector("bdi").textContent);
  });
  document.addEventListener("quarterdeck:me", (event) => {
    if (banner) banner.dataset.me = event.detail.player;
    yourTurn();
  });
}
