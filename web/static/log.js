// A game step by step with the arrow keys, and without the page jumping to its top.
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, .wide, .sheets")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const way = rel && document.querySelector(`.steps a[rel="${rel}"]`);
  if (!way) return;
  event.preventDefault();
  way.click();
});
