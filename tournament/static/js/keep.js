// Changing the language loads the page again; what was filled in comes along. Hidden fields, files
// and passwords stay out: they belong to the page that was shown, or to nobody else.
const key = `keep:${location.pathname}`;

const fields = () =>
  [...document.querySelectorAll("main form :is(input, select, textarea)")].filter(
    (field) => field.name && !["hidden", "password", "file", "submit"].includes(field.type),
  );

const isTick = (field) => field.type === "radio" || field.type === "checkbox";

const read = () => fields().map((f) => [f.name, isTick(f) ? f.value : null, isTick(f) ? f.checked : f.value]);

function restore(saved) {
  for (const field of fields()) {
    const tick = isTick(field);
    const found = saved.find(([name, value]) => name === field.name && (!tick || value === field.value));
    if (!found || (tick ? field.checked : field.value) === found[2]) continue;
    if (tick) field.checked = found[2];
    else field.value = found[2];
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

// Once everybody listens: the amounts on the save button follow from what is put back.
addEventListener("load", () => {
  try {
    const saved = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (saved) restore(JSON.parse(saved));
  } catch {
    // storage refused or its text broken: the page stands as the server sent it
  }
});

document.querySelector("[data-language-form]")?.addEventListener("submit", () => {
  try {
    sessionStorage.setItem(key, JSON.stringify(read()));
  } catch {
    // as above
  }
});
