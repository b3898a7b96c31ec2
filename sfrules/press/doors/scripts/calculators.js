// Calculators: the rules themselves, as data that the book was built with, worked out in exact fractions.
{
  const gcd = (one, other) => (other ? gcd(other, one % other) : one < 0n ? -one : one);
  const fraction = (above, below = 1n) => {
    if (!below) throw new RangeError("division by zero");
    const shared = gcd(above, below) * (below < 0n ? -1n : 1n);
    return { above: above / shared, below: below / shared };
  };
  const isNumber = (value) => typeof value === "object";
  const parse = (text) => {
    const [, sign, whole, part = "", below] = text.trim().match(/^([+-]?)(\d*)(?:\.(\d*))?(?:\/(\d+))?$/) ?? [];
    if (!whole && !part) throw new RangeError(`${text} is no number`);
    const above = BigInt(whole + part) * (sign === "-" ? -1n : 1n);
    return fraction(above, 10n ** BigInt(part.length) * BigInt(below ?? 1));
  };
  const written = (value) => (!isNumber(value) ? String(value) : value.below === 1n ? `${value.above}` : `${value.above}/${value.below}`);

  const plus = (a, b) => fraction(a.above * b.below + b.above * a.below, a.below * b.below);
  const neg = (a) => fraction(-a.above, a.below);
  const times = (a, b) => fraction(a.above * b.above, a.below * b.below);
  const over = (a, b) => fraction(a.above * b.below, a.below * b.above);
  const floor = (a) => fraction(a.above >= 0n || a.above % a.below === 0n ? a.above / a.below : a.above / a.below - 1n);
  const less = (a, b) => a.above * b.below < b.above * a.below;
  const same = (a, b) => (isNumber(a) && isNumber(b) ? a.above === b.above && a.below === b.below : a === b);
  const power = (a, b) => (b.above < 0n ? fraction(a.below ** -b.above, a.above ** -b.above) : fraction(a.above ** b.above, a.below ** b.above));
  const half = fraction(1n, 2n);
  const NUMBERS = {
    "+": plus,
    "-": (a, b) => plus(a, neg(b)),
    "*": times,
    "/": over,
    "%": (a, b) => plus(a, neg(times(b, floor(over(a, b))))),
    "**": power,
    neg,
    floor,
    ceil: (a) => neg(floor(neg(a))),
    half: (a) => floor(plus(a, half)),
    trunc: (a) => (a.above < 0n ? neg(floor(neg(a))) : floor(a)),
    abs: (a) => (a.above < 0n ? neg(a) : a),
    max: (...all) => all.reduce((a, b) => (less(a, b) ? b : a)),
    min: (...all) => all.reduce((a, b) => (less(b, a) ? b : a)),
    "==": same,
    "!=": (a, b) => !same(a, b),
    "<": less,
    ">": (a, b) => less(b, a),
    "<=": (a, b) => !less(b, a),
    ">=": (a, b) => !less(a, b),
    not: (a) => !a,
  };

  // A rule of a calculator at some values; `told` takes each quantity on the way, with its words.
  const answer = (rules, name, given, told = () => {}) => {
    const { where, value } = rules[name];
    const meanings = new Map(where.map(([own, words, tree]) => [own, [words, tree]]));
    const known = new Map(Object.entries(given));
    const found = (own, words) => {
      if (!known.has(own) && own.includes("[")) throw new RangeError(`${own} is not known`);
      if (!known.has(own)) known.set(own, tell(words, of(meanings.get(own)[1])));
      return known.get(own);
    };
    const tell = (words, result) => {
      if (words) told(words, result);
      return result;
    };
    const of = (tree) => {
      if (typeof tree === "number") return fraction(BigInt(tree));
      if (!Array.isArray(tree)) return tree;
      const [sign, ...parts] = tree;
      if (sign in NUMBERS) return NUMBERS[sign](...parts.map(of));
      return SPECIAL[sign](...parts);
    };
    const SPECIAL = {
      get: found,
      if: (condition, chosen, otherwise) => of(of(condition) ? chosen : otherwise),
      and: (...all) => all.every(of),
      or: (...all) => all.some(of),
      bound: (inner, low, high) => {
        let result = of(inner);
        if (low !== null) result = NUMBERS.max(result, of(low));
        if (high !== null) result = NUMBERS.min(result, of(high));
        return result;
      },
      call: (other, words, inputs) =>
        tell(words, answer(rules, other, Object.fromEntries(Object.entries(inputs).map(([own, tree]) => [own, of(tree)])))),
      grid: (keys, entries, words) => {
        const wanted = keys.map(of);
        const entry = entries.find(([row]) => row.every((key, at) => same(of(key), wanted[at])));
        if (!entry) throw new RangeError("the book has no answer to that");
        return tell(words, of(entry[1]));
      },
      runs: (key, runs, words) => {
        const wanted = of(key);
        const run = runs.find(([from, to]) => !less(wanted, of(from)) && !less(of(to), wanted));
        if (!run || wanted.below !== 1n) throw new RangeError("the book has no answer to that");
        return tell(words, of(run[2]));
      },
    };
    return of(value);
  };

  // As the book prints numbers: with a true minus, and a decimal where it comes to an end.
  const shown = (value) => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (!isNumber(value)) return value;
    const { above, below } = value;
    if (below === 1n) return `${above}`.replace("-", "−");
    const places = [1, 2, 3, 4].find((each) => 10n ** BigInt(each) % below === 0n);
    const decimal = (Number(above) / Number(below)).toFixed(places ?? 4).replace("-", "−");
    return places ? decimal : `${`${above}`.replace("-", "−")}/${below}, about ${decimal}`;
  };

  // What a reader has set once: the name, the words and the value of each field.
  const YOURS = `rulebook ${new URL("../../", document.currentScript.src).href} yours`;
  const yours = () => {
    try {
      return JSON.parse(localStorage.getItem(YOURS)) ?? [];
    } catch {
      return [];
    }
  };
  const own = () => Object.fromEntries(yours().map(([name, , value]) => [name, value]));

  const fields = (form) => [...form.elements].filter((each) => each.name);
  const text = (field) => (field.type === "checkbox" ? `${field.checked}` : field.value);
  const fill = (form, values) =>
    fields(form).forEach((field) => {
      const value = values[field.name];
      if (value === undefined) return;
      if (field.type === "checkbox") field.checked = value === "true";
      else if (field.tagName !== "SELECT" || [...field.options].some((each) => each.value === value)) field.value = value;
    });

  const start = (form) => {
    const { rule, given, rules, percent } = JSON.parse(form.querySelector("script").textContent);
    const fixed = Object.fromEntries(Object.entries(given).map(([own, value]) => [own, Array.isArray(value) ? fraction(BigInt(value[1]), BigInt(value[2])) : typeof value === "number" ? fraction(BigInt(value)) : value]));
    const taken = (field) => (field.type === "checkbox" ? field.checked : field.type === "number" ? parse(field.value) : field.value);
    const output = form.querySelector("output");
    const how = form.querySelector(".calculator__how");
    const copy = form.querySelector("a.copy");

    const work = () => {
      const steps = new Map();
      try {
        const wrong = fields(form).find((field) => !field.validity.valid);
        if (wrong) throw new RangeError(wrong.validationMessage);
        const inputs = Object.fromEntries(fields(form).map((field) => [field.name, taken(field)]));
        const result = answer(rules, rule, { ...fixed, ...inputs }, (words, step) => steps.set(words, step));
        output.value = percent ? `${shown(fraction(result.above * 100n, result.below))}%` : shown(result);
      } catch (error) {
        output.value = "–";
        steps.clear();
        steps.set(error.message, "");
      }
      how.textContent = [...steps].map(([words, result]) => `${words} ${result === "" ? "" : shown(result)}`.trim()).join(" · ");
      copy.href = `#${form.id}:${new URLSearchParams(fields(form).map((field) => [field.name, text(field)]))}`;
    };

    // For whoever would compare: exact answers at exact values.
    form.answerAt = (values) => {
      const inputs = Object.fromEntries(Object.entries(values).map(([own, value]) => [own, typeof value === "string" && /^#/.test(value) ? parse(value.slice(1)) : value]));
      try {
        return written(answer(rules, rule, { ...fixed, ...inputs }));
      } catch (error) {
        return `refused: ${error.message}`;
      }
    };
    form.addEventListener("input", () => {
      work();
      try {
        history.replaceState(history.state, "", copy.href);
      } catch {
        // A browser that lets no address be changed still has the link.
      }
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    fill(form, own());
    form.hidden = false;
    work();
    return work;
  };

  const works = new Map([...document.querySelectorAll("form.calculator[id]")].map((form) => [form.id, [form, start(form)]]));
  const read = () => {
    const [id, values] = decodeURIComponent(location.hash.slice(1)).split(/:(.*)/s);
    if (!works.has(id) || values === undefined) return;
    const [form, work] = works.get(id);
    fill(form, Object.fromEntries(new URLSearchParams(values)));
    work();
    form.scrollIntoView({ block: "center" });
  };
  read();
  addEventListener("hashchange", read);

  // Kept on this device alone, known to the calculators, and marked in the tables whose rows go by it.
  const mark = () => {
    const values = new Map(yours().flatMap(([name, words, value]) => [[name, value], [words.toLowerCase(), value]]));
    document.querySelectorAll("tr.yours").forEach((row) => row.classList.remove("yours"));
    for (const table of document.querySelectorAll(".rules-table")) {
      const value = values.get(table.tHead?.rows[0].cells[0].textContent.trim().toLowerCase());
      if (!value) continue;
      for (const row of table.tBodies[0].rows) row.classList.toggle("yours", row.cells[0].textContent === value);
    }
    document.dispatchEvent(new CustomEvent("yours", { detail: values }));
  };
  mark();
  document.querySelectorAll("form.yours").forEach((form) => {
    fill(form, own());
    form.hidden = false;
    form.addEventListener("input", () => {
      if (!form.checkValidity()) return;
      try {
        localStorage.setItem(YOURS, JSON.stringify(fields(form).map((field) => [field.name, field.labels[0].textContent.trim(), text(field)])));
      } catch {
        // With nothing kept, the calculators here still know.
      }
      mark();
      works.forEach(([calculator, work]) => {
        fill(calculator, own());
        work();
      });
    });
    form.addEventListener("reset", () => {
      localStorage.removeItem(YOURS);
      mark();
    });
  });

  // The roller: dice of the book, thrown without favor.
  const throwDie = (faces) => {
    const most = Math.floor(2 ** 32 / faces) * faces;
    const [thrown] = crypto.getRandomValues(new Uint32Array(1));
    return thrown < most ? (thrown % faces) + 1 : throwDie(faces);
  };
  document.querySelectorAll("form.roller").forEach((form) => {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const faces = Number(event.submitter.value);
      const thrown = Array.from({ length: Math.max(1, Math.min(100, form.elements.count.valueAsNumber || 1)) }, () => throwDie(faces));
      const sum = thrown.reduce((one, other) => one + other);
      form.querySelector("output").value = thrown.length > 1 ? `${thrown.join(" + ")} = ${sum}` : `${sum}`;
    });
  });
}
