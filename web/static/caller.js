/** Milliseconds between stopping a voice and its next sentence: Chrome drops what is said at once. */
const BREATH = 60;

/**
 * The caller: the browser's own voice for a language, one on this machine before one of a server.
 *
 * `say` stops the sentence before, so that the caller is never behind. Without a voice nothing is said, and the body
 * says so (`data-voice="none"`).
 */
export function callerOf(language, volume) {
  const synth = window.speechSynthesis;
  let timer = 0;
  let voice = null;
  let spoken = null; // kept: Chrome loses the end of a sentence whose object is collected

  function choose() {
    voice = voiceOf(language, synth?.getVoices() ?? []);
    document.body.dataset.voice = voice ? "there" : "none";
  }

  function stop() {
    clearTimeout(timer);
    synth?.cancel();
  }

  function speak(text, loud) {
    spoken = new SpeechSynthesisUtterance(text);
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.volume = loud;
    spoken.rate = 1.05;
    synth.resume(); // one that was paused elsewhere stays silent otherwise
    synth.speak(spoken);
  }

  function say(text, wait) {
    stop();
    if (!voice || !text) return;
    timer = setTimeout(() => speak(text, volume), Math.max(BREATH, wait * 1000));
  }

  choose();
  synth?.addEventListener?.("voiceschanged", choose);
  return {
    say,
    stop,
    /** An iPhone speaks only after a sentence that a touch has begun. */
    wake: () => voice && speak(" ", 0),
  };
}

/** The voice for a language: of this machine first, then of the same country, then the browser's own choice. */
export function voiceOf(language, voices) {
  const exact = (language === "en" ? "en-GB" : language).toLowerCase();
  const spoken = ({ lang }) => lang.toLowerCase().replace("_", "-");
  const rank = (voice) => 4 * voice.localService + 2 * (spoken(voice) === exact) + voice.default;
  const fit = voices.filter((voice) => spoken(voice).split("-")[0] === exact.split("-")[0]);
  return fit.sort((one, other) => rank(other) - rank(one))[0] ?? null;
}
