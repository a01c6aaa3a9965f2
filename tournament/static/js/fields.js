// What is filled in on a page, and back into it. Hidden fields, files and passwords stay out: they
// belong to the page that was shown, or to nobody else.
const LEFT_OUT = ["hidden", "password", "file", "submit", "search"];

const fieldsIn = (root) =>
  [...root.querySelectorAll("input, select, textarea")].filter((field) => field.name && !LEFT_OUT.includes(field.type));

const isTick = (field) => field.type === "radio" || field.type === "checkbox";

export const readFields = (root) =>
  fieldsIn(root).map((f) => [f.name, isTick(f) ? f.value : null, isTick(f) ? f.checked : f.value]);

export function restoreFields(root, saved) {
  for (const field of fieldsIn(root)) {
    const tick = isTick(field);
    const found = saved.find(([name, value]) => name === field.name && (!tick || value === field.value));
    if (!found || (tick ? field.checked : field.value) === found[2]) continue;
    if (tick) field.checked = found[2];
    else field.value = found[2];
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
