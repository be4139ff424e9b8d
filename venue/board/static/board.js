import { follow } from "./live.js";
import { offerThemes } from "./theme.js";

/** Milliseconds of silence after which what is shown may be old. The server beats every ten seconds. */
const SILENCE = 25_000;

offerThemes();
if (document.body.dataset.follow !== undefined) followFrom(Number(document.body.dataset.follow));

for (const form of document.querySelectorAll("form[data-package]")) form.addEventListener("submit", upload);

/** Send the chosen file as it is, and show the page again; or why it was refused. */
async function upload(event) {
  event.preventDefault();
  const form = event.target;
  const [file] = form.elements.file.files;
  const button = form.querySelector("button");
  button.disabled = true;
  const address = `${form.dataset.package}?file=${encodeURIComponent(file.name)}`;
  const answer = await fetch(address, { method: "POST", body: file }).catch(() => null);
  if (answer?.ok || answer?.status === 403) return location.reload();
  button.disabled = false;
  form.querySelector("[role=alert]").textContent = answer?.status === 422 ? await answer.text() : form.dataset.lost;
}

/** Keep tiles, leaderboards and warnings as they are on the server. Grey, with a word, while it is silent. */
function followFrom(version) {
  const lost = document.getElementById("lost");
  const events = {
    tiles(data) {
      const news = JSON.parse(data);
      version = news.version;
      for (const [id, html] of news.tiles) put(id, html);
    },
    aside(data) {
      replace("aside", data);
      renew();
    },
    health: (data) => replace("health", data),
    beat() {
      if (document.getElementById("host")) renew(); // tables that are away and matches that are late are no news
    },
  };
  follow({
    address: () => `/stream?since=${version}`,
    events,
    longest: SILENCE,
    tell(state) {
      if (state === "live" && document.body.dataset.link === "lost") renew();
      document.body.dataset.link = state;
      lost.textContent = state === "lost" ? lost.dataset.lost : "";
    },
  });
}

function replace(part, data) {
  const there = document.getElementById(part);
  if (there) there.innerHTML = JSON.parse(data);
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

const seen = new Map();
let again = 0;

/** Read again what a Game Night changes on this page. Text being typed, open details and the focus stay. */
async function renew() {
  const parts = [...document.querySelectorAll("[data-renew]")];
  const answer = parts.length && (await fetch(parts[0].dataset.renew).catch(() => null));
  clearTimeout(again);
  if (answer?.status === 429 || answer?.status === 503) again = setTimeout(renew, 1000 + 3000 * Math.random());
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (parts.some((part) => !page.getElementById(part.id))) return location.reload(); // the host is logged out, say
  for (const part of parts) {
    const html = page.getElementById(part.id).innerHTML;
    if (html === seen.get(part.id) || [...part.querySelectorAll("input, select")].some(isUsed)) continue;
    const focused = part.contains(document.activeElement) && document.activeElement.textContent;
    const unfolded = [...part.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
    seen.set(part.id, html);
    part.innerHTML = html;
    for (const one of part.querySelectorAll("summary, button, a")) {
      if (one.matches("summary") && unfolded.includes(one.textContent)) one.parentElement.open = true;
      if (focused && one.textContent === focused) one.focus();
    }
    // what moved under a finger is not what the finger meant
    part.style.pointerEvents = "none";
    setTimeout(() => (part.style.pointerEvents = ""), 400);
  }
}

function isUsed(field) {
  return field === document.activeElement || field.checked || (field.matches("[name=name], [name=player]") && field.type === "text" && field.value);
}

function nameOf(tile) {
  return tile.querySelector("h2").textContent;
}
