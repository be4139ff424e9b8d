// The proof of the reading: the page follows the dice on the tray, and one tap confirms a throw.

import { fragment } from "./fragment.js";
import { order } from "./helm.js";
import { inWords } from "./helm-sheet.js";

const EVERY = 1_000;
const place = document.getElementById("proof-throw");
const light = document.getElementById("proof-light");
let shown = "";

/** Draw the throw again where it is another one; what is being entered stays. */
async function follow() {
  if (document.hidden) return;
  const html = await fragment(place, inWords("/owner/proof/throw"));
  if (!html || html === shown) return;
  shown = html;
  place.innerHTML = html;
}

place.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const faces = [...form.querySelectorAll("[name=face]")].map((one) => Number(one.value));
  const missing = Number(form.elements.missing.value);
  const body = { throw: form.dataset.throw, faces, missing, light: light.value.trim() };
  const answer = await order([["/api/proof", body]], form);
  if (answer?.status === 200) location.reload();
  else follow();
});

document.getElementById("print").addEventListener("click", () => print());
setInterval(follow, EVERY);
follow();
