import { offerThemes } from "./theme.js";

const SILENCE = 25_000;
const LONGEST_WAIT = 8_000;

offerThemes();
if (document.body.dataset.follow !== undefined) follow(Number(document.body.dataset.follow));

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
        if (part === "aside") renew();
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

const seen = new Map();

/** Read again what a Game Night changes on this page. Text being typed, open details and the focus stay. */
async function renew() {
  const parts = [...document.querySelectorAll("[data-renew]")];
  const answer = parts.length && (await fetch(parts[0].dataset.renew).catch(() => null));
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of parts) {
    const html = page.getElementById(part.id)?.innerHTML ?? "";
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
