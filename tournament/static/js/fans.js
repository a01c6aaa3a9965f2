// Fan chips: the chosen ones on top, a search, buttons that count, and the reasons of those that
// cannot be added. The fields fan_<key> stay the only place where the list lives; the server says
// in #fan-reasons (exchanged with each preview) what is barred: {key: [few words, sentence]}.
const top = document.querySelector("[data-fans-chosen]");
if (top) start(top.closest("form"));

function start(form) {
  const list = top.querySelector("[data-chosen-list]");
  const note = form.querySelector("[data-fan-reason]");
  const search = form.querySelector("[data-fan-search]");
  const noHit = form.querySelector("[data-no-hit]");
  const chips = [...form.querySelectorAll("[data-tier-list] [data-fan]")];
  const recent = [...form.querySelectorAll("[data-fans-recent] [data-fan]")];
  const chipOf = new Map(chips.map((chip) => [chip.dataset.fan, chip]));

  const field = (key) => form.elements[`fan_${key}`];
  const most = (key) => Number(chipOf.get(key).dataset.most);
  const name = (key) => chipOf.get(key).querySelector(".chip-name");
  const text = (key) => name(key).textContent;
  const reasons = () => JSON.parse(document.getElementById("fan-reasons").dataset.reasons);

  function count(key) {
    const input = field(key);
    return input.type === "checkbox" ? Number(input.checked) : Number(input.value || 0);
  }

  function setCount(key, number) {
    const input = field(key);
    if (number < 0 || number > most(key)) return;
    if (input.type === "checkbox") input.checked = number > 0;
    else input.value = number || "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // What is barred says why; everything else is taken, or taken out when it cannot count twice.
  function choose(key) {
    const why = reasons()[key];
    if (why && !count(key)) return explain(key);
    if (most(key) > 1) setCount(key, count(key) + 1);
    else setCount(key, count(key) ? 0 : 1);
    clearSearch();
  }

  function explain(key) {
    note.textContent = reasons()[key]?.[1] ?? "";
    note.hidden = !note.textContent;
  }

  // The chosen ones

  function button(label, act, key, number, content) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "chip chip-on";
    made.dataset.act = `${act} ${key}`;
    made.setAttribute("aria-label", label.replace("{}", text(key)));
    made.append(...content);
    made.addEventListener("click", () => setCount(key, number));
    return made;
  }

  function words(key) {
    const parts = [name(key).cloneNode(true), chipOf.get(key).querySelector(".chip-points").cloneNode(true)];
    if (count(key) > 1) parts.push(span("chip-times", `×${count(key)}`));
    return parts;
  }

  function span(style, content) {
    const made = document.createElement("span");
    made.className = style;
    made.textContent = content;
    return made;
  }

  function chosenChip(key, why) {
    const number = count(key);
    const { remove, less, more } = top.dataset;
    let chip;
    if (most(key) === 1) {
      chip = button(remove, "remove", key, 0, [...words(key), span("chip-cross", "×")]);
    } else {
      chip = span("chip-stepper", "");
      const minus = button(less, "less", key, number - 1, [span("", "−")]);
      const label = span("chip chip-on", "");
      label.append(...words(key));
      const plus = button(more, "more", key, number + 1, [span("", "＋")]);
      plus.disabled = number >= most(key);
      chip.append(minus, label, plus);
    }
    if (why) {
      chip.classList.add("chip-clash");
      chip.append(span("chip-why", why[0]));
      if (chip.ariaLabel) chip.ariaLabel += `, ${why[0]}`;
    }
    return chip;
  }

  function showChosen(barred) {
    const keys = chips.map((chip) => chip.dataset.fan).filter(count);
    const before = document.activeElement?.dataset.act;
    const place = [...list.querySelectorAll("button")].indexOf(document.activeElement);
    list.replaceChildren(...keys.map((key) => chosenChip(key, barred[key])));
    top.querySelector("[data-chosen-count]").textContent = keys.length;
    top.hidden = keys.length === 0;
    if (place < 0) return;
    const buttons = [...list.querySelectorAll("button:enabled")];
    (buttons.find((made) => made.dataset.act === before) ?? buttons[place] ?? buttons.at(-1) ?? search).focus();
  }

  // All of them

  function showChip(chip, barred) {
    const { fan } = chip.dataset;
    const number = count(fan);
    const why = number ? undefined : barred[fan];
    const few = chip.querySelector(".chip-why");
    chip.classList.toggle("chip-out", Boolean(why));
    few.textContent = why?.[0] ?? "";
    few.hidden = !why;
    if (chip.localName === "label") {
      chip.querySelector("input").ariaDisabled = why ? "true" : null;
      return;
    }
    chip.classList.toggle("chip-on", number > 0);
    chip.ariaPressed = String(number > 0);
    chip.ariaDisabled = why ? "true" : null;
    const times = chip.querySelector(".chip-times");
    times.textContent = most(fan) > 1 ? `×${number} ＋` : "×";
    times.hidden = number === 0;
  }

  function show() {
    const barred = reasons();
    showChosen(barred);
    for (const chip of [...chips, ...recent]) showChip(chip, barred);
  }

  // Search: every tier at once, what is not meant out of sight

  const plain = (typed) => typed.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");

  function filter() {
    const query = plain(search.value);
    form.classList.toggle("searching", query !== "");
    let hits = 0;
    for (const chip of chips) {
      const hit = chip.dataset.words.split(" ").some((word) => word.includes(query));
      chip.classList.toggle("chip-miss", !hit);
      hits += hit;
    }
    noHit.hidden = hits > 0;
  }

  function clearSearch() {
    if (!search.value) return;
    search.value = "";
    filter();
  }

  search.addEventListener("input", (event) => {
    event.stopPropagation(); // nothing of the entry changes
    filter();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") clearSearch();
    if (event.key !== "Enter") return;
    event.preventDefault();
    const barred = reasons();
    const hits = chips.filter((chip) => !chip.matches(".chip-miss"));
    const hit = hits.find((chip) => !barred[chip.dataset.fan] && !count(chip.dataset.fan)) ?? hits[0];
    if (search.value && hit) choose(hit.dataset.fan);
  });

  form.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-fan]");
    if (!chip) return;
    const { fan } = chip.dataset;
    if (chip.localName === "button") return choose(fan);
    // A label's checkbox does its own work, unless the fan is barred.
    if (!count(fan) || event.target.localName === "input") {
      if (chip.matches(".chip-out")) {
        event.preventDefault();
        explain(fan);
      }
    }
  });
  form.addEventListener("input", (event) => {
    if (!event.target.name?.startsWith("fan_")) return;
    note.hidden = true;
    if (event.target.type === "checkbox") clearSearch();
    show();
  });
  form.addEventListener("reset", () => setTimeout(show));
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target?.id === "fan-reasons" || event.detail.elt?.id === "fan-reasons") show();
  });
  show();
}
