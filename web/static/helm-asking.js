// A phone asks for the helm: it polls where its request stands, and shows the colour and the blinks that are its own.

const EVERY = 1_000;
const ANSWER = 2_500;
/** Milliseconds without an answer after which nothing of the request is shown: the table drops it after five seconds. */
const SILENCE = 4_000;
const NOT_YET = ["no_window", "too_many_asks", "turned_away"];

const place = document.getElementById("ask");
const [lamp, stage, start, stop] = place ? [...place.children] : [];
const says = place ? JSON.parse(place.dataset.says) : {};
const signals = place ? JSON.parse(place.dataset.signals) : {};

let wanted = false;
let asked = false;
let heard = 0;

/** Ask from now on, until it is accepted, refused or stopped; `refused(said)` is told why it cannot be. */
export function offerToAsk(refused) {
  if (!place) return;
  start.addEventListener("click", () => {
    wanted = true;
    asked = false;
    heard = Date.now();
    show("open");
    step(refused);
  });
  stop.addEventListener("click", () => show(null));
}

async function step(refused) {
  if (!wanted) return;
  const sent = Date.now();
  try {
    await look(refused);
    heard = sent;
  } catch {
    if (Date.now() - heard > SILENCE) show("lost");
  }
  if (wanted) setTimeout(() => step(refused), EVERY);
}

async function look(refused) {
  const told = asked ? await call("GET", "/api/helm") : await call("POST", "/api/helm/ask");
  if (told.mine) return done();
  if (told.code) return NOT_YET.includes(told.code) ? show("open", reason(told)) : end(told, refused);
  if (told.ask.stage === "accepted") {
    const taken = await call("POST", "/api/helm");
    return taken.mine ? done() : end(taken, refused);
  }
  asked = told.ask.stage !== "closed";
  return show(asked ? told.ask.stage : "open", null, told.ask.signal);
}

const reason = (said) => (said.code === "no_window" ? says.open : said.why);

function end(said, refused) {
  show(null);
  refused(said);
}

async function call(method, path) {
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), ANSWER);
  const body = method === "POST" ? { body: "{}", headers: { "Content-Type": "application/json" } } : {};
  try {
    const answer = await fetch(path, { method, cache: "no-store", signal: patience.signal, ...body });
    if (answer.status >= 500) throw new Error(answer.statusText);
    return await answer.json();
  } finally {
    clearTimeout(late);
  }
}

/** Say how it stands; null and "refused" end it. The colour is shown only while an answer says that it is this phone's. */
function show(how, words = null, signal = null) {
  wanted = wanted && how !== null && how !== "refused";
  stage.hidden = how === null;
  const text = how === null ? "" : (words ?? says[how]);
  if (stage.textContent !== text) stage.textContent = text;
  lamp.hidden = !signal;
  if (signal) {
    lamp.firstElementChild.className = `bulb ${signal.colour} blinks-${signal.blinks}`;
    lamp.lastElementChild.textContent = signals[`${signal.colour}-${signal.blinks}`];
  }
  place.dataset.stage = how ?? "";
  start.hidden = wanted;
  stop.hidden = !wanted;
}

function done() {
  wanted = false;
  location.assign("/");
}
