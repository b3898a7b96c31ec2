// The search: terms, tables, their rows and the sections of pages, ranked for whoever asks a question at the table.
{
  const MOST = 12;

  const plain = (text) =>
    text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[’']s?\b/g, "").replace(/−/g, "-");
  // A word by its stem, so that "saves" finds "save", "falling" and "falls" find "fall".
  const stem = (word) => {
    if (/\d/.test(word) || word.length < 4) return word;
    const bare = word.replace(/(?:ies)$/, "y").replace(/(?:sses)$/, "ss").replace(/([^s])s$/, "$1");
    const short = bare.replace(/(?:ing|ed)$/, "").replace(/([^aeioulsz])\1$/, "$1");
    return short.length < 3 ? bare : short.replace(/([^aeiou])e$/, "$1");
  };
  const words = (text) => (plain(text).match(/[+-]?\d+(?:[.,]\d+)*%?|\p{L}[\p{L}\p{N}]*/gu) ?? []).map((word) => word.replace(/,(?=\d{3})/g, ""));
  const stems = (text) => words(text).map(stem);
  // What a question says beside what it asks for.
  const SILENT = new Set(
    stems("a an and are as at be by calculate can do does find for from get gets has have how i if in is it its many me mean much my of on or our than that the there they this to use was what when where which who why will with work works you your"),
  );

  // How many letters apart two words are, if no more than `most`: one left out, put in, changed, or two exchanged.
  const apart = (one, other, most) => {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
    for (let i = 1; i <= one.length; i++) {
      const row = [i];
      for (let j = 1; j <= other.length; j++) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      [before, last] = [last, row];
    }
    return last[other.length];
  };

  // Each document: its kind, title, address, text to show, and the weights of its words.
  class Index {
    constructor({ pages, sections, terms, tables }) {
      this.documents = [];
      this.pages = pages.length;
      this.found = new Map();
      this.synonyms = new Map();
      this.terms = new Set(terms.map(([name]) => stems(name).join(" ")));
      const at = (page, anchor) => pages[page][1] + (anchor ? `#${anchor}` : "");
      for (const [name, aliases, definition, page, anchor] of terms) {
        this.add({ kind: "term", title: name, where: pages[page][0], href: at(page, anchor), text: definition }, [[name, 9], [aliases.join(" "), 6], [definition, 1.2]], page, pages[page][2]);
        for (const alias of aliases) this.synonyms.set(stems(alias).join(" "), stems(name));
      }
      for (const [page, anchor, title, text] of sections) {
        const [name, , late] = pages[page];
        const first = title === name;
        this.add({ kind: "section", title, where: name, href: at(page, first ? "" : anchor), text }, [[title, first ? 6 : 7], [first ? "" : name, 1.5], [text, 1]], page, late);
      }
      for (const [page, id, caption, heads, rows] of tables) {
        const [name, , late] = pages[page];
        this.add({ kind: "table", title: caption, where: name, href: at(page, id), text: heads.join(", ") }, [[caption, 6], [heads.join(" "), 2.5], [name, 1]], page, late);
        for (const [own, ...cells] of rows) {
          const title = `${/^[-+]?\d/.test(cells[0]) ? `${heads[0]} ` : ""}${cells[0]}`;
          const text = cells.slice(1).map((cell, i) => `${heads[i + 1].replace(/^(.+): HP$/, "$1")} ${cell}`).join(", ");
          this.add({ kind: "row", title, where: caption, href: at(page, id + own), text }, [[title, 5], [caption, 2.5], [heads.join(" "), 1.2], [cells.slice(1).join(" "), 2]], page, late);
        }
      }
      this.vocabulary = [...this.found.keys()];
    }

    add(document, parts, page, late) {
      const weights = new Map();
      for (const [text, weight] of parts) {
        for (const word of stems(text)) weights.set(word, Math.max(weights.get(word) ?? 0, weight) + weight * 0.04);
      }
      const at = this.documents.push({ ...document, at: page / this.pages, late, named: stems(document.title).join(" ") }) - 1;
      for (const [word, weight] of weights) {
        if (!this.found.has(word)) this.found.set(word, new Map());
        this.found.get(word).set(at, weight);
      }
    }

    // What a word of the question may stand for: itself, longer words, and if there is neither, words spelt nearly so.
    alternatives(word, last) {
      const found = this.found.has(word) ? [[word, 1]] : [];
      if (/\d/.test(word)) return found;
      if (word.length > 2 && (last || !found.length)) {
        found.push(...this.vocabulary.filter((each) => each !== word && each.startsWith(word)).map((each) => [each, found.length ? 0.2 : 0.6]));
      }
      if (!found.length && word.length > 3) {
        const most = word.length > 7 ? 2 : 1;
        found.push(...this.vocabulary.map((each) => [each, apart(word, each, most)]).filter(([, off]) => off <= most).map(([each, off]) => [each, 0.7 / off]));
      }
      return found;
    }

    // The words of a question; "HP" and "to hit" also stand for the term that they are other names of.
    asked(question) {
      const all = stems(question);
      const groups = [];
      for (let at = 0; at < all.length; at++) {
        const pair = this.synonyms.get(all.slice(at, at + 2).join(" "));
        const single = this.synonyms.get(all[at]);
        groups.push([all[at], ...(single ?? [])]);
        if (pair) groups.at(-1).push(...pair);
      }
      const telling = groups.filter(([word]) => !SILENT.has(word));
      // "How is Will found?" has nothing but silent words, and one of them is a term.
      const terms = groups.filter(([word]) => this.terms.has(word));
      return [telling, terms, groups].find((some) => some.length) ?? [];
    }

    search(question) {
      const groups = this.asked(question);
      const scores = new Map();
      groups.forEach((group, place) => {
        const best = new Map();
        group.forEach((word, other) => {
          for (const [each, likeness] of this.alternatives(word, place === groups.length - 1 && !other)) {
            const documents = this.found.get(each);
            const rarity = Math.log(1 + this.documents.length / documents.size);
            for (const [at, weight] of documents) {
              const score = weight * rarity * likeness * (other ? 0.6 / (group.length - 1) + 0.15 : 1);
              if (score > (best.get(at) ?? 0)) best.set(at, score);
            }
          }
        });
        for (const [at, score] of best) {
          const [sum, count] = scores.get(at) ?? [0, 0];
          scores.set(at, [sum + score, count + 1]);
        }
      });
      // A title that is what was asked for, once its spelling is put right.
      const name = groups.map(([word]) => this.alternatives(word, false)[0]?.[0] ?? word).join(" ");
      const full = stems(question).join(" ");
      const names = new Set([name, full, ...groups.map(([, ...more]) => more.join(" ")).filter(() => groups.length === 1)]);
      const number = groups.some(([word]) => /\d/.test(word));
      const ranked = [...scores].map(([at, [sum, count]]) => {
        const document = this.documents[at];
        let score = sum * (count / groups.length) ** 2;
        if (names.has(document.named)) score *= document.kind === "term" ? 2.3 : 1.6;
        if (plain(document.title) === plain(question)) score *= 2.5;
        if (document.kind === "row") score *= number ? 1.5 : names.has(document.named) ? 0.8 : 0.45;
        if (document.kind === "table") score *= 0.9;
        // What comes first in the book is what the rest stands on.
        return [(score * (1.3 - 0.3 * document.at)) / (document.late ? 12 : 1), document];
      });
      ranked.sort(([one], [other]) => other - one);
      const seen = new Set();
      return ranked.map(([, document]) => document).filter(({ href }) => !seen.has(href) && seen.add(href)).slice(0, MOST);
    }
  }

  const tag = (name, text = "", className = "") => Object.assign(document.createElement(name), { textContent: text, className });
  const root = new URL("../../", document.currentScript.src).href;
  // A book's own way in may lead somewhere without scripts; any other gets a button in the page's head.
  const button = () => {
    const made = Object.assign(tag("button", "", "find"), { type: "button", title: "Search (press /)" });
    made.append(tag("span", "Search"));
    document.querySelector(".md-header__inner, header, body").append(made);
    return made;
  };
  const opener = document.querySelector(".find") ?? button();
  let index = null;
  const load = () =>
    (index ??= new Promise((done, failed) => {
      window.searchIndex = (data) => done(new Index(data));
      document.head.append(Object.assign(tag("script"), { src: `${root}search/index.js`, onerror: failed }));
    }));

  // A stretch of the text around the first word that was asked for, with all of them marked.
  const snippet = (text, asked) => {
    const says = (word) => asked.some(([one, ...more]) => [one, ...more].some((each) => stem(plain(word)).startsWith(each)));
    const pieces = text.split(/([\p{L}\p{N}+−%.,'’]+)/u);
    const first = Math.max(0, pieces.findIndex((piece, at) => at % 2 && says(piece)) - 16);
    const line = tag("p", first ? "… " : "");
    for (const piece of pieces.slice(first, first + 56)) line.append(piece && says(piece) && /[\p{L}\p{N}]/u.test(piece) ? tag("mark", piece) : piece);
    if (first + 56 < pieces.length) line.append(" …");
    return line;
  };

  const dialog = tag("dialog", "", "find-dialog");
  dialog.setAttribute("aria-label", "Search");
  dialog.setAttribute("closedby", "any");
  const field = Object.assign(tag("input"), { type: "search", placeholder: "Search", autocomplete: "off", spellcheck: false });
  field.setAttribute("aria-label", "Search the book");
  const state = tag("p", "", "find-state");
  state.setAttribute("role", "status");
  const list = tag("ol", "", "find-results");
  dialog.append(field, state, list);
  document.body.append(dialog);

  const results = async () => {
    const question = field.value.trim();
    const known = await load().catch(() => null);
    if (question !== field.value.trim()) return;
    const found = question && known ? known.search(question) : [];
    const asked = known && question ? known.asked(question) : [];
    list.replaceChildren(
      ...found.map((each) => {
        const item = tag("li");
        const link = Object.assign(tag("a"), { href: root + each.href });
        link.append(tag("strong", each.title), tag("span", ` ${each.where}`), snippet(each.text, asked));
        item.append(link);
        return item;
      }),
    );
    state.textContent = !known ? "The index could not be loaded." : !question ? "" : found.length ? `${found.length} found` : "Nothing found. The list of terms may help.";
  };

  const open = (event) => {
    event.preventDefault();
    load().catch(() => {});
    dialog.showModal();
    field.select();
  };
  opener.addEventListener("click", open);
  field.addEventListener("input", results);
  field.addEventListener("keydown", ({ key }) => key === "Enter" && list.querySelector("a")?.click());
  list.addEventListener("click", ({ target }) => target.closest("a") && dialog.close());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => {
    const links = [field, ...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement) + { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (links[at]) {
      links[at].focus();
      event.preventDefault();
    }
  });
  addEventListener("keydown", (event) => {
    const writing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (!writing && !event.ctrlKey && !event.metaKey && !event.altKey && ["/", "s", "f"].includes(event.key)) open(event);
  });
}
