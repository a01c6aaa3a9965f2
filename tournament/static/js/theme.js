// Loaded in the head without defer, so that a chosen theme is there before the first paint.
// Without scripts the page follows the system, and the switch is not shown (class js-only).
(() => {
  const root = document.documentElement;
  const key = "theme";
  const next = { auto: "dark", dark: "light", light: "auto" };

  const stored = () => {
    try {
      return next[localStorage.getItem(key)] ? localStorage.getItem(key) : "auto";
    } catch {
      return "auto"; // storage can be refused; the switch then lasts for this page only
    }
  };

  const apply = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.querySelector("[data-theme-label]").textContent = button.dataset[theme];
    }
  };

  let current = stored();
  root.classList.add("js");
  apply(current);

  document.addEventListener("DOMContentLoaded", () => apply(current));
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    current = next[current];
    try {
      localStorage.setItem(key, current);
    } catch {
      // see stored()
    }
    apply(current);
  });
})();
