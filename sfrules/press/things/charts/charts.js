// Charts: where what a reader has set lies along the axis of a chart, a line stands there, with a ring at each number.
document.addEventListener("yours", ({ detail: values }) => {
  document.querySelectorAll(".chart-yours").forEach((each) => each.remove());
  for (const figure of document.querySelectorAll("figure.chart[data-along]")) {
    const { top, foot, places } = JSON.parse(figure.dataset.places);
    const [across, ...numbers] = places[values.get(figure.dataset.along.toLowerCase())] ?? [];
    if (across === undefined) continue;
    const drawn = (name, attributes) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      Object.entries(attributes).forEach(([own, value]) => made.setAttribute(own, value));
      return made;
    };
    const mark = drawn("g", { class: "chart-yours" });
    mark.append(drawn("line", { x1: across, x2: across, y1: top, y2: foot }), ...numbers.map((cy) => drawn("circle", { cx: across, cy, r: 5 })));
    figure.querySelector("svg").append(mark);
  }
});
