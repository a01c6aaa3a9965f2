// Ticking “Claimed and approved” under More… closes the menu and leads to its first field.
document.addEventListener("change", (event) => {
  if (!event.target.matches('[name="claim"]') || !event.target.checked) return;
  document.getElementById("more").hidePopover();
  const field = document.querySelector('[name="claimed"]');
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
});
