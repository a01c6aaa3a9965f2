// Names a write before it is sent: a retry under the same name gets the answer of the first try.
// `crypto.randomUUID` is missing over plain http, where a hall's phones are.
const BYTES = 18;
const last = new WeakMap(); // form → what was sent last, and under which name

export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

// The name of what `form` sends now: the same as long as it says the same.
export function tokenFor(form, fields) {
  const text = JSON.stringify([form.action, fields]);
  if (last.get(form)?.text !== text) last.set(form, { text, token: newToken() });
  return last.get(form).token;
}
