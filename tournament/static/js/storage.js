// What the browser keeps for this site, as JSON by key. Where it refuses (private windows, a full
// disk) the page's own memory stands in, as long as the page is open.
const memory = new Map();

export function read(key) {
  if (memory.has(key)) return memory.get(key);
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

// Whether a value goes when the page does.
export const isFleeting = (key) => memory.has(key);

export function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing is kept there
  }
}

export function keys(prefix) {
  let kept = [];
  try {
    kept = Object.keys(localStorage);
  } catch {
    // as above
  }
  return [...new Set([...kept, ...memory.keys()])].filter((key) => key.startsWith(prefix));
}
