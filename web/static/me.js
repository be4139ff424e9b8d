// A player's sheet over the table, or the same on its page: whose phone this is, the colour and the emblem.

import { fragment } from "./fragment.js";

let sheet = null;
let asked = "";

/** Show the sheet of the player with that name. */
export async function open(name) {
  asked = name;
  sheet ??= build();
  if ((await renew()) && !sheet.open) sheet.showModal();
}

function build() {
  const link = document.querySelector("link[rel=stylesheet]");
  const styles = link.cloneNode();
  styles.href = link.href.replace(/[^/]*$/, "profile.css");
  if (!link.href.includes("profile")) document.head.append(styles);
  const dialog = document.createElement("dialog");
  dialog.id = "me-sheet";
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
  return dialog;
}

const place = () => sheet ?? document.getElementById("me");

async function renew() {
  if (!sheet) {
    location.reload();
    return true;
  }
  const look = new URLSearchParams(location.search);
  look.set("player", asked);
  const html = await fragment(sheet, `/me/sheet?${look}`);
  if (!html) return false;
  sheet.innerHTML = html;
  return true;
}

async function send(path, said) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(said),
    });
    const told = await answer.json();
    if (answer.ok) return told;
    say(told.why);
  } catch {
    say(document.getElementById("link")?.dataset.lost ?? "");
  }
  return null;
}

function say(why) {
  const says = place().querySelector("[data-says]");
  says.textContent = why;
  says.hidden = why === "";
}

document.addEventListener("click", async (event) => {
  const key = event.target.closest("[data-claim], [data-emblem]");
  if (!key || !place()?.contains(key)) return;
  const { claim, player, colour, emblem } = key.dataset;
  if (claim !== undefined) {
    const told = await send("/api/me", { player: claim || null });
    if (!told) return;
    document.dispatchEvent(new CustomEvent("quarterdeck:me", { detail: { player: told.shown } }));
    await renew();
  } else if (await send("/api/profiles", { player, colour, emblem })) {
    await renew();
    place().querySelector(`[data-${key.classList.contains("swatch") ? "colour" : "emblem"}][aria-pressed=true]`)?.focus();
  }
});
