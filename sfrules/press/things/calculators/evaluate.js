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

  // As the book prints numbers: a true minus, a decimal where it comes to an end, digits grouped from 10,000.
  const printed = (value) => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (!isNumber(value)) return value;
    const [sign, size] = value.above < 0n ? ["−", -value.above] : ["", value.above];
    let [scale, rest] = [1n, value.below];
    for (; gcd(rest, 10n) > 1n; rest /= gcd(rest, 10n)) scale *= 10n;
    if (rest > 1n) return `${sign}${size}/${value.below}`;
    const units = (size * scale) / value.below;
    const whole = `${units / scale}`;
    const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
    return sign + grouped + (scale > 1n ? `.${`${units % scale}`.padStart(`${scale}`.length - 1, "0")}` : "");
  };
  // An answer that is no decimal says about how much it is, too.
  const shown = (value) => {
    const exactly = printed(value);
    return isNumber(value) && exactly.includes("/") ? `${exactly}, about ${(Number(value.above) / Number(value.below)).toFixed(4).replace("-", "−")}` : exactly;
  };

  // A rule at some values; each quantity on the way is worked out once, when it is asked for.
  const answer = (rules, name, given) => {
    const { where, value } = rules[name];
    const known = new Map(Object.entries(given));
    const found = (own) => {
      if (!known.has(own)) {
        if (!Object.hasOwn(where, own)) throw new RangeError(`${own} is not known`);
        known.set(own, of(where[own]));
      }
      return known.get(own);
    };
    const called = (other, inputs) => answer(rules, other, Object.fromEntries(Object.entries(inputs).map(([own, tree]) => [own, of(tree)])));
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
    return of(value);
  };

  // A share of a hundred, exact where two decimals say it.
  const share = (value) => {
    const hundred = times(value, whole(100));
    const exactly = 100n % hundred.below === 0n;
    return `${exactly ? shown(hundred) : `about ${(Number(OPERATIONS.half(times(hundred, whole(100))).above) / 100).toFixed(2)}`}%`;
  };

  return { fraction, whole, parse, written, shown, share, answer, times, neg, floor };
})();
