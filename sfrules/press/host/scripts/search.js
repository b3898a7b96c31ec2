// The search: its way in, and the dialog in which somebody asks; what it finds, the engine beside its index says.
{
  const KINDS = { term: "Term", section: "Rule", row: "Table row", table: "Table", form: "Calculator" };
  const LONGEST = 320;
  const LENS = "M10 3a7 7 0 1 0 4.2 12.6l5.1 5.1 1.4-1.4-5.1-5.1A7 7 0 0 0 10 3m0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10";

  const tag = (name, text = "", className = "") => Object.assign(document.createElement(name), { textContent: text, className });
  const root = new URL("../../", document.currentScript.src).href;
  // A book's own way in may lead somewhere without scripts; any other gets a button in the page's head.
  const button = () => {
    const made = Object.assign(tag("button", "", "find"), { type: "button", title: "Search (press /)" });
    made.innerHTML = `<svg viewBox="0 0 24 24"><path fill-rule="evenodd" d="${LENS}"/></svg><span>Search</span>`;
    (document.querySelector(".md-header__inner") ?? document.querySelector("header") ?? document.body).append(made);
    return made;
  };
  const opener = document.querySelector(".find") ?? button();
  let index = null;
  const load = () =>
    (index ??= new Promise((done, failed) => {
      window.searchIndex = (data) => done(new SearchIndex(data));
      document.head.append(Object.assign(tag("script"), { src: `${root}search/index.js`, onerror: failed }));
    }));

  // The module that a reader's group plays by, with its names: said once, kept on the device alone, marked in tables and results.
  const KEY = `rulebook ${root} plays`;
  let plays = [];
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(kept) && kept.every((each) => typeof each === "string")) plays = kept;
  } catch {
    // With nothing kept, it is said again.
  }
  const tell = () => document.dispatchEvent(new CustomEvent("plays", { detail: plays }));
  // Once the scripts after this one listen.
  eachPage(() => queueMicrotask(tell));

  const dialog = tag("dialog", "", "find-dialog");
  dialog.setAttribute("aria-label", "Search");
  dialog.setAttribute("closedby", "any");
  const field = Object.assign(tag("input"), { type: "search", placeholder: "Search", autocomplete: "off", spellcheck: false });
  field.setAttribute("aria-label", "Search the book");
  const state = tag("p", "", "find-state");
  state.setAttribute("role", "status");
  const list = tag("ol", "", "find-results");
  const module = tag("select");
  const modules = tag("label", "We play by ", "find-modules");
  modules.hidden = true;
  modules.append(module);
  dialog.append(field, modules, state, list);
  document.body.append(dialog);

  // A result as it is shown: what it says, its words that were asked for marked; the first answers whole.
  const shown = (known, { marks, answers }) => (each, at) => {
    const marked = (text) => known.marked(text, marks).map(([piece, is]) => (is ? tag("mark", piece) : piece));
    const line = (...parts) => {
      const made = tag("p");
      made.append(...parts);
      return made;
    };
    const whole = at === 0 && answers && each.exact;
    const item = tag("li", "", whole ? "answer" : "");
    const link = Object.assign(tag("a"), { href: root + each.href });
    const own = each.module !== undefined && each.module === plays[0] ? "You play by this" : "";
    const place = [KINDS[each.kind], each.where, each.part, own].filter((part, here, all) => part && part !== each.title && all.indexOf(part) === here);
    link.append(tag("strong", each.title), tag("span", ` ${place.join(" · ")}`));
    const cells = (each.pairs ?? []).filter(([, cell]) => cell && cell !== "—" && cell !== "–");
    const pair = ([head, cell]) => [tag("b", head), " ", ...marked(cell)];
    if (cells.some(([, cell]) => cell.length > 40)) link.append(...cells.map((each) => line(...pair(each))));
    else if (cells.length) link.append(line(...cells.flatMap((each, at) => (at ? [" · ", ...pair(each)] : pair(each)))));
    else if (each.given.length) link.append(line(`With ${each.given.map(([label, value]) => `${label} ${value}`).join(", ")}.`));
    else if (each.kind === "form") link.append(line(`For ${each.text}.`));
    else {
      const text = (each.from ? "… " : "") + each.said.join(" ");
      const most = whole ? LONGEST * 2 : LONGEST;
      link.append(line(...marked(text.length > most ? `${text.slice(0, text.lastIndexOf(" ", most))} …` : text)));
    }
    item.append(link);
    return item;
  };

  const quoted = (words) => words.map((word) => `“${word}”`).join(", ");
  // What is to be said of the question: how much there is, what was spelt otherwise, what the book has no rule for.
  const said = (known, { found, count, corrected, lacking, answers }) => {
    const parts = corrected.flatMap(([typed, meant], at) => [at ? ", " : "Searched for ", tag("mark", meant), " in place of ", tag("s", typed)]);
    if (parts.length) parts.push(". ");
    const many = count > found.length ? `The first ${found.length} of ${count}` : `${count} found`;
    if (answers) parts.push(lacking.length ? `Nothing on ${quoted(lacking)}; ${many.toLowerCase()} without.` : many);
    else parts.push(`The book has no rule for ${lacking.length ? quoted(lacking) : "this"}. `, found.length ? "Nearest:" : "");
    if (!found.length && known.lists.length) {
      parts.push("Look in ", ...known.lists.flatMap(([title, address], at) => [at ? ", " : "", Object.assign(tag("a", title), { href: root + address })]), ".");
    }
    return parts;
  };

  const results = async () => {
    const question = field.value.trim();
    const known = await load().catch(() => null);
    if (question !== field.value.trim()) return;
    const answer = question && known ? known.search(question, plays[0]) : { found: [] };
    list.replaceChildren(...answer.found.map(shown(known, answer)));
    state.replaceChildren(...(!known ? ["The index could not be loaded."] : question ? said(known, answer) : []));
  };

  const offer = (known) => {
    modules.hidden = !known.modules.length;
    module.replaceChildren(new Option("the book’s own rules", ""), ...known.modules.map(({ name }) => new Option(name)));
    module.value = plays[0] ?? "";
    module.onchange = () => {
      plays = known.modules.find(({ name }) => name === module.value)?.said ?? [];
      try {
        localStorage.setItem(KEY, JSON.stringify(plays));
      } catch {
        // With nothing kept, this page still knows.
      }
      tell();
      results();
    };
  };

  const open = (event) => {
    event.preventDefault();
    load().then(offer, () => {});
    dialog.showModal();
    field.select();
  };
  opener.addEventListener("click", open);
  document.addEventListener("click", (event) => event.target.closest("[data-find]") && open(event));
  // A shortcut of a phone leads to a page with the search open.
  if (location.hash === "#find") opener.click();
  field.addEventListener("input", results);
  field.addEventListener("keydown", ({ key }) => key === "Enter" && list.querySelector("a")?.click());
  // Where a result leads, the keys go on from there.
  const arrive = () => {
    const place = document.querySelector("article :target");
    if (place && place.tabIndex < 0) place.tabIndex = -1;
    place?.focus({ preventScroll: true });
  };
  addEventListener("load", arrive);
  addEventListener("hashchange", arrive);
  [list, state].forEach((box) =>
    box.addEventListener("click", ({ target }) => {
      if (!target.closest("a")) return;
      dialog.close();
      setTimeout(arrive);
    }),
  );
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
