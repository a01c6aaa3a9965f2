// The entries on this phone: a pill in the bar of every page, and a dialog that lists them and lets
// somebody decide. It is part of each page, for another cannot be loaded without the server.
import { heard, isLost, ping } from "./connection.js";
import * as queue from "./queue.js";
import { read, write } from "./storage.js";

const page = document.querySelector("[data-queue]");
const words = page.dataset;
const pill = document.querySelector("[data-queue-pill]");
const list = page.querySelector("[data-queue-list]");
const row = document.getElementById("queue-row").content;
const states = document.getElementById("queue-states").content;

const fill = (sentence, ...parts) => parts.reduce((text, part) => text.replace("{}", part), sentence);
const counted = (one, many, number) => fill(number === 1 ? one : many, number);
const time = (at) => new Date(at).toTimeString().slice(0, 5);

function pillWords() {
  const waiting = queue.unsent().length;
  const toDo = queue.needsPerson().length;
  if (toDo) return fill(words.toDo, toDo);
  if (!waiting) return isLost() ? words.offline : "";
  return fill(isLost() ? words.offlineWaiting : words.waiting, waiting);
}

function note() {
  const waiting = queue.unsent().length;
  const strangers = queue.others().length;
  if (queue.fleeting().length) return [words.fleetingTitle, words.fleeting];
  if (queue.mustLogIn()) return [words.logInTitle, words.logIn];
  if (isLost()) return [words.lostTitle, counted(words.lostOne, words.lost, waiting)];
  if (queue.needsPerson().length) return [words.toDoTitle, words.toDoText];
  if (waiting) return [words.sendingTitle, words.sendingText];
  if (strangers) return [words.strangersTitle, counted(words.strangersOne, words.strangers, strangers)];
  return [words.emptyTitle, words.empty];
}

function drawRow(item) {
  const made = row.cloneNode(true);
  const part = (name) => made.querySelector(`[data-${name}]`);
  part("hand").textContent = item.label;
  part("what").textContent = item.what;
  part("when").textContent = `${item.place} · ${fill(words.notedAt, time(item.at))}`;
  part("why").textContent = item.state === "saved" ? "" : (item.text ?? "");
  part("why").hidden = !part("why").textContent;
  const state = queue.isSending(item) ? "sending" : item.state;
  part("state").append(states.querySelector(`[data-state=${state}]`).cloneNode(true));
  const isOpen = item.state !== "saved" && state !== "sending";
  part("acts").hidden = !isOpen;
  part("decide").hidden = !["choose", "later", "refused"].includes(state);
  part("decide").textContent = state === "refused" ? words.open : words.compare;
  part("decide").addEventListener("click", () => ping().then(() => isLost() || open(item)));
  part("drop").textContent = fill(words.drop, item.label);
  part("drop").addEventListener("click", () => queue.drop(item.id));
  made.querySelector("li").dataset.item = item.id;
  return made;
}

function draw() {
  const text = pillWords();
  pill.hidden = !text;
  pill.textContent = text;
  const isSerious = queue.needsPerson().length > 0;
  pill.classList.toggle("pill-bad", isSerious);
  pill.classList.toggle("pill-warn", !isSerious);
  const sheet = document.querySelector("[data-needs-sent]")?.dataset.needsSent;
  const isHeld = sheet !== undefined && queue.unsent(sheet).length > 0;
  for (const act of document.querySelectorAll("[data-needs-sent]")) act.inert = isHeld;
  for (const why of document.querySelectorAll("[data-needs-sent-why]")) why.hidden = !isHeld;
  if (page.open) drawPage();
}

function drawPage() {
  const [title, text] = note();
  page.querySelector("[data-note-title]").textContent = title;
  page.querySelector("[data-note-text]").textContent = text;
  page.querySelector("[data-log-in]").hidden = !queue.mustLogIn();
  const opened = [...list.querySelectorAll("details[open]")].map((details) => details.closest("li").dataset.item);
  const saved = queue.all().filter((item) => item.state === "saved");
  list.replaceChildren(...[...queue.unsent(), ...saved.reverse()].map(drawRow));
  for (const id of opened) list.querySelector(`[data-item="${CSS.escape(id)}"] details`)?.setAttribute("open", "");
  const foot = isLost() ? words.retrying : words.connected;
  page.querySelector("[data-heard]").textContent = heard() ? `${fill(words.heardAt, time(heard()))} · ${foot}` : foot;
  page.querySelector("[data-queue-retry]").hidden = queue.unsent().length === 0;
}

export function show() {
  if (!page.open) page.showModal();
  drawPage();
}

// What was refused or has to be chosen goes to the server as an ordinary form: it answers with the
// page of the hand, or with both entries beside each other.
export function open(item) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = item.url;
  form.hidden = true;
  const own = [
    ["token", item.token],
    ["queued", item.id],
    ["csrfmiddlewaretoken", queue.secret()],
  ];
  for (const [name, value] of [...item.fields, ...own]) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-queue-open], [data-queue-pill]")) show();
  if (event.target.closest("[data-queue-close]")) page.close();
  if (event.target.closest("[data-queue-retry]")) ping().then(queue.retry);
});

// Without the server a link leads to the browser's own page of failure: this one stays.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !isLost() || link.target || link.origin !== location.origin || navigator.serviceWorker?.controller) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  show();
});

// Nor does a form that is sent as a page (js/once.js): what was typed stands.
document.addEventListener("send", (event) => {
  if (!isLost()) return;
  event.preventDefault();
  show();
});

// A choice on the page of two entries: the other one was kept, or nothing is decided yet.
document.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-queue-drop], [data-queue-later]");
  if (!choice) return;
  const { queueDrop, queueLater } = choice.dataset;
  if (queueDrop) queue.drop(queueDrop);
  const item = queue.find(queueLater);
  if (item) queue.change(item, { state: "later" });
});

// What the browser would not store is gone with this page.
addEventListener("beforeunload", (event) => queue.fleeting().length && event.preventDefault());

for (const name of ["queue", "connection"]) document.addEventListener(name, draw);
draw();
queue.flush();

// Said once, on the entry page: over plain http a reload needs the server. Behind another row nobody read it.
const plain = document.querySelector("[data-plain-row]");
if (plain && !window.isSecureContext && !read("told-plain")) {
  plain.hidden = false;
  addEventListener("pagehide", () => plain.checkVisibility() && write("told-plain", true));
}
