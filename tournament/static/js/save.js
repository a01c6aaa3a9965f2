// Saving an entry: sent by script under a name of its own, so that a retry stores nothing twice. While
// the server cannot be reached, or entries of this game wait before it, it goes to the queue and the
// page goes on to the next hand. What the server refuses is sent once more as an ordinary form: the
// answer is the page that says why. Without scripts the form is such a form from the start.
import { isLost } from "./connection.js";
import { clearDraft } from "./draft.js";
import * as next from "./next_hand.js";
import * as queue from "./queue.js";
import * as page from "./queue_show.js";
import { showRow } from "./rows.js";
import { tokenFor } from "./token.js";

const OF_THE_PAGE = ["csrfmiddlewaretoken", "token", "queued", "preview"];
const opened = Date.now();
let busy = false;

const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => !OF_THE_PAGE.includes(name));

function itemOf(form) {
  const fields = fieldsOf(form);
  const token = tokenFor(form, fields);
  const queued = queue.find(form.elements.queued?.value);
  const described = next.form ? next.described(fields) : { ...form.dataset };
  return { ...(queued ?? described), id: queued?.id ?? token, token, url: form.action, fields };
}

function sendAsForm(form, item) {
  form.elements.token.value = item.token;
  if (queue.secret()) form.elements.csrfmiddlewaretoken.value = queue.secret();
  if (queue.find(item.id)) form.elements.queued.value = item.id;
  form.submit();
}

async function save(form, button) {
  const item = itemOf(form);
  const isQueued = Boolean(queue.find(item.id));
  const mustWait = isLost() || (!isQueued && Boolean(item.sheet) && queue.blocks(item.sheet));
  if (mustWait) return keep(form, item);
  const answer = await queue.send(item, false);
  if (answer.state === "saved") {
    queue.drop(item.id);
    clearDraft(form);
    location.assign(answer.next);
    return new Promise(() => {}); // busy until the next page is here
  }
  delete button.dataset.state;
  if (answer.state === "lost" || answer.state === "login") {
    keep(form, item);
    return answer.state === "login" ? queue.flush().then(page.show) : undefined;
  }
  // Both entries are to be compared: mine is kept until somebody has chosen.
  if (answer.state === "choose") queue.put({ ...item, state: "choose", text: answer.text });
  return sendAsForm(form, item);
}

// To the queue, and on to the next hand.
function keep(form, item) {
  if (form.dataset.lacks || (form === next.form && !isReady(form, item))) return;
  queue.put({ ...item, state: "waiting", text: "" });
  clearDraft(form);
  if (form !== next.form || form.dataset.hand === "correct" || !next.goOn()) page.show();
  drawRow();
  queue.flush();
}

// As the server would: nothing incomplete, and what is rare only after a second press.
function isReady(form, item) {
  const entry = next.entryOf(item.fields);
  const lacks = next.missing(entry);
  const key = lacks ? "" : next.checkKey(entry);
  const isReady = !lacks && (!key || form.dataset.asked === key);
  form.dataset.asked = isReady ? "" : key;
  if (isReady && key) item.fields = item.fields.map(([name, value]) => [name, name === "confirm" ? key : value]);
  form.querySelector(".save").dataset.state = key && !isReady ? "check" : "";
  next.draw();
  return isReady;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-sends]");
  if (!form || event.submitter?.name === "preview") return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  save(form, form.querySelector(".save")).finally(() => (busy = false));
});

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // gone back to what was saved meanwhile
});

// The row under the bar: what waits on this phone, or what was sent and confirmed last.

const words = document.querySelector("[data-offline-row]")?.dataset;
const fill = (sentence, part) => sentence.replace("{}", part);

// Sent by this tab or by another, since the page is open.
const lastSaved = () =>
  queue
    .all()
    .filter((item) => item.sheet === next.table.sheet && item.state === "saved" && item.settled > opened)
    .sort((one, other) => other.settled - one.settled)[0];

function drawRow() {
  if (!next.table) return;
  const waiting = queue.unsent(next.table.sheet);
  const toDo = queue.needsPerson(next.table.sheet).filter((item) => item.state !== "later");
  let text = "";
  if (toDo.length) text = fill(toDo[0].state === "choose" ? words.choose : words.refused, toDo[0].label);
  else if (isLost()) text = waiting.length ? fill(waiting.length === 1 ? words.one : words.many, waiting.length) : words.none;
  else if (waiting.some((item) => item.state === "waiting")) text = fill(words.sending, waiting.length);
  if (text) showRow("offline", text);
  else {
    const saved = lastSaved();
    showRow("offline", "");
    if (saved) showRow("sent", saved.text, saved.undo);
  }
}

function follow(event) {
  if (!next.table) return;
  if (next.form.dataset.hand === "enter" && next.isUntouched() && next.isOver()) next.goOn();
  next.draw();
  drawRow();
  if (event.detail?.state === "choose" && next.isUntouched()) page.show();
}

if (next.table && next.form) {
  const isFirst = next.form.dataset.hand === "enter";
  for (const name of ["queue", "queue-settled", "connection"]) document.addEventListener(name, follow);
  next.form.addEventListener("input", () => next.draw());
  next.form.addEventListener("reset", () => setTimeout(next.draw));
  document.addEventListener("htmx:oobAfterSwap", () => next.draw());
  if (isFirst && queue.unsent(next.table.sheet).length) next.goOn();
  next.draw();
  drawRow();
}
