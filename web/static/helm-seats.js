// Who plays, in the order of the seats, which is changed with the buttons of each.

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

const ordering = document.getElementById("order");
ordering.addEventListener("click", () => ordering.setAttribute("aria-pressed", String(list.classList.toggle("ordered"))));

for (const regular of document.querySelectorAll("[data-regular]")) {
  regular.addEventListener("click", () => seat(regular.dataset.regular));
}
renew();
