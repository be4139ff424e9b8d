// What needs a press at the table: says what to press, and counts down, while an order waits for it.

const PAUSE = 500;
const SECOND = 1_000;
const GOOD_FOR = 10;

const place = document.getElementById("permission");

let looking = 0;
let counting = 0;

/** Look whether the table asks; a page without a place for it needs no permission. */
export function follow() {
  if (place && !looking) looking = setInterval(look, PAUSE);
}

/** There is an answer: nothing is asked any more. */
export function leave() {
  clearInterval(looking);
  looking = 0;
  hide();
}

async function look() {
  try {
    const { asking } = await (await fetch("/api/state", { cache: "no-store" })).json();
    if (!looking || !asking) hide();
    else if (place.hidden) show();
  } catch {
    // the order is sent again by itself, and says so
  }
}

function show() {
  const left = place.querySelector(".left");
  let seconds = GOOD_FOR;
  left.textContent = seconds;
  place.hidden = false;
  counting = setInterval(() => {
    seconds = Math.max(0, seconds - 1);
    left.textContent = seconds;
  }, SECOND);
}

function hide() {
  clearInterval(counting);
  if (place) place.hidden = true;
}
