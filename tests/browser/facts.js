// The facts of a page, as plain values. Evaluated by visits.py.
() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const article = document.querySelector("article");
  const text = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const without = (selector) => {
    const copy = article.cloneNode(true);
    all(selector, copy).forEach((each) => each.remove());
    // Neighboring cells are words apart, whether or not their tags are.
    all("th, td, p, li", copy).forEach((each) => each.append(" "));
    return text(copy);
  };
  const content = (element, pseudo) => {
    const said = getComputedStyle(element, pseudo).content;
    return said === "none" || said === "normal" ? "" : said.replace(/^"|"$/g, "");
  };
  const ids = new Set(all("[id]").map((each) => each.id));

  return {
    // Code shows what authors write, braces and all.
    text: without("code, pre, script, .headerlink"),
    prose: without("code, pre, script, .headerlink, table, svg"),
    title: document.title,
    headings: all("h1, h2, h3, h4, h5, h6", article).map((each) => ({
      level: Number(each.tagName[1]),
      id: each.id,
      permalink: each.querySelector(".headerlink")?.getAttribute("href") ?? "",
    })),
    tables: all("table.rules-table", article).map((table) => {
      const box = table.closest(".table-scroll");
      return {
        id: table.closest(".table-wrap")?.id ?? "",
        caption: table.caption ? text(table.caption) : "",
        name:
          document.getElementById(box?.getAttribute("aria-labelledby") ?? "") === table.caption ||
          (/, again$/.test(box?.ariaLabel) && text(table.caption).endsWith(box.ariaLabel.replace(/(, again)+$/, ""))),
        role: box?.getAttribute("role") ?? "",
        focusable: box?.tabIndex === 0,
        headers: all("th", table).map((each) => ({ text: text(each), scope: each.getAttribute("scope") })),
        cells: all("td", table).length,
        hidden: box ? box.scrollHeight - box.clientHeight : 0,
        sideways: box ? box.scrollWidth - box.clientWidth : 0,
      };
    }),
    boxes: all(".admonition", article).map((box) => {
      const title = box.querySelector(".admonition-title");
      return {
        kind: box.className.replace("admonition", "").trim(),
        icon: getComputedStyle(title, "::before").maskImage,
        words: `${content(title, "::after")} ${text(title)}`.trim(),
      };
    }),
    figures: all("figure.drawing", article).map((figure) => ({
      id: figure.id,
      caption: text(figure.querySelector("figcaption")),
      trees: all("ul.tree", figure).length,
      pictures: all("svg[role=img]", figure).map((svg) =>
        svg.getAttribute("aria-labelledby").split(" ").map((id) => (ids.has(id) ? text(document.getElementById(id)) : "")),
      ),
      written: [
        ...all("svg text", figure).map((each) => ({
          text: text(each),
          size: parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a,
        })),
        ...all("p, li, figcaption", figure).map((each) => ({
          text: text(each),
          size: parseFloat(getComputedStyle(each).fontSize),
        })),
      ],
    })),
  };
}
