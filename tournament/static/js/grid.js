// The clerk's grid by keyboard alone. Without scripts it is one form with one button; with them each
// row is sent by itself on Enter. This file reads the keys; js/grid_save.js sends.
import { openPenalty } from "./grid_penalty.js";
import { NAMES, cells, field, form, go, isDirty, isLocked, next, plain, rowOf, rows, say } from "./grid_rows.js";
import { askUndo, choose, endUndo, reset, save, undo, undoing } from "./grid_save.js";

const NO_WIN = ["0", "X", "V"];

// Typing: one sign in 和 and 炮, then the cursor goes on by itself

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

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const row = rowOf(document.activeElement);
  if (row) save(row);
});

// Nothing typed is lost by a wrong click.
addEventListener("beforeunload", (event) => {
  if (form && rows().some((row) => isDirty(row) && !isLocked(row))) event.preventDefault();
});

// The cursor starts at the first row that is open.
if (form) go(form.querySelector("tr.refused, tr.gap, tr.now") ?? rows()[0]);
