// A new tournament: who plays, which game, and how.

import { order } from "./helm.js";

const form = document.getElementById("new-cup");
const seats = document.getElementById("cup-seats");
const more = document.getElementById("one-more");

const seated = () => [...seats.querySelectorAll("[data-seat]")].map((seat) => seat.dataset.seat);
const chosen = (name) => form.querySelector(`[name=${name}]:checked`).value;

function seat(name) {
  if (!name || seated().some((other) => other.toLowerCase() === name.toLowerCase())) return;
  const one = document.getElementById("a-seat").content.firstElementChild.cloneNode(true);
  const key = one.querySelector("button");
  key.dataset.seat = name;
  key.querySelector("bdi").textContent = name;
  key.setAttribute("aria-label", key.getAttribute("aria-label").replace("…", name));
  seats.append(one);
  renew();
}

function renew() {
  const names = seated();
  document.getElementById("cup-count").textContent = names.length;
  for (const regular of form.querySelectorAll("[data-regular]")) regular.hidden = names.includes(regular.dataset.regular);
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(chosen("format"));
}

function add() {
  for (const name of more.value.split(",")) seat(name.trim());
  more.value = "";
  more.focus();
}

form.addEventListener("click", (event) => {
  const key = event.target.closest("[data-seat], [data-regular]");
  if (!key) return;
  if (key.dataset.regular) seat(key.dataset.regular);
  else key.parentElement.remove();
  renew();
});
form.addEventListener("change", renew);
document.getElementById("add").addEventListener("click", add);
more.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  add();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (more.value.trim()) add();
  const { preset, options } = document.getElementById("cup-rules").selectedOptions[0].dataset;
  const rounds = Number(document.getElementById("cup-rounds").value);
  const said = {
    format: chosen("format"),
    players: seated(),
    preset,
    options: JSON.parse(options),
    best_of: Number(chosen("best_of")),
    ties: chosen("ties"),
    drawn: chosen("order") === "drawn",
    ...(rounds > 0 && chosen("format") === "swiss" && { rounds }),
  };
  const answer = await order([["/api/tournament", said]], form);
  if (answer?.status === 200) location.assign("/tournament");
});
renew();
