// A table that is not set up yet says so until it is; then the page is loaded again without that.
const PAUSE = 4_000;

setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch("/setup/wanted");
    if (answer.ok && !(await answer.json()).wanted) location.reload();
  } catch {
    // it restarts: asked again
  }
}, PAUSE);
