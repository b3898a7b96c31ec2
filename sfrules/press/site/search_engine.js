// The search of a book: its terms, sections, tables, rows and forms, ranked for whoever asks a question at the table.
globalThis.SearchIndex = (() => {
  // What a question says beside what it asks for.
  const SILENT = new Set("a an and any are as at be been but by can could did do does dont for from get gets got had has have he her him his how i if im in into is it its just let many may me mean much must my of on or our per please rule she should so some somebody someone something than that the their them then there they this to us use used was we were what whats when where which while who why will with would you your".split(" "));
  // What a word weighs by where it stands: in a name, in what readers ask of a place, beside a name, in the text, in an example.
  const [NAME, ASKED, BESIDE, TEXT, ASIDE] = [6, 4, 1.5, 1, 0.4];
  const WORTH = { term: 1.15, section: 1.3, row: 1.2, table: 0.65, form: 0.7 };
  const LATE = [1, 0.4, 0.1]; // a page of the book's own rules, of its appendices, and of what comes after all others
  const [NAMED, PLAYED] = [10, 1.5]; // the page of a module that the question names, or that the reader plays by

  const sum = (list, value) => list.reduce((total, each) => total + value(each), 0);
  const grouped = (pairs) => pairs.reduce((map, [key, value]) => map.set(key, [...(map.get(key) ?? []), value]), new Map());
  const isNumber = (word) => /\d/.test(word);
  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}|(?<=\d),(?=\d{3})|[’']s?\b/gu, "").replace(/−/g, "-");
  const words = (text) => plain(text).match(/[+-]?\d+(?:[.,]\d+)*%?|\p{L}[\p{L}\p{N}]*/gu) ?? [];

  // A word by its stem, so that "saves" finds "save", "falling" and "falls" find "fall".
  const stem = (word) => {
    if (isNumber(word) || word.length < 4) return word;
    const single = word.replace(/(?<=[a-z]{4})ly$/, "").replace(/ie[sd]$/, "y").replace(/([^s])s$/, "$1");
    const short = single.replace(/(ing|ed)$/, "").replace(/([^aeioulsz])\1$/, "$1");
    return short.length < 3 ? single : short.replace(/([^aeiou])e$/, "$1");
  };
  const stems = (text) => words(text).map(stem);
  const telling = (list) => (list.every((word) => SILENT.has(word)) ? list : list.filter((word) => !SILENT.has(word)));

  // Whether one word is the other but for one letter: left out, put in, changed, or exchanged with the next.
  const isSlip = (one, other) => {
    if (one.length > other.length) return isSlip(other, one);
    let at = 0;
    while (at < one.length && one[at] === other[at]) at++;
    if (one.length < other.length) return one.slice(at) === other.slice(at + 1);
    const isExchanged = one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
    return isExchanged || one.slice(at + 1) === other.slice(at + 1);
  };

  // The numbers that a row is for: "7", "14–16", "21 and up".
  const span = (stub) => {
    const [, low, high, open] = stub.replace(/−/g, "-").match(/^([+-]?\d+)(?:–(\d+))?( and up)?$/) ?? [];
    return low === undefined ? null : [Number(low), open ? Infinity : Number(high ?? low)];
  };

  // The share of a reading's words that are among some words; of several readings, the best.
  const covered = (readings, own) => Math.max(0, ...readings.map((reading) => reading.filter((word) => own.includes(word)).length / reading.length));

  return class SearchIndex {
    constructor({ pages, sections, terms, tables, forms, names, asked, synonyms, lists = [], modules = [] }) {
      this.pages = pages;
      this.modules = modules.map(([page, ...said]) => ({ page, name: said[0], said, ways: said.map(words) }));
      this.lists = lists.map((at) => pages[at].slice(0, 2));
      this.documents = [];
      this.found = new Map(); // the documents that have a stem, each with what it weighs there
      this.written = new Map(synonyms.flatMap(([said]) => words(said)).map((word) => [word, stem(word)])); // and its stem
      this.means = grouped(synonyms.map(([said, means]) => [telling(stems(said)).join(" "), telling(stems(means))]));
      this.names = grouped(names.map(([said, page, anchor]) => [`${page}#${anchor}`, said]));
      this.asked = new Map(asked.map(([page, anchor, ...said]) => [`${page}#${anchor}`, said]));
      for (const [title, others, text, page, anchor] of terms) this.add({ kind: "term", title, text, page, anchor }, [[text, TEXT]], others);
      for (const section of sections) this.addSection(...section);
      for (const table of tables) this.addTable(...table);
      for (const [page, anchor, title, fields] of forms) this.add({ kind: "form", title, text: fields.map(([, label]) => label).join(", "), page, anchor, fields }, [[fields.flat().join(" "), BESIDE]]);
    }

    addSection(page, anchor, title, text, aside) {
      const [where, opens] = [this.pages[page][0], title === this.pages[page][0]];
      const names = [anchor, ...(opens ? [""] : [])].flatMap((each) => this.names.get(`${page}#${each}`) ?? []);
      this.add({ kind: "section", title, text: text || aside, page, anchor: opens ? "" : anchor }, [[opens ? "" : where, BESIDE], [text, TEXT], [aside, ASIDE]], names);
    }

    addTable(page, id, caption, heads, rows) {
      const table = id.replace(/--\d+$/, "");
      this.add({ kind: "table", title: caption, text: heads.join(", "), page, anchor: id, table }, [[heads.join(" "), BESIDE]]);
      for (const [own, stub, ...cells] of rows) {
        const numbers = span(stub);
        const pairs = cells.map((cell, at) => [heads[at + 1].replace(/^(.+): HP$/, "$1"), cell]);
        const row = { kind: "row", title: numbers ? `${heads[0]} ${stub}` : stub, text: pairs.flat().join(" "), page, anchor: id + own, table, pairs, numbers };
        this.add({ ...row, where: caption, same: `${caption}|${stub}` }, [[[caption, ...heads, ...cells].join(" "), BESIDE]]);
      }
    }

    // Enter a document with its texts and what their words weigh, and with its names beside its title.
    add({ page, anchor, where, ...document }, texts, names = []) {
      const [title, address, part, late] = this.pages[page];
      const asked = this.asked.get(`${page}#${anchor}`) ?? [];
      const titles = [document.title, ...names, ...asked].map((name) => telling(stems(name)));
      const at = this.documents.push({ ...document, titles, where: where ?? title, part, page, late, href: address + (anchor && `#${anchor}`) }) - 1;
      for (const [text, weight] of [...[document.title, ...names].map((name) => [name, NAME]), ...asked.map((said) => [said, ASKED]), ...texts]) {
        for (const word of words(text)) {
          const own = stem(word);
          this.written.set(word, own);
          if (!this.found.has(own)) this.found.set(own, new Map());
          this.found.get(own).set(at, Math.max(this.found.get(own).get(at) ?? 0, weight));
        }
      }
    }

    // How much a word tells: the more, the fewer documents have it.
    rarity(word) {
      return Math.log(1 + this.documents.length / (this.found.get(word)?.size ?? 1));
    }

    // A word as the book spells it, or as it is, if the book has none like it.
    spelled(word) {
      if (word.length < 4 || isNumber(word) || this.found.has(stem(word)) || this.written.has(word)) return word;
      const likely = [...this.written].filter(([other, own]) => other[0] === word[0] && this.found.has(own) && isSlip(word, other));
      const often = ([, own]) => this.found.get(own).size;
      return likely.sort((one, other) => often(other) - often(one))[0]?.[0] ?? word;
    }

    // The modules that a question names, each with what its page counts for, and the words that are left.
    about(typed, plays) {
      const weights = new Map(this.modules.filter(({ name }) => name === plays).map(({ page }) => [page, PLAYED]));
      const spoken = new Set();
      for (const { page, ways } of this.modules) {
        for (const way of ways) {
          typed.forEach((_, at) => {
            if (!way.every((word, more) => typed[at + more] === word)) return;
            weights.set(page, NAMED);
            way.forEach((_, more) => spoken.add(at + more));
          });
        }
      }
      const left = typed.filter((_, at) => !spoken.has(at));
      return { weights, asked: left.some((word) => !SILENT.has(stem(word))) ? left : typed };
    }

    // What a question asks for, group by group: one word, or several that have a meaning together.
    groups(question) {
      const told = telling(question.map(stem));
      const groups = [];
      for (let at = 0; at < told.length; at += groups.at(-1).own.length) {
        let own = told.slice(at, at + 4);
        while (own.length > 1 && !this.means.has(own.join(" "))) own = own.slice(0, -1);
        groups.push(this.group(own, at + own.length === told.length));
      }
      const mass = sum(groups, (group) => group.mass);
      return groups.map((group) => ({ ...group, share: group.mass / mass }));
    }

    // One group: its readings, which are what it says and what the book calls that, and how much its words tell.
    group(own, isLast) {
      const means = this.means.get(own.join(" ")) ?? [];
      const hasRule = means.every((each) => each.length); // what means nothing, the book has no rule for
      const isOpen = isLast && own[0].length > 2 && !this.found.has(own[0]); // the last word may not be finished
      const longer = isOpen ? [...this.found.keys()].filter((each) => each.startsWith(own[0])) : [];
      const readings = (hasRule ? [own, ...means, ...longer.map((word) => [word])] : []).map((reading) => reading.filter((word) => this.found.has(word)));
      return { own, readings: readings.filter((reading) => reading.length), mass: sum(own, (word) => Math.max(1, this.rarity(word))) / own.length };
    }

    // How well each document says a group by its best reading, and how much of that reading it has.
    said({ readings }) {
      const best = new Map();
      for (const reading of readings) {
        const told = reading.map((word) => [this.found.get(word), this.rarity(word)]);
        for (const [at, each] of grouped(told.flatMap(([found, rarity]) => [...found].map(([at, weight]) => [at, weight * rarity])))) {
          const share = each.length / reading.length;
          const score = (share * sum(each, (one) => one)) / reading.length;
          if (score > (best.get(at)?.score ?? 0)) best.set(at, { score, share });
        }
      }
      return best;
    }

    // How far one of a document's names, its title above all, is what was asked for and nothing else.
    named({ titles }, groups, marks) {
      const rarity = (list) => sum(list, (word) => this.rarity(word));
      const likeness = (name) => (rarity(name.filter((word) => marks.has(word))) / rarity(name)) ** 1.5 * sum(groups, ({ share, readings }) => share * covered(readings, name));
      return Math.max(0, ...titles.filter((name) => name.some((word) => marks.has(word))).map((name) => likeness(name) * (name === titles[0] ? 1 : 0.8)));
    }

    // What a row counts for: more, if a number of the question is one of its own, and most beside the name of its column, as in "level 7".
    counted({ numbers, titles: [head] }, told) {
      if (!numbers) return 1;
      const isOwn = (word) => parseFloat(word) >= numbers[0] && parseFloat(word) <= numbers[1];
      const isHeaded = told.some((word, at) => isOwn(word) && [told[at - 1], told[at + 1]].some((beside) => head.includes(beside)));
      return isHeaded ? 9 : told.some(isOwn) ? 1.2 : 0.3;
    }

    // The documents that say any of what was asked for, the best first.
    ranked(groups, told, marks, weights) {
      const says = grouped(groups.flatMap((group) => [...this.said(group)].map(([at, { score, share }]) => [at, { score, share: share ** 2 * group.share }])));
      const scored = [...says].map(([at, all]) => {
        const document = this.documents[at];
        const [name, counts, share] = [this.named(document, groups, marks), this.counted(document, told), sum(all, (each) => each.share)];
        const score = sum(all, (each) => each.score) * share ** 1.5 * (1 + 3 * name) * counts * WORTH[document.kind] * (weights.get(document.page) ?? LATE[document.late]);
        return { document, score, isLike: share > 0.3 || name > 0.3, exact: name > 0.55 || counts > 2 };
      });
      return scored.sort((one, other) => other.score - one.score);
    }

    // Each place once, and of a table two places.
    apart(ranked) {
      const [seen, tables] = [new Set(), new Map()];
      return ranked.filter(({ document: { href, same = href, table } }) => {
        if (seen.has(href) || seen.has(same) || (table && tables.get(table) === 2)) return false;
        tables.set(table, (tables.get(table) ?? 0) + 1);
        return seen.add(href).add(same);
      });
    }

    // What a question says of a form's fields: "level 7".
    filled({ fields = [] }, told) {
      const beside = (at) => (at < 0 ? [] : [told[at + 1], told[at - 1]]).find((word) => word && isNumber(word))?.replace("+", "");
      return fields.map(([name, label]) => [name, label, beside(told.indexOf(stems(label).at(-1)))]).filter(([, , value]) => value);
    }

    // A document with what is shown of it: from the sentence that says most of what was asked for, or filled in.
    shown({ document, exact }, groups, told) {
      const sentences = document.kind === "row" ? [document.text] : document.text.split(/(?<=[.!?])\s+/);
      const shares = sentences.map(stems).map((own) => sum(groups, ({ readings, share }) => share * covered(readings, own)));
      const [from, given] = [shares.indexOf(Math.max(...shares)), this.filled(document, told)];
      const href = document.href + (given.length ? `:${new URLSearchParams(given.map(([name, , value]) => [name, value]))}` : "");
      const module = this.modules.find(({ page }) => page === document.page)?.name;
      return { ...document, exact, href, from, module, said: sentences.slice(from), given: given.map(([, label, value]) => [label, value]) };
    }

    // The documents that answer a question, best first, and what is to be said of the question itself; `plays` names the reader's module.
    search(question, plays) {
      const { weights, asked: typed } = this.about(words(question), plays);
      const spelled = typed.map((word) => this.spelled(word));
      const [groups, told] = [this.groups(spelled), spelled.map(stem)];
      const marks = new Set(groups.flatMap(({ readings }) => readings.flat()));
      const kept = this.apart(this.ranked(groups, told, marks, weights)).filter(({ score }, _, [best]) => score >= best.score * 0.1);
      const lacking = groups.filter(({ readings }) => !readings.length);
      return {
        found: kept.slice(0, 40).map((each) => this.shown(each, groups, told)),
        count: kept.length,
        corrected: typed.map((word, at) => [word, spelled[at]]).filter(([word, other]) => word !== other),
        marks,
        lacking: lacking.map(({ own }) => own.map((word) => typed.find((each) => stem(each) === word) ?? word).join(" ")),
        answers: sum(lacking, ({ share }) => share) < 0.4 && kept[0]?.isLike === true,
      };
    }

    // The pieces of a text, those apart that stand for what was asked for.
    marked(text, marks) {
      const isMarked = (piece) => stems(piece).some((word) => marks.has(word) && !SILENT.has(word));
      return text.split(/((?:[\p{L}\p{N}+−%'’]|[.,](?=\d))+)/u).map((piece, at) => [piece, at % 2 === 1 && isMarked(piece)]);
    }
  };
})();
