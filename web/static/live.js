/** Milliseconds. The server beats every ten seconds. */
const SILENCE = 12_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 5_000;

/**
 * Follow a stream: each event goes to its function in `events`, and `tell("live" | "lost")` as the link comes and goes.
 *
 * When the stream breaks off, is refused or falls silent, `again` is asked once. Where it shows the page as it is and
 * returns true, the page stays live and the stream is opened again in a while; else it is lost until there is news.
 */
export function follow({ address, events, tell, again = async () => false, longest = SILENCE }) {
  let source = null;
  let silence = 0;
  let retry = 0;
  let wait = FIRST_WAIT;
  let heard = Date.now();

  function hear() {
    heard = Date.now();
    clearTimeout(silence);
    silence = setTimeout(broken, longest);
    tell("live");
  }

  function open() {
    close();
    source = new EventSource(address());
    source.addEventListener("error", broken);
    source.addEventListener("beat", hear);
    for (const [name, show] of Object.entries(events)) {
      source.addEventListener(name, ({ data }) => {
        wait = FIRST_WAIT;
        show(data);
        hear();
      });
    }
    const rest = heard + longest - Date.now();
    silence = setTimeout(broken, rest > 0 ? rest : longest); // after a long silence the stream has time to be heard
  }

  function close() {
    clearTimeout(silence);
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  async function broken() {
    close();
    const isThere = await again();
    if (source) return; // woken in between
    if (isThere) heard = Date.now();
    tell(isThere ? "live" : "lost");
    clearTimeout(retry);
    retry = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  function wake() {
    if (document.visibilityState === "hidden") return;
    if (Date.now() - heard > longest) tell("lost");
    if (!source || Date.now() - heard > longest) open();
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
