// The sheet shows what the server has: when entries that waited here are sent from this page, it is
// fetched anew. The receipts above it stay.
import { ask } from "./connection.js";

const { sheet } = document.querySelector("[data-presence]").dataset;
let last = 0;

async function refresh() {
  const turn = ++last;
  const answer = await ask(location.href);
  const text = answer?.ok && (await answer.text().catch(() => ""));
  const fresh = text && new DOMParser().parseFromString(text, "text/html").querySelector("main");
  if (fresh && turn === last) document.querySelector("main").replaceWith(document.importNode(fresh, true));
}

document.addEventListener("queue-settled", ({ detail }) => {
  if (detail.sheet === sheet && detail.state === "saved") refresh();
});
