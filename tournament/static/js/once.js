// A form that is sent as a page, without js/save.js: its write is named here too, by the device that
// sends it, and a second tap while the answer is on its way sends nothing. Who gets no answer in time
// may press again.
import { tokenFor } from "./token.js";

const PATIENCE = 8_000;
const OF_THE_PAGE = ["csrfmiddlewaretoken", "token"];
let sent;

function send(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post") return;
  const fields = [...new FormData(form, submitter)].filter(([name]) => !OF_THE_PAGE.includes(name));
  const said = JSON.stringify([form.action, fields]);
  const isOnItsWay = sent?.said === said && Date.now() - sent.at < PATIENCE;
  if (isOnItsWay || !form.dispatchEvent(new CustomEvent("send", { bubbles: true, cancelable: true }))) {
    return event.preventDefault();
  }
  sent = { said, at: Date.now() };
  // A password is nothing to be kept beside the page: its form keeps the name the server gave.
  const token = form.querySelector("[name=token]");
  if (token && !form.querySelector("[type=password]")) token.value = tokenFor(form, fields);
}

// After everybody who sends a form otherwise.
addEventListener("submit", send);
addEventListener("pageshow", () => (sent = undefined));
