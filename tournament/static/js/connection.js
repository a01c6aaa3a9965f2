// Whether the server answers. `connection` is an event of the document when that changes.
const PING = 5_000;
const PATIENCE = 8_000;
const DEAD = [429, 502, 503, 504]; // a proxy without its server, or one that has too much to do
const address = document.querySelector("[data-queue]")?.dataset.worker;
let lost = !navigator.onLine;
let heardAt = lost ? undefined : Date.now();

export const isLost = () => lost;
export const heard = () => heardAt;

function set(now) {
  if (!now) heardAt = Date.now();
  if (lost === now) return;
  lost = now;
  document.dispatchEvent(new CustomEvent("connection"));
}

// As `fetch`, within patience; no answer, or a dead proxy's, is `undefined`.
export async function ask(url, options) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { cache: "no-store", ...options, signal: patience.signal });
    set(DEAD.includes(answer.status));
    return lost ? undefined : answer;
  } catch {
    set(true);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

export const ping = () => ask(address, { method: "HEAD" });

addEventListener("offline", () => set(true));
addEventListener("online", ping);
setInterval(() => lost && !document.hidden && ping(), PING);
document.addEventListener("visibilitychange", () => !document.hidden && lost && ping());
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, () => set(true));
document.addEventListener("htmx:afterRequest", (event) => {
  const status = event.detail.xhr?.status;
  if (status) set(DEAD.includes(status));
});
