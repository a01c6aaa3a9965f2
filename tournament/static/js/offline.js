// On every page of somebody who is logged in: the queue of this phone, and reading on without the
// server. The service worker needs a secure context; the queue does not.
import "./queue_show.js";
import "./waiting.js";

const { worker } = document.querySelector("[data-queue]").dataset;
if (window.isSecureContext) navigator.serviceWorker?.register(worker);
