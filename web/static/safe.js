// Whether the table is well again, or ill with something else: only then the page is loaded anew, so that nobody who
// has it read aloud hears the same from the beginning every ten seconds.
const PAUSE = 10_000;
let known = null;

async function look() {
  try {
    const { ok, why } = await (await fetch("/healthz", { cache: "no-store" })).json();
    if (ok || (known !== null && why !== known)) location.reload();
    known = why;
  } catch {
    // it is being started: it is asked again
  }
  setTimeout(look, PAUSE);
}

look();
