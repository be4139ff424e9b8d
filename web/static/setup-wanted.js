// A table that is not set up yet says so until it is. Then that goes; the TV, which has a code in its place, is loaded
// again, but not a phone, on which somebody may be typing a roll.
const PAUSE = 4_000;

const asking = setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch("/setup/wanted");
    if (!answer.ok || (await answer.json()).wanted) return;
    clearInterval(asking);
    const line = document.querySelector("body:not(.tv) .setup-waits");
    if (line) line.remove();
    else location.reload();
  } catch {
    // it restarts: asked again
  }
}, PAUSE);
