// Dice: a roller, and the exact distribution of what dice come to.
{
  const { fraction, whole, answer, shown, share } = evaluator;
  const { exactly, named, text, fill, values, roll } = calculators;
  const SVG = "http://www.w3.org/2000/svg";
  const MOST_BARS = 80;

  const roller = (form) => {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const faces = Number(event.submitter.value);
      const count = Math.max(1, Math.min(Number(form.elements.count.max), form.elements.count.valueAsNumber || 1));
      form.querySelector("output").value = added(Array.from({ length: count }, () => roll(faces)));
    });
  };
  const added = (thrown) => {
    const sum = thrown.reduce((one, other) => one + other);
    return thrown.length > 1 ? `${thrown.join(" + ")} = ${sum}` : `${sum}`;
  };

  // "2d6 + d8 + 3" as kinds of dice, each with their number; a plain number is so many dice of one face.
  const kinds = (notation, { faces, most }) => {
    const found = notation.split("+").map((part) => part.trim().match(/^([1-9]\d{0,2})?d([1-9]\d{0,2})$|^(\d{1,2})$/i));
    const read = found.map((match) => match && (match[3] ? [Number(match[3]), 1] : [Number(match[1] ?? 1), Number(match[2])]));
    const known = faces.map((each) => `d${each}`).join(", ");
    if (read.some((kind) => !kind || ![1, ...faces].includes(kind[1])) || read.every(([, of]) => of === 1)) throw new RangeError(`Write dice such as 2d${faces[0]} + d${faces.at(-1)}, of ${known}.`);
    if (read.reduce((sum, [number]) => sum + number, 0) > most) throw new RangeError(`At most ${most} dice.`);
    return read;
  };

  // The number of ways to each total, from the lowest: a die more adds up as many neighbors as it has faces.
  const totals = (read) => {
    let lowest = 0;
    let ways = [1n];
    for (const [number, faces] of read) {
      for (let die = 0; die < number; die += 1) {
        let sum = 0n;
        ways = Array.from({ length: ways.length + faces - 1 }, (_, at) => (sum += (ways[at] ?? 0n) - (ways[at - faces] ?? 0n)));
      }
      lowest += number;
    }
    return ways.map((count, at) => [lowest + at, count]);
  };

  // The same, where each face of a die counts something of its own.
  const counts = (read, worth) => {
    let ways = new Map([[0, 1n]]);
    for (const [number, faces] of read) {
      for (let die = 0; die < number; die += 1) {
        const more = new Map();
        for (const [sum, count] of ways) {
          for (const each of worth[faces] ?? [1]) more.set(sum + each, (more.get(sum + each) ?? 0n) + count);
        }
        ways = more;
      }
    }
    return [...ways];
  };

  const distribution = (form, data, work) => {
    const [notation_field] = named(form);
    const least = form.querySelector("[name='at least']");
    const own = named(form).filter((field) => field !== notation_field && field !== least);
    const plot = form.querySelector(".calculator__plot");
    const outcome = (total, given) => (data.rule ? answer(data.rules, data.rule, { ...given, [data.total]: whole(total) }) : whole(total));

    // Each outcome with its ways, in rising order, and all the ways there are.
    const counted = (notation, given) => {
      const found = new Map();
      const read = kinds(notation, data);
      for (const [total, ways] of data.worth ? counts(read, data.worth) : totals(read)) {
        const { above } = outcome(total, given);
        found.set(above, (found.get(above) ?? 0n) + ways);
      }
      const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
      return { sorted, all: sorted.reduce((sum, [, ways]) => sum + ways, 0n) };
    };

    const solve = () => {
      const given = values(own);
      const { sorted, all } = counted(notation_field.value, given);
      const mean = fraction(sorted.reduce((sum, [each, ways]) => sum + each * ways, 0n), all);
      if (!least.value) least.value = `${-evaluator.floor(evaluator.neg(mean)).above}`;
      const { "at least": wanted } = values([least]);
      const enough = sorted.reduce((sum, [each, ways]) => (each >= wanted.above ? sum + ways : sum), 0n);
      draw(sorted, all, wanted.above, mean);
      return { sorted, all, mean, wanted: wanted.above, enough };
    };

    const draw = (sorted, all, wanted, mean) => {
      const [low] = sorted[0];
      const [high] = sorted.at(-1);
      const width = (high - low) / BigInt(MOST_BARS) + 1n;
      const bars = new Map();
      sorted.forEach(([each, ways]) => bars.set((each - low) / width, (bars.get((each - low) / width) ?? 0n) + ways));
      const across = Number((high - low) / width) + 1;
      const tallest = Number([...bars.values()].reduce((one, other) => (one > other ? one : other)));
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("viewBox", `0 0 ${across} 30`);
      svg.setAttribute("preserveAspectRatio", "none");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `Chances of ${low} to ${high}, with a mean of ${shown(mean)}`);
      for (const [at, ways] of bars) {
        const bar = document.createElementNS(SVG, "rect");
        const tall = (Number(ways) / tallest) * 30;
        const box = { x: Number(at) + 0.08, y: 30 - tall, width: 0.84, height: tall };
        Object.entries(box).forEach(([name, value]) => bar.setAttribute(name, value));
        if (low + at * width >= wanted) bar.setAttribute("class", "enough");
        svg.append(bar);
      }
      const ends = document.createElement("p");
      ends.append(...[low, high].map((end) => Object.assign(document.createElement("span"), { textContent: shown(whole(end)) })));
      plot.replaceChildren(svg, ends);
    };

    form.querySelector("button[type=button]").addEventListener("click", () => {
      try {
        const dice = kinds(notation_field.value, data).flatMap(([number, faces]) => (faces === 1 ? [[number, 1]] : Array.from({ length: number }, () => [roll(faces), faces])));
        const thrown = dice.map(([face]) => face);
        const sum = dice.reduce((all, [face, faces]) => all + (data.worth?.[faces]?.[face - 1] ?? face), 0);
        const made = data.rule || data.worth ? `, which makes ${shown(outcome(sum, values(own)))}` : "";
        work(`Rolled ${data.worth ? thrown.join(", ") : added(thrown)}${made}.`);
      } catch (error) {
        work(error.message);
      }
    });

    const lines = ({ sorted, all, mean, wanted, enough }) => {
      const counts = all < 10n ** 12n ? `${enough} of ${all} equally likely throws come to ${wanted} or more.` : "";
      return [counts, `Mean: ${shown(mean)}, between ${sorted[0][0]} and ${sorted.at(-1)[0]}.`];
    };

    // For whoever would compare: the ways to each outcome at exact values.
    form.countsAt = (notation, given) => {
      return counted(notation, exactly(given)).sorted.map(([each, ways]) => [`${each}`, `${ways}`]);
    };
    return {
      answer: () => {
        const solved = solve();
        return { said: `${solved.wanted} or more: ${share(fraction(solved.enough, solved.all))} · mean ${shown(solved.mean).replace(/^.*about /, "about ")}`, lines: lines(solved) };
      },
      write: () => new URLSearchParams(named(form).map((field) => [field.name, text(field)])),
      read: (given) => fill(form, given),
    };
  };
  calculators.each("form.roller", roller);
  calculators.form("distribution", distribution);
}
