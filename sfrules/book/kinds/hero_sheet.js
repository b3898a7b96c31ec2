// Heroes at the table: hit points, surges, action points and conditions under a thumb, kept on the device.
{
  const { answer, whole, written } = evaluator;
  const { named, text, take } = calculators;
  const { src } = document.currentScript;
  const KEY = `rulebook ${new URL("../../", src).href} heroes`;
  const MOST = { heroes: 30, name: 60, made: 4_000, note: 2_000, conditions: 30 };
  const NOW = { hit_points: [-999, 9_999], surges: [0, 99], action_points: [0, 99] };

  // What the device keeps is read by these, and refused whole where one of them says no.
  const is_text = (most) => (value) => typeof value === "string" && value.length <= most;
  const is_whole = ([least, most]) => (value) => Number.isInteger(value) && value >= least && value <= most;
  const is_list = (most, each) => (value) => Array.isArray(value) && value.length <= most && value.every(each);
  const has = (fields) => (value) => {
    const own = value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value);
    return own && own.length === Object.keys(fields).length && own.every((name) => Object.hasOwn(fields, name) && fields[name](value[name]));
  };
  const is_now = has({ ...Object.fromEntries(Object.entries(NOW).map(([name, ends]) => [name, is_whole(ends)])), conditions: is_list(MOST.conditions, is_text(MOST.name)) });
  const is_hero = has({ name: is_text(MOST.name), made: is_text(MOST.made), now: is_now, notes: is_list(2, is_text(MOST.note)) });
  const is_kept = (value) => has({ at: is_whole([0, MOST.heroes]), heroes: is_list(MOST.heroes, is_hero), played: is_list(MOST.heroes, has({ hero: is_text(MOST.name), now: is_now })) })(value) && value.at <= Math.max(0, value.heroes.length - 1);
  const NOTHING = () => ({ at: 0, heroes: [], played: [] });
  const load = () => {
    try {
      const found = JSON.parse(localStorage.getItem(KEY));
      return found === null ? [NOTHING(), ""] : is_kept(found) ? [found, ""] : [NOTHING(), "What this device had kept is no list of heroes of this book, so none of it was taken."];
    } catch {
      return [NOTHING(), ""];
    }
  };
  const [kept, refused] = load();
  const keep = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // With nothing kept, the sheet still works while it is open.
    }
  };

  // The counts, conditions and deeds of a form; `hero` is whoever is shown now, with full figures.
  const panel = (form, { begin, rules, healed, falls, bloodied }, hero) => {
    const at = (names) => form.querySelectorAll(`[data-${names}]`);
    const state = form.querySelector(".hero__state");
    const figure = (name) => hero().full?.[name] ?? 0;
    // Nobody has more than all.
    const bounded = (name, value) => Math.max(NOW[name][0], Math.min(name in hero().full ? figure(name) : NOW[name][1], value));
    const said = ({ hit_points, conditions }) => {
      const current = whole(hit_points);
      const maximum = whole(figure("hit_points"));
      const health = answer(rules, falls, { current }) ? "Unconscious: roll a save as each of your turns ends." : answer(rules, bloodied, { current, maximum }) ? "Bloodied." : "";
      const names = [...at("condition")].filter((each) => conditions.includes(each.dataset.condition)).map((each) => each.textContent);
      return [health, names.length ? `${names.join(", ")}.` : ""].filter(Boolean).join(" ");
    };
    const show = () => {
      const { now, full } = hero();
      at("now").forEach((each) => (each.textContent = `${now[each.dataset.now]}`.replace("-", "−")));
      at("full").forEach((each) => (each.textContent = full && each.dataset.full in full ? ` of ${full[each.dataset.full]}` : ""));
      at("condition").forEach((each) => (each.ariaPressed = `${now.conditions.includes(each.dataset.condition)}`));
      form.querySelector("[data-do=surge]").textContent = full ? `Spend a surge: +${full.surge_value}` : "Spend a surge";
      state.textContent = full ? said(now) : "";
    };
    const deeds = {
      surge: (now) => {
        if (!now.surges) return;
        const given = { current: whole(now.hit_points), healing: whole(figure("surge_value")), surge_value: whole(figure("surge_value")) };
        now.hit_points = bounded("hit_points", Number(written(answer(rules, healed, given))));
        now.surges -= 1;
      },
      short: (now) => {
        if (!now.surges) return;
        Object.assign(now, { hit_points: figure("hit_points"), surges: now.surges - 1 });
      },
      full: (now) => Object.assign(now, { hit_points: figure("hit_points"), surges: figure("surges") }),
    };
    form.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      const { now, full } = hero();
      if (!button || !full) return;
      const { step, condition } = button.dataset;
      if (step) now[step] = bounded(step, now[step] + Number(button.value));
      else if (condition) now.conditions = now.conditions.includes(condition) ? now.conditions.filter((each) => each !== condition) : [...now.conditions, condition];
      else if (button.dataset.do in deeds) deeds[button.dataset.do](now);
      else return;
      keep();
      show();
    });
    // Whoever is new is unhurt.
    const fresh = () => ({ hit_points: figure("hit_points"), surges: figure("surges"), action_points: begin, conditions: [] });
    return { show, fresh };
  };

  const sheet = (form) => {
    const data = JSON.parse(form.querySelector("template").content.textContent);
    const chooser = form.querySelector("[data-kept]");
    const name = form.querySelector("[data-name]");
    const notes = [...form.querySelectorAll("[data-note]")];
    const gear = form.querySelector(".hero__gear");
    const powers = form.querySelector("[data-powers]");
    const made = () => `${new URLSearchParams(named(form).map((field) => [field.name, text(field)]))}`;
    const first = made();
    const full = () => form.found && Object.fromEntries(["hit_points", "surge_value", "surges"].map((own) => [own, Number(written(form.found[own]))]));
    const hero = () => ({ now: kept.heroes[kept.at].now, full: full() });
    const { show, fresh } = panel(form, { ...data, rules: data.at_the_table }, hero);
    const chosen = (field) => form.elements[field].selectedOptions[0].text;
    // The powers and feats that the level has brought, each with what it does.
    const listed = () =>
      data.kinds.flat().filter((field) => !form.elements[field].closest("label").hidden).map((field) => {
        const item = document.createElement("li");
        item.append(Object.assign(document.createElement("b"), { textContent: chosen(field) }), `: ${data.entries[form.elements[field].value]}`);
        return item;
      });
    const showAll = () => {
      const own = kept.heroes[kept.at];
      chooser.replaceChildren(...kept.heroes.map((each, at) => new Option(each.name || `Hero ${at + 1}`, at)));
      chooser.value = kept.at;
      name.value = own.name;
      notes.forEach((each, at) => (each.value = own.notes[at] ?? ""));
      const things = ["weapon", "armor", "shield", "implement"].map(chosen).filter((each) => !/^no(ne)?\b/i.test(each));
      powers.replaceChildren(...(form.found ? listed() : []));
      gear.textContent = form.found ? `${form.querySelector("output").value}: ${things.join(", ").toLowerCase()}` : "";
      show();
    };
    // Calculators, tables and charts go by this hero.
    const told = ["level", "durability", "class_surges", "strength", "constitution", "dexterity", "wisdom", "charisma", "intelligence", "armor_penalty"];
    const tell = () => form.found && yours.keep(told.map((own) => [own, own.replaceAll("_", " "), written(form.found[own])]));
    let last = null;
    const changed = ({ target }) => {
      if (target === chooser) return;
      const own = kept.heroes[kept.at];
      const most = full();
      // Who has all of something has all of it still, when it is more; nobody has more than that.
      if (last && most) for (const count of ["hit_points", "surges"]) own.now[count] = own.now[count] >= last[count] ? most[count] : Math.min(own.now[count], most[count]);
      last = most ?? last;
      Object.assign(own, { name: name.value, made: made(), notes: notes.map((each) => each.value) });
      keep();
      tell();
      showAll();
    };
    // Choices that this book does not have refuse their hero, and no other.
    const turn = (to, isNew = false) => {
      kept.at = to;
      const own = kept.heroes[to];
      const fits = take(form.id, own.made);
      [name.value, last] = [own.name, null];
      notes.forEach((each, at) => (each.value = own.notes[at] ?? ""));
      form.dispatchEvent(new Event("changed"));
      if (isNew) own.now = fresh();
      keep();
      showAll();
      if (!fits) form.querySelector(".calculator__how").textContent = "What was kept of this hero are no choices of this book: choose again.";
    };
    const add = (choices) => {
      if (kept.heroes.length === MOST.heroes) return;
      kept.heroes.push({ name: "", made: choices, now: { hit_points: 0, surges: 0, action_points: 0, conditions: [] }, notes: [] });
      turn(kept.heroes.length - 1, true);
    };
    form.addEventListener("input", changed);
    form.addEventListener("changed", changed);
    form.addEventListener("taken", () => {
      add(made());
      history.replaceState(history.state, "", location.href.replace(/#.*/, ""));
    });
    chooser.addEventListener("change", () => turn(Number(chooser.value)));
    const deeds = {
      new: () => add(first),
      remove: () => {
        if (!confirm(`Remove ${chooser.selectedOptions[0].text} from this device?`)) return;
        kept.heroes.splice(kept.at, 1);
        if (kept.heroes.length) turn(Math.max(0, kept.at - 1));
        else add(first);
      },
      print: () => {
        document.body.classList.add("prints-hero");
        print();
        document.body.classList.remove("prints-hero");
      },
    };
    form.addEventListener("click", ({ target }) => deeds[target.closest("button")?.dataset.do]?.());
    if (kept.heroes.length) turn(kept.at);
    else add(first);
    if (refused) form.querySelector(".calculator__how").textContent = refused;
  };

  const played = (form) => {
    const data = JSON.parse(form.querySelector("template").content.textContent);
    const own = () => kept.played.find((each) => each.hero === data.hero);
    const hero = () => ({ now: own().now, full: data.full });
    const { show } = panel(form, { ...data, rules: data.at_the_table }, hero);
    const { hit_points, surges } = data.full;
    if (!own()) kept.played.push({ hero: data.hero, now: { hit_points, surges, action_points: data.begin, conditions: [] } });
    form.hidden = false;
    show();
  };

  calculators.each("form.hero-sheet", sheet);
  calculators.each("form.hero-now", played);
}
