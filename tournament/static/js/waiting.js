// How many entries of a sheet wait on this device, as told to the server: it lets nobody sign over them.
// What was told last is kept, and told anew by whatever page the entries are sent from.
import { ask, isLost } from "./connection.js";
import * as queue from "./queue.js";
import { read, write } from "./storage.js";

const KEY = "told-waiting"; // {sheet: {url, waiting}}
const here = document.querySelector("[data-presence]")?.dataset.sheet; // js/presence.js tells of this one
let line = Promise.resolve();

export const waits = (sheet) => queue.unsent(sheet).length + queue.others(sheet).length;

function device() {
  if (!read("device")) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    write("device", [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return read("device");
}

// One after the other, so that the number told last is the one that counts.
export function tell(sheet, url) {
  const told = line.then(() => post(sheet, url));
  line = told;
  return told;
}

async function post(sheet, url) {
  if (isLost()) return undefined;
  const waiting = waits(sheet);
  const answer = await ask(url, {
    method: "POST",
    body: new URLSearchParams({ device: device(), waiting, csrfmiddlewaretoken: queue.secret() }),
    headers: queue.headers,
  });
  if (!answer?.ok) return undefined;
  write(KEY, { ...read(KEY), [sheet]: waiting ? { url, waiting } : undefined });
  return answer.json().catch(() => undefined);
}

export const isTold = (sheet) => (read(KEY)?.[sheet]?.waiting ?? 0) === waits(sheet);

function tellOthers() {
  for (const [sheet, told] of Object.entries(read(KEY) ?? {})) {
    if (sheet !== here && !isTold(sheet)) tell(sheet, told.url);
  }
}

for (const name of ["queue", "connection"]) document.addEventListener(name, tellOthers);
