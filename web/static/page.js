import { celebrate, motionOf } from "./motion.js";
import { follow } from "./live.js";
import "./frame.js";
import { morph } from "./morph.js";
import { resultAlong } from "./result.js";

/** Milliseconds to wait for an answer: with the silence before it that stays below fifteen seconds. */
const ANSWER = 2_500;

const link = document.getElementById("link");
let figuresAlong = null;

function show(html) {
  const shown = document.getElementById("table");
  const next = parse(html);
  if (next.dataset.build !== shown.dataset.build) {
    location.reload();
  } else if (isNewer(shown.dataset.id, next.dataset.id) || shown.dataset.look !== next.dataset.look) {
    const news = isNews(shown.dataset, next.dataset);
    hush(next);
    const move = motionOf(shown);
    morph(shown, next);
    move();
    if (news) celebrate(shown.dataset.cheer);
    resultAlong();
    cupAlong();
    figuresAlong?.();
  }
}

/** Where Voice speaks, a screen reader does not say the same beside it. */
function hush(part) {
  if (document.body.dataset.sound !== "voice") return;
  for (const live of part.querySelectorAll("#said, #moment, #up")) live.setAttribute("aria-live", "off");
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.querySelector("#table");
}

/** Whether a moment comes after another: one of another run of the program does, whatever its number. */
function isNewer(was, is) {
  return bootOf(was) !== bootOf(is) || revisionOf(is) > revisionOf(was);
}

/** Return whether an event has just happened. A restart, a lost link or a redraw is none. */
function isNews(was, is) {
  const live = document.body.dataset.link === "live";
  return live && bootOf(was.id) === bootOf(is.id) && Number(is.event) > Number(was.event);
}

const bootOf = (id) => id.slice(0, id.lastIndexOf(":"));
const revisionOf = (id) => Number(id.slice(id.lastIndexOf(":") + 1));

function tell(state) {
  document.body.dataset.link = state;
  link.textContent = state === "lost" ? link.dataset.lost : "";
  document.getElementById("helm")?.toggleAttribute("inert", state === "lost");
}

function address() {
  const tv = document.body.classList.contains("tv");
  return `/stream${location.search}${tv ? `${location.search ? "&" : "?"}tv` : ""}`;
}

/** Only a TV gets these. */
function reactions(detail) {
  document.dispatchEvent(new CustomEvent("reactions", { detail }));
}

/** Show the table as it is; return whether it answered. */
async function again() {
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), ANSWER);
  try {
    const answer = await fetch(`/${location.search}`, { cache: "no-store", signal: patience.signal });
    if (answer.ok) show(await answer.text());
    return answer.ok;
  } catch {
    return false;
  } finally {
    clearTimeout(late);
  }
}

/** The latest throw again, over the page of who asks for it. */
document.addEventListener("click", async (event) => {
  if (!event.target.closest(".see.clip, #clip-key")) return;
  event.preventDefault();
  (await import("./again.js")).showAgain();
});

/** A reaction for the TV. */
const react = document.getElementById("react");
if (react) react.hidden = false;
react?.addEventListener("click", async (event) => {
  const key = event.target.closest("[data-react]");
  if (key) (await import("./react.js")).react(react, key);
});

document.getElementById("misread-key")?.addEventListener("click", async () => (await import("./misread.js")).report());

/** Any viewer can start a finished demo again. */
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-again]")) return;
  fetch("/demo/again", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
});

/** What sounds and vibrates is loaded where it is wished, or where there is reason for it. */
if (document.body.dataset.sound) import("./sound.js");
document.addEventListener("quarterdeck:your-turn", () => import("./buzz.js").then(({ vibrate }) => vibrate("up")));

/** Between two games of a tournament its board stands on the TV. */
function cupAlong() {
  if (!document.body.classList.contains("tv")) return;
  const isOn = "cup" in document.getElementById("table").dataset || document.getElementById("cup-wall");
  if (isOn) import("./tournament-wall.js").then(({ wallAlong }) => wallAlong());
}

hush(document);
celebrate("");
cupAlong();
resultAlong();
if ("figures" in document.body.dataset) {
  import("./figures.js").then((module) => (figuresAlong = module.figuresAlong)()).catch(() => {});
}
follow({ address, events: { table: show, reactions }, tell, again });
