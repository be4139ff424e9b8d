import { order, say } from "./helm.js";

// A backup comes in pieces, none larger than any other request may be.
const PIECE = 42_000;

const taking = document.getElementById("taking");
const form = document.getElementById("restoring");
const brought = document.getElementById("brought");

taking?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wifiPassword = document.getElementById("wifi-password").checked;
  const answer = await order([["/api/backup", { wifi_password: wifiPassword }]], taking);
  if (answer?.status !== 200) return;
  location.assign(answer.said.address);
  say(taking.dataset.done);
});

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = document.getElementById("backup-file").files[0];
  brought.hidden = false;
  for (let at = 0; at < file.size; at += PIECE) {
    const data = await inBase64(file.slice(at, at + PIECE));
    const answer = await order([["/api/restore", { at, data, last: at + PIECE >= file.size }]], form);
    if (answer?.status !== 200) return;
    brought.value = Math.min(1, (at + PIECE) / file.size);
  }
  say(form.dataset.done);
});

async function inBase64(piece) {
  const bytes = new Uint8Array(await piece.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
