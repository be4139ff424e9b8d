// Who plays, in the order of the seats: dragged by the grip, or moved with the buttons.

const list = document.getElementById("seats");
const starter = document.getElementById("starter");

/** The names, in order. */
export const seated = () => [...list.children].map((seat) => seat.dataset.name);

/** A chair for one more, unless somebody of that name has one. */
export function seat(name) {
  if (!name || seated().some((other) => other.toLowerCase() === name.toLowerCase())) return;
  const one = document.getElementById("a-seat").content.firstElementChild.cloneNode(true);
  one.dataset.name = name;
  one.querySelector("bdi").textContent = name;
  for (const key of one.querySelectorAll("[aria-label]")) {
    key.setAttribute("aria-label", key.getAttribute("aria-label").replace("…", name));
  }
  list.append(one);
  renew();
}

/** Nobody plays. */
export function unseat() {
  list.replaceChildren();
  renew();
}

/** Those who may begin are those who play. */
function renew() {
  const chosen = starter.value;
  const options = seated().map((name) => new Option(name, name, false, name === chosen));
  starter.replaceChildren(starter.options[0], starter.options[1], ...options);
  starter.value = chosen;
  if (starter.selectedIndex < 0) starter.selectedIndex = 0;
  for (const regular of document.querySelectorAll("[data-regular]")) {
    regular.hidden = seated().includes(regular.dataset.regular);
  }
}

function move(one, by) {
  const other = by < 0 ? one.previousElementSibling : one.nextElementSibling;
  if (!other) return;
  if (by < 0) other.before(one);
  else other.after(one);
  renew();
}

list.addEventListener("click", (event) => {
  const key = event.target.closest("button");
  const one = key?.closest(".chair");
  if (!one) return;
  if (key.dataset.by) {
    move(one, Number(key.dataset.by));
    key.focus();
  } else {
    const next = one.nextElementSibling ?? one.previousElementSibling;
    one.remove();
    renew();
    (next?.querySelector("button") ?? document.getElementById("one-more")).focus();
  }
});

list.addEventListener("pointerdown", (event) => {
  const one = event.target.closest(".grip")?.closest(".chair");
  if (!one) return;
  event.preventDefault();
  one.setPointerCapture(event.pointerId);
  one.classList.add("dragged");
  const drag = ({ clientY }) => {
    for (const by of [-1, 1]) {
      const other = by < 0 ? one.previousElementSibling : one.nextElementSibling;
      if (!other) continue;
      const { top, height } = other.getBoundingClientRect();
      if (by < 0 ? clientY < top + height / 2 : clientY > top + height / 2) return move(one, by);
    }
    return null;
  };
  const drop = () => {
    one.classList.remove("dragged");
    one.removeEventListener("pointermove", drag);
  };
  one.addEventListener("pointermove", drag);
  one.addEventListener("lostpointercapture", drop, { once: true });
});

for (const regular of document.querySelectorAll("[data-regular]")) {
  regular.addEventListener("click", () => seat(regular.dataset.regular));
}
renew();
