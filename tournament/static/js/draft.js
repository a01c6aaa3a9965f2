// An entry that is not finished outlives a reload, the way back and a locked screen: kept by hand and
// user, for the version of the hand it was begun on. It goes when it is saved, sent or cleared.
import { readFields, restoreFields } from "./fields.js";
import { hideRow, showRow } from "./rows.js";
import { keys, read, remove, write } from "./storage.js";

const PREFIX = "draft:";
const OLD = 4 * 24 * 3_600_000; // an event's days
const form = document.querySelector("form[data-draft]");
const isLanguage = sessionKeeps(`keep:${location.pathname}`); // js/keep.js brings it back
const user = document.querySelector("[data-queue]")?.dataset.user;

const keyOf = (drafted) => `${PREFIX}${user}:${new URL(drafted.action).pathname}`;
const versionOf = (drafted) => drafted.elements.replaces?.value ?? "";
const text = (drafted) => JSON.stringify(readFields(drafted));

export function clearDraft(drafted) {
  if (drafted?.action) remove(keyOf(drafted));
  hideRow("draft");
}

// Another version of this program may have written under the same key.
function found(drafted) {
  const draft = read(keyOf(drafted));
  return Array.isArray(draft?.fields) && draft.fields.every(Array.isArray) ? draft : undefined;
}

function keep(empty) {
  const now = text(form);
  if (now === empty) remove(keyOf(form));
  else write(keyOf(form), { version: versionOf(form), at: Date.now(), fields: JSON.parse(now) });
}

function start() {
  const empty = text(form);
  const row = document.querySelector("[data-draft-row]");
  const draft = found(form);
  if (draft?.version === versionOf(form) && !isLanguage && !("bound" in form.dataset)) {
    restoreFields(form, draft.fields);
    if (text(form) !== empty) showRow("draft", row.dataset.words.replace("{}", form.querySelector("[data-label]")?.textContent ?? ""));
  } else if (draft && draft.version !== versionOf(form)) remove(keyOf(form));
  form.addEventListener("input", () => keep(empty));
  form.addEventListener("reset", () => setTimeout(() => clearDraft(form)));
  row.querySelector("[data-draft-clear]").addEventListener("click", () => {
    clearDraft(form);
    location.assign(location.pathname + location.search);
  });
}

function sessionKeeps(key) {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

for (const key of keys(PREFIX)) if (!(Date.now() - read(key)?.at < OLD)) remove(key);
if (form && user) addEventListener("load", start);
