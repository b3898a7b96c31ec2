// Sets a table that is wider than a sheet smaller, or on a sheet that is turned: Chromium would set the whole book smaller.
addEventListener("load", () => {
  const millimeter = 96 / 25.4;
  // What is left of A4 upright and of letter turned, the narrower ones, between the margins of paper.css and of the article.
  const [upright, turned] = [163 * millimeter, 232 * millimeter];
  const smallest = 0.75; // a table that would be smaller than this is turned

  const narrowest = (table) => {
    table.style.width = "min-content";
    const { width } = table.getBoundingClientRect();
    table.style.width = "";
    return width;
  };

  for (const table of document.querySelectorAll(".chapter table")) {
    if (narrowest(table) <= upright) continue;
    table.classList.add("wide");
    const width = narrowest(table);
    let share = Math.min(1, upright / width);
    if (share < smallest) {
      table.closest(".chapter > *").classList.add("turned");
      share = Math.min(1, turned / width);
    }
    table.style.fontSize = `${parseFloat(getComputedStyle(table).fontSize) * share}px`;
  }
});
