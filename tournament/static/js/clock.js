// Counts down to the end time the server gave, by the server's time: the device's own clock may be
// wrong, and a browser's timer sleeps. Every 30 s, and when the page is looked at again, the server
// is asked anew; a clock it was not heard of for 60 s says so. Without scripts the page shows the end
// time. A browser sounds only after a press: the switch [data-bell] says whether the end is heard. A
// referee goes from page to page, so the wish lasts as long as the tab, and the first tap on the next
// page lets it sound again.
const BELL = "bell";
const STALE = 60_000;
const RESYNC = 30_000;
const LAST = 300;
const SAID = [600, 300, 60, 0];
const BEEPS = [0, 0.5, 1]; // seconds after the end
const PITCH = 880; // Hz
const LOUD = 0.5;
const BEEP = 0.3; // seconds
let ahead; // the server's time minus the device's, in milliseconds
let heard = Date.now(); // when the server last said the time: the page itself brought it
let audio; // while it can sound
let isWanted = sessionStorage.getItem(BELL) === "on";
const said = new Map(); // by the clock's address: a live piece brings a new element

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
  const text = known(clock, seconds);
  const isStale = Date.now() - heard > STALE && text !== "";
  clock.toggleAttribute("data-stale", isStale);
  return isStale ? `≈ ${text} · ${clock.dataset.wordsStale}` : text;
}

function known(clock, seconds) {
  if (clock.dataset.phase === "waiting") return "";
  if (clock.dataset.phase === "paused") return `${clock.dataset.wordsPaused} · ${digits(seconds)}`;
  return seconds ? digits(seconds) : clock.dataset.wordsUp;
}

function ring(times) {
  for (const start of times) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = PITCH;
    volume.gain.setValueAtTime(LOUD, audio.currentTime + start);
    volume.gain.linearRampToValueAtTime(0, audio.currentTime + start + BEEP);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + BEEP);
  }
}

// One beep tells that it is on, and how loud.
function switchBell() {
  isWanted = !isWanted;
  sessionStorage.setItem(BELL, isWanted ? "on" : "off");
  if (isWanted) {
    audio ??= new AudioContext();
    ring([0]);
  } else {
    audio?.close();
    audio = undefined;
  }
  drawBells();
}

function wakeBell() {
  if (isWanted && window.AudioContext) audio ??= new AudioContext();
}

function drawBells() {
  for (const bell of document.querySelectorAll("[data-bell]")) {
    bell.hidden = !window.AudioContext;
    bell.setAttribute("aria-pressed", String(isWanted));
  }
}

function say(clock, seconds) {
  const before = said.get(clock.dataset.url) ?? seconds;
  said.set(clock.dataset.url, seconds);
  const passed = SAID.filter((mark) => before > mark && seconds <= mark).pop();
  if (passed === 0 && audio) ring(BEEPS);
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
  drawBells();
}

async function sync() {
  for (const url of new Set(clocks().map((clock) => clock.dataset.url))) {
    try {
      const asked = Date.now();
      const answer = await (await fetch(url)).json();
      const answered = Date.now();
      heard = answered;
      ahead = answer.now - (asked + answered) / 2;
      for (const clock of clocks().filter((other) => other.dataset.url === url)) set(clock, answer);
    } catch {
      // no connection: the end time known so far still holds
    }
  }
  drawAll();
}

function set(clock, answer) {
  clock.dataset.end = answer.end ?? "";
  clock.dataset.left = answer.left ?? 0;
  clock.dataset.phase = answer.phase;
  const extra = clock.parentElement.querySelector("[data-clock-extra]");
  if (!extra) return;
  extra.hidden = !answer.extra;
  extra.textContent = extra.dataset.clockExtra.replace("{}", answer.extra ?? 0);
}

drawAll();
sync();
setInterval(drawAll, 500);
setInterval(() => document.hidden || sync(), RESYNC);
document.addEventListener("visibilitychange", () => document.hidden || sync());
document.addEventListener("pointerdown", wakeBell);
document.addEventListener("click", (event) => event.target.closest("[data-bell]") && switchBell());
