// The big screen turns its pages by itself; arrow keys turn them by hand, the space bar holds one.
// A fresh piece (live.js) keeps the page that is in sight. Controls and cursor go after 3 s.
const IDLE = 3000;
const screen = document.querySelector("[data-screen]");
const keys = document.querySelector("[data-screen-keys]");
const hold = keys.querySelector("[data-hold]");
const isHeld = () => hold.getAttribute("aria-pressed") === "true";
const pages = () => [...document.querySelectorAll("[data-page]")];
let shown = pages().findIndex((page) => !page.hidden);
let key = pages()[shown]?.dataset.page;
let turning;
let idling;

function show(index) {
  const all = pages();
  shown = (index + all.length) % all.length;
  key = all[shown].dataset.page;
  all.forEach((page, i) => {
    page.hidden = i !== shown;
  });
}

// Rows may have come before the page in sight, or the page may be gone.
function showAgain() {
  const all = pages();
  const same = all.findIndex((page) => page.dataset.page === key);
  show(same >= 0 ? same : Math.min(shown, all.length - 1));
}

function wait() {
  clearInterval(turning);
  turning = setInterval(() => isHeld() || show(shown + 1), Number(screen.dataset.seconds) * 1000);
}

function turn(by) {
  show(shown + by);
  wait();
}

function switchHold() {
  hold.setAttribute("aria-pressed", String(!isHeld()));
}

function wake() {
  document.body.classList.remove("idle");
  clearTimeout(idling);
  idling = setTimeout(() => document.body.classList.add("idle"), IDLE);
}

keys.hidden = false;
keys.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button === hold) switchHold();
  else if (button?.dataset.turn) turn(Number(button.dataset.turn));
});
document.addEventListener("keydown", (event) => {
  wake();
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
  else if (event.key === " " && !event.target.closest("button")) switchHold();
});
document.addEventListener("pointermove", wake);
document.addEventListener("htmx:afterSwap", showAgain);
wake();
wait();
