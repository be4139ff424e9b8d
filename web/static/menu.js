/** What lies over the page and is closed by going back. The helm's sheet lies there, too, and closes itself. */
const OVER = "details.menu[open], dialog[open]:not(.by-itself)";

const isCovered = () => document.querySelector(`${OVER}, #helm-sheet:not([hidden])`) !== null;

function close(one) {
  if (one.matches("dialog")) one.close();
  else one.removeAttribute("open");
}

/** A menu closes with Escape, and when somebody looks elsewhere. */
export function closeMenus() {
  const open = () => [...document.querySelectorAll("details.menu[open]")];
  for (const looks of ["click", "focusin"]) {
    document.addEventListener(looks, (event) => {
      for (const menu of open()) if (!menu.contains(event.target)) close(menu);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      close(menu);
      menu.querySelector("summary").focus();
    }
  });
}

/** Going back closes what lies over the page; closed otherwise, it takes its step in the history away. */
export function closeByGoingBack() {
  let leaves = false;
  if (history.state?.sheet) history.replaceState(null, "");
  addEventListener("popstate", () => document.querySelectorAll(OVER).forEach(close));
  new MutationObserver(() => {
    if (isCovered()) {
      if (!history.state?.sheet) history.pushState({ sheet: true }, "");
    } else setTimeout(() => history.state?.sheet && !leaves && !isCovered() && history.back());
  }).observe(document, { subtree: true, attributeFilter: ["open"] });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    leaves = link !== null;
    if (!link?.closest(OVER) || !history.state?.sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.replace(link.href);
  });
}
