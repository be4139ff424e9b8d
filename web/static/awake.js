// Browsers give a wake lock to pages by https or on localhost alone. Elsewhere a video that plays keeps the screen on,
// in Chromium and Firefox also one without sound that only shows a canvas; Safari wants sound, and is not kept awake.
const says = document.getElementById("awake");
const full = document.getElementById("full");
let lock = null;
let video = null;

async function stayAwake() {
  if (document.hidden) return;
  tell((await locked()) || (await playing()));
}

async function locked() {
  if (!("wakeLock" in navigator)) return false;
  if (lock && !lock.released) return true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => stayAwake());
    return true;
  } catch {
    return false;
  }
}

async function playing() {
  video ??= emptyVideo();
  if (!video) return false;
  try {
    await video.play();
    return true;
  } catch {
    return false; // it may not begin before somebody has touched the page
  }
}

function emptyVideo() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 16, height: 16 });
  const brush = canvas.getContext("2d");
  if (!brush || !canvas.captureStream) return null;
  const paint = () => brush.fillRect(0, 0, 16, 16);
  paint();
  setInterval(paint, 1_000); // a stream without new pictures counts as one that stands still
  const made = Object.assign(document.createElement("video"), {
    muted: true,
    playsInline: true,
    disablePictureInPicture: true,
    srcObject: canvas.captureStream(1),
  });
  made.className = "awake";
  made.setAttribute("aria-hidden", "true");
  made.tabIndex = -1;
  document.body.append(made);
  return made;
}

function tell(awake) {
  document.body.dataset.awake = awake ? (lock ? "lock" : "video") : "no";
  says.textContent = awake ? "" : says.dataset.asleep;
}

for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, stayAwake);
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

if (document.fullscreenEnabled) {
  full.hidden = false;
  full.addEventListener("click", () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
}
