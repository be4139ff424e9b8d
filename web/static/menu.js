/** A menu closes with Escape, and when somebody looks elsewhere. */
export function closeMenus() {
  const close = (menu) => menu.removeAttribute("open");
  const open = () => [...document.querySelectorAll("details.menu[open]")];
  document.addEventListener("click", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) close(menu);
  });
  document.addEventListener("focusin", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) close(menu);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      close(menu);
      menu.querySelector("summary").focus();
    }
  });
}
