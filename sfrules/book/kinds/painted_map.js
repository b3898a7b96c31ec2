// A map that a reader paints, and what a budget reaches on it: the least costs, by Dijkstra's search over the rule's own prices.
calculators.form("painted-map", (form, { neighbors, letters, rows, ways }) => {
  const { written, parse, shown, times, whole, over, floor } = evaluator;
  const { named, put, values } = calculators;
  const names = new Map(letters);
  const grid = form.querySelector(".painted-map__grid");
  const how = form.querySelector(".calculator__how");
  const budget = form.querySelector("[name=budget]");
  const fields = named(form).filter((field) => field.tagName === "SELECT");
  const brushes = named(form).filter((field) => field.name === "brush");
  const walls = letters.map(([letter]) => letter).filter((letter) => !ways.some(([, , prices]) => letter in prices));
  const number = (tree) => (Array.isArray(tree) ? over(whole(tree[1]), whole(tree[2])) : whole(tree));

  let painted = [];
  let start = [0, 0];
  let at = [0, 0];
  let found = new Map();
  const width = () => painted[0].length;
  const key = ([x, y]) => y * width() + x;
  const letterAt = ([x, y]) => painted[y]?.[x];

  // A later choice is among those that go with the earlier ones.
  const choose = (wanted = {}) => {
    const chosen = {};
    for (const field of fields) {
      const fitting = ways.filter(([given]) => Object.entries(chosen).every(([name, value]) => given[name] === value));
      const options = [...new Set(fitting.map(([given]) => given[field.name]))];
      const value = [wanted[field.name], field.value].find((each) => options.includes(each)) ?? options[0];
      field.replaceChildren(...options.map((each) => new Option(each, each)));
      chosen[field.name] = field.value = value;
    }
  };
  const way = () => ways.find(([given]) => fields.every((field) => given[field.name] === field.value));
  const usual = () => (budget.value = written(number(way()[1])));

  // Costs are counted in whole parts of the unit, as many as make every price whole.
  const priced = ([, , prices]) => {
    const missing = painted.flat().find((letter) => !(letter in prices) && !walls.includes(letter));
    if (missing) throw new RangeError(`The rules have no price for ${names.get(missing).toLowerCase()} ground here.`);
    const every = Object.values(prices).flat().filter((price) => price !== null).map(number);
    const parts = every.reduce((one, { below }) => (one % below ? one * below : one), 1n);
    const scaled = ([letter, costs]) => [letter, costs.map((cost) => (cost === null ? Infinity : Number(times(number(cost), whole(parts)).above)))];
    return { parts, prices: Object.fromEntries(Object.entries(prices).map(scaled)) };
  };

  const search = (most, prices) => {
    const reached = new Map();
    const ahead = new Map([[key(start), { square: start, cost: 0, before: null }]]);
    while (ahead.size) {
      const nearest = [...ahead.values()].reduce((one, other) => (other.cost < one.cost ? other : one));
      ahead.delete(key(nearest.square));
      reached.set(key(nearest.square), nearest);
      neighbors.forEach(([right, down], direction) => {
        const square = [nearest.square[0] + right, nearest.square[1] + down];
        const letter = letterAt(square);
        const cost = nearest.cost + (prices[letter]?.[direction] ?? Infinity);
        if (letter === undefined || cost > most || reached.has(key(square)) || ahead.get(key(square))?.cost <= cost) return;
        ahead.set(key(square), { square, cost, before: nearest });
      });
    }
    return reached;
  };

  const reach = (most) => {
    if (walls.includes(letterAt(start))) throw new RangeError("The start is in a wall.");
    const { parts, prices } = priced(way());
    const reached = search(Number(floor(times(most, whole(parts))).above), prices);
    const exactly = (cost) => over(whole(cost), whole(parts));
    return new Map([...reached].map(([place, { square, cost, before }]) => [place, { square, cost: exactly(cost), step: before && exactly(cost - before.cost), before: before && key(before.square) }]));
  };

  const route = (square) => {
    const steps = [];
    for (let here = found.get(key(square)); here; here = found.get(here.before)) steps.unshift(here);
    return steps;
  };
  const said = (square) => {
    const [x, y] = square;
    const place = `Column ${x + 1}, row ${y + 1}: ${names.get(letterAt(square))}`;
    const steps = route(square);
    if (!steps.length) return `${place}, not reached.`;
    if (steps.length === 1) return `${place}, the start.`;
    return `${place}. ${steps.slice(1).map(({ step }) => shown(step)).join(" + ")} = ${shown(steps.at(-1).cost)}`;
  };

  const cells = () => [...grid.children];
  const lay = () => {
    grid.style.setProperty("--columns", width());
    const cell = (_, place) => {
      const button = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1 });
      button.dataset.place = place;
      return button;
    };
    grid.replaceChildren(...Array.from({ length: painted.length * width() }, cell));
  };
  const show = () => {
    const on = new Set(route(at).map(({ square }) => key(square)));
    cells().forEach((cell, place) => {
      const square = [place % width(), Math.floor(place / width())];
      const cost = found.get(place)?.cost;
      cell.className = `ground-${letters.findIndex(([letter]) => letter === letterAt(square))}`;
      cell.classList.toggle("reached", cost !== undefined);
      cell.classList.toggle("start", place === key(start));
      cell.classList.toggle("way", on.has(place));
      cell.tabIndex = place === key(at) ? 0 : -1;
      const price = cost === undefined ? "" : shown(cost).replace(/^.*about /, "");
      cell.textContent = place === key(start) ? "●" : price;
      const told = place === key(start) ? "start" : cost === undefined ? "not reached" : price;
      cell.ariaLabel = `Column ${square[0] + 1}, row ${square[1] + 1}: ${names.get(letterAt(square))}, ${told}`;
    });
  };

  const placed = (cell) => [Number(cell.dataset.place) % width(), Math.floor(Number(cell.dataset.place) / width())];
  const paint = (cell) => {
    const [x, y] = (at = placed(cell));
    const brush = brushes.find((each) => each.checked)?.value;
    if (brush === "start") start = [x, y];
    else if (names.has(brush)) painted[y][x] = brush;
    form.dispatchEvent(new Event("changed"));
  };
  const look = (cell) => {
    at = placed(cell);
    show();
    how.textContent = said(at);
  };
  const cellAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-place]");
  let painting = false;
  grid.addEventListener("pointerdown", ({ target }) => {
    if (!target.closest("[data-place]")) return;
    painting = true;
    paint(target.closest("[data-place]"));
  });
  addEventListener("pointerup", () => (painting = false));
  addEventListener("pointercancel", () => (painting = false));
  grid.addEventListener("pointermove", (event) => {
    const cell = cellAt(event);
    if (!cell || !grid.contains(cell) || Number(cell.dataset.place) === key(at)) return;
    if (painting) paint(cell);
    else if (event.pointerType === "mouse") look(cell);
  });
  // A key or an aid presses a button with no pointer.
  grid.addEventListener("click", ({ target, detail }) => detail === 0 && target.closest("[data-place]") && paint(target.closest("[data-place]")));
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  grid.addEventListener("keydown", (event) => {
    if (!ARROWS[event.key]) return;
    event.preventDefault();
    const [x, y] = placed(event.target);
    const next = [x + ARROWS[event.key][0], y + ARROWS[event.key][1]];
    if (letterAt(next) === undefined) return;
    cells()[key(next)].focus();
    look(cells()[key(next)]);
  });
  form.addEventListener("input", ({ target }) => {
    if (!fields.includes(target)) return;
    choose();
    usual();
  }, true);

  const set = (lines) => {
    painted = lines.map((line) => [...line]);
    lay();
  };
  set(rows);
  const all = new Set(painted.flat());
  const fits = ways.find(([, , prices]) => [...all].every((letter) => letter in prices || walls.includes(letter)));
  choose((fits ?? ways[0])[0]);
  usual();
  const middle = Math.floor(painted.length / 2);
  start = at = [Math.max(0, painted[middle].findIndex((letter) => letter in way()[2])), middle];
  brushes[0].checked = true;

  // For whoever would compare: the cost of each square that is reached, on a map of its own.
  form.costsAt = (lines, from, most, given) => {
    set(lines);
    choose(given);
    start = from;
    try {
      return [...reach(parse(most)).values()].map(({ square: [x, y], cost }) => [x, y, written(cost)]);
    } catch (error) {
      return `refused: ${error.message}`;
    }
  };
  return {
    answer: () => {
      found = new Map();
      try {
        found = reach(values([budget]).budget);
      } finally {
        show();
      }
      return { said: `${found.size} squares within ${shown(values([budget]).budget)}`, lines: [said(at)] };
    },
    write: () => {
      const chosen = fields.map((field) => [field.name, field.value]);
      return new URLSearchParams([...chosen, ["budget", budget.value], ["start", start.join(".")], ["map", painted.map((line) => line.join("")).join("/")]]);
    },
    read: (given, parameters) => {
      if (!parameters) return;
      const lines = (given.map ?? "").split("/");
      if (lines.every((line) => line.length === lines[0].length && line && [...line].every((letter) => names.has(letter)))) set(lines);
      choose(given);
      usual();
      put(budget, given.budget);
      const [x, y] = (given.start ?? "").split(".").map(Number);
      if (letterAt([x, y]) !== undefined) start = at = [x, y];
    },
  };
});
