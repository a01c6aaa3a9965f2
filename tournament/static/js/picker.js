// The tile picker: keys that write a hand into the field of the notation, and show what the field
// says when it is typed. The number of flowers lives in its own field where there is one. What the
// hand is worth comes from the server.
import * as hand from "./hand_text.js";

const ADDED = 4;
const HONOURS = "ESWNCFP";
const picker = document.querySelector("[data-picker]");
if (picker) start();

function start() {
  const words = picker.dataset;
  const field = document.getElementById(words.picker);
  const flowersField = words.flowers && document.getElementById(words.flowers);
  const keyBox = picker.querySelector("[data-keys]");
  const flowerBox = picker.querySelector("[data-flower-keys]");
  const strip = picker.querySelector("[data-strip]");
  const note = picker.querySelector("[data-note]");
  const from = picker.querySelector("[data-from]");
  const keys = [...keyBox.querySelectorAll("[data-code]")];
  const keyOf = new Map([...keys, ...flowerBox.children].map((key) => [key.dataset.code ?? key.dataset.flower, key]));
  const modes = [...picker.querySelectorAll("[data-mode]")];
  let now = { items: [], situation: "" };
  let mode = "tile";
  let mark = "1";
  let isAdded = false;
  let ranks = "";
  let said = "";
  let writing = false;

  const name = (code) => keyOf.get(code).dataset.name ?? keyOf.get(code).ariaLabel;
  const fill = (sentence, word) => sentence.replace("{}", word);

  // Field and hand

  function readField() {
    const typed = hand.read(field.value);
    now = typed && { ...typed, items: withCounted(typed.items) };
    said = "";
    show();
  }

  // Flowers that only have a number stand in the other field.
  function withCounted(items) {
    if (!flowersField || hand.flowers(items).length) return items;
    const count = Math.min(Number(flowersField.value || 0), hand.MOST_FLOWERS);
    return [...Array.from({ length: count }, () => ({ flower: null })), ...items];
  }

  function writeField() {
    field.value = hand.write(now, { numbered: !flowersField });
    if (flowersField) flowersField.value = hand.unnamed(now.items) || "";
    writing = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    writing = false;
    show();
  }

  function add(...items) {
    now.items.push(...items);
    said = "";
    writeField();
  }

  function say(sentence) {
    said = sentence;
    showNote();
  }

  // Keys

  // Why a key cannot be used in this mode; empty when it can.
  function refusal(code) {
    const codes = hand.codesOf(mode, code);
    if (!codes) return fill(words.noChow, name(code));
    const short = codes.find((one) => hand.copies(now.items, one) + needed(codes, one) > hand.COPIES);
    if (short) return fill(codes.length === 1 ? words.allFour : words.tooFew, name(short));
    const left = hand.missing(now.items);
    if (codes.length === 1) return left > 0 ? "" : words.complete;
    return left >= 3 && hand.melds(now.items).length < 4 ? "" : words.noRoom;
  }

  const needed = (codes, code) => codes.filter((other) => other === code).length;

  function press(code) {
    ranks = "";
    const why = now ? refusal(code) : words.unreadable;
    if (why) return say(why);
    const codes = hand.codesOf(mode, code);
    if (mode === "tile") return add({ tile: code });
    const number = isAdded && mode === "kong" ? String(Number(mark) + ADDED) : mark;
    const added = { codes, mark: mode === "hidden" ? "" : number };
    setMode("tile");
    add(added);
  }

  function pressFlower(code) {
    if (!now) return say(words.unreadable);
    const others = now.items.filter((item) => item.flower !== null && item.flower !== code);
    const has = now.items.some((item) => item.flower === code);
    now.items = has ? others : [...others, { flower: code }];
    writeField();
  }

  function moreFlowers() {
    if (!now) return say(words.unreadable);
    const there = hand.flowers(now.items);
    if (there.some(({ flower }) => flower)) return setMode("flower");
    if (there.length < hand.MOST_FLOWERS) add({ flower: null });
  }

  function takeBack() {
    if (!now) {
      field.value = [...field.value].slice(0, -1).join("");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    if (now.items.pop()) add();
  }

  function setMode(next) {
    mode = next;
    mark = "1";
    isAdded = false;
    for (const button of modes) button.ariaPressed = String(button.dataset.mode === mode);
    said = "";
    show();
  }

  // The hand

  function picture(code, sideways) {
    const drawn = (keyOf.get(code) ?? keys[0]).querySelector("svg").cloneNode(true);
    const use = drawn.firstElementChild;
    if (!keyOf.has(code)) use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#tile-${code}`));
    if (!sideways) return drawn;
    drawn.classList.add("tile-sideways");
    drawn.setAttribute("viewBox", "0 0 84 60");
    use.setAttribute("transform", "translate(0 60) rotate(-90)");
    return drawn;
  }

  function button(style, label, pictures, act, written) {
    const made = document.createElement("button");
    made.type = "button";
    made.dataset.written = written;
    made.className = style;
    made.setAttribute("aria-label", label);
    made.append(...pictures);
    made.addEventListener("click", act);
    return made;
  }

  // As the templates draw it: scoring/templatetags/tiles.py.
  function meldPictures({ codes, mark: number }) {
    const shown = [...codes];
    const last = shown.length - 1;
    if (!number) {
      if (last === 3) shown[0] = shown[3] = "back";
      return shown.map((code) => picture(code));
    }
    const isChow = codes[0] !== codes[1];
    if (isChow) shown.unshift(...shown.splice(number - 1, 1));
    const place = isChow ? 0 : [0, 1, last][(number - 1) % 4];
    const second = number > 4 ? (place < last ? place + 1 : place - 1) : place;
    return shown.map((code, at) => picture(code, at === place || at === second));
  }

  // Tapping a meld turns the next tile of it, and makes it what ⌫ takes back.
  function turnMeld(item) {
    const marks = item.codes.length === 4 ? "123567" : "123";
    if (item.mark) item.mark = marks[(marks.indexOf(item.mark) + 1) % marks.length];
    moveLast(item);
  }

  function moveLast(item) {
    now.items.splice(now.items.indexOf(item), 1);
    add(item);
  }

  function tileButton(item, style, sentence) {
    return button(style, fill(sentence, name(item.tile)), [picture(item.tile)], () => moveLast(item), item.tile);
  }

  function showStrip() {
    const { tiles, won } = hand.sorted(now.items);
    const melds = hand.melds(now.items).map((item) =>
      button("strip-meld", item.codes.map(name).join(words.between), meldPictures(item), () => turnMeld(item), hand.writeMeld(item)),
    );
    const parts = [...melds, ...tiles.map((item) => tileButton(item, "strip-tile", words.makeWon))];
    if (won) parts.push(tileButton(won, "strip-tile strip-won", words.winning));
    const named = hand.flowers(now.items).filter(({ flower }) => flower);
    const at = [...strip.children].indexOf(document.activeElement);
    strip.replaceChildren(...parts, ...named.map(({ flower }) => picture(flower)));
    if (at >= 0) (strip.querySelectorAll("button")[at] ?? keyBox.querySelector('[tabindex="0"]')).focus();
  }

  function status() {
    if (!now) return words.unreadable;
    const left = hand.missing(now.items);
    if (left === 1) return words.oneMissing;
    if (left > 0) return fill(words.missing, left);
    if (left === -1) return words.oneTooMany;
    if (left < 0) return fill(words.tooMany, -left);
    return fill(words.won, name(hand.standing(now.items).at(-1)));
  }

  function showNote() {
    note.textContent = said || status();
    note.classList.toggle("note-refusal", said !== "" || !now);
  }

  function showKeys() {
    const items = now?.items ?? [];
    for (const key of keys) {
      const { code } = key.dataset;
      const count = hand.copies(items, code);
      key.classList.toggle("key-used", count > 0);
      key.querySelector(".key-count").textContent = count ? `×${count}` : "";
      key.ariaLabel = count ? `${name(code)}, ${fill(words.inHand, count)}` : name(code);
      // A whole hand takes no more of any tile; that is said when one is tapped.
      key.ariaDisabled = now && hand.missing(items) > 0 && refusal(code) ? "true" : null;
    }
    const there = hand.flowers(items);
    keyBox.querySelector("[data-flower-count]").textContent = there.length;
    for (const key of flowerBox.children) {
      key.ariaPressed = String(there.some(({ flower }) => flower === key.dataset.flower));
    }
  }

  function showMode() {
    const ask = modes.find((button) => button.dataset.mode === mode).dataset.ask;
    from.hidden = !ask;
    strip.hidden = note.hidden = Boolean(ask);
    from.querySelector("[data-from-word]").textContent = ask ?? "";
    from.querySelector("[data-from-feeder]").hidden = !["pung", "kong"].includes(mode);
    from.querySelector("[data-from-chow]").hidden = mode !== "chow";
    from.querySelector("[data-from-added]").hidden = mode !== "kong";
    for (const button of from.querySelectorAll("[data-mark]")) button.ariaPressed = String(button.dataset.mark === mark);
    from.querySelector("[data-added]").ariaPressed = String(isAdded);
    flowerBox.hidden = mode !== "flower";
    keyBox.hidden = mode === "flower";
  }

  function show() {
    if (now) showStrip();
    else strip.replaceChildren();
    showMode();
    showNote();
    showKeys();
  }

  // One stop for the tab key; arrows go from key to key as they lie on the screen.
  function neighbour(key, arrow) {
    const all = [...keyBox.children];
    const here = key.getBoundingClientRect();
    const sideways = arrow === "ArrowLeft" || arrow === "ArrowRight";
    const sign = arrow === "ArrowRight" || arrow === "ArrowDown" ? 1 : -1;
    const distance = (other) => {
      const there = other.getBoundingClientRect();
      const [along, across] = sideways
        ? [there.left - here.left, there.top - here.top]
        : [there.top - here.top, there.left - here.left];
      return along * sign > 1 ? along * sign + 100 * Math.abs(across) : Infinity;
    };
    const best = all.reduce((one, other) => (distance(other) < distance(one) ? other : one));
    return distance(best) < Infinity ? best : key;
  }

  // Typed on the keys: 123m as in the text, E or e for a wind unless ranks wait for their suit.
  function type(sign) {
    if (/^[1-9]$/.test(sign)) ranks += sign;
    else if (ranks && "msp".includes(sign)) for (const rank of takeRanks()) press(rank + sign);
    else if (!ranks && HONOURS.includes(sign.toUpperCase())) press(sign.toUpperCase());
    else return;
    if (ranks) say(fill(words.typed, ranks));
  }

  function takeRanks() {
    const taken = ranks;
    ranks = "";
    return taken;
  }

  function erase() {
    if (!ranks) return takeBack();
    ranks = ranks.slice(0, -1);
    say(ranks && fill(words.typed, ranks));
  }

  keyBox.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Backspace") erase();
    else if (event.key.length === 1) type(event.key);
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    neighbour(event.target, event.key).focus();
  });
  keyBox.addEventListener("focusin", (event) => {
    for (const key of keyBox.children) key.tabIndex = key === event.target ? 0 : -1;
  });
  picker.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (key.dataset.code) press(key.dataset.code);
    else if (key.dataset.flower) pressFlower(key.dataset.flower);
    else if (key.dataset.mode) setMode(key.dataset.mode === mode ? "tile" : key.dataset.mode);
    else if (key.dataset.mark) {
      mark = key.dataset.mark;
      showMode();
    } else if (key.matches("[data-added]")) {
      isAdded = !isAdded;
      showMode();
    } else if (key.matches("[data-flower-more]")) moreFlowers();
    else if (key.matches("[data-back]")) takeBack();
  });
  for (const source of [field, flowersField]) {
    source?.addEventListener("input", () => writing || readField());
  }
  field.form.addEventListener("reset", () => setTimeout(readField));
  readField();
}
