import { offerThemes } from "./theme.js";

const SILENCE = 25_000;
const LONGEST_WAIT = 8_000;

offerThemes();
if (document.body.dataset.follow !== undefined) follow(Number(document.body.dataset.follow));

/** Keep tiles, leaderboards and warnings as they are on the server. Grey, with a word, while it is silent. */
function follow(version) {
  const lost = document.getElementById("lost");
  let source = null;
  let silence = 0;
  let wait = 500;

  function open() {
    clearTimeout(silence);
    source?.close();
    source = new EventSource(`/stream?since=${version}`);
    source.addEventListener("error", broken);
    source.addEventListener("beat", hear);
    source.addEventListener("tiles", (event) => {
      const news = JSON.parse(event.data);
      version = news.version;
      for (const [id, html] of news.tiles) put(id, html);
      hear();
    });
    for (const part of ["aside", "health"]) {
      source.addEventListener(part, (event) => {
        const there = document.getElementById(part);
        if (there) there.innerHTML = JSON.parse(event.data);
        if (part === "aside") renewNight();
        hear();
      });
    }
    silence = setTimeout(broken, SILENCE);
  }

  function hear() {
    clearTimeout(silence);
    silence = setTimeout(broken, SILENCE);
    wait = 500;
    delete document.body.dataset.link;
    lost.textContent = "";
  }

  function broken() {
    clearTimeout(silence);
    source.close();
    document.body.dataset.link = "lost";
    lost.textContent = lost.dataset.lost;
    silence = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  window.addEventListener("pageshow", (event) => event.persisted && open());
  window.addEventListener("pagehide", () => source?.close());
  open();
}

/** Replace a table's tile, add it where all tables are shown, or remove it. The focus stays where it was. */
function put(id, html) {
  const tiles = document.getElementById("tiles");
  const fresh = document.createElement("template");
  fresh.innerHTML = html.trim();
  const tile = fresh.content.firstElementChild;
  const there = document.getElementById(`tile-${id}`);
  if (!tile) {
    there?.remove();
  } else if (there) {
    const focused = there.contains(document.activeElement);
    there.replaceWith(tile);
    if (focused) tile.querySelector("a").focus();
  } else if (tiles && !tiles.classList.contains("one")) {
    const next = [...tiles.children].find((one) => nameOf(one).localeCompare(nameOf(tile), [], { numeric: true }) > 0);
    tiles.insertBefore(tile, next ?? null);
    document.getElementById("none")?.remove();
  }
}

/** Read the matches and standings of the Game Night again, where they are shown. */
async function renewNight() {
  const night = document.getElementById("night");
  if (!night) return;
  const answer = await fetch("/night").catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  night.replaceWith(page.getElementById("night"));
}

function nameOf(tile) {
  return tile.querySelector("h2").textContent;
}
