const YEAR = 31_536_000;

/** Keep on this screen, in a cookie, so that the server's first paint is right the next time. */
export function keep(wish, value) {
  document.cookie = `${wish}=${value}; path=/; max-age=${YEAR}; samesite=strict`;
}

/** A link that carries a wish is remembered, and need not be in the address any more. */
export function rememberWishes() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-wish]");
    if (!link) return;
    event.preventDefault();
    keep(link.dataset.wish, link.dataset.value);
    location.replace(location.pathname);
  });
}
