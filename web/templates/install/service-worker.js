// Shows the offline page where the table does not answer a page that is opened. Everything else goes by untouched.
const CACHE = {{ cache | tojson }};
const PAGE = "/offline";
const NEEDED = {{ needed | tojson }};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep());
});

addEventListener("activate", (event) => event.waitUntil(dropOthers()));

addEventListener("fetch", (event) => {
  const kept = substituteFor(event.request);
  if (kept) event.respondWith(fetch(event.request).catch(() => fromCache(kept)));
});

/** What is shown for a request without an answer: the offline page for a page, for its own files what is kept of them. */
function substituteFor({ mode, method, url }) {
  const { pathname } = new URL(url);
  if (NEEDED.includes(pathname)) return pathname;
  return mode === "navigate" && method === "GET" && !pathname.startsWith("/api/") ? PAGE : null;
}

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...NEEDED]);
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function fromCache(path) {
  return (await caches.match(path, { cacheName: CACHE })) ?? Response.error();
}
