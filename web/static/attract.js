// What the TV shows while nobody plays. The first throw or press takes it away at once.

const EACH = 10_000;
const RENEW = 10;

let place = null;
let turning = 0;
let shown = 0;

export const isOn = () => place !== null && !place.hidden;

/** Show it, unless `stops()` says that the table has gone on meanwhile. */
export async function begin(stops) {
  await styled();
  if (!(await filled()) || stops()) return;
  place.hidden = false;
  shown = 0;
  turn(0);
}

/** Back to the table. */
export function end() {
  clearTimeout(turning);
  if (place) place.hidden = true;
}

async function filled() {
  try {
    const answer = await fetch(`/tv/attract${location.search}`, { cache: "no-store" });
    if (!answer.ok) return false;
    const html = await answer.text();
    if (!place) {
      place = document.createElement("aside");
      place.id = "attract";
      place.hidden = true;
      document.body.append(place);
    }
    place.innerHTML = html;
    return true;
  } catch {
    return false; // the table stays as it is
  }
}

document.addEventListener("address", async () => {
  if (!isOn() || !(await filled())) return;
  clearTimeout(turning);
  turn(shown);
});

function turn(number) {
  const slides = [...place.querySelectorAll(".slide")];
  const now = slides[number % slides.length];
  for (const slide of slides) slide.classList.toggle("on", slide === now);
  const frames = now.querySelector(".frames");
  if (frames) {
    frames.classList.remove("plays");
    requestAnimationFrame(() => requestAnimationFrame(() => frames.classList.add("plays")));
  }
  shown += 1;
  turning = setTimeout(async () => {
    if (shown >= RENEW * slides.length && (await filled()) && isOn()) shown = 0;
    if (isOn()) turn(number + 1);
  }, EACH);
}

function styled() {
  const links = ["again", "attract"].filter((name) => !document.querySelector(`link[data-${name}]`));
  return Promise.all(
    links.map((name) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = new URL(`${name}.css`, import.meta.url);
      link.setAttribute(`data-${name}`, "");
      return new Promise((done) => {
        link.addEventListener("load", done);
        link.addEventListener("error", done);
        document.head.append(link);
      });
    }),
  );
}
