// The throw again: on this screen alone, when somebody asks for it, or by itself on a TV that is to show big moments.

const LASTS = 4_000;

let ending = 0;

/** Load the latest throw and show it over the page. */
export async function showAgain() {
  const dialog = await laid();
  if (!dialog) return;
  hide();
  dialog.className = "";
  dialog.showModal();
  await play(dialog);
}

/** Show it over the tray for four seconds, unless `stops()` says that something else goes before. */
export async function showByItself(tray, stops) {
  const dialog = document.getElementById("again");
  if (dialog?.open) return;
  const filled = await laid();
  if (!filled?.querySelector(".film") || stops()) return;
  const image = filled.querySelector("img");
  await image.decode().catch(() => {});
  if (stops() || filled.open) return;
  const { left, top, width, height } = tray.getBoundingClientRect();
  filled.className = "by-itself";
  Object.assign(filled.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  filled.show();
  document.activeElement?.blur();
  ending = setTimeout(hide, LASTS);
  play(filled);
}

/** Take away what came by itself. */
export function hideByItself() {
  if (document.getElementById("again")?.classList.contains("by-itself")) hide();
}

function hide() {
  clearTimeout(ending);
  const dialog = document.getElementById("again");
  dialog.removeAttribute("style");
  if (dialog.open) dialog.close();
}

async function laid() {
  try {
    const answer = await fetch(`/throw${location.search ? `${location.search}&` : "?"}part=film`, { cache: "no-store" });
    if (!answer.ok) return null;
    await styled();
    const dialog = document.getElementById("again") ?? made();
    dialog.innerHTML = await answer.text();
    offer(dialog);
    return dialog;
  } catch {
    return null; // the page says by itself that the connection is lost
  }
}

function made() {
  const dialog = document.createElement("dialog");
  dialog.id = "again";
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  hear(dialog);
  return dialog;
}

/** Load the style sheet. One that comes with the throw would hold the page at that moment. */
export function styled() {
  if (document.querySelector("link[data-again]")) return null;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("again.css", import.meta.url);
  link.dataset.again = "";
  return new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    document.head.append(link);
  });
}

/** Show the keys that work only with scripts. */
export function offer(place) {
  for (const key of place.querySelectorAll("[data-clip-do]")) {
    key.hidden = key.dataset.clipDo === "close" && place.tagName !== "DIALOG";
  }
}

/** Start the film once its pictures are there. */
export async function play(place) {
  const frames = place.querySelector(".frames");
  if (!frames) return;
  frames.classList.remove("plays");
  await frames.querySelector("img").decode().catch(() => {});
  frames.classList.add("plays");
}

export function hear(place) {
  place.addEventListener("click", async (event) => {
    const key = event.target.closest("[data-clip-do]");
    if (!key) return;
    if (key.dataset.clipDo === "again") {
      place.querySelector(".frames").classList.remove("plays");
      requestAnimationFrame(() => requestAnimationFrame(() => play(place)));
    } else if (key.dataset.clipDo === "close") place.close();
    else await send(place, key);
  });
}

async function send(place, key) {
  const says = place.querySelector(".clip-says");
  key.disabled = true;
  try {
    const answer = await fetch(`/api/clips/${key.dataset.clipDo}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ clip: key.dataset.clip, key: newKey() }),
    });
    says.textContent = answer.ok ? key.dataset.done : (await answer.json()).why;
    if (answer.ok) key.remove();
  } catch {
    says.textContent = says.dataset.offline;
  }
  key.disabled = false;
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
