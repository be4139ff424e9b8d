// A network may come or go while a page shows the address for phones.

const EVERY = 5_000;
let shown = document.querySelector("[data-address]")?.dataset.address;

async function look() {
  const answer = await fetch("/address", { cache: "no-store" });
  if (!answer.ok) return;
  const { address } = await answer.json();
  if (address === shown) return;
  const page = await (await fetch(location.href, { cache: "no-store" })).text();
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelectorAll("[data-address]");
  const old = document.querySelectorAll("[data-address]");
  for (const [place, part] of old.entries()) if (fresh[place]) part.replaceChildren(...fresh[place].childNodes);
  shown = address;
  document.dispatchEvent(new Event("address"));
}

setInterval(() => {
  if (!document.hidden) look().catch(() => {}); // the page says by itself that the connection is lost
}, EVERY);
