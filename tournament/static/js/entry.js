// The entry page works without scripts. With them a second tap within 350 ms is a bounce and not a
// self-draw, and the save button says that it is saving.
const BOUNCE = 350;
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
