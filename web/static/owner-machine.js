// Updates and power: a package goes up in pieces, and what the machine does is followed until the table is back.

import { say } from "./helm.js";

// A package comes in pieces, none larger than any other request may be; smaller ones where the network is slow.
const PIECE = 42_000;
const SMALLEST = 2_000;
const PATIENCE = 25_000;
const CHECKING = 180_000;
const PAUSE = 1_000;
const LONGEST_PAUSE = 8_000;
const GIVE_UP = 600_000;
const SILENCE = 120_000;
const EVERY = 1_000;
const GAME_EVERY = 5_000;
const OVER = ["runs", "left", "refused", "broken"];
const KEPT = "owner-task";

const place = document.getElementById("progress");
const words = document.getElementById("system-words");
const bar = document.getElementById("system-share");
const reload = document.getElementById("system-reload");
const says = place ? JSON.parse(place.dataset.says) : {};

let busy = false;

/** Show how far it is: a share of null is not known, and with false there is no bar. */
function show(text, share = null) {
  place.hidden = false;
  if (words.textContent !== text) words.textContent = text;
  bar.hidden = share === false;
  if (share === null) bar.removeAttribute("value");
  else if (share !== false) bar.value = share;
}

async function send(path, said, patience = PATIENCE) {
  const giveUp = new AbortController();
  const late = setTimeout(() => giveUp.abort(), patience);
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(said),
      signal: giveUp.signal,
    });
    return { status: answer.status, said: await answer.json() };
  } catch {
    return { status: 0, said: {} };
  } finally {
    clearTimeout(late);
  }
}

function refuse(answer) {
  place.hidden = true;
  say(answer.status ? answer.said.why : says.lost, { refused: true });
}

/** Do it alone: other keys are idle meanwhile. */
async function alone(act) {
  if (busy) return;
  busy = true;
  document.body.toggleAttribute("data-giving", true);
  try {
    await act();
  } finally {
    busy = false;
    document.body.toggleAttribute("data-giving", false);
  }
}

async function upload(file) {
  const about = { name: file.name, size: file.size };
  let [at, piece, wait, since] = [0, PIECE, PAUSE, Date.now()];
  for (;;) {
    const data = await inBase64(file.slice(at, at + piece));
    const answer = await send("/api/system/upload", { ...about, at, data });
    if (answer.status === 200) {
      [at, wait, since] = [answer.said.size, PAUSE, Date.now()];
      show(says.uploading, at / file.size);
      if (at >= file.size) return check();
    } else if (answer.status === 0 || answer.status === 503) {
      if (Date.now() - since > GIVE_UP) return refuse(answer);
      piece = Math.max(SMALLEST, piece / 2);
      show(says.again, at / file.size);
      await new Promise((go) => setTimeout(go, wait));
      wait = Math.min(2 * wait, LONGEST_PAUSE);
    } else {
      return refuse(answer);
    }
  }
}

async function check() {
  show(says.checking);
  done(await send("/api/system/check", {}, CHECKING));
}

function done(answer) {
  if (answer.status === 200) location.reload();
  else refuse(answer);
}

async function inBase64(piece) {
  const bytes = new Uint8Array(await piece.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Ask for a task, and follow it over the restart that it causes: this page needs no session for that. */
async function ask(task) {
  const answer = await send("/api/system/task", { task, during_game: true });
  if (answer.status !== 200) return refuse(answer);
  const kept = { id: answer.said.id, task, boot: place.dataset.boot };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // without storage it is not followed on another page
  }
  return follow(kept);
}

async function follow({ id, task, boot }) {
  let heard = Date.now();
  document.body.toggleAttribute("data-following", true);
  show(says.waiting);
  for (;;) {
    const now = await look(id);
    if (now) {
      heard = Date.now();
      if (now.task && OVER.includes(now.task.outcome)) return end(now.task.words);
      if (now.task) show(now.task.words, now.task.outcome === "installing" ? now.task.share : null);
      else if (now.boot !== boot) return end(says.runs);
    } else if (task === "shutdown") {
      show(says.off, false);
    } else {
      show(says.waiting);
    }
    if (Date.now() - heard > SILENCE) {
      if (task !== "shutdown") show(says.silent, false);
      if (task === "shutdown") return forget();
    }
    await new Promise((go) => setTimeout(go, EVERY));
  }
}

async function look(id) {
  const giveUp = new AbortController();
  const late = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(`/api/system/task?id=${encodeURIComponent(id)}`, { cache: "no-store", signal: giveUp.signal });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}

function end(text) {
  forget();
  show(text, false);
  reload.hidden = false;
}

function forget() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // nothing was kept
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

/** What waits for the end of a game is offered when it is over. */
async function watchTheGame() {
  const waiting = document.querySelectorAll("[data-after-game]");
  const now = await look("");
  if (now) {
    for (const key of waiting) key.disabled = now.game;
    for (const note of document.querySelectorAll("[data-during-game]")) note.hidden = !now.game;
  }
  setTimeout(watchTheGame, GAME_EVERY);
}

document.getElementById("upload")?.addEventListener("submit", (event) => {
  event.preventDefault();
  alone(() => upload(document.getElementById("package").files[0]));
});

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-task], [data-post]");
  if (key?.dataset.post) {
    alone(async () => {
      show(says.checking);
      done(await send(key.dataset.post, JSON.parse(key.dataset.said ?? "{}"), CHECKING));
    });
  } else if (key?.matches("button")) {
    alone(() => ask(key.dataset.task));
  }
});

if (document.querySelector("[data-during-game]")) setTimeout(watchTheGame, GAME_EVERY);
const waits = kept() ?? (place?.dataset.task && { id: place.dataset.task, task: "", boot: place.dataset.boot });
if (waits) alone(() => follow(waits));
