// The rows under the bar of the entry page. A phone has room for one: the newest takes the place of
// the others, an error stays. What stands there besides - time is up, somebody else has the sheet
// open - waits behind the first row, and the button beside it says how many: a tap lays them all over
// the page, which keeps its height, and another one anywhere takes them away.
const box = document.getElementById("receipts");
const more = box.querySelector("[data-rows-more]");
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
  for (const other of box.querySelectorAll(".receipt")) {
    if (other !== row && !other.matches(".receipt-bad, [data-time-up], [data-presence], [data-signed]")) other.hidden = true;
  }
}

export function hideRow(name) {
  const row = rowOf(name);
  if (row) row.hidden = true;
}

function count() {
  const behind = box.querySelectorAll(".receipt:not([hidden])").length - 1;
  if (more.hidden !== behind < 1) more.hidden = behind < 1;
  if (more.hidden) fold(true);
  more.textContent = more.ariaExpanded === "true" ? "\u2212" : `+${behind}`;
  more.ariaLabel = `${more.dataset.label}: +${behind}`;
}

function fold(isFolded) {
  if (!isFolded) box.style.setProperty("--folded", `${box.offsetHeight}px`);
  more.ariaExpanded = String(!isFolded);
  box.classList.toggle("unfolded", !isFolded);
}

if (more) {
  new MutationObserver(count).observe(box, { attributeFilter: ["hidden"], subtree: true });
  more.addEventListener("click", () => {
    fold(more.ariaExpanded === "true");
    count();
  });
  document.addEventListener("click", (event) => {
    if (more.ariaExpanded === "false" || box.contains(event.target)) return;
    fold(true);
    count();
  });
  count();
}
