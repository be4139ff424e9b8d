import "./frame.js";

// The camera's picture, live, with what is found in it. Asked for only while somebody looks.
const PAUSE = 1_000;

const view = document.getElementById("view");
const sight = document.getElementById("sight");
const form = document.getElementById("corners");

if (form) (await import("./corners.js")).moveCorners(form, document.getElementById("outline"));

async function look() {
  if (document.hidden) return;
  try {
    if (sight) {
      const answer = await fetch(sight.dataset.src);
      if (!answer.ok) return;
      show(await answer.text());
    }
    view.src = `${view.dataset.src}?at=${Date.now()}`;
  } catch {
    // the table restarts: it is asked again
  }
}

/** Show another fragment; a sentence that stays the same is not said again. */
function show(text) {
  const came = document.createElement("div");
  came.innerHTML = text;
  const [now, next] = [sight, came].map((part) => part.querySelector("#found")?.textContent);
  if (now === next) sight.querySelector("#seen")?.replaceWith(came.querySelector("#seen") ?? "");
  else sight.replaceChildren(...came.childNodes);
  view.hidden = !sight.querySelector("#seen");
}

if (view) setInterval(look, PAUSE);
