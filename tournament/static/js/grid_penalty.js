// A penalty for a row of the clerk's grid: player, number of the offence, Enter.
import { plain } from "./grid_rows.js";
import { ask, merge } from "./grid_save.js";
import { secret } from "./queue.js";
import { newToken } from "./token.js";

const dialog = document.getElementById("grid-penalty");
let from;
let names; // what was sent since the window was opened → under which name

export function openPenalty(row) {
  if (!dialog) return;
  from = document.activeElement;
  const sheet = dialog.querySelector("form");
  const title = dialog.querySelector("h2");
  title.dataset.words ??= title.textContent;
  title.textContent = title.dataset.words.replace("{0}", row.dataset.number);
  sheet.reset();
  for (const name of ["offence", "offender"]) sheet.elements[name].value = "";
  sheet.elements.hand.value = row.dataset.number;
  names = new Map();
  sheet.elements.token.value = newToken();
  const more = dialog.querySelector("[data-more]");
  more.href = `${more.href.split("?")[0]}?hand=${row.dataset.number}`;
  dialog.showModal();
  dialog.querySelector("[data-seat]").focus();
}

dialog?.addEventListener("close", () => from?.focus());

dialog?.addEventListener("input", (event) => {
  const sheet = dialog.querySelector("form");
  const seat = dialog.querySelector("[data-seat]");
  const offence = dialog.querySelector("[data-offence]");
  seat.value = /[1-4]/.test(plain(seat.value)) ? plain(seat.value) : "";
  offence.value = plain(offence.value).replace(/\D/g, "");
  const chosen = dialog.querySelectorAll(".offence-list li")[Number(offence.value) - 1];
  sheet.elements.offender.value = seat.value && "ABCD"[Number(seat.value) - 1];
  sheet.elements.offence.value = chosen?.dataset.key ?? "";
  if (event.target === seat && seat.value) offence.focus();
  penalty({ preview: "1" });
});

let asked = 0;

async function penalty(extra) {
  const sheet = dialog.querySelector("form");
  const data = new URLSearchParams(new FormData(sheet));
  data.set("csrfmiddlewaretoken", secret());
  for (const [name, value] of Object.entries(extra)) data.set(name, value);
  const turn = ++asked;
  const fresh = await ask(sheet.action, data, "grid-offences");
  if (!fresh || turn !== asked || !dialog.open) return;
  if (fresh.id === "grid-table") {
    dialog.close();
    merge(fresh, null);
  } else {
    document.getElementById("grid-offences").replaceWith(document.importNode(fresh, true));
  }
}

// The same once more is a retry; another penalty has a name of its own.
dialog?.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  const sent = JSON.stringify([fields.offender, fields.offence, fields.reason]);
  if (!names.has(sent)) names.set(sent, newToken());
  event.target.elements.token.value = names.get(sent);
  penalty({});
});
