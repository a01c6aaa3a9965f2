// The penalty page works without scripts. With them a free decision needs no tap to begin with: the
// group "other" holds one offence, and its measure and amount lie open. While the server is silent
// the page names itself what is kept on this phone: what it costs is counted when it is sent.
import { isLost } from "./connection.js";

const form = document.querySelector(".entry-penalty");

document.addEventListener("change", (event) => {
  if (!event.target.matches('[name="group"][value="free"], [name="offence"][value="free"]')) return;
  document.querySelector('[name="offence"][value="free"]').checked = true;
  document.querySelector(".ruling").open = true;
});

const chosen = (name, part) => form.querySelector(`[name=${name}]:checked`)?.closest("label").querySelector(part);

function draw() {
  const parts = [chosen("offender", ".seat-name"), chosen("offence", "span")].map((node) => node?.textContent.trim());
  const what = parts.filter(Boolean).join(" · ");
  form.dataset.what = what;
  form.dataset.lacks = parts[0] ? (parts[1] ? "" : form.dataset.askOffence) : form.dataset.askOffender;
  if (!isLost()) return;
  form.querySelector("#save-title").textContent = form.dataset.saveHere;
  form.querySelector("#save-where").textContent =
    form.dataset.lacks || [form.dataset.place, what, form.dataset.later].join(" · ");
}

if (form) {
  form.addEventListener("input", draw);
  document.addEventListener("connection", () => {
    draw();
    // The server's own words come back with the next preview.
    if (!isLost()) form.dispatchEvent(new Event("input", { bubbles: true }));
  });
  draw();
}
