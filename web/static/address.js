// A network may come or go while a page shows the address for phones.

const EVERY = 5_000;
const parts = () => [...document.querySelectorAll("[data-address]")];
let shown = parts().map((part) => part.dataset.address).find(Boolean);

async function look() {
  const answer = await fetch("/address", { cache: "no-store" });
  if (!answer.ok) return;
  const { address } = await answer.json();
  if (address === shown) return;
  const page = await (await fetch(location.href, { cache: "no-store" })).text();
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelectorAll("[data-address]");
  for (const [place, part] of parts().entries()) if (fresh[place]) part.replaceChildren(...fresh[place].childNodes);
  shown = address;
  document.dispatchEvent(new Event("address"));
}

setInterval(() => {
  if (!document.hidden) look().catch(() => {}); // the page says by itself that the connection is lost
}, EVERY);
