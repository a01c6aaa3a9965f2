// The penalty page works without scripts. With them a free decision needs no tap to begin with: the
// group "other" holds one offence, and its measure and amount lie open.
document.addEventListener("change", (event) => {
  if (!event.target.matches('[name="group"][value="free"], [name="offence"][value="free"]')) return;
  document.querySelector('[name="offence"][value="free"]').checked = true;
  document.querySelector(".ruling").open = true;
});
