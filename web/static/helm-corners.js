// The tray's corners over the live picture, and saving them.

import { moveCorners } from "./corners.js";
import { order, say } from "./helm.js";

const PAUSE = 1_000;
const PATIENCE = 3_000;

const form = document.getElementById("corners");
const drawing = document.getElementById("outline");
const view = document.getElementById("view");

if (form) {
  const places = moveCorners(form, drawing);

  const keep = async (said) => {
    const answer = await order([["/api/calibration", said]], form);
    if (answer?.status === 200) say(form.dataset.kept);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep({ corners: places().flat() });
  });
  document.getElementById("by-markers").addEventListener("click", () => keep({}));

  const next = () => setTimeout(() => !document.hidden && (view.src = `${view.dataset.src}?at=${Date.now()}`), PAUSE);
  view.addEventListener("load", next);
  view.addEventListener("error", () => setTimeout(next, 4 * PAUSE));
  document.addEventListener("visibilitychange", next);
  next();
}

document.getElementById("measure-lamps")?.addEventListener("click", async (event) => {
  const answer = await order([["/api/lamps", {}]], event.target);
  if (answer?.status === 200) say(answer.said.says);
});

// While there is no picture the page looks again by itself, as it says, for whoever looks at it.
if (document.getElementById("no-picture")) {
  setInterval(() => document.hidden || location.reload(), PATIENCE);
}
