// The entry page without the server: amounts and words of an entry, and the page of the next hand
// from what the server sent with this one (#table: totals, winds and addresses of the open hands).
import { isLost } from "./connection.js";
import * as queue from "./queue.js";

const SEATS = ["A", "B", "C", "D"];
const BASE = 8;
const CHECK_POINTS = 64;
const CHECK_FLOWERS = 3;
const WINDS = ["east", "south", "west", "north"];
const MINUS = "\u2212";

const source = document.getElementById("table");
export const form = document.querySelector("form[data-hand]");
export const table = source && JSON.parse(source.textContent);
const words = form?.dataset;
const opened = Date.now();
let current = table?.number;

const fill = (sentence, ...parts) => parts.reduce((text, part) => text.replace("{}", part), sentence);
const digits = (amount) => Math.abs(amount).toLocaleString("en");
const signed = (amount) => (amount > 0 ? "+" : amount < 0 ? MINUS : "") + digits(amount);
const hand = (number) => table.hands.find((open) => open.number === number);

// What `fields` say; points are null where only the server can count them.
export function entryOf(fields) {
  const get = (name) => fields.find(([key]) => key === name)?.[1] ?? "";
  const winner = SEATS.indexOf(get("winner"));
  const mode = get("mode") || "points";
  const flowers = Number(get("flowers") || 0);
  const reason = get("why") || get("reason");
  const entry = { outcome: get("winner"), winner, discarder: get("discarder"), flowers, points: 0, reason };
  if (winner < 0) return entry;
  if (mode === "points") entry.points = Number(get("points") || 0);
  else if (mode === "fans" && get("claim") && get("claimed")) entry.points = null; // the lower of the two counts
  else if (mode === "fans") entry.points = fanPoints(fields) + flowers;
  else entry.points = get("notation") ? null : 0;
  return entry;
}

function fanPoints(fields) {
  let sum = 0;
  for (const [name, value] of fields) {
    const chip = name.startsWith("fan_") && form.querySelector(`[data-tier-list] [data-fan="${name.slice(4)}"]`);
    if (chip) sum += Number(chip.querySelector(".chip-points").textContent) * Number(value);
  }
  return sum;
}

export function amountsOf({ winner, discarder, points }) {
  if (winner < 0) return [0, 0, 0, 0];
  if (points === null) return null;
  const isSelf = discarder === "self";
  const lost = SEATS.map((seat) => -(isSelf || seat === discarder ? points + BASE : BASE));
  lost[winner] = 0;
  lost[winner] = -lost.reduce((sum, amount) => sum + amount);
  return lost;
}

// Why the entry is not complete, empty when it is: the server judges it all the same.
export function missing(entry) {
  return lacksOf(entry) || (words.hand === "correct" && !entry.reason ? words.askReason : "");
}

function lacksOf({ outcome, winner, discarder, points, flowers }) {
  if (!outcome) return words.askWinner;
  if (winner < 0) return "";
  if (!discarder) return words.askDiscarder;
  if (points !== null && points - flowers < BASE) return points ? fill(words.tooFew, points - flowers) : words.askPoints;
  return "";
}

// What the server asks twice; it knows the answer by this key.
export function checkKey({ outcome, winner, discarder, points, flowers }) {
  const isRare = points >= CHECK_POINTS || flowers > CHECK_FLOWERS || (hand(current) ?? table).is_last;
  if (!isRare || points === null) return "";
  const place = SEATS.indexOf(discarder);
  if (winner < 0) return `${outcome}:None:None:0:0`;
  return `${place < 0 ? "self_draw" : "discard"}:${winner}:${place < 0 ? "None" : place}:${points}:${flowers}`;
}

export function worth({ winner, points }) {
  if (winner < 0) return "";
  return points === null ? words.tiles : fill(words.points, points);
}

export function wordsOf(entry) {
  const { outcome, winner, discarder } = entry;
  if (winner < 0) return words[`outcome${outcome[0].toUpperCase()}${outcome.slice(1)}`] ?? outcome;
  const won = table.players[winner];
  return discarder === "self" ? fill(words.selfDraw, won) : fill(words.off, won, table.players[SEATS.indexOf(discarder)]);
}

// An entry as the queue keeps it.
export function described(fields) {
  const entry = entryOf(fields);
  return {
    sheet: table.sheet,
    place: table.place,
    number: current,
    label: hand(current)?.label ?? table.label,
    what: [wordsOf(entry), worth(entry)].filter(Boolean).join(" · "),
    amounts: amountsOf(entry),
  };
}

// Only hands that were open when the page came: the server's totals hold the others.
const kept = () =>
  queue.all().filter((item) => item.sheet === table.sheet && hand(item.number) && (item.state !== "saved" || item.settled > opened));

function drawTotals() {
  const added = kept();
  const isUnknown = added.some((item) => !item.amounts);
  SEATS.forEach((seat, index) => {
    const total = added.reduce((sum, item) => sum + (item.amounts?.[index] ?? 0), table.totals[index]);
    for (const node of form.querySelectorAll(`[data-seat=${seat}] [data-total]`)) {
      node.textContent = signed(total) + (isUnknown ? " ?" : "");
    }
  });
}

function drawSeat(seat, { wind, letter, name, may_win: mayWin, may_discard: mayDiscard, note }) {
  for (const badge of form.querySelectorAll(`[data-seat=${seat}] .wind`)) {
    badge.classList.remove(...WINDS.map((one) => `wind-${one}`));
    badge.classList.add(`wind-${WINDS[wind]}`);
    badge.children[0].textContent = letter;
    badge.children[1].textContent = name;
  }
  const button = form.querySelector(`.pick-win .seat[data-seat=${seat}]`);
  button.classList.toggle("seat-cannot", !mayWin);
  button.querySelector("input").disabled = !mayWin;
  form.querySelector(`.pick-off .seat-other[data-seat=${seat}] input`).disabled = !mayDiscard;
  button.querySelector(".dealer").hidden = wind !== 0;
  const said = button.querySelector("[data-seat-note]");
  said.textContent = note;
  said.parentElement.hidden = !note;
}

// A form that came back from the server has what was sent as its first values: `reset` is not enough.
function clear() {
  form.reset();
  for (const field of form.elements) {
    if (["winner", "discarder"].includes(field.name) || field.type === "checkbox") field.checked = false;
    else if (field.name === "mode") field.checked = field.value === "points";
    else if (["text", "number"].includes(field.type)) field.value = "";
  }
}

// Show the entry of another open hand of this game, empty.
function show(number) {
  const open = hand(number);
  current = number;
  clear();
  form.action = open.url;
  form.setAttribute("hx-post", open.url);
  window.htmx?.process(form);
  form.elements.replaces.value = open.replaces;
  form.elements.confirm.value = "";
  open.seats.forEach((seat, index) => drawSeat(SEATS[index], seat));
  for (const node of document.querySelectorAll("[data-heading]")) node.textContent = open.heading;
  for (const node of form.querySelectorAll("[data-label]")) node.textContent = open.label;
  for (const node of document.querySelectorAll("[data-for-hand]")) node.href = node.href.replace(/hand=\d+/, `hand=${number}`);
  document.title = document.title.replace(/^[^·]*/, `${open.title} `);
  history.replaceState(history.state, "", open.url);
}

const isKept = (number) => kept().some((item) => item.number === number);
// Another tab of this device entered the hand that is shown here.
export const isOver = () => isKept(current) && !form.elements.queued?.value;
export const isUntouched = () => !form.querySelector("[name=winner]:checked, [name=discarder]:checked") && !form.elements.points.value;

// Go on to the first hand that is neither saved nor kept; false when there is none.
export function goOn() {
  const next = table.hands.find((open) => !isKept(open.number));
  if (next && next.number !== current) show(next.number);
  form.classList.toggle("all-kept", !next);
  draw();
  return Boolean(next);
}

// While the server is silent, or entries wait before this one, the page speaks for itself.
export const isLocal = () => isLost() || (queue.blocks(table.sheet) && !form.elements.queued?.value);

export function draw() {
  drawTotals();
  const wasLocal = "local" in form.dataset;
  form.toggleAttribute("data-local", isLocal());
  // The server's own words come back with the next preview.
  if (wasLocal && !isLocal()) form.dispatchEvent(new Event("input", { bubbles: true }));
  if (!isLocal()) return;
  const fields = [...new FormData(form)];
  const entry = entryOf(fields);
  const lacks = missing(entry);
  const isAsking = form.dataset.asked && form.dataset.asked === checkKey(entry);
  const said = worth(entry);
  const act = isAsking ? fill(words.again, said || words.last) : words.saveHere;
  form.querySelector("#save-title").textContent = isAsking || !said || lacks ? act : `${act} · ${said}`;
  const line = form.querySelector("#save-where .save-said");
  const place = `${table.place} · ${hand(current)?.label ?? table.label}`;
  if (line) line.textContent = lacks || `${place} · ${wordsOf(entry)}`;
  const amounts = lacks ? [0, 0, 0, 0] : (amountsOf(entry) ?? ["?", "?", "?", "?"]);
  SEATS.forEach((seat, index) => drawAmount(seat, amounts[index], hand(current)?.seats[index].letter));
}

function drawAmount(seat, amount, letter) {
  const shown = form.querySelector(`#preview-amounts [data-seat=${seat}]`);
  if (!shown) return;
  const number = document.createElement("span");
  number.className = `amount ${amount > 0 ? "plus" : amount < 0 ? "minus" : "zero"}`;
  number.textContent = typeof amount === "number" ? signed(amount) : amount;
  shown.querySelector("dd").replaceChildren(number);
  if (letter) shown.querySelector("dt").textContent = `${letter} ${table.players[SEATS.indexOf(seat)]}`;
}
