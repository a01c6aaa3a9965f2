// The row under the bar of the entry page. There is room for one: the newest takes the place of the
// others, an error stays.
const box = document.getElementById("receipts");
const rowOf = (name) => box.querySelector(`[data-${name}-row]`);

export function showRow(name, text, url) {
  const row = rowOf(name);
  if (!row) return;
  row.hidden = !text;
  if (!text) return;
  const place = row.querySelector(".receipt-text");
  if (place.textContent !== text) place.textContent = text;
  const link = row.querySelector("a.receipt-action");
  if (link) {
    link.hidden = !url;
    if (url) link.href = url;
  }
  for (const other of box.children) {
    if (other !== row && !other.matches(".receipt-bad, [data-time-up], [data-presence]")) other.hidden = true;
  }
}

export function hideRow(name) {
  const row = rowOf(name);
  if (row) row.hidden = true;
}
