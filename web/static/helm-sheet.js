// The sheet over the table: one at a time, brought by the server, closed with Escape.

const sheet = () => document.getElementById("helm-sheet");

let opener = null;
let asked = "";

/** The address of the sheet that lies there, "" if none does. */
export const opened = () => (sheet()?.hidden === false ? asked : "");

/** Lay this sheet over the table; false if it could not be had. With `quiet` the focus stays where it is. */
export async function open(address, { quiet = false } = {}) {
  const place = sheet();
  if (place.hidden) opener = document.activeElement;
  asked = address;
  try {
    const answer = await fetch(address, { cache: "no-store" });
    const html = await answer.text();
    if (asked !== address) return true;
    if (!answer.ok) return false;
    place.innerHTML = html;
    place.hidden = false;
    if (!quiet) place.querySelector("h2")?.focus();
    return true;
  } catch {
    return false;
  }
}

/** Take it away; the focus goes back to where it came from. */
export function close() {
  const place = sheet();
  if (!place || place.hidden) return;
  asked = "";
  place.hidden = true;
  place.replaceChildren();
  if (opener?.isConnected) opener.focus();
}

/** What was picked on a sheet that fills itself anew, so that the focus does not get lost on the way. */
export function offerToClose() {
  document.addEventListener("click", (event) => event.target.closest("[data-close]") && close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !opened()) return;
    event.preventDefault();
    close();
  });
}
