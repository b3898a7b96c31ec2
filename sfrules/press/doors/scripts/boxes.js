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

  const fit = (box) => {
    const wrap = box.parentElement;
    wrap.style.width = "";
    box.classList.remove("fits");
    const wanted = Math.min(box.scrollWidth, room(wrap));
    if (wanted > box.clientWidth) {
      wrap.style.width = `${wanted}px`;
    }
    box.classList.toggle("fits", box.scrollWidth <= box.clientWidth);
    const above = box.querySelector("caption")?.offsetHeight ?? 0;
    wrap.style.setProperty("--sf-start", `${(header?.offsetHeight ?? 0) - above}px`);
    wrap.style.setProperty("--sf-travel", `${wrap.offsetHeight}px`);
  };

  const beside = new Set();
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      beside[isIntersecting ? "add" : "delete"](target);
    }
    contents.classList.toggle("gives-way", beside.size > 0);
  });

  const fitAll = () => {
    document.documentElement.style.setProperty("--sf-header", `${header?.offsetHeight ?? 0}px`);
    boxes.forEach(fit);
    watch.disconnect();
    beside.clear();
    contents?.classList.remove("gives-way");
    if (shown()) {
      const edge = contents.getBoundingClientRect().left;
      boxes.filter((box) => box.getBoundingClientRect().right > edge - 4).forEach((box) => watch.observe(box));
    }
  };

  fitAll();
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
  document.fonts?.ready.then(fitAll);
  // A table in a closed box has no width until the box is opened.
  document.addEventListener("toggle", ({ target }) => target.querySelectorAll?.(".table-scroll").forEach(fit), true);
}
