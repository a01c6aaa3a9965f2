// The clerk's grid by keyboard alone. Without scripts it is one form with one button; with them each
// row is sent by itself on Enter while the cursor goes on, one after the other. The server judges;
// this file moves the cursor and puts the server's rows in place of those that nobody is typing in.
const form = document.querySelector(".grid-form");
const NAMES = ["winner", "discarder", "points"];
const NO_WIN = ["0", "X", "V"];
const status = form?.querySelector(".grid-status");
const sentTokens = new Map(); // by row: what was sent last, and under which token
let line = Promise.resolve();
let undoing; // the row that asks whether it is to be taken back, with what stood there

const rows = () => [...form.querySelectorAll("tr[data-number]")];
const rowOf = (node) => node?.closest?.("tr[data-number]");
const field = (row, name) => row.querySelector(`[name="${name}-${row.dataset.number}"]`);
const cells = (row) => NAMES.map((name) => field(row, name));
const typed = (row) => cells(row).map((cell) => cell.value.trim()).join("|");
const isDirty = (row) => typed(row) !== row.dataset.saved;
const isEmpty = (row) => typed(row) === "||";
const isLocked = (row) => cells(row)[0].readOnly;
const say = (text) => { status.textContent = text; };

// A token of this page's own making; crypto.randomUUID is not there over plain http.
function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function go(row, name = "winner") {
  const cell = row && field(row, name);
  if (!cell) return;
  cell.focus();
  cell.select?.();
}

function next(row, step = 1) {
  const all = rows();
  return all[all.indexOf(row) + step];
}

// Typing: one sign in 和 and 炮, then the cursor goes on by itself

function plain(text) {
  return text.normalize("NFKC").trim().toUpperCase();
}

function onWinner(row, cell) {
  const sign = plain(cell.value).slice(-1);
  cell.value = /[0-4XV]/.test(sign) ? sign : "";
  if (NO_WIN.includes(cell.value)) {
    for (const other of cells(row).slice(1)) other.value = "";
  } else if (cell.value) {
    if (field(row, "discarder").value === cell.value) field(row, "discarder").value = form.dataset.self;
    go(row, "discarder");
  }
}

function onDiscarder(row, cell) {
  const sign = plain(cell.value).slice(-1);
  const isSelf = sign === field(row, "winner").value || sign === "S" || sign === "自";
  cell.value = isSelf && sign ? form.dataset.self : /[1-4]/.test(sign) ? sign : "";
  if (cell.value) go(row, "points");
}

form?.addEventListener("input", (event) => {
  const row = rowOf(event.target);
  if (!row || event.isComposing) return;
  if (event.target === field(row, "winner")) onWinner(row, event.target);
  if (event.target === field(row, "discarder")) onDiscarder(row, event.target);
  if (event.target === field(row, "points")) {
    event.target.value = plain(event.target.value).replace(/\D/g, "");
  }
  field(row, "confirm").value = NAMES.some((name) => event.target === field(row, name)) ? "" : field(row, "confirm").value;
});

// Sending

function body(row, extra) {
  const number = row.dataset.number;
  const data = new URLSearchParams({ row: number });
  data.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
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
function send(row, { extra = {}, waits = false } = {}) {
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
async function ask(url, data, id = "grid-table") {
  try {
    const answer = await fetch(url, { method: "POST", body: data, headers: { "X-Requested-With": "fetch" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById(id) ?? page.getElementById("grid-table");
    if (!found) say(answer.redirected || answer.status === 403 ? form.dataset.out : form.dataset.lost);
    return found;
  } catch {
    say(form.dataset.lost);
    return null;
  }
}

function merge(fresh, answered, isTypedSince = false) {
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

function save(row) {
  if (isLocked(row)) return go(next(row));
  const isAsked = row.dataset.ask === "check" || row.dataset.ask === "reason";
  if (isEmpty(row) || (!isDirty(row) && !isAsked)) return go(next(row));
  // A correction is asked for its reason: the cursor waits there.
  const waits = row.dataset.version !== "0";
  send(row, { waits });
  if (!waits) go(next(row));
}

// Enter again tries what the network lost; so does its coming back.
addEventListener("online", () => {
  for (const row of rows().filter((one) => one.classList.contains("unsent"))) send(row);
});

// Taking back the hand saved last, asked in its own row

function askUndo() {
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

function endUndo() {
  const { row, stood, from } = undoing;
  undoing = undefined;
  row.querySelector(".out").remove();
  row.append(...stood);
  from.focus();
}

function undo() {
  const { row } = undoing;
  endUndo();
  go(row);
  row.dataset.saved = typed(row);
  send(row, { extra: { withdraw: row.dataset.version } });
}

function reset(row) {
  row.dataset.saved.split("|").forEach((value, index) => { cells(row)[index].value = value; });
  row.classList.remove("unsent");
  const data = new URLSearchParams({ row: row.dataset.number, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
  go(row);
  line = line.then(async () => {
    const fresh = await ask(form.action, data);
    if (fresh) merge(fresh, null);
  });
}

// Keys

const HELP = document.getElementById("all-keys");

function leave(link) {
  const waiting = rows().find((row) => isDirty(row) || row.classList.contains("unsent"));
  if (waiting) {
    say(form.dataset.waiting);
    go(waiting);
  } else {
    link?.click();
  }
}

function move(row, cell, key) {
  const at = NAMES.indexOf(cell.name.split("-")[0]);
  if (key === "ArrowUp") return go(next(row, -1), NAMES[at]);
  if (key === "ArrowDown") return go(next(row), NAMES[at]);
  return go(row, NAMES[at + (key === "ArrowLeft" ? -1 : 1)]);
}

function onKey(event) {
  const row = rowOf(event.target);
  const isCell = row && NAMES.some((name) => event.target === field(row, name));
  const key = event.key;
  if (event.ctrlKey || event.metaKey) return key.toLowerCase() === "z" && askUndo;
  if (event.altKey || event.isComposing) return null;
  if (key === "PageUp" || key === "PageDown") {
    const name = key === "PageUp" ? "before" : "after";
    return () => leave(document.querySelector(`[data-table=${name}]`));
  }
  if (undoing) return key === "Escape" && endUndo;
  if (row?.dataset.ask === "conflict" && /^[12]$/.test(key) && !isCell) {
    return () => row.querySelectorAll(".row-answer button")[Number(key) - 1].click();
  }
  if (event.target.matches?.(".row-reason")) return inReason(event, row);
  if (!isCell) return null;
  if (key === "Enter") return () => save(row);
  if (key.startsWith("Arrow")) return () => move(row, event.target, key);
  if (key === "Escape") return () => reset(row);
  if (/^[xX]$/.test(key) && event.target !== field(row, "winner") && !isLocked(row)) {
    return () => { field(row, "winner").value = key; onWinner(row, field(row, "winner")); go(row); };
  }
  if (/^[fF]$/.test(key)) return () => openPenalty(row);
  if (key === "?" || key === "？") return () => HELP.showPopover();
  const at = cells(row).indexOf(event.target);
  if (key === "Backspace" && !event.target.value && at > 0) return () => go(row, NAMES[at - 1]);
  return null;
}

function inReason(event, row) {
  if (event.key === "Enter") return () => save(row);
  if (event.key === "Escape") return () => reset(row);
  const choices = row.querySelectorAll("[data-reason]");
  const chosen = choices[Number(event.key) - 1];
  if (event.target.value || !chosen) return null;
  return () => { event.target.value = chosen.dataset.reason; };
}

form?.addEventListener("keydown", (event) => {
  const act = onKey(event);
  if (!act) return;
  event.preventDefault();
  act();
});

form?.addEventListener("click", (event) => {
  const row = rowOf(event.target);
  const button = event.target.closest("button");
  if (!row || !button) return;
  if (button.dataset.reason) {
    row.querySelector(".row-reason").value = button.dataset.reason;
    row.querySelector(".row-reason").focus();
  } else if ("undo" in button.dataset) {
    undo();
  } else if ("keep" in button.dataset) {
    endUndo();
  } else if (button.name.startsWith("choice-")) {
    event.preventDefault();
    choose(row, button.value);
  }
});

function choose(row, choice) {
  if (choice === "saved") reset(row);
  else send(row, { extra: { choice }, waits: true });
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const row = rowOf(document.activeElement);
  if (row) save(row);
});

// Nothing typed is lost by a wrong click.
addEventListener("beforeunload", (event) => {
  if (form && rows().some((row) => isDirty(row) && !isLocked(row))) event.preventDefault();
});

// A penalty for a row: player, number of the offence, Enter

const dialog = document.getElementById("grid-penalty");
let from;

function openPenalty(row) {
  if (!dialog) return;
  from = document.activeElement;
  const sheet = dialog.querySelector("form");
  const title = dialog.querySelector("h2");
  title.dataset.words ??= title.textContent;
  title.textContent = title.dataset.words.replace("{0}", row.dataset.number);
  sheet.reset();
  for (const name of ["offence", "offender"]) sheet.elements[name].value = "";
  sheet.elements.hand.value = row.dataset.number;
  sheet.elements.token.value = newToken();
  const more = dialog.querySelector("[data-more]");
  more.href = `${more.href.split("?")[0]}?hand=${row.dataset.number}`;
  dialog.showModal();
  dialog.querySelector("[data-seat]").focus();
}

dialog?.addEventListener("close", () => from?.focus());

dialog?.addEventListener("input", (event) => {
  const sheet = dialog.querySelector("form");
  const seat = dialog.querySelector("[data-seat]");
  const offence = dialog.querySelector("[data-offence]");
  seat.value = /[1-4]/.test(plain(seat.value)) ? plain(seat.value) : "";
  offence.value = plain(offence.value).replace(/\D/g, "");
  const chosen = dialog.querySelectorAll(".offence-list li")[Number(offence.value) - 1];
  sheet.elements.offender.value = seat.value && "ABCD"[Number(seat.value) - 1];
  sheet.elements.offence.value = chosen?.dataset.key ?? "";
  if (event.target === seat && seat.value) offence.focus();
  penalty({ preview: "1" });
});

let asked = 0;

async function penalty(extra) {
  const sheet = dialog.querySelector("form");
  const data = new URLSearchParams(new FormData(sheet));
  for (const [name, value] of Object.entries(extra)) data.set(name, value);
  const turn = ++asked;
  const fresh = await ask(sheet.action, data, "grid-offences");
  if (!fresh || turn !== asked || !dialog.open) return;
  if (fresh.id === "grid-table") {
    dialog.close();
    merge(fresh, null);
  } else {
    document.getElementById("grid-offences").replaceWith(document.importNode(fresh, true));
  }
}

dialog?.addEventListener("submit", (event) => {
  event.preventDefault();
  penalty({});
});

// The cursor starts at the first row that is open.
if (form) go(form.querySelector("tr.refused, tr.gap, tr.now") ?? rows()[0]);
