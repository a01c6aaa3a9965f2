// Choose the whole page; refuse a file that is too large before it is sent; say that reading goes
// on. Without scripts the server says the same.
const all = document.querySelector("[data-choose-all]");
all?.addEventListener("change", () => {
  for (const box of document.querySelectorAll('.roster input[name="number"]')) box.checked = all.checked;
});

for (const form of document.querySelectorAll("form[data-reading]")) {
  const progress = form.querySelector("[data-progress]");
  const alert = form.querySelector("[data-alert]");
  const file = form.querySelector('input[type="file"]');
  const isTooLarge = () => (file?.files[0]?.size ?? 0) > Number(form.dataset.largest);

  const tell = () => {
    if (!alert) return;
    alert.hidden = !isTooLarge();
    alert.textContent = isTooLarge() ? form.dataset.tooLarge : "";
  };
  file?.addEventListener("change", tell);

  form.addEventListener("submit", (event) => {
    tell();
    if (isTooLarge()) {
      event.preventDefault();
      return;
    }
    progress.querySelector("span").textContent = form.dataset.reading;
    progress.hidden = false;
    for (const button of form.querySelectorAll("button")) button.disabled = true;
  });

  // Back from the next page: the form can be sent again.
  addEventListener("pageshow", () => {
    progress.hidden = true;
    for (const button of form.querySelectorAll("button")) button.disabled = false;
  });
}
