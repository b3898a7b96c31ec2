// What a reader has set once: kept on the device alone, marked in tables, known to the calculators.
const yours = (() => {
  const { src } = document.currentScript;
  const KEY = `rulebook ${new URL("../../", src).href} yours`;
  // The name, the words and the value of each field; what is anything else counts as nothing.
  const MOST = 64;
  const isField = (each) => Array.isArray(each) && each.length === 3 && each.every((part) => typeof part === "string" && part.length <= MOST);
  const read = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY));
      return Array.isArray(kept) && kept.length <= MOST && kept.every(isField) ? kept : [];
    } catch {
      return [];
    }
  };
  const mark = () => {
    const values = new Map(read().flatMap(([name, words, value]) => [[name, value], [words.toLowerCase(), value]]));
    document.querySelectorAll("tr.yours").forEach((row) => row.classList.remove("yours"));
    for (const table of document.querySelectorAll(".rules-table")) {
      const value = values.get(table.tHead?.rows[0].cells[0].textContent.trim().toLowerCase());
      if (!value) continue;
      for (const row of table.tBodies[0].rows) row.classList.toggle("yours", row.cells[0].textContent === value);
    }
    document.dispatchEvent(new CustomEvent("yours", { detail: values }));
  };
  const keep = (entries) => {
    try {
      if (entries) localStorage.setItem(KEY, JSON.stringify(entries));
      else localStorage.removeItem(KEY);
    } catch {
      // With nothing kept, the calculators here still know.
    }
    mark();
  };
  eachPage(mark);
  return { keep, known: () => Object.fromEntries(read().map(([name, , value]) => [name, value])) };
})();
