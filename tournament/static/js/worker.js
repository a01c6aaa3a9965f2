// The service worker, loaded by /worker.js with `facts` of the server. The network comes first; what
// it gave last is shown while it gives nothing. Pages are kept only when the server says so
// (X-Keep-Offline: the entry page and the sheet of a game), for the account it names, and no longer
// than that one is logged in: a badge logs another in without the log-in page.
const { version, static: files, login, logout } = self.facts;
const PAGES = "pages-"; // with the account
const FILES = `files-${version}`;
const KEEP = "X-Keep-Offline";
const PATIENCE = 8_000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (!name.startsWith(PAGES) && name !== FILES) await caches.delete(name);
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
  if (answer.ok && new URL(request.url).pathname === login) await forget();
  if (answer.ok && answer.headers.has(KEEP)) await keep(request, answer.clone());
  return answer;
}

async function keep(request, answer) {
  const mine = PAGES + answer.headers.get(KEEP);
  await forget(mine);
  await (await caches.open(mine)).put(place(request.url), answer);
}

async function forget(but) {
  for (const name of await caches.keys()) if (name.startsWith(PAGES) && name !== but) await caches.delete(name);
}

const isFromDeadProxy = (answer) => [502, 503, 504].includes(answer.status);

async function lastSeen(request) {
  const mine = (await caches.keys()).find((name) => name.startsWith(PAGES));
  return mine && (await caches.open(mine)).match(place(request.url));
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
  if (request.method === "POST" && [login, logout].includes(pathname)) event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith(files)) event.respondWith(file(request));
});
