/* Arranges the tiles on a wall: all of them as large as they fit, in turns where they would be too small to read.
   The sheets of a Game Night take turns with them. */

/** A tile in em: its width, its height, and that with the player on turn alone. */
const WIDE = 13.6;
const TALL = 17.5;
const COMPACT = 12.3;

/** Text in parts of the screen's width: the largest, what is easy to read across a room, and what still can be read. */
const LARGEST = 0.022;
const EASY = 0.0112;
const READABLE = 0.0095;

/** Milliseconds for which some of the tables are shown, where there are more. */
const TURN = 12_000;

/** Matches beside the sheets at a time. */
const MATCHES = 8;

const sheets = document.getElementById("sheets");
const night = document.getElementById("night");
const tiles = document.getElementById("tiles");
const screen = matchMedia("(min-width: 1100px)");
const turn = document.createElement("span");
let page = 0;

turn.className = "turn";
document.querySelector("header").append(turn);
for (const part of [tiles, sheets, night]) new MutationObserver(arrange).observe(part, { childList: true });
window.addEventListener("resize", arrange);
setInterval(() => {
  page += 1;
  arrange();
}, TURN);
arrange();

/** Choose size, columns and how many tiles are shown at a time. Sizes are in px of one em. */
function arrange() {
  const all = [...tiles.children];
  const shown = screen.matches ? chosen(all.length) : { many: all.length };
  const ofTiles = Math.max(1, Math.ceil(all.length / shown.many));
  const many = Math.ceil(all.length / ofTiles);
  const of = screen.matches ? [...sheets.children] : [];
  const pages = of.length + ofTiles;
  const now = page % pages;
  for (const [at, sheet] of of.entries()) sheet.hidden = at !== now;
  tiles.classList.toggle("waits", now < of.length);
  all.forEach((tile, at) => {
    tile.hidden = Math.floor(at / many) !== Math.max(0, now - of.length);
  });
  const called = night.querySelectorAll(".matches li:not(.waits)").length;
  const lists = Math.max(1, Math.ceil(called / MATCHES)); // those that wait are shown where there is room
  for (const [at, match] of [...night.querySelectorAll(".matches li")].entries()) {
    match.hidden = Math.floor(at / MATCHES) !== page % lists;
  }
  turn.textContent = pages > 1 ? `${now + 1} / ${pages}` : "";
  tiles.classList.toggle("compact", shown.tall === COMPACT);
  tiles.toggleAttribute("data-columns", shown.columns !== undefined);
  tiles.style.fontSize = shown.size ? `${shown.size}px` : "";
  tiles.style.gridTemplateColumns = shown.columns ? `repeat(${shown.columns}, minmax(0, 1fr))` : "";
}

/** All tiles with all players, or with the player on turn alone; else as many of these as can be read. */
function chosen(count) {
  const whole = fitted(count, TALL);
  if (whole.size >= EASY * innerWidth) return whole;
  for (let many = count; many > 1; many -= 1) {
    const found = fitted(many, COMPACT);
    if (found.size >= READABLE * innerWidth) return found;
  }
  return fitted(1, COMPACT);
}

/** The columns in which that many tiles, `tall` em high, are largest. */
function fitted(many, tall) {
  const gap = parseFloat(getComputedStyle(tiles).columnGap) || 0;
  let best = { many, tall, columns: 1, size: 0 };
  for (let columns = 1; columns <= Math.max(1, many); columns += 1) {
    const rows = Math.ceil(many / columns);
    const across = (tiles.clientWidth + gap) / columns - gap;
    const down = (tiles.clientHeight + gap) / rows - gap;
    const size = Math.min(across / WIDE, down / tall, LARGEST * innerWidth);
    if (size > best.size) best = { many, tall, columns, size };
  }
  return best;
}
