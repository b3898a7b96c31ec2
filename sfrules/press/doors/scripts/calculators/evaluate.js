// Rules in a browser: trees that were translated from a book's rules, evaluated in exact fractions.
const evaluator = (() => {
  const gcd = (one, other) => (other ? gcd(other, one % other) : one < 0n ? -one : one);
  const fraction = (above, below = 1n) => {
    if (!below) throw new RangeError("division by zero");
    const shared = gcd(above, below) * (below < 0n ? -1n : 1n);
    return { above: above / shared, below: below / shared };
  };
  const whole = (number) => fraction(BigInt(number));
  const isNumber = (value) => typeof value === "object";
  const parse = (text) => {
    const [, sign, before, after = "", below] = text.trim().match(/^([+-]?)(\d*)(?:\.(\d*))?(?:\/(\d+))?$/) ?? [];
    if (!before && !after) throw new RangeError(`${text} is no number`);
    const above = BigInt(before + after) * (sign === "-" ? -1n : 1n);
    return fraction(above, 10n ** BigInt(after.length) * BigInt(below ?? 1));
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
  const OPERATIONS = {
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

  // An expression with its values put in; each sign binds as tightly as its level says.
  const INFIX = { "+": [" + ", 1], "-": [" − ", 1], "*": [" × ", 2], "/": [" / ", 2], "%": [" modulo ", 2], "**": [" to the power of ", 3] };
  const COMPARED = { "==": "=", "!=": "≠", "<": "<", ">": ">", "<=": "≤", ">=": "≥" };
  const ROUNDED = { floor: "rounded down", ceil: "rounded up", half: "rounded, a half up", trunc: "rounded toward 0" };
  const worded = (of) => {
    const labelled = (words, tree) => `${words} ${shown(of(tree))}`.trim();
    const bounds = ([, low, high]) => `${low === null ? "" : `, at least ${say(low)}`}${high === null ? "" : `, at most ${say(high)}`}`;
    const loose = (sign, parts) => {
      if (sign in COMPARED) return `${say(parts[0], 1)} ${COMPARED[sign]} ${say(parts[1], 1)}`;
      if (sign in ROUNDED) return `${say(parts[0])}, ${ROUNDED[sign]}`;
      if (sign === "max" || sign === "min") return `the ${sign === "max" ? "higher" : "lower"} of ${parts.map((part) => say(part)).join(" and ")}`;
      if (sign === "bound") return `${say(parts[0], 1)}${bounds(parts)}`;
      if (sign === "not") return `not ${say(parts[0], 1)}`;
      return parts.map((part) => say(part, 1)).join(` ${sign} `);
    };
    const say = (tree, level = 0) => {
      if (!Array.isArray(tree)) return shown(of(tree));
      const [sign, ...parts] = tree;
      if (sign === "get" || sign === "call") return labelled(parts[1], tree);
      if (sign === "grid" || sign === "runs") return labelled(parts[2], tree);
      if (sign === "if") return say(of(parts[0]) ? parts[1] : parts[2], level);
      if (sign === "neg") return `−${say(parts[0], 3)}`;
      if (sign === "abs") return `|${say(parts[0])}|`;
      if (sign === "/" && parts.every((part) => typeof part === "number")) return shown(of(tree));
      const [joint, own] = INFIX[sign] ?? ["", 0];
      const text = joint ? `${say(parts[0], own)}${joint}${say(parts[1], own + 1)}` : loose(sign, parts);
      return own < level ? `(${text})` : text;
    };
    return say;
  };

  // A rule at some values; `told` takes each quantity on the way, with its words and how it is worked out.
  const answer = (rules, name, given, told) => {
    const { where, value } = rules[name];
    const meanings = new Map(where.map(([own, words, tree]) => [own, [words, tree]]));
    const known = new Map(Object.entries(given));
    const found = (own) => {
      if (known.has(own)) return known.get(own);
      if (!meanings.has(own)) throw new RangeError(`${own} is not known`);
      const [words, tree] = meanings.get(own);
      known.set(own, of(tree));
      if (told && words) told(words, known.get(own), worked_out(tree));
      return known.get(own);
    };
    const called = (other, words, inputs) => {
      const arguments_ = Object.fromEntries(Object.entries(inputs).map(([own, tree]) => [own, of(tree)]));
      let how = "";
      const inner = told && words && ((own, result, text) => (own ? told(own, result, text) : (how = text)));
      const result = answer(rules, other, arguments_, inner);
      if (inner) told(words, result, how);
      return result;
    };
    const found_by = (keys, entries) => {
      const wanted = keys.map(of);
      const entry = entries.find(([row]) => row.every((key, at) => same(of(key), wanted[at])));
      if (!entry) throw new RangeError("the book has no answer to that");
      return of(entry[1]);
    };
    const found_within = (key, runs) => {
      const wanted = of(key);
      const run = runs.find(([from, to]) => !less(wanted, of(from)) && !less(of(to), wanted));
      if (!run || wanted.below !== 1n) throw new RangeError("the book has no answer to that");
      return of(run[2]);
    };
    const bounded = (inner, low, high) => {
      let result = of(inner);
      if (low !== null) result = OPERATIONS.max(result, of(low));
      if (high !== null) result = OPERATIONS.min(result, of(high));
      return result;
    };
    const SPECIAL = {
      get: found,
      if: (condition, chosen, otherwise) => of(of(condition) ? chosen : otherwise),
      and: (...all) => all.every(of),
      or: (...all) => all.some(of),
      bound: bounded,
      call: called,
      grid: found_by,
      runs: found_within,
    };
    const of = (tree) => {
      if (typeof tree === "number") return whole(tree);
      if (!Array.isArray(tree)) return tree;
      const [sign, ...parts] = tree;
      return sign in OPERATIONS ? OPERATIONS[sign](...parts.map(of)) : SPECIAL[sign](...parts);
    };
    const say = worded(of);
    // What is looked up is worked out by its keys, and what another rule answers by that rule.
    const worked_out = (tree) => {
      const [sign, keys] = Array.isArray(tree) ? tree : [];
      if (sign === "call" || sign === "get" || typeof tree === "number") return "";
      if (sign === "grid" || sign === "runs") return `for ${[keys].flat(sign === "runs" ? 0 : 1).map((key) => say(key)).join(", ")}`;
      return say(tree);
    };
    const result = of(value);
    if (told) told("", result, worked_out(value));
    return result;
  };

  // A rule at some values, with the lines of its working: the answer first, and then each quantity on the way.
  const worked = (rules, name, given) => {
    const steps = new Map();
    const line = (words, result, how) => {
      if (!how) return;
      const text = !words ? how.replace(/^for /, "") : how.startsWith("for ") ? `${words} ${how}` : `${words}: ${how}`;
      steps.set(words, `${text} = ${shown(result)}`);
    };
    const result = answer(rules, name, given, line);
    return { result, lines: [...steps].sort(([one], [other]) => !!one - !!other).map(([, text]) => text) };
  };

  // A share of a hundred, exact where two decimals say it.
  const share = (value) => {
    const hundred = times(value, whole(100));
    const exactly = 100n % hundred.below === 0n;
    return `${exactly ? shown(hundred) : `about ${(Number((hundred.above * 1000n) / hundred.below) / 1000).toFixed(2)}`}%`;
  };

  return { fraction, whole, parse, written, shown, share, worked, answer, less, plus, times, over, neg, floor };
})();
