// A search that is stopped stops at once: the answer under way would lead on with it.
document.addEventListener("click", (event) => {
  const form = event.target.closest("[data-stop]")?.closest("form");
  if (!form) return;
  form.addEventListener("htmx:beforeRequest", (begun) => begun.preventDefault());
  window.htmx.trigger(form, "htmx:abort");
});
