const root = document.documentElement;

/** Night or day: the choice is kept in a cookie, so that the server's first paint is right the next time. */
export function offerThemes() {
  root.dataset.scripts = "on";
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".theme")) return;
    root.dataset.theme = root.dataset.theme === "day" ? "night" : "day";
    document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=strict`;
    const ground = getComputedStyle(root).getPropertyValue("--ground").trim();
    document.querySelector('meta[name="theme-color"]').content = ground;
  });
}
