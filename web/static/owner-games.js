import "./helm.js";

// The text of a chosen file is shown before it is added.

const text = document.getElementById("game-text");

document.getElementById("game-file")?.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) text.value = (await file.text()).slice(0, text.maxLength);
});
