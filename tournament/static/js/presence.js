// This device has the sheet open: told once a minute, with the number of entries that wait to be
// sent, whoever typed them; at once when that number changes. The answer says who else has it open.
import { isTold, tell } from "./waiting.js";

const MINUTE = 60_000;
const bar = document.querySelector("[data-presence]");
const { presence: url, sheet } = bar.dataset;

async function report() {
  if (document.hidden) return;
  const answer = await tell(sheet, url);
  if (!answer) return;
  const place = bar.querySelector(".receipt-text");
  if (place.textContent !== answer.text) place.textContent = answer.text;
  bar.hidden = !answer.text;
}

report();
setInterval(report, MINUTE);
document.addEventListener("visibilitychange", report);
document.addEventListener("queue", () => isTold(sheet) || report());
document.addEventListener("connection", report);
