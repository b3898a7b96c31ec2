// Heroes: choices that move each other along, figures by the book's own rules, and what a thumb turns at the table; kept on the device.
{
  const { answer, shown, whole, written } = evaluator;
  const { named, text, fill, values, exactly, roll, take } = calculators;
  const MOST = { heroes: 30, name: 60, made: 4_000, note: 2_000, listed: 60 };
  const NOW = { hit_points: [-999, 9_999], surges: [0, 99], action_points: [0, 99] };

  // What the device keeps is read by these, and refused whole where one of them says no.
  const is_text = (most) => (value) => typeof value === "string" && value.length <= most;
  const is_whole = ([least, most]) => (value) => Number.isInteger(value) && value >= least && value <= most;
  const is_list = (most, each) => (value) => Array.isArray(value) && value.length <= most && value.every(each);
  const has = (fields) => (value) => {
    const own = value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value);
    return own && own.length === Object.keys(fields).length && own.every((name) => Object.hasOwn(fields, name) && fields[name](value[name]));
  };
  const is_names = is_list(MOST.listed, is_text(MOST.name));
  const is_now = has({ ...Object.fromEntries(Object.entries(NOW).map(([name, ends]) => [name, is_whole(ends)])), conditions: is_names, used: is_names });
  const is_known = (value) => value !== null && typeof value === "object" && Object.values(value).every(is_text(MOST.name));
  const is_hero = has({ name: is_text(MOST.name), made: is_text(MOST.made), known: is_known, now: is_now, notes: is_list(2, is_text(MOST.note)) });
  const is_kept = (value) => has({ at: is_whole([0, MOST.heroes]), each: is_list(MOST.heroes, is_hero), played: is_list(MOST.heroes, has({ hero: is_text(MOST.name), now: is_now })) })(value) && value.at <= Math.max(0, value.each.length - 1);
  const found = yours.load();
  const refused = found !== null && !is_kept(found);
  const kept = found === null || refused ? { at: 0, each: [], played: [] } : found;
  const keep = () => yours.keep(kept);

  // The counts, conditions and deeds of a form; `hero` is whoever is shown now, with full figures.
  const panel = (form, { begin, at_the_table, healed, falls, bloodied, spent = {} }, hero) => {
    const at = (names) => form.querySelectorAll(`[data-${names}]`);
    const figure = (name) => hero().full?.[name] ?? 0;
    // Nobody has more than all.
    const bounded = (name, value) => Math.max(NOW[name][0], Math.min(name in hero().full ? figure(name) : NOW[name][1], value));
    const said = ({ hit_points, conditions }) => {
      const current = whole(hit_points);
      const maximum = whole(figure("hit_points"));
      const health = answer(at_the_table, falls, { current }) ? "Unconscious: roll a save as each of your turns ends." : answer(at_the_table, bloodied, { current, maximum }) ? "Bloodied." : "";
      const names = [...at("condition")].filter((each) => conditions.includes(each.dataset.condition)).map((each) => each.textContent);
      return [health, names.length ? `${names.join(", ")}.` : ""].filter(Boolean).join(" ");
    };
    const show = () => {
      const { now, full } = hero();
      at("now").forEach((each) => (each.textContent = full ? `${now[each.dataset.now]}`.replace("-", "−") : ""));
      at("full").forEach((each) => (each.textContent = full && each.dataset.full in full ? ` of ${full[each.dataset.full]}` : ""));
      at("condition").forEach((each) => (each.ariaPressed = `${now.conditions.includes(each.dataset.condition)}`));
      at("used").forEach((each) => (each.checked = now.used.includes(each.dataset.used)));
      form.querySelector("[data-do=surge]").textContent = full ? `Spend a surge: +${full.surge_value}` : "Spend a surge";
      form.querySelector(".hero__state").textContent = full ? said(now) : "";
    };
    const turned = (list, name) => (list.includes(name) ? list.filter((each) => each !== name) : [...list, name]);
    const deeds = {
      surge: (now) => {
        if (!now.surges) return;
        const given = { current: whole(now.hit_points), healing: whole(figure("surge_value")), surge_value: whole(figure("surge_value")) };
        now.hit_points = bounded("hit_points", Number(written(answer(at_the_table, healed, given))));
        now.surges -= 1;
      },
      short: (now) => {
        if (now.surges) Object.assign(now, { hit_points: figure("hit_points"), surges: now.surges - 1 });
        now.used = now.used.filter((power) => spent[power] !== "encounter");
      },
      full: (now) => Object.assign(now, { hit_points: figure("hit_points"), surges: figure("surges"), used: [] }),
    };
    form.addEventListener("click", ({ target }) => {
      const { now, full } = hero();
      const { step, condition, used, do: deed } = target.closest("button, [data-used]")?.dataset ?? {};
      if (!full) return;
      if (step) now[step] = bounded(step, now[step] + Number(target.closest("button").value));
      else if (condition) now.conditions = turned(now.conditions, condition);
      else if (used) now.used = turned(now.used, used);
      else if (deed in deeds) deeds[deed](now);
      else return;
      keep();
      show();
    });
    return show;
  };

  // Every figure that the choices say: facts of their rows, and what rules make of these. A choice that is open is like no other.
  const figuresOf = ({ rules, facts, cells }) => {
    const known = (value) => (typeof value === "number" ? whole(value) : value);
    const ways = new Map();
    facts.forEach(([name, key, column]) => ways.set(name, (of) => known(column[of(key)])));
    cells.forEach(([name, rule, inputs]) => ways.set(name, (of) => answer(rules, rule, Object.fromEntries(Object.entries(inputs).map(([parameter, from]) => [parameter, of(from)])))));
    return (chosen) => {
      const found = { ...chosen };
      const of = (name) => (name in found ? found[name] : (found[name] = ways.get(name)?.(of) ?? Symbol(name)));
      return { of, all: () => ([...ways.keys()].forEach(of), found) };
    };
  };
  const reasons = (found) => [...new Set(Object.keys(found).map((name) => name.endsWith("_refusal") && found[name]).filter(Boolean))];

  calculators.form("hero-sheet", (form, data, work) => {
    const { refused: held, ready, first, asked_if, signed, kinds, entries, spent, begin } = data;
    const [chooser, name, rolled, box] = ["[data-kept]", "[data-name]", ".hero__rolled", ".hero__made"].map((each) => form.querySelector(each));
    const notes = [...form.querySelectorAll("[data-note]")];
    const fields = named(form);
    const label = (field) => form.elements[field].closest("label");
    const isBegun = () => first.every((field) => form.elements[field].value);
    const figures = figuresOf(data);
    const own = () => kept.each[kept.at];
    let known = null; // every figure of whoever is shown, once class and origin are chosen

    // Each choice offers what those above it allow; one that is no longer allowed moves to that of the ready hero of the class, or to the first that is.
    const settle = () => {
      const chosen = values([form.elements.level]);
      for (const field of fields.filter((each) => each.name in held)) {
        const may = ({ value }) => value && !held[field.name].some((refusal) => figures({ ...chosen, [field.name]: value }).of(refusal));
        const offered = [...field.options].filter((option) => !(option.hidden = option.disabled = !may(option)));
        const like = offered.find(({ value }) => value === ready[chosen.calling]?.[field.name]) ?? offered[0];
        if (!offered.includes(field.selectedOptions[0])) field.value = like.value;
        chosen[field.name] = field.value;
        const [figure, above] = asked_if[field.name] ?? [];
        label(field.name).hidden = figure !== undefined && figures(chosen).of(figure).above <= BigInt(above);
      }
      return chosen;
    };
    const full = () => known && Object.fromEntries(["hit_points", "surge_value", "surges"].map((figure) => [figure, Number(written(known[figure]))]));
    const chosen = (field) => form.elements[field].selectedOptions[0].text;
    const said = (figure) => (signed.includes(figure) && known[figure].above >= 0n ? `+${shown(known[figure])}` : shown(known[figure]));
    // A power or a feat that the level has brought, with what it does; one that is spent has a box to tick.
    const listed = (field) => {
      const [item, label, title] = ["li", "label", "b"].map((tag) => document.createElement(tag));
      const { value } = form.elements[field];
      title.textContent = chosen(field);
      if (value in spent) label.append(Object.assign(document.createElement("input"), { type: "checkbox" }));
      if (value in spent) label.firstChild.dataset.used = value;
      label.append(title);
      item.append(label, `: ${entries[value]}`);
      return item;
    };
    const showNow = panel(form, data, () => ({ now: own().now, full: full() }));
    const show = () => {
      chooser.replaceChildren(...kept.each.map((each, at) => new Option(each.name || `Hero ${at + 1}`, at)));
      chooser.value = kept.at;
      chooser.parentElement.hidden = kept.each.length < 2;
      form.classList.toggle("is-empty", !known);
      form.querySelectorAll("[data-figure]").forEach((each) => (each.textContent = known ? said(each.dataset.figure) : ""));
      const things = ["weapon", "armor", "shield", "implement"].map(chosen).filter((each) => !/^no(ne)?\b/i.test(each));
      form.querySelector(".hero__gear").textContent = known ? things.join(", ") : "";
      form.querySelector("[data-powers]").replaceChildren(...(known ? kinds.flat().filter((field) => !label(field).hidden).map(listed) : []));
      showNow();
    };
    const write = () => new URLSearchParams(isBegun() ? fields.map((field) => [field.name, text(field)]) : []);
    const read = (given) => {
      form.reset();
      fields.forEach((field) => field.name in held && !first.includes(field.name) && (label(field.name).hidden = true));
      fill(form, given);
      [known, name.value, rolled.textContent] = [null, own().name, ""];
      notes.forEach((each, at) => (each.value = own().notes[at] ?? ""));
    };
    const readOwn = () => Object.fromEntries(new URLSearchParams(own().made));
    // Whoever is new is unhurt, and who had all of something has all of it still; nobody has more.
    const follow = (before, isNew) => {
      const [most, { now }] = [full(), own()];
      for (const count of ["hit_points", "surges"]) now[count] = isNew || now[count] >= before?.[count] ? most[count] : Math.min(now[count], most[count]);
    };
    const turn = (to) => {
      kept.at = to;
      read(readOwn());
      box.open = !own().made;
      work();
    };
    const add = () => kept.each.push({ name: "", made: "", known: {}, now: { hit_points: 0, surges: 0, action_points: begin, conditions: [], used: [] }, notes: [] });
    const deeds = {
      new: () => kept.each.length < MOST.heroes && turn(add() - 1),
      remove: () => {
        if (!confirm(`Remove ${chooser.selectedOptions[0].text} from this device?`)) return;
        if (kept.each.splice(kept.at, 1) && !kept.each.length) add();
        turn(Math.max(0, kept.at - 1));
      },
      print: () => {
        document.body.classList.add("prints-hero");
        print();
        document.body.classList.remove("prints-hero");
      },
    };
    form.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      deeds[button?.dataset.do]?.();
      if (!button?.dataset.roll) return;
      const [face, bonus] = [roll(data.die), Number(known[button.dataset.roll].above)];
      rolled.textContent = `${button.firstChild.textContent}: ${face} ${bonus < 0 ? "−" : "+"} ${Math.abs(bonus)} = ${`${face + bonus}`.replace("-", "−")}`;
    });
    chooser.addEventListener("input", (event) => {
      event.stopPropagation();
      turn(Number(chooser.value));
    });
    // An address brings a hero besides those who are kept.
    form.addEventListener("taken", () => {
      if (own().made && kept.each.length === MOST.heroes) return turn(kept.at);
      if (own().made) kept.at = add() - 1;
      [known, name.value] = [null, own().name];
      history.replaceState(history.state, "", location.href.replace(/#.*/, ""));
    });
    // For whoever would compare: each figure at exact values, or why the choices are refused.
    form.sheetAt = (given) => {
      const found = figures(exactly(given)).all();
      const refused = reasons(found);
      return refused.length ? { refused: refused.join(" ") } : Object.fromEntries(Object.entries(found).map(([figure, value]) => [figure, written(value)]));
    };
    if (!kept.each.length) add();
    box.open = !own().made;
    return {
      answer: () => {
        const [before, isNew] = [full(), !own().made];
        Object.assign(own(), { name: name.value, notes: notes.map((each) => each.value) });
        known = null;
        try {
          if (!isBegun()) return { said: "", lines: [refused ? "What this device had kept is no list of heroes of this book, so none of it was taken." : "Choose a class and an origin: the rest follows, and may be changed."] };
          const found = figures(settle()).all();
          const lines = reasons(found);
          if (!lines.length) known = found;
          Object.assign(own(), { made: `${write()}`, known: known ? Object.fromEntries(data.known.map((each) => [each, written(known[each])])) : {} });
          if (known) follow(before, isNew);
          return { said: known ? `${chosen("calling")}, ${chosen("origin").toLowerCase()}, level ${shown(known.level)}` : "Not allowed", lines };
        } finally {
          keep();
          show();
        }
      },
      write,
      read,
      begin: readOwn,
    };
  });

  calculators.each("form.hero-now", (form) => {
    const data = JSON.parse(form.querySelector("template").content.textContent);
    const own = () => kept.played.find((each) => each.hero === data.hero);
    const { hit_points, surges } = data.full;
    if (!own()) kept.played.push({ hero: data.hero, now: { hit_points, surges, action_points: data.begin, conditions: [], used: [] } });
    form.hidden = false;
    panel(form, data, () => ({ now: own().now, full: data.full }))();
  });
}
