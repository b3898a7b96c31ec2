// Boxes that may be too narrow. Tables: where there is room for all columns, their heads stick to the page; where there is none, they take the margin.
{
  const boxes = [...document.querySelectorAll(".table-scroll")];
  const contents = document.querySelector(".md-sidebar--secondary");
  const frame = document.querySelector(".md-main__inner");
  const header = document.querySelector(".md-header");

  // How wide a table may be that stands in no box of its own: up to the end of the page's frame.
  const room = (wrap) =>
    wrap.closest(".admonition, details, .card") || frame.offsetWidth >= innerWidth
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
    const found = some.map((box) => [box, box.scrollWidth <= box.clientWidth, above - (box.querySelector("caption")?.offsetHeight ?? 0)]);
    for (const [box, fits, start] of found) {
      box.classList.toggle("fits", fits);
      box.parentElement.style.setProperty("--sf-start", `${start}px`);
      // Not on the page's root, from where every element inherits it: the whole page would be styled again.
      box.parentElement.style.setProperty("--sf-header", `${above}px`);
    }
    const tall = some.map(({ parentElement: wrap }) => [wrap, wrap.offsetHeight]);
    for (const [wrap, height] of tall) wrap.style.setProperty("--sf-travel", `${height}px`);
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
  if (document.fonts?.status === "loading") document.fonts.ready.then(fitAll);
  else fitAll();
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
  addEventListener("load", focusable);
  addEventListener("resize", focusable);
  // A table in a closed box has no width until the box is opened.
  document.addEventListener("toggle", ({ target }) => target.querySelectorAll && fit([...target.querySelectorAll(".table-scroll")]), true);
}
