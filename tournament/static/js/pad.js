// Number pad and quick keys: <div class="pad" data-pad="id_points"> with buttons data-key="0".."9",
// data-key="back", data-key="clear"; quick keys carry data-set="12". The field stays the only
// place where the number lives, so that a plain form post and a real keyboard work the same.
const LIMIT = 999;

export function typed(text, key) {
  if (key === "back") return text.slice(0, -1);
  if (key === "clear") return "";
  const next = text + key;
  if (/^0/.test(next) || Number(next) > LIMIT) return text;
  return next;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-pad] button");
  if (!button) return;
  const field = document.getElementById(button.closest("[data-pad]").dataset.pad);
  field.value = button.dataset.set ?? typed(field.value, button.dataset.key);
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// Steppers: <button data-step="1" data-field="id_flowers"> moves a number field within its limits.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const field = document.getElementById(button.dataset.field);
  const next = Number(field.value || 0) + Number(button.dataset.step);
  if (next < Number(field.min) || next > Number(field.max)) return;
  field.value = next || "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
