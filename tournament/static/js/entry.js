// The entry page works without scripts. With them a second tap within 350 ms is a bounce and not a
// self-draw, the seats fold into one line (phones) once fan or tiles are entered, and the save
// button says that it is saving.
const BOUNCE = 350;
const SEATS = ["A", "B", "C", "D"];
let chosen = 0;

document.addEventListener("change", (event) => {
  if (event.target.matches(".pick-win input")) chosen = event.timeStamp;
});

document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest(".seat-again") && event.timeStamp - chosen < BOUNCE) {
      event.preventDefault();
    }
  },
  true,
);

document.addEventListener("submit", (event) => {
  const button = event.target.querySelector(".save");
  if (button) button.dataset.state = "saving";
});

// The line in place of the seats: filled from the radios, hidden while a choice is missing.

const line = document.querySelector("[data-winner-line]");
if (line) foldSeats(line, line.closest("form"));

function foldSeats(line, form) {
  let opened = false;

  const show = () => {
    const winner = form.elements.winner.value;
    const discarder = form.elements.discarder.value;
    const complete = SEATS.includes(winner) && discarder !== "";
    const isSelf = discarder === "self";
    const folded = complete && !opened && form.elements.mode.value !== "points";
    form.classList.toggle("folded", folded);
    line.hidden = !folded;
    for (const seat of line.querySelectorAll("[data-win]")) seat.hidden = seat.dataset.win !== winner;
    for (const seat of line.querySelectorAll("[data-off]")) seat.hidden = seat.dataset.off !== discarder;
    for (const part of line.querySelectorAll("[data-line]")) part.hidden = (part.dataset.line === "self") !== isSelf;
    return folded;
  };

  form.addEventListener("input", (event) => {
    // After 改 the seats stay open until the second choice is made again.
    if (event.target.name === "discarder" || event.target.name === "mode") opened = false;
    show();
  });
  form.addEventListener("reset", () => {
    opened = false;
    setTimeout(show);
  });
  line.addEventListener("click", () => {
    opened = true;
    show();
    form.querySelector(".pick-win :checked").focus();
  });
  // 重选 clears who won and who discarded; fan and tiles stay, they cost many taps.
  form.querySelector(".outcome-reset").addEventListener("click", (event) => {
    if (form.elements.mode.value === "points" || event.currentTarget.type !== "reset") return;
    event.preventDefault();
    const choices = [...form.elements.winner, ...form.elements.discarder];
    for (const choice of choices) choice.checked = false;
    opened = false;
    choices[0].dispatchEvent(new Event("input", { bubbles: true }));
  });
  show();
}
