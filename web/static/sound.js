// Loaded only on a screen whose sound is on: what happened at the table sounds once, and is said where that is wished.
import { EFFECTS } from "./effects.js";
import { callerOf } from "./caller.js";
import { VOLUMES } from "./volumes.js";

/** Seconds after which the caller begins, while a long effect fades. */
const BEFORE_WORDS = 0.45;

/** Milliseconds after which “your turn” follows the end of the turn before. */
const AFTER_OTHERS = 700;

const body = document.body;
const table = document.getElementById("table");
const hint = document.getElementById("sound-hint");
const volume = VOLUMES[body.dataset.volume] ?? VOLUMES.medium;
const audio = new AudioContext();
const out = audio.createGain();
out.gain.value = volume;
out.connect(audio.destination);
const level = body.dataset.sound;
const caller = level === "effects" ? null : callerOf(document.documentElement.lang, volume);
const written = document.getElementById("voice"); // there where Voice is chosen: what it said last

/** Let one effect sound now; nothing waits for it, and nothing sounds later if it cannot. */
export function play(name) {
  if (audio.state !== "running" || table.hasAttribute("data-quiet") || !EFFECTS[name]) return;
  EFFECTS[name](audio, audio.currentTime + 0.01, out);
}

/** Browsers allow sound after a touch or a key on the page. Until then one small key on this screen says so. */
function wake() {
  if (audio.state === "running") return;
  audio.resume();
  caller?.wake();
  if (written) speak(heard.words);
}

function tell() {
  const waits = audio.state !== "running";
  body.dataset.audio = audio.state;
  hint.hidden = !waits && !written;
}

const callOf = () => {
  const { id, call = "", says = "", voice = "", words = "", turn } = table.dataset;
  const [number, effect] = call.split(":");
  return { boot: id.slice(0, id.lastIndexOf(":")), number: Number(number), effect, says, voice: Number(voice), words, turn };
};

let heard = callOf();
let lost = false;
let reads = new Set([heard.turn]);

/** A call sounds once: not when the page comes back to it, and none that happened unseen or while the link was lost. */
function hear() {
  const now = callOf();
  const unseen = lost || document.hidden || now.boot !== heard.boot;
  lost = body.dataset.link === "lost";
  const calls = now.boot !== heard.boot || now.number > heard.number;
  const speaks = written && (now.boot !== heard.boot || now.voice > heard.voice);
  heard = now;
  if (calls) reads = new Set();
  if (speaks) write(now.words);
  const reads_now = isRead(now.turn) && !reads.has(now.turn);
  reads.add(now.turn);
  if (unseen) return;
  if (calls) sound(now);
  else if (reads_now) play("read");
  if (speaks) speak(now.words);
}

/** Whether a throw lies there that was read and is not counted. */
const isRead = (turn) => !turn.endsWith(":");

function sound({ effect, says }) {
  play(effect);
  if (!written) speak(says, effect === "roll" ? 0.25 : BEFORE_WORDS);
}

function speak(words, wait = BEFORE_WORDS) {
  if (!table.hasAttribute("data-quiet")) caller?.say(words, wait);
}

/** A screen reader says it where the browser has no voice; never both. */
function write(words) {
  written.setAttribute("aria-live", body.dataset.voice === "there" ? "off" : "polite");
  written.textContent = words;
}

if (written) {
  write(heard.words);
  hint.addEventListener("click", () => speak(heard.words));
  document.addEventListener("keydown", (event) => {
    const isOwn = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea");
    const asks = event.key === " " ? !event.target.closest("button, a, summary") : event.key.toLowerCase() === "h";
    if (isOwn || !asks) return;
    event.preventDefault();
    speak(heard.words);
  });
}

const watch = new MutationObserver(hear);
watch.observe(table, { attributeFilter: ["data-call", "data-turn"] });
watch.observe(body, { attributeFilter: ["data-link"] });
document.addEventListener("visibilitychange", () => document.hidden && caller?.stop());
window.addEventListener("pagehide", () => caller?.stop());
document.addEventListener("pointerdown", wake);
document.addEventListener("keydown", wake);
audio.addEventListener("statechange", tell);
document.addEventListener("quarterdeck:your-turn", () => setTimeout(play, AFTER_OTHERS, "turn"));
tell();
