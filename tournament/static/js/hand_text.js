// A hand as text and as a list of what was put down, in that order: tiles {tile}, melds {codes,
// mark}, flowers {flower} (null: one nobody named). The last tile of the list is the winning tile.
// The text is docs' notation: [123m,1]456s9p|winds and flags|flowers.
const KINDS = [..."msp"].flatMap((suit) => [..."123456789"].map((rank) => rank + suit)).concat([..."ESWNCFP"]);
export const TILES_OF_A_WIN = 14;
export const COPIES = 4;
export const MOST_FLOWERS = 8;

const order = (one, other) => KINDS.indexOf(one) - KINDS.indexOf(other);

function readCodes(text) {
  const codes = [];
  const run = /([1-9]+)([msp])|([ESWNCFP])/y;
  while (run.lastIndex < text.length) {
    const found = run.exec(text);
    if (!found) return null;
    codes.push(...(found[3] ? [found[3]] : [...found[1]].map((rank) => rank + found[2])));
  }
  return codes;
}

function readFlowers(text) {
  if (/^[a-h]*$/.test(text)) return [...text].map((flower) => ({ flower }));
  return /^\d{1,2}$/.test(text) ? Array.from({ length: Number(text) }, () => ({ flower: null })) : null;
}

// Give {items, situation}, or null for a text that is no hand.
export function read(text) {
  let [tiles, situation = "", flowers = "", ...more] = text.normalize("NFKC").replace(/\s/g, "").split("|");
  const melds = [];
  for (let found; (found = /^\[([^\],]*)(?:,([1-7]))?\]/.exec(tiles)); tiles = tiles.slice(found[0].length)) {
    melds.push({ codes: readCodes(found[1]), mark: found[2] ?? "" });
  }
  const standing = readCodes(tiles);
  const named = readFlowers(flowers);
  if (more.length || !standing || !named || melds.some(({ codes }) => !(codes?.length >= 3))) return null;
  return { items: [...melds, ...named, ...standing.map((tile) => ({ tile }))], situation };
}

// Tiles of one suit share its letter: 123mEE.
function run(codes) {
  return codes
    .map((code, at) => (code.length === 2 && code[1] === codes[at + 1]?.[1] ? code[0] : code))
    .join("");
}

export const standing = (items) => items.filter((item) => item.tile).map((item) => item.tile);
export const melds = (items) => items.filter((item) => item.codes);
export const flowers = (items) => items.filter((item) => item.flower !== undefined);

// How many flowers only have a number.
export const unnamed = (items) => flowers(items).filter(({ flower }) => flower === null).length;

export const writeMeld = ({ codes, mark }) => `[${run(codes)}${mark && `,${mark}`}]`;

// Give the hand's text; the number of flowers nobody named only if it is to be `numbered`.
export function write({ items, situation }, { numbered = false } = {}) {
  const tiles = standing(items);
  const won = tiles.pop();
  const letters = flowers(items).map(({ flower }) => flower ?? "").sort().join("");
  const last = letters || (numbered && unnamed(items)) || "";
  const how = situation || last ? `|${situation}` : "";
  return melds(items).map(writeMeld).join("") + run(tiles.sort(order)) + (won ?? "") + how + (last && `|${last}`);
}

// The concealed tiles as they are shown: sorted, the winning tile apart.
export function sorted(items) {
  const tiles = items.filter((item) => item.tile);
  const won = tiles.pop();
  return { tiles: tiles.sort((one, other) => order(one.tile, other.tile)), won };
}

export function copies(items, code) {
  return items.flatMap((item) => item.codes ?? item.tile ?? []).filter((other) => other === code).length;
}

// How many tiles a win still needs, a kong counting as three; below zero there are too many.
export function missing(items) {
  return TILES_OF_A_WIN - standing(items).length - 3 * melds(items).length;
}

// What a key of the picker puts down in a mode; null when there is no such chow.
export function codesOf(mode, code) {
  if (mode !== "chow") return Array(mode === "pung" ? 3 : mode === "tile" ? 1 : 4).fill(code);
  const rank = Number(code[0]);
  return rank >= 1 && rank <= 7 ? [0, 1, 2].map((step) => `${rank + step}${code[1]}`) : null;
}
