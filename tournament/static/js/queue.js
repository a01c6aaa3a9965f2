// Entries the server has not confirmed: kept by the browser under the name each was given, sent in
// order when the server answers. An entry that somebody has to look at stops those of its own game
// only; nothing is dropped unless a person says so. `queue` is an event of the document.
import { ask, isLost } from "./connection.js";
import { isFleeting, keys, read, remove, write } from "./storage.js";
import { newToken } from "./token.js";

const PREFIX = "queue:";
const LOCK = "queue-lock";
const LOCKED = 30_000;
const SHOWN = 12 * 3_600_000; // saved ones stay in sight so long
const page = document.querySelector("[data-queue]");
const user = page?.dataset.user;
const me = newToken(); // this tab
let sending;
let isFlushing = false;
let needsLogIn = false;

// Waiting, saved, to choose (somebody saved another entry), refused, not decided yet.
const STATES = ["waiting", "saved", "choose", "refused", "later"];

// Another version of this program, or a stranger to it, may have written under the same keys.
function isEntry(item) {
  const isNamed = [item?.id, item?.user, item?.url, item?.token].every((part) => part && typeof part === "string");
  return isNamed && Array.isArray(item.fields) && STATES.includes(item.state);
}

const everybodys = () => keys(PREFIX).map(read).filter(isEntry);
export const all = () =>
  everybodys()
    .filter((item) => item.user === user)
    .sort((one, other) => one.at - other.at);
export const unsent = (sheet) => all().filter((item) => item.state !== "saved" && (!sheet || item.sheet === sheet));
export const needsPerson = (sheet) => unsent(sheet).filter((item) => item.state !== "waiting");
// A decision put off stands in nobody's way.
export const blocks = (sheet) => unsent(sheet).some((item) => item.state !== "later");
export const find = (id) => (id ? read(PREFIX + id) : undefined);
export const isSending = (item) => sending === item.id;
export const mustLogIn = () => needsLogIn;
export const others = (sheet) =>
  everybodys().filter((item) => item.user !== user && item.state !== "saved" && (!sheet || item.sheet === sheet));
// Entries the browser refused to store: they live as long as this page does.
export const fleeting = () => unsent().filter((item) => isFleeting(PREFIX + item.id));

const tell = () => document.dispatchEvent(new CustomEvent("queue"));

export function put(item) {
  write(PREFIX + item.id, { user, at: Date.now(), state: "waiting", ...item });
  tell();
}

export function change(item, changes) {
  if (find(item.id)) put({ ...item, ...changes });
}

export function drop(id) {
  if (!find(id)) return;
  remove(PREFIX + id);
  tell();
}

export const secret = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";

// Of a request that is answered in JSON, and only to the one who typed what it sends.
export const headers = { Accept: "application/json", "X-Sent-For": user };

// Send one entry; how it ended: {state: saved | choose | refused | login | lost, text, …}.
export async function send({ url, fields, token, id }, isQueued) {
  const body = new URLSearchParams(fields);
  body.set("token", token);
  body.set("csrfmiddlewaretoken", secret());
  if (isQueued) body.set("queued", id);
  const answer = await ask(url, {
    method: "POST",
    body,
    headers,
    redirect: "error",
  });
  if (!answer) return { state: "lost" };
  const isOurs = answer.headers.get("Content-Type")?.startsWith("application/json");
  const said = isOurs && (await answer.json().catch(() => null));
  if (said?.state) return said;
  return answer.ok ? { state: "lost" } : { state: "refused", text: page.dataset.broken };
}

// Only one tab sends: by the browser's locks, or over plain http by a note that runs out. Two tabs may
// still write that note at one moment: the token of each entry is what keeps it from being doubled.
async function alone(task) {
  if (navigator.locks) return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock && task());
  const held = read(LOCK);
  if (held && held.tab !== me && held.until > Date.now()) return undefined;
  hold();
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (read(LOCK)?.tab !== me) return undefined;
  try {
    return await task();
  } finally {
    release();
  }
}

const release = () => read(LOCK)?.tab === me && remove(LOCK);
const hold = () => navigator.locks || write(LOCK, { tab: me, until: Date.now() + LOCKED });

export async function flush() {
  if (!user || isFlushing) return;
  isFlushing = true;
  await alone(sendAll).finally(() => (isFlushing = false));
}

async function sendAll() {
  needsLogIn = false;
  for (const sheet of new Set(unsent().map((item) => item.sheet))) {
    for (let item = next(sheet); item; item = next(sheet)) {
      hold();
      sending = item.id;
      tell();
      const answer = await send(item, true);
      sending = undefined;
      if (answer.state === "lost" || answer.state === "login") {
        needsLogIn = answer.state === "login";
        return tell();
      }
      settle(item, answer);
    }
  }
}

// What is to be sent next for a game: nothing behind an entry that somebody has to look at.
function next(sheet) {
  const first = unsent(sheet).find((item) => item.state !== "later");
  return first?.state === "waiting" ? first : undefined;
}

// Another tab may have sent the same entry, or somebody decided about it meanwhile: what is saved stays
// saved, and an answer to what was sent before says nothing of what is kept now.
function settle(item, answer) {
  const now = find(item.id);
  const isNews = now?.token === item.token && (now.state === "waiting" || (answer.state === "saved" && now.state !== "saved"));
  if (!isNews) return tell();
  const settled = { ...now, state: answer.state, text: answer.text, undo: answer.undo, settled: Date.now() };
  put(settled);
  document.dispatchEvent(new CustomEvent("queue-settled", { detail: settled }));
}

export function retry() {
  for (const item of unsent()) if (item.state === "refused") change(item, { state: "waiting", text: "" });
  return flush();
}

for (const item of all()) if (item.state === "saved" && Date.now() - item.settled > SHOWN) remove(PREFIX + item.id);
document.addEventListener("connection", () => isLost() || flush());
addEventListener("pagehide", release); // the next page sends at once
addEventListener("storage", (event) => event.key?.startsWith(PREFIX) && tell());
setInterval(() => !isLost() && unsent().some((item) => item.state === "waiting") && flush(), 10_000);
