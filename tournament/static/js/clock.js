// Counts down to the end time the server gave, by the server's time: the device's own clock may be
// wrong, and a browser's timer sleeps. Every 30 s, and when the page is looked at again, the server
// is asked anew. Without scripts the page shows the end time.
const RESYNC = 30_000;
const LAST = 300;
const SAID = [600, 300, 60, 0];
let ahead; // the server's time minus the device's, in milliseconds

const clocks = () => [...document.querySelectorAll("[data-clock]")];
const isRunning = (clock) => clock.dataset.end !== "" && clock.dataset.phase !== "paused";

function left(clock) {
  if (!isRunning(clock)) return Number(clock.dataset.left);
  return Math.max(0, Math.ceil((Number(clock.dataset.end) - (Date.now() + ahead)) / 1000));
}

// Minutes above 99 stay minutes: 119:30 leaves a phone's bar more room than 1:59:30.
function digits(seconds) {
  const pair = (number) => String(number).padStart(2, "0");
  return `${pair(Math.floor(seconds / 60))}:${pair(seconds % 60)}`;
}

function words(clock, seconds) {
  if (clock.dataset.phase === "waiting") return "";
  if (clock.dataset.phase === "paused") return `${clock.dataset.wordsPaused} · ${digits(seconds)}`;
  return seconds ? digits(seconds) : clock.dataset.wordsUp;
}

function say(clock, seconds) {
  const before = clock.said ?? seconds;
  clock.said = seconds;
  const passed = SAID.find((mark) => before > mark && seconds <= mark);
  const place = clock.parentElement.querySelector("[data-clock-said]");
  if (passed !== undefined && place) place.textContent = clock.getAttribute(`data-say-${passed}`);
}

function draw(clock) {
  const seconds = left(clock);
  if (isRunning(clock)) {
    clock.dataset.phase = seconds === 0 ? "up" : seconds <= LAST ? "last" : "running";
    say(clock, seconds);
  }
  const text = words(clock, seconds);
  if (clock.textContent !== text) clock.textContent = text;
}

function drawAll() {
  if (ahead === undefined) ahead = Number(clocks()[0]?.dataset.now ?? Date.now()) - Date.now();
  const all = clocks();
  all.forEach(draw);
  const isUp = all.some((clock) => clock.dataset.phase === "up");
  for (const note of document.querySelectorAll("[data-time-up]")) note.hidden = !isUp;
}

async function sync() {
  for (const clock of clocks()) {
    try {
      const asked = Date.now();
      const answer = await (await fetch(clock.dataset.url)).json();
      const answered = Date.now();
      ahead = answer.now - (asked + answered) / 2;
      clock.dataset.end = answer.end ?? "";
      clock.dataset.left = answer.left ?? 0;
      clock.dataset.phase = answer.phase;
    } catch {
      // no connection: the end time known so far still holds
    }
  }
  drawAll();
}

drawAll();
sync();
setInterval(drawAll, 500);
setInterval(() => document.hidden || sync(), RESYNC);
document.addEventListener("visibilitychange", () => document.hidden || sync());
