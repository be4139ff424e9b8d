// The sheet over the table: one at a time, brought by the server, closed with Escape.

import { fragment } from "./fragment.js";

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
  const html = await fragment(place, inWords(address));
  if (html === undefined || asked !== address) return true;
  if (html === null) return false;
  place.innerHTML = html;
  if (place.hidden && !history.state?.sheet) history.pushState({ sheet: true }, "");
  place.hidden = false;
  if (!quiet) place.querySelector("h2")?.focus();
  return true;
}

/** The address in the language of this page, wherever that came from. */
export function inWords(address) {
  const whole = new URL(address, location.href);
  whole.searchParams.set("language", document.documentElement.lang);
  return whole;
}

/** Take it away, and the step back in the browser that would have done the same. */
export function close() {
  if (!takeAway()) return;
  if (history.state?.sheet) history.back();
}

/** Whether there was a sheet to take away; the focus goes back to where it came from. */
function takeAway() {
  const place = sheet();
  if (!place || place.hidden) return false;
  asked = "";
  place.hidden = true;
  place.replaceChildren();
  if (opener?.isConnected) opener.focus();
  return true;
}

/** Close it with its key, with Escape, and by going back. */
export function offerToClose() {
  addEventListener("popstate", takeAway);
  document.addEventListener("click", (event) => event.target.closest("[data-close]") && close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !opened()) return;
    event.preventDefault();
    close();
  });
}
