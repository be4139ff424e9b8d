// The settings of this screen: its sound can be tried, and a missing voice is said.
import { callerOf } from "./caller.js";
import { EFFECTS } from "./effects.js";
import { VOLUMES } from "./volumes.js";

/** Milliseconds within which a browser has found its voices. */
const VOICES = 1_500;

const key = document.getElementById("sound-try");
const { sound, volume, sample } = key.dataset;
const caller = sound === "effects" ? null : callerOf(document.documentElement.lang, VOLUMES[volume]);
let audio = null;

key.addEventListener("click", async () => {
  audio ??= new AudioContext();
  await audio.resume();
  const out = audio.createGain();
  out.gain.value = VOLUMES[volume];
  out.connect(audio.destination);
  EFFECTS.found(audio, audio.currentTime + 0.02, out);
  caller?.say(sample, 0.4);
});
key.closest("[hidden]").hidden = false;

if (caller) {
  setTimeout(() => (document.getElementById("no-voice").hidden = document.body.dataset.voice !== "none"), VOICES);
}
