// Tables in use: rows sorted by a column or filtered by words, and copied as they are shown. Nothing of it is there until it is asked for.
const tables = (() => {
  const tag = (name, text = "", more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
  // The heads of the columns from left to right, each with its spanner before it.
  const heads = (table) => {
    const [upper, lower] = [...table.tHead.rows].map((row) => [...row.cells]);
    return upper.flatMap((head) => (head.scope === "colgroup" ? lower.splice(0, head.colSpan).map((own) => [own, `${head.textContent}: ${own.textContent}`]) : [[head, head.textContent]]));
  };
  const number = (text) => {
    const found = text.replace(/[−–]/g, "-").replace(/,(?=\d{3})/g, "").match(/^[+×]?(-?\d+(?:\.\d+)?)/);
    return found ? Number(found[1]) : null;
  };
  const order = (one, other) => {
    const [a, b] = [number(one), number(other)];
    return a !== null && b !== null ? a - b : a === null && b === null ? one.localeCompare(other) : a === null ? 1 : -1;
  };
  // By a column, or for -1 as the book has them; a receipt knows a row by its first place.
  const sort = (table, column, down = false) => {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    rows.forEach((row, at) => (row.dataset.at ??= at));
    const text = (row) => row.cells[column].textContent;
    rows.sort((one, other) => (column < 0 ? one.dataset.at - other.dataset.at : (down ? -1 : 1) * order(text(one), text(other)) || one.dataset.at - other.dataset.at));
    body.append(...rows);
    table.classList.toggle("sorted", column >= 0);
    heads(table).forEach(([head], at) => (head.ariaSort = at === column ? (down ? "descending" : "ascending") : null));
  };
  const filter = (table, words) => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = [...table.tBodies[0].rows];
    for (const row of rows) row.hidden = !wanted.every((word) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase().includes(word));
    return wanted.length ? `${rows.filter((row) => !row.hidden).length} of ${rows.length}` : "";
  };
  const shown = (table) => [heads(table).map(([, name]) => name), ...[...table.tBodies[0].rows].filter((row) => !row.hidden).map((row) => [...row.cells].map((cell) => cell.textContent))];
  const markdown = (table) => {
    const [head, ...rows] = shown(table).map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`);
    const [first] = shown(table);
    return [head, `|${" --- |".repeat(first.length)}`, ...rows, ""].join("\n");
  };
  const csv = (table) => shown(table).map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")).join("\n") + "\n";

  const bar = (table, state = tag("output")) => {
    const box = tag("div", "", { className: "table-bar" });
    const labeled = (words, field) => {
      const label = tag("label", words);
      label.append(field);
      return label;
    };
    const words = tag("input", "", { type: "search", autocomplete: "off" });
    words.addEventListener("input", () => (state.value = filter(table, words.value)));
    const by = tag("select");
    by.append(new Option("as printed", -1), ...heads(table).flatMap(([, name], at) => [new Option(`${name}, rising`, at), new Option(`${name}, falling`, `${at} down`)]));
    by.addEventListener("change", () => sort(table, parseInt(by.value, 10), by.value.endsWith("down")));
    const copy = (name, written) => {
      const button = tag("button", `Copy as ${name}`, { type: "button" });
      button.onclick = async () => {
        try {
          await navigator.clipboard.writeText(written(table));
          state.value = `Copied as ${name}`;
        } catch {
          state.value = "This browser lets nothing be copied";
        }
      };
      return button;
    };
    box.append(labeled("Filter ", words), labeled("Sort ", by), copy("Markdown", markdown), copy("CSV", csv), state);
    return box;
  };
  // The columns and the rows of what the reader's group plays by.
  document.addEventListener("plays", ({ detail: names }) => {
    const isOwn = (cell) => names.includes(cell.textContent.trim().toLowerCase());
    document.querySelectorAll(".rules-table .plays").forEach((cell) => cell.classList.remove("plays"));
    for (const table of document.querySelectorAll(".rules-table")) {
      const own = heads(table).map(([head]) => isOwn(head));
      heads(table).forEach(([head], at) => own[at] && head.classList.add("plays"));
      for (const { cells } of table.tBodies[0].rows) [...cells].forEach((cell, at) => (own[at] || isOwn(cells[0])) && cell.classList.add("plays"));
    }
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button.tools");
    if (!button) return;
    const wrap = button.closest(".table-wrap");
    const open = wrap.querySelector(".table-bar");
    if (open) open.remove();
    else {
      wrap.prepend(bar(wrap.querySelector("table")));
      wrap.querySelector(".table-bar input").focus();
    }
    button.ariaExpanded = `${!open}`;
  });
  return { heads, sort, markdown, csv };
})();
// Boxes that may be too narrow. Tables: where there is room for all columns, their heads stick to the page; where there is none, they take the margin.
{
  const header = document.querySelector(".md-header");
  let boxes = [];
  let contents = null;
  let frame = null;

  // How wide a table may be that stands in no box of its own: up to the end of the page's frame.
  const room = (wrap) =>
    wrap.closest(".admonition, details, .card, .screen") || frame.offsetWidth >= innerWidth
      ? 0
      : frame.getBoundingClientRect().right - wrap.getBoundingClientRect().left;

  const shown = () => contents?.querySelector(".md-nav__link") && contents.offsetWidth > 0;

  // All boxes at once: what is measured between two changes costs a layout of the whole page.
  const fit = (some) => {
    for (const box of some) {
      // What is not there is not taken away: each change of a style has the browser look at it again.
      if (box.parentElement.style.width) box.parentElement.style.width = "";
      if (box.classList.contains("fits")) box.classList.remove("fits");
    }
    const wanted = some.map((box) => [box, Math.min(box.scrollWidth, room(box.parentElement)), box.clientWidth]);
    for (const [box, width, now] of wanted) if (width > now) box.parentElement.style.width = `${width}px`;
    const above = header?.offsetHeight ?? 0;
    const found = some.map((box) => [box, box.scrollWidth <= box.clientWidth, above - (box.querySelector("caption")?.offsetHeight ?? 0), box.parentElement.offsetHeight]);
    for (const [box, fits, start, height] of found) {
      const { style } = box.parentElement;
      box.classList.toggle("fits", fits);
      style.setProperty("--sf-start", `${start}px`);
      style.setProperty("--sf-travel", `${height}px`);
      // Not on the page's root, from where every element inherits it: the whole page would be styled again.
      style.setProperty("--sf-header", `${above}px`);
    }
  };

  const beside = new Set();
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      beside[isIntersecting ? "add" : "delete"](target);
    }
    contents.classList.toggle("gives-way", beside.size > 0);
  });

  const fitAll = () => {
    fit(boxes);
    watch.disconnect();
    beside.clear();
    contents?.classList.remove("gives-way");
    if (shown()) {
      const edge = contents.getBoundingClientRect().left;
      boxes.filter((box) => box.getBoundingClientRect().right > edge - 4).forEach((box) => watch.observe(box));
    }
  };

  // In the fonts that the page is set in: while they come, what stands in for them is as wide.
  const begin = () => {
    boxes = [...document.querySelectorAll(".table-scroll")];
    contents = document.querySelector(".md-sidebar--secondary");
    frame = document.querySelector(".md-main__inner");
    if (document.fonts?.status === "loading") document.fonts.ready.then(fitAll);
    else fitAll();
  };
  eachPage(begin);
  let width = innerWidth;
  // The bars of a phone come and go as the page scrolls; only another width asks for another fit.
  addEventListener("resize", () => {
    if (innerWidth !== width) {
      width = innerWidth;
      fitAll();
    }
  });
  // What else scrolls sideways can be scrolled with keys: blocks of code, and the boxes that the theme puts around tables.
  const focusable = () =>
    document.querySelectorAll(".md-typeset :is(pre, .md-typeset__scrollwrap)").forEach((each) => {
      if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    });
  eachPage(focusable);
  addEventListener("load", focusable);
  addEventListener("resize", focusable);
  // A table in a closed box has no width until the box is opened.
  document.addEventListener("toggle", ({ target }) => target.querySelectorAll && fit([...target.querySelectorAll(".table-scroll")]), true);
}
