// A live piece ([data-live]) is fetched anew by htmx; this keeps the reader's place in it, says once
// that it changed, and tells when nothing was heard from the server for half a minute.
const LOST = 30_000;
const FOCUSABLE = "a[href], button, summary, [tabindex]";
let heard = Date.now();
let kept;
let stepped;

const piece = () => document.querySelector("[data-live]");
const isLive = (event) => event.target.matches?.("[data-live]") || event.detail.elt?.matches?.("[data-live]");
const likeness = (element) => [element.tagName, element.getAttribute("href"), element.textContent.trim()].join(" ");
const scrolls = (element) => [...element.querySelectorAll(".table-scroll")];
const versions = (element) => new Map([...element.querySelectorAll("[data-version]")].map((e) => [e.id, e.dataset.version]));

function keep() {
  const old = piece();
  if (!old) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const same = focused && [...old.querySelectorAll(FOCUSABLE)].filter((e) => likeness(e) === likeness(focused));
  kept = {
    focus: focused && [likeness(focused), same.indexOf(focused)],
    scroll: scrolls(old).map((element) => [element.scrollLeft, element.scrollTop]),
    open: [...old.querySelectorAll("details[id][open]")].map((element) => element.id),
    versions: versions(old),
  };
}

function restore() {
  const fresh = piece();
  if (!kept || !fresh) return;
  scrolls(fresh).forEach((element, i) => kept.scroll[i] && element.scrollTo(...kept.scroll[i]));
  for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
  if (kept.focus) {
    const [name, index] = kept.focus;
    const same = [...fresh.querySelectorAll(FOCUSABLE)].filter((element) => likeness(element) === name);
    (same[index] ?? same[0])?.focus({ preventScroll: true });
  }
  for (const [id, version] of versions(fresh)) {
    if (kept.versions.has(id) && kept.versions.get(id) !== version) document.getElementById(id).classList.add("changed");
  }
  const said = document.querySelector("[data-live-said]");
  if (said && fresh.dataset.said) said.textContent = fresh.dataset.said;
  kept = undefined;
}

function mark() {
  for (const note of document.querySelectorAll("[data-live-lost]")) note.hidden = Date.now() - heard < LOST;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isLive(event) && document.hidden) event.preventDefault();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isLive(event)) return;
  if (event.detail.successful) heard = Date.now();
  mark();
});
document.addEventListener("htmx:beforeSwap", (event) => isLive(event) && event.detail.shouldSwap && keep());
document.addEventListener("htmx:afterSettle", restore);
// What somebody is filling in stays as it is until it is closed again.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.querySelector("details[open]")) event.detail.shouldSwap = false;
  stepped = event.detail.target.querySelector(".stepper")?.scrollLeft ?? stepped;
});
document.addEventListener("htmx:oobAfterSwap", () => document.querySelector(".stepper")?.scrollTo(stepped, 0));
document.addEventListener("visibilitychange", () => {
  heard = Date.now();
});
setInterval(mark, 1000);
// On a phone the step of the moment, or the last one of an event that is over, may lie off to the right.
document.querySelector(".stepper > .now, .stepper > .done:last-child")?.scrollIntoView({ inline: "center", block: "nearest" });
