// This device has the sheet open: told once a minute, with the number of entries that wait to be
// sent, whoever typed them; at once when that number changes. The answer says who else has it open.
import { ask, isLost } from "./connection.js";
import * as queue from "./queue.js";
import { read, write } from "./storage.js";

const MINUTE = 60_000;
const bar = document.querySelector("[data-presence]");
const { presence: url, sheet } = bar.dataset;
let told;

const waits = () => queue.unsent(sheet).length + queue.others(sheet).length;

function device() {
  if (!read("device")) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    write("device", [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return read("device");
}

async function report() {
  if (document.hidden || isLost()) return;
  const waiting = (told = waits());
  const answer = await ask(url, {
    method: "POST",
    body: new URLSearchParams({ device: device(), waiting, csrfmiddlewaretoken: queue.secret() }),
    headers: queue.headers,
  });
  if (!answer?.ok) return;
  const { text } = await answer.json();
  const place = bar.querySelector(".receipt-text");
  if (place.textContent !== text) place.textContent = text;
  bar.hidden = !text;
}

report();
setInterval(report, MINUTE);
document.addEventListener("visibilitychange", report);
document.addEventListener("queue", () => waits() !== told && report());
document.addEventListener("connection", report);
