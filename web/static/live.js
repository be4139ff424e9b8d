// The server beats every ten seconds. Silence and the one question after it together stay below fifteen.
const SILENCE = 12_000;
const ANSWER = 2_500;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 5_000;

/**
 * Follow the table: `show(html)` for each new moment, `tell("live" | "lost")` as the link comes and goes.
 *
 * When the stream breaks off, is refused or falls silent, the page asks once for the table as it is. With an answer it
 * stays live and asks again in a while; without one it is lost until there is.
 */
export function follow({ show, tell }) {
  let source = null;
  let silence = 0;
  let retry = 0;
  let wait = FIRST_WAIT;
  let heard = Date.now();

  function hear() {
    heard = Date.now();
    clearTimeout(silence);
    silence = setTimeout(broken, SILENCE);
    tell("live");
  }

  function open() {
    close();
    const tv = document.body.classList.contains("tv");
    source = new EventSource(`/stream${location.search}${tv ? `${location.search ? "&" : "?"}tv` : ""}`);
    source.addEventListener("error", broken);
    source.addEventListener("beat", hear);
    source.addEventListener("table", (event) => {
      wait = FIRST_WAIT;
      show(event.data);
      hear();
    });
    if (tv) {
      source.addEventListener("reactions", ({ data }) => document.dispatchEvent(new CustomEvent("reactions", { detail: data })));
    }
    silence = setTimeout(broken, Math.max(0, heard + SILENCE - Date.now()));
  }

  function close() {
    clearTimeout(silence);
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  async function broken() {
    close();
    const html = await ask();
    if (source) return; // woken in between
    if (html) {
      heard = Date.now();
      show(html);
    }
    tell(html ? "live" : "lost");
    clearTimeout(retry);
    retry = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  function wake() {
    if (document.visibilityState === "hidden") return;
    if (Date.now() - heard > SILENCE) tell("lost");
    if (!source || Date.now() - heard > SILENCE) open();
  }

  // A phone that sleeps is frozen without a word to the server: the place is given back, and taken anew on waking.
  document.addEventListener("freeze", close);
  document.addEventListener("resume", wake);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", close);
  window.addEventListener("online", wake);
  open();
}

async function ask() {
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), ANSWER);
  try {
    const answer = await fetch(`/${location.search}`, { cache: "no-store", signal: patience.signal });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}
