import "./helm.js";

// A chosen file is added at once. Its text is shown: if it is no game, the line to change is named below.

const text = document.getElementById("game-text");

document.getElementById("game-file")?.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  text.value = (await file.text()).slice(0, text.maxLength);
  text.form.requestSubmit();
  target.value = "";
});
