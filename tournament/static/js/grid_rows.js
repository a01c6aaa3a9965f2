// The rows of the clerk's grid: what is typed in them, what is saved, where the cursor goes.
export const form = document.querySelector(".grid-form");
export const NAMES = ["winner", "discarder", "points"];
const status = form?.querySelector(".grid-status");

export const rows = () => [...form.querySelectorAll("tr[data-number]")];
export const rowOf = (node) => node?.closest?.("tr[data-number]");
export const field = (row, name) => row.querySelector(`[name="${name}-${row.dataset.number}"]`);
export const cells = (row) => NAMES.map((name) => field(row, name));
export const typed = (row) => cells(row).map((cell) => cell.value.trim()).join("|");
export const isDirty = (row) => typed(row) !== row.dataset.saved;
export const isEmpty = (row) => typed(row) === "||";
export const isLocked = (row) => cells(row)[0].readOnly;
export const say = (text) => { status.textContent = text; };

export function go(row, name = "winner") {
  const cell = row && field(row, name);
  if (!cell) return;
  cell.focus();
  cell.select?.();
}

export function next(row, step = 1) {
  const all = rows();
  return all[all.indexOf(row) + step];
}

export function plain(text) {
  return text.normalize("NFKC").trim().toUpperCase();
}
