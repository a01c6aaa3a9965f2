// The entry page by keyboard: the keys of the clerk's grid. 1-4 are the four players from A to D, first
// the winner, then the discarder (the same once more: self-drawn); then digits are points.
import { typed } from "./pad.js";

const SEATS = ["A", "B", "C", "D"];
const form = document.querySelector("form.entry[data-hand]");

const one = (selector) => form.querySelector(selector);

// Without a click: a second tap at once would pass for a bounce.
function choose(input) {
  if (!input || input.disabled) return;
  input.checked = true;
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
}

function pickSeat(seat, winner) {
  if (!SEATS.includes(winner)) choose(one(`[name=winner][value=${seat}]`));
  else if (seat === winner) choose(one("[data-self]"));
  else choose(one(`[name=discarder][value=${seat}]`));
}

function writePoints(key) {
  const field = one("[name=points]");
  if (form.elements.mode.value !== "points") return;
  field.value = typed(field.value, key);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function actOf(key) {
  const winner = form.elements.winner.value;
  const isComplete = SEATS.includes(winner) && form.elements.discarder.value !== "";
  if (isComplete && /^[0-9]$/.test(key)) return () => writePoints(key);
  if (/^[1-4]$/.test(key)) return () => pickSeat(SEATS[Number(key) - 1], winner);
  if (key === "0" && !SEATS.includes(winner)) return () => choose(one("[name=winner][value=draw]"));
  if (/^[xX]$/.test(key)) return () => choose(one("[name=winner][value=not_played]"));
  if (/^[fF]$/.test(key)) return () => document.querySelector("#more a[href*=penalties]")?.click();
  if (key === "Backspace" && isComplete) return () => writePoints("back");
  if (key === "Escape") return () => one(".outcome-reset").click();
  if (key === "Enter") return () => form.requestSubmit(one(".save"));
  return undefined;
}

// Keys belong to whatever has them already: text, an opened window, a button that is pressed.
function isTaken({ target, key }) {
  if (document.querySelector("dialog[open], :popover-open")) return true;
  if (target.matches("textarea, select, input:not([type=radio], [type=checkbox])")) return true;
  return key === "Enter" && target.matches("a, button, summary");
}

function onKey(event) {
  if (event.altKey || event.isComposing || isTaken(event)) return;
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  if (!isUndo && (event.ctrlKey || event.metaKey)) return;
  const act = isUndo ? () => document.querySelector(".receipts .receipt-ok:not([hidden]) a")?.click() : actOf(event.key);
  if (!act) return;
  event.preventDefault();
  act();
}

if (form) document.addEventListener("keydown", onKey);
