// The effects: each a function of an AudioContext, a time in seconds and an output, which adds oscillators to the output
// and returns when the effect is over. Nothing is louder than a third of full scale, so that three may overlap.

/** Partials of a small brass bell: their share of the pitch, loudness and length. */
const BELL = [
  [1, 1, 1],
  [2, 0.55, 0.7],
  [2.76, 0.4, 0.45],
  [5.4, 0.16, 0.2],
];

/** One note: struck, then fading; `glide` is the pitch that it ends on. */
function note(audio, out, at, pitch, length, level, { wave = "triangle", glide = pitch, attack = 0.004 } = {}) {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, at);
  if (glide !== pitch) source.frequency.exponentialRampToValueAtTime(glide, at + length);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + attack);
  gain.gain.exponentialRampToValueAtTime(level / 300, at + length - 0.01);
  gain.gain.linearRampToValueAtTime(0, at + length);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + length);
  return at + length;
}

/** A knock on wood: a short note that falls, with a higher one that is gone at once. */
function knock(audio, out, at, pitch, level) {
  note(audio, out, at, pitch * 2.7, 0.03, level * 0.2, { wave: "sine" });
  return note(audio, out, at, pitch * 1.35, 0.14, level, { wave: "sine", glide: pitch * 0.9, attack: 0.002 });
}

function bell(audio, out, at, pitch, length, level) {
  for (const [share, loud, long] of BELL) {
    note(audio, out, at, pitch * share, length * long, level * loud * 0.5, { wave: "sine", attack: 0.002 });
  }
  return at + length;
}

/** Notes one after another, each `step` seconds after the one before. */
function row(audio, out, at, pitches, step, length, level, more) {
  return Math.max(...pitches.map((pitch, n) => note(audio, out, at + n * step, pitch, length, level, more)));
}

export const EFFECTS = {
  read: (audio, at, out) => knock(audio, out, at, 540, 0.27),
  hold: (audio, at, out) => knock(audio, out, at, 340, 0.28),
  roll: (audio, at, out) => {
    knock(audio, out, at, 420, 0.27);
    return knock(audio, out, at + 0.09, 470, 0.27);
  },
  found: (audio, at, out) => row(audio, out, at, [659, 988], 0.1, 0.26, 0.2),
  bank: (audio, at, out) => row(audio, out, at, [784, 523], 0.12, 0.3, 0.2),
  bust: (audio, at, out) => {
    note(audio, out, at, 392, 0.24, 0.27, { glide: 370 });
    return note(audio, out, at + 0.2, 311, 0.42, 0.27, { glide: 247 });
  },
  turn: (audio, at, out) => {
    bell(audio, out, at, 1175, 0.3, 0.2);
    return bell(audio, out, at + 0.16, 1175, 0.5, 0.2);
  },
  correction: (audio, at, out) => row(audio, out, at, [440, 587, 440], 0.11, 0.16, 0.22, { wave: "sine" }),
  bell: (audio, at, out) => {
    bell(audio, out, at, 587, 0.9, 0.22);
    return bell(audio, out, at + 0.42, 587, 1.2, 0.22);
  },
  five: (audio, at, out) => {
    row(audio, out, at, [523, 659, 784, 1047], 0.09, 0.3, 0.16);
    return bell(audio, out, at + 0.36, 1047, 0.9, 0.18);
  },
  win: (audio, at, out) => {
    row(audio, out, at, [392, 523, 659], 0.14, 0.24, 0.17);
    return Math.max(...[392, 523, 659, 784].map((pitch) => note(audio, out, at + 0.42, pitch, 1, 0.075)));
  },
};
