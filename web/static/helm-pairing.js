import { say } from "./helm.js";

// Whoever came by a code that was scanned brings it along behind the #, where no server and no history keeps it.
const field = document.getElementById("code-told");

function bring() {
  const brought = location.hash.slice(1).replace(/\D/g, "");
  if (brought) history.replaceState(null, "", location.pathname);
  if (!field || brought.length !== 6) return;
  field.value = brought;
  field.form.requestSubmit();
}

bring();
addEventListener("hashchange", bring);

const button = document.getElementById("show-code");
const figure = document.getElementById("code");

async function showCode() {
  const answer = await fetch("/api/helm/code", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  const said = await answer.json();
  if (!answer.ok) return say(said.why, { refused: true });
  const { size, path } = said.qr;
  figure.querySelector("svg").setAttribute("viewBox", `0 0 ${size} ${size}`);
  figure.querySelector(".light").setAttribute("d", `M0 0h${size}v${size}H0z`);
  figure.querySelector(".dark").setAttribute("d", path);
  figure.querySelector(".code").textContent = `${said.code.slice(0, 3)} ${said.code.slice(3)}`;
  figure.querySelector(".address").textContent = said.address.replace(/^http:\/\//, "").replace(/#.*/, "");
  figure.hidden = false;
  return setTimeout(() => (figure.hidden = true), said.seconds * 1_000);
}

button?.addEventListener("click", () => showCode().catch(() => say(document.getElementById("helm-says").dataset.lost)));
