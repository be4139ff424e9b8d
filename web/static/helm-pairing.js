import { say } from "./helm.js";
import { offerToAsk } from "./helm-asking.js";

// A code that was scanned comes along behind the #, where no server and no history keeps it.
const field = document.getElementById("code-told");

function bring() {
  const brought = location.hash.slice(1).replace(/\D/g, "");
  if (brought) history.replaceState(null, "", location.pathname);
  if (!field || brought.length !== 6) return;
  document.getElementById("by-code").open = true;
  field.value = brought;
  field.form.requestSubmit();
}

bring();
addEventListener("hashchange", bring);
offerToAsk((said) => say(said.why, { refused: true }));

const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

async function post(path) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  const said = await answer.json();
  if (!answer.ok) say(said.why, { refused: true });
  return answer.ok ? said : null;
}

/** Show it for as long as it is good. */
function reveal(element, said) {
  element.querySelector(".code").textContent = spaced(said.code);
  element.querySelector(".address").textContent = said.address.replace(/^http:\/\//, "").replace(/#.*/, "");
  element.hidden = false;
  setTimeout(() => (element.hidden = true), said.seconds * 1_000);
}

async function passOn() {
  const said = await post("/api/helm/code");
  if (!said) return;
  const figure = document.getElementById("code");
  const { size, path } = said.qr;
  figure.querySelector("svg").setAttribute("viewBox", `0 0 ${size} ${size}`);
  figure.querySelector(".light").setAttribute("d", `M0 0h${size}v${size}H0z`);
  figure.querySelector(".dark").setAttribute("d", path);
  reveal(figure, said);
}

async function addScreen() {
  const said = await post("/api/screens/code");
  if (said) reveal(document.getElementById("screen-code"), said);
}

const lost = () => say(document.getElementById("helm-says").dataset.lost);
document.getElementById("show-code")?.addEventListener("click", () => passOn().catch(lost));
document.getElementById("add-screen")?.addEventListener("click", () => addScreen().catch(lost));
