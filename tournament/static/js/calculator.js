// The calculator: the controls write winds and conditions into the text, the text sets the controls.
// The server's answer brings the address of the hand, what cannot be and which tiles are wrong.
const form = document.querySelector("[data-calculator]");
const field = form.elements.hand;
const SITUATION = /^([ESWN])([ESWN])([01])([01])([01])([01])$/;
const box = (name, value) => form.querySelector(`[name="${name}"][value="${value}"]`);

// With scripts the text says everything.
form.querySelector("[data-shown]").disabled = true;
form.elements.flowers.disabled = true;

const parts = () => field.value.normalize("NFKC").replace(/\s/g, "").split("|");

function chosen() {
  const selfDrawn = form.elements.self_drawn.value === "1";
  const flags = [
    selfDrawn,
    form.elements.last_of_kind.checked,
    form.elements.last_in_wall.checked,
    box("kong", selfDrawn ? "replacement" : "robbed").checked,
  ];
  return form.elements.prevalent_wind.value + form.elements.seat_wind.value + flags.map(Number).join("");
}

function writeText() {
  const [tiles, , ...flowers] = parts();
  field.value = [tiles, chosen(), ...flowers].join("|");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function readText() {
  const [, prevalent, seat, ...flags] = SITUATION.exec(parts()[1] || "EE0000") ?? [];
  if (!prevalent) return;
  const [selfDrawn, lastOfKind, lastInWall, kong] = flags.map((flag) => flag === "1");
  form.elements.prevalent_wind.value = prevalent;
  form.elements.seat_wind.value = seat;
  form.elements.self_drawn.value = selfDrawn ? "1" : "0";
  form.elements.last_of_kind.checked = lastOfKind;
  form.elements.last_in_wall.checked = lastInWall;
  box("kong", "replacement").checked = kong && selfDrawn;
  box("kong", "robbed").checked = kong && !selfDrawn;
}

form.addEventListener("input", (event) => {
  if (event.target === field) readText();
  else if (!["profile", "declared"].includes(event.target.name)) writeText();
});

// What the answer says

const answer = () => document.querySelector("[data-answer]");

function keepAddress() {
  const { pathname, search } = new URL(answer().dataset.answer);
  history.replaceState(history.state, "", pathname + search);
  document.querySelector("[data-language-form] [name=next]").value = pathname + search;
}

function showReasons() {
  for (const chip of form.querySelectorAll("[data-condition]")) {
    const reason = document.querySelector(`[data-reason="${chip.dataset.condition}"]`).textContent;
    const input = chip.querySelector("input");
    chip.classList.toggle("chip-out", reason !== "");
    chip.querySelector(".chip-why").textContent = reason;
    input.disabled = reason !== "" && !input.checked;
  }
}

function frameTiles() {
  const wrong = answer().dataset.wrong.split(" ").filter(Boolean);
  for (const button of form.querySelectorAll("[data-strip] button")) {
    const at = wrong.indexOf(button.dataset.written);
    button.classList.toggle("strip-wrong", at >= 0);
    if (at >= 0) wrong.splice(at, 1);
  }
}

function show() {
  showReasons();
  frameTiles();
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "answer") return;
  keepAddress();
  show();
});

for (const [name, isLost] of [["htmx:sendError", true], ["htmx:responseError", true], ["htmx:beforeSwap", false]]) {
  document.addEventListener(name, () => (document.querySelector("[data-lost]").hidden = !isLost));
}

// Over plain http there is no clipboard to write to: the text is selected and copied as by hand.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  document.querySelector("[data-link]").select();
  button.textContent = document.execCommand("copy") ? button.dataset.copied : button.dataset.press;
});

show();
