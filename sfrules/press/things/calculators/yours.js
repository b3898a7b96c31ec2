// What this device keeps: whom a reader plays. Forms begin with what is known of the one who is shown, and tables mark their row.
const yours = (() => {
  const { src } = document.currentScript;
  const KEY = `rulebook ${new URL("../../", src).href} yours`;
  const load = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  };
  // What is no list of names with values counts as nothing.
  const known = () => {
    const { at, each } = load() ?? {};
    const pairs = Object.entries(each?.[at]?.known ?? {});
    return pairs.every(([, value]) => typeof value === "string") ? Object.fromEntries(pairs) : {};
  };
  const mark = () => {
    const values = new Map(Object.entries(known()).flatMap(([name, value]) => [[name, value], [name.replaceAll("_", " "), value]]));
    document.querySelectorAll("tr.yours").forEach((row) => row.classList.remove("yours"));
    for (const table of document.querySelectorAll(".rules-table")) {
      const value = values.get(table.tHead?.rows[0].cells[0].textContent.trim().toLowerCase());
      if (!value) continue;
      for (const row of table.tBodies[0].rows) row.classList.toggle("yours", row.cells[0].textContent === value);
    }
    document.dispatchEvent(new CustomEvent("yours", { detail: values }));
  };
  const keep = (kept) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // With nothing kept, what is open still works.
    }
    mark();
  };
  eachPage(mark);
  return { load, keep, known };
})();
