// The search of a book: its terms, tables, rows, forms and sections, ranked for whoever asks a question at the table.
globalThis.SearchIndex = (() => {
  const plain = (text) => {
    const low = text.toLowerCase();
    const bare = /[^\x00-\x7f]/.test(low) ? low.normalize("NFKD").replace(/\p{M}/gu, "").replace(/−/g, "-") : low;
    return bare.replace(/[’']s?\b/g, "");
  };
  // A word by its stem, so that "saves" finds "save", "falling" and "falls" find "fall".
  const known = new Map();
  const stem = (word) => {
    if (!known.has(word)) known.set(word, shortened(word));
    return known.get(word);
  };
  // The forms of verbs that no ending tells: a line of the dictionary for each.
  const FORMS = new Map(
    (
      "arise arose, beat beaten, begin begun began, bend bent, bite bitten, bleed bled, blow blew blown, break broke broken, bring brought, build built, burn " +
      "burnt, buy bought, catch caught, choose chose chosen, creep crept, deal dealt, dig dug, draw drew drawn, drink drank drunk, drive drove driven, eat " +
      "ate eaten, fall fell fallen, feed fed, fight fought, flee fled, fly flew flown, forget forgot, freeze froze frozen, grow grew grown, hear heard, hide " +
      "hidden hid, hold held, keep kept, know knew, lay laid, leap leapt, learn learnt, lose lost, meet met, pay paid, ride rode ridden, rise rose risen, run " +
      "ran, sell sold, send sent, shake shook, shoot shot, shrink shrank, sink sank, sleep slept, speak spoke, spend spent, spring sprang, stand stood, steal " +
      "stole stolen, sting stung, strike struck, swim swam swum, swing swung, take taken took, teach taught, tear torn, throw threw thrown, understand " +
      "understood, wake awoke woke woken, wear worn, write wrote"
    ).split(", ").flatMap((line) => line.split(" ").map((form, _, [verb]) => [form, verb])),
  );
  const shortened = (form) => {
    const word = FORMS.get(form) ?? form;
    if (/\d/.test(word) || word.length < 4) return word;
    const bare = word.replace(/(?<=[a-z]{4})ly$/, "").replace(/(?:ies)$/, "y").replace(/([^aeiou])yed$/, "$1ied").replace(/(?:sses)$/, "ss").replace(/([^s])s$/, "$1");
    const short = bare.replace(/(?:ing|ed)$/, "").replace(/([^aeioulsz])\1$/, "$1");
    return short.length < 3 ? bare : short.replace(/([^aeiou])e$/, "$1");
  };
  const words = (text) => (plain(text).match(/[+-]?\d+(?:[.,]\d+)*%?|\p{L}[\p{L}\p{N}]*/gu) ?? []).map((word) => (word < "a" ? word.replace(/,(?=\d{3})/g, "").replace(/^(\d+)(?:st|nd|rd|th)$/, "$1") : word));
  const stems = (text) => words(text).map(stem);
  const set = (text) => new Set(stems(text));
  // What a question says beside what it asks for, and what tells little of it.
  const ARTICLES = set("a an the my your his her their our some this that");
  const SILENT = set(
    "arent cant couldnt didnt doesnt dont hes id ill im isnt ive lets shes theyre wasnt werent weve wont wouldnt youre a am an and any are as at be but by calculate can could did do does doing for from get gets give gives got had has have he her herself him himself his how i if in into is it its just let many may me mean means much must my myself of on or our per please rule rules say she should so some somebody someone something tell than that the their them themselves then there they this to us use used using was we were what whats when where which while who whom whose why will with work works would you your yourself",
  );
  const SOFT = set("about add another bad best better between big differ difference each every far fast good happen happens high know last left level long main make makes most need needs next other over play player possible take takes through up want which");
  const COUNTS = new Map("zero one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, at) => [stem(word), `${at}`]));

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

  // Of a short word, only two letters exchanged or one too few or too many is a slip: "twin" is not "twice".
  const sorted = (word) => [...word].sort().join("");
  const isOther = (one, other) => one[0] !== other[0] || (one.length === other.length ? sorted(one) !== sorted(other) : one.length < 5);

  const telling = (list) => {
    const found = list.filter((word) => !SILENT.has(word));
    return found.length ? found : list;
  };
  const isNumber = (word) => /\d/.test(word);
  // The numbers that a row is for: "7", "14–16", "21 and up".
  const span = (stub) => {
    const [, low, high, open] = stub.replace(/−/g, "-").match(/^([+-]?\d+)(?:–(\d+))?( and up)?$/) ?? [];
    return low === undefined ? null : [Number(low), open ? Infinity : Number(high ?? low)];
  };
  const likelyWords = (groups) => new Set(groups.flatMap(({ readings }) => readings.flatMap((reading) => reading.words.flat().filter(([, likeness]) => likeness > 0.5).map(([word]) => word))));
  const WORTH = { term: 1.15, section: 1.3, row: 1.2, table: 0.65, form: 0.7 };
  const PLACE = [1, 0.38, 0.1];
  const ASKED = 3; // what the words of a question that a place answers weigh in its text
  const LIKE = 3; // what being such a question adds, whatever the text says
  const UNKNOWN = 5; // as much as a rare word tells
  const MOST = 40;

  return class SearchIndex {
    constructor({ pages, sections, terms, tables, forms, names, asked, synonyms, lists = [] }) {
      this.pages = pages;
      this.lists = lists.map((at) => pages[at].slice(0, 2));
      this.documents = [];
      this.found = new Map();
      this.inQuestions = new Map();
      this.written = new Map(); // each word as it is written, with its stem
      this.means = new Map();
      for (const [word, means] of synonyms) {
        const key = this.key(word);
        this.means.set(key, [...(this.means.get(key) ?? []), ...(means ? [telling(stems(means))] : [])]);
        for (const each of words(word)) this.written.set(each, stem(each));
      }
      // "Bullrush" is two words of a book that says "bull rush".
      this.joined = new Map([...this.means.keys()].filter((key) => key.includes(" ")).map((key) => [stem(key.replaceAll(" ", "")), key.split(" ")]));
      this.terms = new Set(terms.map(([name]) => stems(name).join(" ")));
      const named = new Map();
      for (const [said, page, anchor] of names) named.set(`${page}#${anchor}`, [...(named.get(`${page}#${anchor}`) ?? []), said]);
      // Questions that a place answers, so that it is found by readers' words, too.
      this.asked = new Map();
      for (const [page, anchor, ...said] of asked) this.asked.set(`${page}#${anchor}`, said);
      for (const [name, aliases, definition, page, anchor] of terms) {
        this.add({ kind: "term", title: name, text: definition, names: aliases }, [[name, 8], [definition, 1.2]], page, anchor);
      }
      for (const [page, anchor, title, text, aside] of sections) {
        const first = title === pages[page][0];
        this.add({ kind: "section", title, opening: first, text: text || aside, names: named.get(`${page}#${first && !named.has(`${page}#${anchor}`) ? "" : anchor}`) ?? [] }, [[title, 6], [first ? "" : pages[page][0], 1.2], [text, 1], [aside, 0.35]], page, first ? "" : anchor);
      }
      for (const [page, id, caption, heads, rows] of tables) this.addTable(page, id, caption, heads, rows);
      for (const [page, id, title, fields] of forms) {
        const labels = fields.map(([, label]) => label).join(", ");
        const choices = fields.flatMap(([, , options]) => options).join(" ");
        this.add({ kind: "form", title, text: labels, names: [], fields, same: `form|${id}` }, [[title, 5], [labels, 1.5], [choices, 0.5]], page, id);
      }
      this.vocabulary = [...this.found.keys()];
      // "At will" is a name, though one of its words is a term and the other says nothing.
      const called = this.documents.filter(({ late, kind }) => !late && kind !== "section").map(({ title }) => this.key(title).split(" "));
      this.phrases = new Set(called.filter((name) => name.length > 1 && name.length < 5 && name.some((word) => SILENT.has(word))).map((name) => name.join(" ")));
      this.titled = new Set(this.documents.flatMap(({ known, late }) => (late ? [] : known.flat())));
      this.sections = new Map(this.documents.filter(({ kind }) => kind === "section").map(({ href, title }) => [href, stems(title)]));
    }

    // The pieces of a text, those apart that stand for what was asked for.
    marked(text, marks) {
      return text.split(/((?:[\p{L}\p{N}+−%'’]|[.,](?=\d))+)/u).map((piece, at) => [piece, at % 2 === 1 && stems(piece).some((word) => marks.has(word) && !SILENT.has(word))]);
    }

    key(text) {
      return stems(text).filter((word) => !ARTICLES.has(word)).join(" ");
    }

    addTable(page, id, caption, heads, rows) {
      const table = id.replace(/--\d+$/, "");
      this.add({ kind: "table", title: caption, text: heads.join(", "), names: [], table }, [[caption, 5], [heads.join(" "), 2], [this.pages[page][0], 0.8]], page, id);
      for (const [own, stub, ...cells] of rows) {
        const numbers = span(stub);
        const title = numbers ? `${heads[0]} ${stub}` : stub;
        const pairs = cells.map((cell, at) => [heads[at + 1].replace(/^(.+): HP$/, "$1"), cell]);
        const text = pairs.map(([head, cell]) => `${head} ${cell}`).join(", ");
        this.add({ kind: "row", title, text, pairs, numbers, names: [], table, same: `${caption}|${stub}`, caption }, [[title, 6], [caption, 2], [heads.join(" "), 1.2], [cells.join(" "), 1.4]], page, id + own);
      }
    }

    add(document, parts, page, anchor) {
      const [where, address, part, late] = this.pages[page];
      const at = this.documents.push(document) - 1;
      const asked = document.kind === "section" || document.kind === "row" ? (this.asked.get(`${page}#${anchor}`) ?? []) : [];
      const often = new Map(); // each word of these questions, with how many say it
      for (const said of asked) {
        const typed = words(said);
        const own = typed.map(stem);
        typed.forEach((word, nth) => this.written.set(word, own[nth]));
        const question = { at, words: new Set(telling(own)) };
        for (const word of question.words) {
          if (!this.inQuestions.has(word)) this.inQuestions.set(word, []);
          this.inQuestions.get(word).push(question);
        }
        for (const word of new Set(own)) often.set(word, (often.get(word) ?? 0) + 1);
      }
      const known = [document.title, ...document.names].map((name) => telling(stems(name)));
      Object.assign(document, { page, where: document.caption ?? where, part, late, href: address + (anchor ? `#${anchor}` : ""), known, early: 1.1 - (0.2 * page) / this.pages.length });
      const weights = new Map();
      for (const [text, weight] of [...parts, [document.names.join(" "), document.kind === "term" ? 6 : 4]]) {
        const each = words(text);
        const crowd = Math.sqrt(Math.max(1, each.length / 60));
        for (const word of each) {
          const own = stem(word);
          this.written.set(word, own);
          weights.set(own, Math.max(weights.get(own) ?? 0, weight / (weight > 1 ? 1 : crowd)) + weight * 0.04);
        }
      }
      // A word of one question tells less of a place than a word of many.
      for (const [word, count] of often) weights.set(word, Math.max(weights.get(word) ?? 0, ASKED * Math.min(1, 0.4 + 0.2 * count)));
      for (const [word, weight] of weights) {
        if (!this.found.has(word)) this.found.set(word, new Map());
        this.found.get(word).set(at, weight);
      }
    }

    rarity(word) {
      return Math.log(1 + this.documents.length / (this.found.get(word)?.size ?? 1));
    }

    // The words of a question with their spelling put right; the last one may not be finished.
    spelling(question) {
      const corrected = [];
      const typed = words(question);
      const all = typed.map(stem);
      const put = all.flatMap((word, at) => {
        if (!this.found.has(word) && this.joined.has(word)) return this.joined.get(word);
        if (!this.found.has(word) && this.found.has(stem(`${word}g`)) && word.endsWith("in")) return stem(`${word}g`); // shootin
        if (word.length < 4 || isNumber(word) || SILENT.has(word) || this.found.has(word) || this.means.has(word) || COUNTS.has(word)) return word;
        if ([...this.means.keys()].some((key) => key.split(" ").includes(word))) return word;
        if (at === all.length - 1 && this.vocabulary.some((each) => each.startsWith(word))) return word;
        const raw = typed[at];
        const most = raw.length > 9 ? 2 : 1;
        let best = [most + 1, Infinity, word, raw]; // nothing as far as that
        for (const [written, each] of this.written) {
          // A word that the book says once is more likely another word than the one that was meant.
          if (SILENT.has(each) || isNumber(each) || (this.found.get(each)?.size < 3 && !this.titled.has(each) && !this.means.has(each))) continue;
          if (Math.abs(written.length - raw.length) > most) continue;
          if (raw.length < 6 && isOther(raw, written)) continue;
          const off = apart(raw, written, most) + (written[0] === raw[0] ? 0 : 0.5);
          const many = this.found.get(each)?.size ?? 1;
          if (off < best[0] || (off === best[0] && many > best[1])) best = [off, many, each, written];
        }
        if (best[2] !== word) corrected.push([raw, best[3]]);
        return best[2];
      });
      return [put, corrected];
    }

    // What a question asks for, group by group: its own words, and what else the book calls it.
    groups(all) {
      const groups = [];
      const list = all.filter((word) => !ARTICLES.has(word));
      for (let at = 0; at < list.length; ) {
        let many = Math.min(5, list.length - at);
        const isOne = () => [this.means, this.phrases].some((known) => known.has(list.slice(at, at + many).join(" ")));
        while (many > 1 && !isOne()) many--;
        const own = list.slice(at, at + many);
        const means = this.means.get(own.join(" "));
        const count = COUNTS.get(own[0]);
        groups.push({ own, means: means ?? (many === 1 && count ? [[count]] : []), none: means?.length === 0, silent: many === 1 && !means && SILENT.has(own[0]) });
        at += many;
      }
      const loud = groups.filter(({ silent }) => !silent);
      // "How is Will found?" has nothing but silent words, and one of them is a term.
      const terms = groups.filter(({ own }) => this.terms.has(own.join(" ")));
      return [loud, terms, groups].find((some) => some.length) ?? [];
    }

    // What a word may stand for: itself, and while it may be unfinished, a longer one.
    alternatives(word, open) {
      const found = this.found.has(word) ? [[word, 1]] : [];
      if (!open || isNumber(word) || word.length < 3) return found;
      const more = this.vocabulary.filter((each) => each !== word && each.startsWith(word));
      return [...found, ...more.map((each) => [each, found.length ? 0.2 : 0.6])];
    }

    // Each group with its readings: what it may stand for, word by word, and how much it tells.
    read(all) {
      const groups = this.groups(all);
      return groups.map(({ own, means, none }, at) => {
        const last = at === groups.length - 1;
        const readings = [...(none ? [] : [[own, 1]]), ...means.map((each) => [each, own.length > 1 ? 1 : 0.8])]
          .map(([list, worth]) => ({ worth, words: list.map((word) => this.alternatives(word, list === own && !means.length && (last || !this.found.has(word)))) }))
          .map((reading) => ({ ...reading, known: reading.words.filter((each) => each.length).length / reading.words.length }))
          .filter(({ known }) => known);
        const least = (list) => list.reduce((sum, word) => sum + this.rarity(word), 0) / list.length;
        const soft = own.every((word) => SOFT.has(word)) ? 0.2 : own.every(isNumber) ? 0.4 : 1;
        return { own, readings, soft, mass: soft * (readings.length ? Math.max(least(own), 1) : UNKNOWN), numbers: [...own, ...means.flat()].filter(isNumber).map(parseFloat) };
      });
    }

    // How well each document says a group, by any of its readings.
    said({ readings }) {
      const best = new Map();
      for (const { worth, words: list } of readings) {
        const sums = new Map();
        for (const alternatives of list) {
          const own = new Map();
          for (const [word, likeness] of alternatives) {
            const rarity = this.rarity(word) * likeness * worth;
            for (const [at, weight] of this.found.get(word)) own.set(at, Math.max(own.get(at) ?? 0, weight * rarity));
          }
          for (const [at, score] of own) {
            const [sum, count] = sums.get(at) ?? [0, 0];
            sums.set(at, [sum + score, count + 1]);
          }
        }
        for (const [at, [sum, count]] of sums) {
          const share = count / list.length;
          const score = (sum / list.length) * share;
          if (score > (best.get(at)?.[0] ?? 0)) best.set(at, [score, share * share]);
        }
      }
      return best;
    }

    // How far one of a document's names is what was asked for, and nothing else.
    named(document, groups, all, likely) {
      let best = 0;
      for (const [at, name] of document.known.entries()) {
        if (!name.some((word) => likely.has(word))) continue;
        const hit = new Set();
        let covered = 0;
        for (const { readings, mass } of groups) {
          let most = 0;
          for (const { words: list, worth } of readings) {
            const matched = list.filter((alternatives) => alternatives.some(([word, likeness]) => likeness > 0.5 && name.includes(word) && hit.add(word)));
            most = Math.max(most, worth * (matched.length / list.length) ** 2);
          }
          covered += mass * most;
        }
        const whole = name.reduce((sum, word) => sum + this.rarity(word), 0);
        const told = name.reduce((sum, word) => sum + (hit.has(word) ? this.rarity(word) : 0), 0);
        best = Math.max(best, whole ? (told / whole) ** 1.5 * (covered / all) * (at && document.kind === "section" ? 0.6 : 1) : 0);
      }
      return best;
    }

    // How like one of the questions that a document answers a question is: the share of words that they have in common.
    alike(groups) {
      const [common, hits] = [new Map(), new Map()];
      const weight = (word) => (this.found.has(word) ? this.rarity(word) : UNKNOWN) * (SOFT.has(word) ? 0.5 : 1);
      let whole = 0;
      for (const { readings, own, soft } of groups) {
        const rare = own.reduce((sum, word) => sum + (this.found.has(word) ? this.rarity(word) : UNKNOWN), 0) / own.length * (soft === 0.2 ? 0.5 : 1);
        whole += rare;
        const most = new Map();
        for (const { words: list, worth } of readings) {
          const matched = new Map();
          for (const alternatives of list) {
            const seen = new Set();
            for (const [word, likeness] of alternatives) {
              for (const question of likeness > 0.5 ? (this.inQuestions.get(word) ?? []) : []) {
                if (seen.has(question)) continue;
                seen.add(question);
                matched.set(question, (matched.get(question) ?? 0) + 1);
                if (!hits.has(question)) hits.set(question, new Set());
                hits.get(question).add(word);
              }
            }
          }
          for (const [question, count] of matched) most.set(question, Math.max(most.get(question) ?? 0, (worth * count) / list.length));
        }
        for (const [question, share] of most) common.set(question, (common.get(question) ?? 0) + rare * share);
      }
      const best = new Map();
      for (const [question, share] of common) {
        question.mass ??= [...question.words].reduce((sum, word) => sum + weight(word), 0);
        const told = [...hits.get(question)].reduce((sum, word) => sum + weight(word), 0);
        const { at } = question;
        best.set(at, Math.max(best.get(at) ?? 0, (share + told) / (whole + question.mass)));
      }
      return best;
    }

    // The sentence of a document that says most of what was asked for, and how much that is.
    sentence(document, groups, all) {
      document.sentences ??= document.text.split(/(?<=[.!?])\s+/).map((text) => [text, set(text)]);
      const title = set(document.title);
      let best = [0, 0];
      document.sentences.forEach(([, own], at) => {
        const share = groups.reduce((sum, { readings, mass }) => {
          const most = Math.max(0, ...readings.map(({ words: list }) => list.filter((alternatives) => alternatives.some(([word]) => own.has(word) || title.has(word))).length / list.length));
          return sum + mass * most;
        }, 0);
        if (share / all > best[0]) best = [share / all, at];
      });
      return best;
    }

    // What a question says of a form's fields: "level 7", "+4", "high".
    filled({ fields }, question) {
      const said = words(question);
      const own = said.map(stem);
      const given = new Map();
      const used = new Set();
      const give = (name, at) => {
        given.set(name, said[at].replace("+", ""));
        used.add(at);
      };
      for (const [name, label, options] of fields) {
        const chosen = options.find((option) => stems(option).every((word) => own.includes(word)));
        if (chosen) given.set(name, chosen);
        if (options.length) continue;
        const [last] = stems(label).slice(-1);
        const at = own.findIndex((word, here) => isNumber(word) && !used.has(here) && (own[here - 1] === last || own[here + 1] === last || (/^[+-]/.test(word) && /bonus|modifier/.test(label))));
        if (at >= 0) give(name, at);
      }
      const open = fields.filter(([name, , options]) => !options.length && !given.has(name));
      const left = own.flatMap((word, at) => (isNumber(word) && !used.has(at) ? [at] : []));
      if (left.length === 1 && open.length && (given.size || fields.length === 1)) give(open[0][0], left[0]);
      return [...given];
    }

    scored(groups, question) {
      const literal = question.trim().toLowerCase();
      const scores = new Map();
      const all = groups.reduce((sum, { mass }) => sum + mass, 0);
      for (const group of groups) {
        for (const [at, [score, share]] of this.said(group)) {
          const [sum, mass] = scores.get(at) ?? [0, 0];
          scores.set(at, [sum + score * group.soft, mass + group.mass * share]);
        }
      }
      const likely = likelyWords(groups);
      const alikes = this.alike(groups);
      const numbers = groups.flatMap((group) => group.numbers);
      // "Level 7", "the 7th level": a number counts for a row where the word beside it heads the row's column.
      const said = stems(question).map((word) => COUNTS.get(word) ?? word);
      const numbered = (head, low, high) => said.some((word, at) => isNumber(word) && parseFloat(word) >= low && parseFloat(word) <= high && [said[at - 1], said[at + 1]].some((beside) => head.includes(beside)));
      return [...scores].map(([at, [sum, mass]]) => {
        const document = this.documents[at];
        const share = mass / all;
        const name = this.named(document, groups, all, likely);
        const alike = alikes.get(at) ?? 0;
        const told = sum * share ** 1.2 * (1 + 1.2 * name) * (name > 0.9 ? 1.4 : 1) * (literal === document.title.toLowerCase() ? 1.2 : 1) * WORTH[document.kind] * (document.opening && name < 0.9 ? 0.6 : 1) * (1 + 0.02 * Math.min(document.pairs?.length ?? 0, 8)) * PLACE[document.late] ** (1 - alike) * document.early;
        let score = told * (1 + 2 * alike ** 3) + LIKE * alike ** 2 * all;
        let exact = name > 0.55;
        if (document.numbers) {
          const [low, high] = document.numbers;
          const counts = numbers.some((number) => number >= low && number <= high);
          const headed = numbered(document.known[0], low, high);
          score *= !counts ? 0.3 : headed ? 9 : 1.2;
          if (counts && headed) exact = true;
        }
        return { score, share, name, exact, document };
      });
    }

    // The documents that answer a question, best first, and what is to be said of the question itself.
    search(question) {
      const [all, corrected] = this.spelling(question);
      const groups = this.read(all);
      if (!groups.length) return { found: [], corrected, marks: new Set(), lacking: [], answers: false, count: 0 };
      const whole = groups.reduce((sum, { mass }) => sum + mass, 0);
      const ranked = this.scored(groups, question).sort((one, other) => other.score - one.score);
      for (const each of ranked.slice(0, 60)) {
        if (each.document.fields) {
          each.given = this.filled(each.document, question);
          if (each.given.length) each.score *= 2;
        }
        const [share, at] = each.document.kind === "row" ? [each.share, 0] : this.sentence(each.document, groups, whole);
        each.score *= 0.7 + 0.6 * share;
        each.at = at;
      }
      ranked.splice(0, 60, ...ranked.slice(0, 60).sort((one, other) => other.score - one.score));
      const least = (ranked[0]?.score ?? 0) * 0.1;
      const [seen, tables] = [new Set(), new Map()];
      const kept = ranked.filter(({ score, document: { href, same, table } }) => {
        if (score < least || seen.has(href) || (same && seen.has(same)) || (table && tables.get(table) === 2)) return false;
        tables.set(table, (tables.get(table) ?? 0) + 1);
        seen.add(href).add(same);
        return true;
      });
      // Where a term is explained in a section of another name, a row of that page or a section that is
      // called so says all that the definition sums up.
      const [first] = kept;
      if (first?.document.kind === "term" && !this.sections.get(first.document.href)?.some((word) => first.document.known[0].includes(word))) {
        const { page, known } = first.document;
        const fuller = kept.findIndex(({ document }) => document.known[0].join() === known[0].join() && (document.kind === "row" ? document.page === page : document.kind === "section" && !document.late));
        if (fuller > 0) kept.unshift(...kept.splice(fuller, 1));
      }
      const lacking = groups.filter(({ readings, soft }) => !readings.length && soft === 1);
      const missing = lacking.reduce((sum, { mass }) => sum + mass, 0) / whole;
      return {
        found: kept.slice(0, MOST).map(({ document, at = 0, exact, given = [] }) => ({
          ...document,
          href: document.href + (given.length ? `:${new URLSearchParams(given)}` : ""),
          said: document.sentences?.slice(at).map(([text]) => text) ?? [document.text],
          from: at,
          exact,
          given: given.map(([field, value]) => [document.fields.find(([own]) => own === field)[1], value]),
        })),
        count: kept.length,
        corrected,
        marks: likelyWords(groups),
        lacking: lacking.map(({ own }) => own.map((word) => words(question).find((typed) => stem(typed) === word) ?? word).join(" ")),
        answers: missing < 0.4 && kept.length > 0 && (kept[0].share > 0.3 || kept[0].name > 0.3),
        ranked,
      };
    }
  };
})();
