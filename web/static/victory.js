// The end of a game, over the whole screen for some seconds: a podium from third to first, and who has won.

const LASTS = 8_000;
const FADES = 400;

/** Show the podium. A tap, a key, the next game or LASTS ends it. */
export function crown() {
  const card = document.getElementById("result");
  if (!card || document.hidden) return;
  const stage = document.createElement("aside");
  stage.id = "victory";
  stage.ariaHidden = "true"; // the card below says the same
  stage.innerHTML = '<svg class="burst"><use href="#star"/></svg><p></p><ol></ol>';
  const [said, podium] = stage.querySelectorAll("p, ol");
  // names stand between marks of their writing direction
  for (const [place, part] of card.querySelector("h2").textContent.trim().split(/[\u2068\u2069]/).entries()) {
    const name = document.createElement("b");
    name.textContent = part;
    said.append(place % 2 ? name : part);
  }
  const names = [...said.children];
  if (names.length === 1) said.className = "alone";
  said.style.setProperty("--letters", Math.max(8, ...names.map((one) => one.textContent.length)));
  for (const [place, line] of card.querySelectorAll("[data-step]").entries()) {
    const step = podium.appendChild(line.cloneNode(true));
    const colour = [...step.querySelector(".emblem").classList].find((one) => one.startsWith("in-"));
    step.className = colour;
    step.style.order = place % 2 ? -place : place;
    if (!place) stage.className = colour;
  }
  document.getElementById("victory")?.remove();
  document.body.append(stage);
  const end = () => {
    stage.classList.add("past");
    setTimeout(() => stage.remove(), FADES);
    document.removeEventListener("keydown", end);
  };
  stage.addEventListener("click", end);
  document.addEventListener("keydown", end);
  setTimeout(end, LASTS);
}
