// Names a write before it is sent: a retry under the same name gets the answer of the first try.
// `crypto.randomUUID` is missing over plain http, where a hall's phones are.
const BYTES = 18;
const MOST = 20; // names a page remembers

export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

// The name of what `form` sends now: the same as long as it says the same. The browser keeps the names
// beside the page's place in its history: they are there after a reload and on the way back, not when
// the page is opened anew, to say the same once more on purpose.
export function tokenFor(form, fields) {
  const text = JSON.stringify([form.action, fields]);
  const names = history.state?.names ?? [];
  const known = names.find(([said]) => said === text);
  if (known) return known[1];
  const name = newToken();
  history.replaceState({ ...history.state, names: [...names, [text, name]].slice(-MOST) }, "");
  return name;
}
