// A guest reports a misread die: the sheet, and what the helm says to it.

import { fragment } from "./fragment.js";

const table = document.getElementById("table");
let sheet = null;

/** Show the sheet: the latest roll to choose from, or what became of its report. */
export async function report() {
  sheet ??= await build();
  if ((await renew()) && !sheet.open) sheet.showModal();
}

async function build() {
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = new URL("misread.css", import.meta.url);
  await new Promise((done) => {
    styles.addEventListener("load", done);
    styles.addEventListener("error", done);
    document.head.append(styles);
  });
  const dialog = document.createElement("dialog");
  dialog.id = "misread";
  dialog.setAttribute("aria-label", document.getElementById("misread-key").dataset.heading);
  dialog.addEventListener("click", hear);
  dialog.addEventListener("change", choose);
  dialog.addEventListener("submit", send);
  document.body.append(dialog);
  new MutationObserver(follow).observe(table, { attributeFilter: ["data-id"] });
  return dialog;
}

async function renew(roll = "") {
  const asked = new URLSearchParams(location.search);
  if (roll) asked.set("roll", roll);
  const html = await fragment(sheet, `/misread?${asked}`);
  if (!html) return false;
  if (sheet.dataset.shown === html) return true;
  const inside = sheet.contains(document.activeElement);
  sheet.innerHTML = html;
  sheet.dataset.shown = html;
  if (inside) sheet.querySelector("h2").focus();
  return true;
}

/** The answer of the helm shows while the sheet is open. */
function follow() {
  const waits = sheet.open && sheet.querySelector("[data-stage=open]");
  if (waits) renew(waits.dataset.roll);
}

function hear(event) {
  if (event.target === sheet || event.target.closest("[data-close]")) sheet.close();
}

/** Once a die is chosen, every face but its own can be. */
function choose({ target }) {
  const faces = sheet.querySelector(".faces");
  faces.disabled = false;
  for (const key of faces.querySelectorAll("button")) key.disabled = key.value === target.dataset.read;
}

async function send(event) {
  event.preventDefault();
  const form = event.target;
  const { roll } = form.dataset;
  const place = Number(form.elements.place.value);
  try {
    const answer = await fetch("/api/misreads", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ roll: Number(roll), place, face: Number(event.submitter.value) }),
    });
    if (answer.ok) await renew(roll);
    else {
      const { code, why } = await answer.json();
      if (code === "already_reported") await renew(roll);
      say(why);
    }
  } catch {
    say(document.getElementById("misread-key").dataset.offline);
  }
}

function say(why) {
  const says = sheet.querySelector(".refused");
  says.textContent = why;
  says.hidden = false;
}
