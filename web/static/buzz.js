/** Milliseconds of vibration and rest: a roll that counts at the helm, and whose turn it is. */
const PATTERNS = { count: [25], up: [120, 80, 120] };

/** Let this phone vibrate, where it can and its viewer has tapped the page. */
export function vibrate(name) {
  const quiet = document.querySelector("#table[data-quiet]");
  const refused = !navigator.userActivation?.hasBeenActive;
  if (quiet || document.hidden || refused) return false;
  return navigator.vibrate?.(PATTERNS[name]) ?? false;
}
