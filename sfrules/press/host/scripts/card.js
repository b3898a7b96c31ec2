// The card: what a word means, what a column shows, how a number is known. One box for all, opened by pointer, tap or key.
{
  const ASKS = "article [aria-description]";
  const TABLES = "article a.table-number";
  const CELLS = "article .table-wrap tbody :is(td, th)";
  const NUMBERS = "article .number[data-receipt]";
  const touch = () => matchMedia("(hover: none)").matches;

  const card = document.createElement("aside");
  card.id = "sf-card";
  card.popover = "auto";
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-label", "How this is known");
  document.body.append(card);
  let opener = null;
  let waiting = 0;

  const tag = (name, text = "", className = "") => Object.assign(document.createElement(name), { textContent: text, className });
  const link = (text, href) => Object.assign(tag("a", text), { href });
  const shown = () => card.matches(":popover-open");

  // Below what was asked, or above it where there is more room; on a phone the stylesheet lays it at the bottom.
  const place = (asked) => {
    const { left, top, bottom } = asked.getBoundingClientRect();
    const below = innerHeight - bottom > card.offsetHeight + 12 || innerHeight - bottom > top;
    card.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - card.offsetWidth - 8))}px`;
    card.style.top = below ? `${bottom + 4}px` : "auto";
    card.style.bottom = below ? "auto" : `${innerHeight - top + 4}px`;
    card.style.setProperty("--sf-room", `${(below ? innerHeight - bottom : top) - 12}px`);
  };

  const open = (asked, ...content) => {
    clearTimeout(waiting);
    if (shown() && opener === asked) return;
    if (shown()) card.hidePopover();
    card.replaceChildren(...content);
    card.style.removeProperty("--sf-room");
    card.showPopover({ source: asked });
    opener = asked;
    place(asked);
    asked.toggleAttribute("data-asked", true);
  };

  const close = () => shown() && card.hidePopover();
  card.addEventListener("toggle", ({ newState }) => {
    if (newState === "closed") {
      document.querySelectorAll("[data-asked]").forEach((each) => each.removeAttribute("data-asked"));
      opener = null;
    }
  });

  const define = (asked) => {
    const content = [tag("p", asked.textContent.trim(), "card__title"), tag("p", asked.getAttribute("aria-description"))];
    if (asked.href) content.push(link("Go to the rule", asked.href));
    open(asked, ...content);
  };

  // Opened by pointing, a card waits a moment, and stays while the pointer is on it.
  const soon = (work) => {
    clearTimeout(waiting);
    waiting = setTimeout(work, 250);
  };
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "mouse") return;
    const asked = target.closest(ASKS);
    if (asked) soon(() => define(asked));
    else if (card.contains(target)) clearTimeout(waiting);
    else if (opener?.matches(ASKS)) soon(() => opener?.matches(ASKS) && opener !== document.activeElement && close());
    else clearTimeout(waiting);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(NUMBERS)) stopAt(target);
    const asked = target.closest(ASKS);
    if (asked?.matches(":focus-visible")) define(asked);
    else if (opener?.matches(ASKS) && !card.contains(target)) close();
  });

  // Receipts: how each number of the page's tables is known, in a file of its own, loaded when the first is asked for.
  const root = new URL("../../", document.currentScript.src).href;
  const page = () => location.href.slice(root.length).replace(/[?#].*/, "").replace(/(^|\/)$/, "$1index.html");
  let receipts = null;
  const load = () =>
    (receipts ??= new Promise((done, failed) => {
      window.receipts = (told, files) => done({ ...told, files });
      const script = Object.assign(tag("script"), { src: `${root}receipts/${page().replace(/\.html$/, "")}.js`, onerror: failed });
      document.head.append(script);
    }));

  const copied = (href) => {
    const button = Object.assign(tag("button", "Copy the address", "card__copy"), { type: "button" });
    button.onclick = async () => {
      await navigator.clipboard?.writeText(new URL(href, location).href).catch(() => {});
      button.textContent = "Copied";
    };
    return button;
  };

  // A step of a formula, with its powers raised.
  const raised = (text, className) => {
    const line = tag("p", "", className);
    text.split(/\^(\([^()]*\)|[\p{L}\d.]+)/u).forEach((part, at) => line.append(at % 2 ? tag("sup", part) : part));
    return line;
  };
  const steps = (text) => (text ?? "").split("\n").filter(Boolean).map((line) => raised(line, line.startsWith("=") ? "card__step" : "card__formula"));

  // Where a number is from: each rule by its name, the page that states it, and the source.
  const from = (rules, sources = []) =>
    [...rules.map(([name, heading, href, , its]) => [name, heading, href, its]), ...(sources.length ? [["", "", "", sources]] : [])].map(([name, heading, href, its]) => {
      const line = tag("p", name, "card__from");
      if (href) line.append(", in ", link(heading, new URL(href, location)));
      if (name) line.append(". ");
      its.forEach(([source, at], place) => line.append(place ? ", " : "Source: ", at ? link(source, new URL(at, location)) : source));
      return line;
    });
  // For authors: the expression, and the lines of code, which link to the file where the book says where it is published.
  const code = (rules, files, ...lines) => {
    const fold = tag("details", "", "card__code");
    fold.append(tag("summary", "For authors"), ...lines);
    for (const [, , , , , name, place] of rules) {
      const line = tag("p");
      const at = files ? link(place, `${files}${place.replace(/:(\d+)$/, "#L$1")}`) : tag("small", place);
      line.append(tag("code", name), " ", at);
      fold.append(line);
    }
    return fold;
  };

  const told = (all, receipt, at, column) => {
    const content = steps(receipt.worked?.[at]?.[column]);
    const known = receipt.columns[column];
    const rules = known.rules.map((each) => all.rules[each]);
    if (!content.length && known.says) content.push(tag("p", known.says));
    else if (known.formula) content.unshift(raised(known.formula, "card__formula"));
    const sources = rules.some((rule) => rule[4].length) ? [] : receipt.sources;
    return [...content, ...from(rules, sources), code(rules, all.files)];
  };

  const ask = async (cell) => {
    const wrap = cell.closest(".table-wrap");
    const row = cell.parentElement;
    const column = cell.cellIndex;
    const all = await load().catch(() => null);
    const receipt = all?.tables[wrap.id];
    if (!receipt) return;
    const value = tag("p", `${receipt.columns[0].head} ${row.cells[0].textContent}: ${receipt.columns[column].head} `, "card__title");
    value.append(tag("strong", column ? cell.textContent : ""));
    const words = receipt.columns[column].words;
    open(cell, value, ...(words ? [tag("p", words)] : []), ...told(all, receipt, row.sectionRowIndex, column), copied(`#${row.id}`));
  };

  const askNumber = async (number) => {
    const all = await load().catch(() => null);
    const receipt = all?.numbers[number.dataset.receipt];
    if (!receipt) return;
    const rules = (receipt.rules ?? []).map((at) => all.rules[at]);
    const worked = steps(receipt.worked);
    const words = rules.map((rule) => rule[3]).filter(Boolean);
    if (receipt.because) worked.unshift(tag("p", `${receipt.because[0].toUpperCase()}${receipt.because.slice(1)}: it differs from the rule on purpose. The rule gives:`, "card__because"));
    const value = tag("p", "", "card__title");
    value.append(tag("strong", number.textContent));
    const line = tag("p", "", "card__line");
    line.append(tag("code", receipt.expression), receipt.said ? ` “${receipt.said}”` : "");
    open(number, value, ...(worked.length ? worked : words.map((each) => tag("p", each))), ...from(rules), code(rules, all.files, line));
  };

  // Check the math: all numbers that a rule answers are marked, on each page, until the reader switches it off.
  const KEY = `rulebook ${root} math`;
  const math = Object.assign(tag("button", "", "math"), { type: "button", title: "Mark every number that a rule answers" });
  math.append(Object.assign(tag("b", "7"), { ariaHidden: true }), tag("span", "Check the math"));
  const mark = (on) => {
    document.documentElement.toggleAttribute("data-math", on);
    math.ariaPressed = on;
  };
  math.onclick = () => {
    mark(math.ariaPressed !== "true");
    try {
      localStorage.setItem(KEY, math.ariaPressed);
    } catch {
      // With nothing kept, it holds for this page.
    }
  };
  try {
    mark(localStorage.getItem(KEY) === "true");
  } catch {
    mark(false);
  }
  const title = document.querySelector(".md-header__title");
  title ? title.after(math) : (document.querySelector("header") ?? document.body).append(math);

  // The Tab key stops once for the numbers of a passage, between two headings or in what folds; arrows lead on from there.
  const together = new Map();
  const gather = () => {
    const passages = new Map();
    together.clear();
    let above = null;
    for (const each of document.querySelectorAll(`article :is(h1, h2, h3, h4, h5, h6), ${NUMBERS}`)) {
      if (!each.matches(NUMBERS)) {
        above = each;
        continue;
      }
      const passage = each.closest("details, .tabbed-block") ?? above;
      if (!passages.has(passage)) passages.set(passage, []);
      passages.get(passage).push(each);
      together.set(each, passages.get(passage));
    }
    // To ask here which are shown would have the whole page laid out; those of a passage are shown together.
    passages.forEach(([first]) => Object.assign(first, { tabIndex: 0, role: "button", ariaHasPopup: "dialog" }));
  };
  const isShown = (number) => number.getClientRects().length > 0;
  // The others are read aloud as the words that they are, and no button is said at each.
  const stopAt = (number) => {
    for (const each of together.get(number) ?? []) {
      // One that has the focus would lose it with its place among the stops.
      if (each.tabIndex === 0 && each !== number) {
        each.tabIndex = -1;
        each.removeAttribute("role");
        each.ariaHasPopup = null;
      }
    }
    Object.assign(number, { tabIndex: 0, role: "button", ariaHasPopup: "dialog" });
  };
  const walk = (number, by) => {
    const numbers = together.get(number).filter(isShown);
    const next = numbers[numbers.indexOf(number) + by];
    if (!next) return;
    close();
    stopAt(next);
    next.focus();
  };

  const askTable = async (number) => {
    const all = await load().catch(() => null);
    const receipt = all?.tables[number.closest(".table-wrap").id];
    if (!receipt) return;
    const rules = [...new Set(receipt.columns.flatMap((column) => column.rules))].map((each) => all.rules[each]);
    const files = tag("p", receipt.file ? "Download it as " : "");
    if (receipt.file) files.append(...["CSV", "JSON"].flatMap((form, at) => [at ? " or " : "", Object.assign(link(form, `${root}tables/${receipt.file}.${form.toLowerCase()}`), { download: "" })]), ".");
    const sources = rules.some((rule) => rule[4].length) ? [] : receipt.sources;
    open(number, tag("p", number.parentElement.textContent, "card__title"), files, ...from(rules, sources), code(rules, all.files), copied(number.hash));
  };

  document.addEventListener("click", (event) => {
    const { target } = event;
    const asked = target.closest(ASKS);
    if (asked) {
      // The first tap shows, the second follows the link.
      if (opener !== asked && touch()) {
        event.preventDefault();
        define(asked);
      } else if (!asked.href) define(asked);
      return;
    }
    const table = target.closest(TABLES);
    const copy = target.closest("a.copy");
    const cell = target.closest(CELLS);
    const number = target.closest(NUMBERS);
    if (number) {
      stopAt(number);
      number.focus({ preventScroll: true });
      shown() && opener === number ? close() : askNumber(number);
    } else if (table) {
      event.preventDefault();
      shown() && opener === table ? close() : askTable(table);
    } else if (copy) {
      navigator.clipboard?.writeText(copy.href).catch(() => {});
      copy.dataset.copied = "";
    } else if (cell && !target.closest("a")) {
      ask(cell);
    }
  });

  // Keys: Enter on a table goes into its cells, arrows walk there and to the heads, Enter asks, Escape goes back to the table.
  // So do they in a passage.
  const along = { ArrowLeft: -1, ArrowRight: 1 };
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const enter = (cell) => {
    if (!cell) return;
    cell.tabIndex = -1;
    cell.focus();
  };
  // The head that says what a cell shows, which lies over all of it; and a cell below a head.
  const covers = (head, cell) => {
    const [over, under] = [head, cell].map((each) => each.getBoundingClientRect());
    return over.left <= under.left + 1 && under.right <= over.right + 1;
  };
  const headOf = (cell) => [...cell.closest("table").tHead.querySelectorAll("th")].findLast((head) => covers(head, cell));
  const below = (head) => [...head.closest("table").tBodies[0].rows[0].cells].find((cell) => covers(head, cell));
  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.(CELLS);
    const head = event.target.closest?.(".rules-table thead th");
    const box = event.target.closest?.(".table-scroll");
    const number = event.target.closest?.(NUMBERS);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (number && ["Enter", " "].includes(event.key)) askNumber(number);
    else if (number && along[event.key]) walk(number, along[event.key]);
    else if (box === event.target && event.key === "Enter") enter(box.querySelector("tbody td"));
    else if (head && step[event.key]) {
      const [down, right] = step[event.key];
      const cell = below(head);
      const next = cell.parentElement.cells[cell.cellIndex + right];
      if (next) enter(down > 0 ? next : headOf(next));
    } else if (cell === event.target && cell && step[event.key]) {
      const [down, right] = step[event.key];
      const row = cell.closest("tbody").rows[cell.parentElement.sectionRowIndex + down];
      enter(row ? row.cells[cell.cellIndex + right] : down < 0 && headOf(cell));
    } else if (cell && cell === event.target && ["Enter", " "].includes(event.key)) ask(cell);
    else if (cell && cell === event.target && event.key === "Escape" && !shown()) box.focus();
    else return;
    event.preventDefault();
  });

  eachPage(() => {
    close();
    receipts = null;
    gather();
  });
  addEventListener("scroll", () => opener && !touch() && place(opener), { passive: true });
}
