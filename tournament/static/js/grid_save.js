// Saving rows of the clerk's grid: each by itself, one after the other, while the cursor goes on. The
// server judges; its rows take the place of those that nobody is typing in.
import { ask as reach, isLost } from "./connection.js";
import { NAMES, cells, field, form, go, isDirty, isEmpty, isLocked, next, rowOf, rows, say, typed } from "./grid_rows.js";
import { headers, secret } from "./queue.js";
import { newToken } from "./token.js";

const sentTokens = new Map(); // by row: what was sent last, and under which token
let line = Promise.resolve();
export let undoing; // the row that asks whether it is to be taken back, with what stood there

function body(row, extra) {
  const number = row.dataset.number;
  const data = new URLSearchParams({ row: number });
  data.set("csrfmiddlewaretoken", secret());
  for (const input of row.querySelectorAll("input")) data.set(input.name, input.value);
  for (const [name, value] of Object.entries(extra)) data.set(`${name}-${number}`, value);
  return data;
}

// The same values again are a retry and keep their token; other values get one of their own.
function named(row, data) {
  const name = `token-${row.dataset.number}`;
  const before = sentTokens.get(name);
  const given = data.get(name);
  data.delete(name);
  const values = data.toString();
  const token = before?.values === values ? before.token : before?.token === given ? newToken() : given;
  sentTokens.set(name, { values, token });
  data.set(name, token);
  return data;
}

// `waits`: the cursor stands in the row until the answer comes, and goes on then.
export function send(row, { extra = {}, waits = false } = {}) {
  const data = named(row, body(row, extra));
  const before = typed(row);
  row.dataset.state = "saving";
  line = line.then(() => post(row.dataset.number, data, before, waits));
}

async function post(number, data, before, waits) {
  const fresh = await ask(form.action, data);
  const row = document.getElementById(`row-${number}`);
  delete row.dataset.state;
  if (!fresh) {
    row.classList.add("unsent");
    return;
  }
  sentTokens.delete(`token-${number}`);
  merge(fresh, number, typed(row) !== before);
  goOn(row, waits);
}

// Returns the new table, nothing (and says why) when it did not come.
export async function ask(url, data, id = "grid-table") {
  const answer = await reach(url, { method: "POST", body: data, headers: { "X-Sent-For": headers["X-Sent-For"] } });
  const text = await answer?.text().catch(() => undefined);
  if (text === undefined) return say(form.dataset.lost);
  const page = new DOMParser().parseFromString(text, "text/html");
  const found = page.getElementById(id) ?? page.getElementById("grid-table");
  if (!found) say(answer.redirected || [401, 403].includes(answer.status) ? form.dataset.out : form.dataset.lost);
  return found;
}

export function merge(fresh, answered, isTypedSince = false) {
  const had = document.activeElement;
  for (const row of rows()) {
    const given = fresh.querySelector(`#${row.id}`);
    const isAnswered = row.dataset.number === answered;
    if (!given) continue;
    if (!isAnswered && (isDirty(row) || row === undoing?.row || isBeing(row, had))) continue;
    update(row, given, isAnswered && isTypedSince);
  }
  for (const part of [".grid-pills", ".grid tfoot", ".grid tr.game"]) {
    const old = document.querySelector(part);
    const given = fresh.querySelector(part);
    if (old && given) old.replaceWith(document.importNode(given, true));
    else if (given) form.querySelector("tbody").append(document.importNode(given, true));
    else old?.remove();
  }
  say(fresh.dataset.said);
}

// Whether somebody writes a reason or chooses in the row.
function isBeing(row, node) {
  return row.contains(node) && node.closest(".out") !== null;
}

function update(row, given, keepsCells) {
  row.className = given.className;
  for (const name of Object.keys(row.dataset)) if (!(name in given.dataset)) delete row.dataset[name];
  Object.assign(row.dataset, given.dataset);
  for (const input of given.querySelectorAll("th input")) row.querySelector(`[name="${input.name}"]`).value = input.value;
  if (!keepsCells) {
    cells(given).forEach((cell, index) => {
      const here = cells(row)[index];
      if (here.value !== cell.value) here.value = cell.value;
      here.readOnly = cell.readOnly;
      for (const name of ["aria-invalid", "aria-describedby"]) {
        if (cell.hasAttribute(name)) here.setAttribute(name, cell.getAttribute(name));
        else here.removeAttribute(name);
      }
    });
  }
  for (const cell of row.querySelectorAll(".out")) cell.remove();
  for (const cell of given.querySelectorAll(".out")) row.append(document.importNode(cell, true));
  const head = given.querySelector("th a");
  const link = row.querySelector("th a");
  if (head && !link) row.querySelector("th").firstChild.replaceWith(document.importNode(head, true));
}

// Back to what is wrong, unless the clerk types elsewhere by now; on from a row that is done.
function goOn(row, waits) {
  const here = rowOf(document.activeElement);
  if (row.dataset.wrong) {
    if (here && here !== row && isDirty(here)) return;
    if (row.dataset.ask === "conflict") row.querySelector(".row-answer button").focus();
    else go(row, row.dataset.wrong);
  } else if (waits && (!here || here === row)) {
    go(next(row) ?? row);
  }
}

export function save(row) {
  if (isLocked(row)) return go(next(row));
  const isAsked = row.dataset.ask === "check" || row.dataset.ask === "reason";
  if (isEmpty(row) || (!isDirty(row) && !isAsked)) return go(next(row));
  // A correction is asked for its reason: the cursor waits there.
  const waits = row.dataset.version !== "0";
  send(row, { waits });
  if (!waits) go(next(row));
}

// Enter again tries what the network lost; so does its coming back.
document.addEventListener("connection", () => {
  if (isLost()) return;
  for (const row of rows().filter((one) => one.classList.contains("unsent"))) send(row);
});

// Taking back the hand saved last, asked in its own row

export function askUndo() {
  const row = form.querySelector("tr[data-last]");
  if (!row || undoing || isLocked(row) && !row.dataset.version) return;
  const stood = [...row.querySelectorAll(".out")];
  const question = document.getElementById("undo-row").content.cloneNode(true);
  const words = question.querySelector("b");
  words.textContent = words.textContent.replace("{0}", row.dataset.number);
  for (const cell of stood) cell.remove();
  row.append(question);
  undoing = { row, stood, from: document.activeElement };
  row.querySelector("[data-undo]").focus();
}

export function endUndo() {
  const { row, stood, from } = undoing;
  undoing = undefined;
  row.querySelector(".out").remove();
  row.append(...stood);
  from.focus();
}

export function undo() {
  const { row } = undoing;
  endUndo();
  go(row);
  row.dataset.saved = typed(row);
  send(row, { extra: { withdraw: row.dataset.version } });
}

export function reset(row) {
  row.dataset.saved.split("|").forEach((value, index) => { cells(row)[index].value = value; });
  row.classList.remove("unsent");
  const data = new URLSearchParams({ row: row.dataset.number, csrfmiddlewaretoken: secret() });
  go(row);
  line = line.then(async () => {
    const fresh = await ask(form.action, data);
    if (fresh) merge(fresh, null);
  });
}

export function choose(row, choice) {
  if (choice === "saved") reset(row);
  else send(row, { extra: { choice }, waits: true });
}
