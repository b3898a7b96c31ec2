// A long list of tables or facts gets a field that leaves what contains its words.
eachPage(() => {
  const FEW = 12;
  const plain = (text) => text.toLowerCase();
  for (const list of document.querySelectorAll("ol.index")) {
    const items = [...list.children];
    if (items.length <= FEW) continue;
    const label = Object.assign(document.createElement("label"), { className: "index-filter", textContent: "Filter " });
    const field = Object.assign(document.createElement("input"), { type: "search", autocomplete: "off" });
    const state = document.createElement("output");
    label.append(field, state);
    field.addEventListener("input", () => {
      const words = plain(field.value).split(/\s+/).filter(Boolean);
      items.forEach((item) => (item.hidden = !words.every((word) => plain(item.textContent).includes(word))));
      state.value = words.length ? `${items.filter((item) => !item.hidden).length} of ${items.length}` : "";
    });
    list.before(label);
  }
});
