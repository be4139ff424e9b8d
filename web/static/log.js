// A game step by step with the arrow keys, and without the page jumping to its top.
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, .wide, .sheets")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const way = rel && document.querySelector(`.steps a[rel="${rel}"]`);
  if (!way) return;
  event.preventDefault();
  way.click();
});

const go = (rel) => document.querySelector(`.steps a[rel="${rel}"]`)?.click();

// A finger that moves sideways turns to the step before or after.
let from = null;
addEventListener("touchstart", ({ touches, target }) => {
  from = touches.length === 1 && !target.closest(".wide, .sheets") ? touches[0] : null;
});
addEventListener("touchend", ({ changedTouches: [to] }) => {
  if (!from) return;
  const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
  if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? "next" : "prev");
});

// It plays by itself, one step after the other, until it is stopped or over, and as fast as is chosen.
const PLAYING = "replay-plays";
const PACE = "replay-pace";
const PACES = ["1", "2", "4"];
const STEP = 1800;
const play = document.getElementById("replay-key");
const pace = document.getElementById("pace");
const chosen = () => PACES.find((one) => one === sessionStorage.getItem(PACE)) ?? PACES[0];
if (play && document.querySelector('.steps a[rel="next"]')) {
  let turning = 0;
  const turn = (on) => {
    sessionStorage.setItem(PLAYING, on ? "yes" : "");
    play.textContent = on ? play.dataset.stop : play.dataset.play;
    play.setAttribute("aria-pressed", String(on));
    clearTimeout(turning);
    if (on) turning = setTimeout(() => go("next"), STEP / Number(chosen()));
  };
  const showPace = () => {
    pace.textContent = `${chosen()}×`;
    pace.setAttribute("aria-label", `${pace.dataset.speed}: ${chosen()}×`);
  };
  play.hidden = pace.hidden = false;
  showPace();
  pace.addEventListener("click", () => {
    sessionStorage.setItem(PACE, PACES[(PACES.indexOf(chosen()) + 1) % PACES.length]);
    showPace();
    turn(sessionStorage.getItem(PLAYING) === "yes");
  });
  play.addEventListener("click", () => turn(sessionStorage.getItem(PLAYING) !== "yes"));
  turn(sessionStorage.getItem(PLAYING) === "yes");
} else {
  sessionStorage.removeItem(PLAYING);
}
