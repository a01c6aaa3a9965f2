// Changing the language loads the page again; what was filled in comes along.
import { readFields, restoreFields } from "./fields.js";

const key = `keep:${location.pathname}`;
const main = document.querySelector("main");

// Once everybody listens: the amounts on the save button follow from what is put back.
addEventListener("load", () => {
  try {
    const saved = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (saved) restoreFields(main, JSON.parse(saved));
  } catch {
    // storage refused or its text broken: the page stands as the server sent it
  }
});

document.querySelector("[data-language-form]")?.addEventListener("submit", () => {
  try {
    sessionStorage.setItem(key, JSON.stringify(readFields(main)));
  } catch {
    // as above
  }
});
