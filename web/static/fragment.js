// A part of a page that the server draws.

const shown = new WeakMap();
let requests = 0;

/** Return the HTML at `address` for this `part`; null if it cannot be had, undefined if a later request came first. */
export async function fragment(part, address) {
  const request = ++requests;
  let html = null;
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.ok) html = await answer.text();
  } catch {
    // the page says by itself that the connection is lost
  }
  if (request < (shown.get(part) ?? 0)) return undefined;
  if (html !== null) shown.set(part, request);
  return html;
}
