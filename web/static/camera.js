import "./frame.js";

// The next picture is asked for when the one before has come, and only while somebody looks.
const PAUSE = 1_000;
const PATIENCE = 5_000;

const picture = document.getElementById("picture");
const gone = document.getElementById("gone");
let timer = 0;

function ask(after) {
  clearTimeout(timer);
  if (document.hidden) return;
  timer = setTimeout(() => (picture.src = `${picture.dataset.src}?at=${Date.now()}`), after);
}

function came(text, after) {
  if (gone.textContent !== text) gone.textContent = text;
  picture.hidden = text !== "";
  ask(after);
}

picture.addEventListener("load", () => came("", PAUSE));
picture.addEventListener("error", () => came(gone.dataset.gone, PATIENCE));
document.addEventListener("visibilitychange", () => ask(0));
if (picture.complete) came(picture.naturalWidth ? "" : gone.dataset.gone, PAUSE);
document.body.dataset.link = "live";
