import { keep } from "./wishes.js";

const root = document.documentElement;

/** Night or day, with one tap. */
export function offerThemes() {
  root.dataset.scripts = "on";
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".theme")) return;
    root.dataset.theme = root.dataset.theme === "day" ? "night" : "day";
    keep("theme", root.dataset.theme);
    const ground = getComputedStyle(root).getPropertyValue("--ground").trim();
    document.querySelector('meta[name="theme-color"]').content = ground;
  });
}
