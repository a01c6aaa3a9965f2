// The service worker, loaded by /worker.js with `facts` of the server. The network comes first; what
// it gave last is shown while it gives nothing. Pages are kept only when the server says so
// (X-Keep-Offline: the entry page and the sheet of a game), and no longer than somebody is logged in.
const { version, static: files, login, logout } = self.facts;
const PAGES = "pages";
const FILES = `files-${version}`;
const KEEP = "X-Keep-Offline";
const PATIENCE = 8_000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (![PAGES, FILES].includes(name)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// The entry pages of a game share one place: the page goes on to the next hand by itself.
const place = (url) => new URL(url).pathname.replace(/\/hands\/\d+\/$/, "/hands/");

async function page(request) {
  let answer;
  try {
    answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    return (await lastSeen(request)) ?? Promise.reject(error);
  }
  if (isFromDeadProxy(answer)) return (await lastSeen(request)) ?? answer;
  const pages = await caches.open(PAGES);
  if (answer.redirected && new URL(answer.url).pathname === login) await caches.delete(PAGES);
  else if (answer.ok && answer.headers.has(KEEP)) await pages.put(place(request.url), answer.clone());
  return answer;
}

const isFromDeadProxy = (answer) => [502, 503, 504].includes(answer.status);

async function lastSeen(request) {
  return (await caches.open(PAGES)).match(place(request.url));
}

async function file(request) {
  const kept = await caches.open(FILES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    return (await kept.match(request)) ?? Promise.reject(error);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && [login, logout].includes(pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith(files)) event.respondWith(file(request));
});
