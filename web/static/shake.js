// Shake of the Day: its forms become orders. A name with dots is a field within fields, and data-as says what it is.

import { order } from "./helm.js";

const cents = (text) => Math.round(Number(text.replace(",", ".")) * 100);
const READ = {
  number: Number,
  cents,
  dice: (text) => [...text.replace(/\D/g, "")].map(Number),
  flag: (_text, field) => field.checked,
  pay: (text) => (text.endsWith("%") ? text.replace(/\s/g, "") : String(cents(text))),
};

function said(form) {
  const body = {};
  for (const field of form.querySelectorAll("[name]")) {
    const text = field.value.trim();
    if (!text) continue;
    const names = field.name.split(".");
    const last = names.pop();
    const place = names.reduce((part, name) => (part[name] ??= {}), body);
    place[last] = (READ[field.dataset.as] ?? String)(text, field);
  }
  return body;
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-shake]");
  if (!form) return;
  event.preventDefault();
  const answer = await order([[form.dataset.shake, said(form)]], form);
  if (answer?.status === 200) location.assign(form.dataset.then);
});

document.getElementById("print")?.addEventListener("click", () => print());
