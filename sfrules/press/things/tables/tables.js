// Tables in use: the rows or items of a long list that have a reader's words, and the columns and rows of what the group plays by.
{
  // The heads of the columns from left to right.
  const heads = (table) => {
    const [upper, lower] = [...table.tHead.rows].map((row) => [...row.cells]);
    return upper.flatMap((head) => (head.scope === "colgroup" ? lower.splice(0, head.colSpan) : [head]));
  };
  document.addEventListener("input", ({ target }) => {
    const filter = target.closest(".filter");
    if (!filter) return;
    const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = [...filter.nextElementSibling.querySelectorAll("tbody tr, li")];
    // The text of each cell for itself: "7" and "51" beside each other are not 751.
    const text = (row) => [...row.children].map((each) => each.textContent).join(" ").toLowerCase();
    for (const row of rows) row.hidden = !words.every((word) => text(row).includes(word));
    filter.querySelector("output").value = words.length ? `${rows.filter((row) => !row.hidden).length} of ${rows.length}` : "";
  });
  document.addEventListener("plays", ({ detail: names }) => {
    const isOwn = (cell) => names.includes(cell.textContent.trim().toLowerCase());
    document.querySelectorAll(".rules-table .plays").forEach((cell) => cell.classList.remove("plays"));
    for (const table of document.querySelectorAll(".rules-table")) {
      const own = heads(table).map(isOwn);
      heads(table).forEach((head, at) => own[at] && head.classList.add("plays"));
      for (const { cells } of table.tBodies[0].rows) [...cells].forEach((cell, at) => (own[at] || isOwn(cells[0])) && cell.classList.add("plays"));
    }
  });
}
// Tables that are too wide: they take the margin, and where all columns have room their heads stick to the page.
{
  const header = document.querySelector(".md-header");
  let boxes = [];
  let frame = null;

  // How wide a table may be that stands in no box of its own: up to the contents of the page.
  const room = (wrap) =>
    wrap.closest(".admonition, details, .card, .screen") || frame.offsetWidth >= innerWidth
      ? 0
      : frame.getBoundingClientRect().right - wrap.getBoundingClientRect().left;

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

  const fitAll = () => fit(boxes);
  // In the fonts that the page is set in: while they come, what stands in for them is as wide.
  const begin = () => {
    boxes = [...document.querySelectorAll(".table-scroll")];
    frame = document.querySelector(".md-content");
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
