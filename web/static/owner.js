import "./helm-pairing.js";
import "./helm-settings.js";

// The keypad writes into the field of the PIN, and a new PIN is entered twice. Its keys are dead until this script runs.

const pin = document.getElementById("pin");

for (const key of document.querySelectorAll(".keypad [data-digit]")) key.disabled = false;

document.querySelector(".keypad")?.addEventListener("click", ({ target }) => {
  const { digit } = target.closest("[data-digit]")?.dataset ?? {};
  if (digit === undefined) return;
  pin.value = digit === "" ? "" : `${pin.value}${digit}`.slice(0, pin.maxLength);
});

for (const form of document.querySelectorAll(".new-pin")) {
  const [first, again] = form.querySelectorAll("[type=password]");
  form.addEventListener("input", () => {
    again.setCustomValidity(first.value === again.value ? "" : again.dataset.differs);
  });
}

/** No PIN is left in a field, whatever came of it. */
document.addEventListener("submit", ({ target }) => {
  if (target.matches("#pin-pad, .new-pin")) queueMicrotask(() => target.reset());
});
