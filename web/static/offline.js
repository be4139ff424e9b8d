// Asks whether the table answers again; then the page that was wanted is loaded. It stands in the address all the time.
const PAUSE = 4_000;

async function look() {
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PAUSE) });
    location.reload();
  } catch {
    setTimeout(look, PAUSE);
  }
}

if (location.pathname !== "/offline") setTimeout(look, PAUSE);
