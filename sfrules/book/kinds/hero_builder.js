// Hero builders: every figure of a sheet from the choices, by the book's own rules.
calculators.form("hero-builder", (form, { rules, facts, cells, asked_if, signed, kinds }) => {
  const { answer, shown, whole, written } = evaluator;
  const { named, text, fill, values, exactly } = calculators;
  const figures = [...form.querySelectorAll("[data-figure]")];
  const isNumber = (value) => typeof value === "object";
  const known = (value) => (typeof value === "number" ? whole(value) : value);

  const worked = (found, rule, inputs) => answer(rules, rule, Object.fromEntries(Object.entries(inputs).map(([parameter, from]) => [parameter, found[from]])));

  // The whole sheet, by the names of its cells, with the choices.
  const sheet = (chosen) => {
    const found = { ...chosen };
    for (const [name, key, column] of facts) {
      if (!(chosen[key] in column)) throw new RangeError(`the book has no such choice: ${chosen[key]}`);
      found[name] = known(column[chosen[key]]);
    }
    for (const [name, rule, inputs] of cells) found[name] = worked(found, rule, inputs);
    return found;
  };
  const reasons = (found) => [...new Set(Object.entries(found).filter(([name, value]) => name.endsWith("_refusal") && value).map(([, value]) => value))];

  const said = (name, value) => (isNumber(value) && signed.includes(name) && value.above >= 0n ? `+${shown(value)}` : shown(value));
  const ask = (found) => {
    for (const [name, [figure, above]] of Object.entries(asked_if)) {
      form.elements[name].closest("label").hidden = found[figure].above <= BigInt(above);
    }
  };
  // A power or a feat is offered if the hero may have it and has not got it; what is no longer offered moves along.
  const offer = (found) => {
    for (const names of kinds) {
      const taken = [];
      for (const name of names) {
        const field = form.elements[name];
        const [, rule, inputs] = cells.find(([cell]) => cell === `${name}_refusal`);
        const refused = ({ value }) => taken.includes(value) || worked({ ...found, [name]: value }, rule, inputs) !== "";
        for (const option of field.options) option.hidden = option.disabled = refused(option);
        if (field.selectedOptions[0].disabled) field.value = [...field.options].find((option) => !option.disabled)?.value ?? field.value;
        taken.push(field.value);
      }
    }
  };
  const show = (found, refused) => figures.forEach((each) => (each.textContent = refused ? "–" : said(each.dataset.figure, found[each.dataset.figure])));

  const written_down = () => new URLSearchParams(named(form).map((field) => [field.name, text(field)]));
  const keeper = form.querySelector("[data-sheet]");

  // For whoever would compare: each figure at exact values, or why the choices are refused.
  form.sheetAt = (given) => {
    const found = sheet(exactly(given));
    const refused = reasons(found);
    return refused.length ? { refused: refused.join(" ") } : Object.fromEntries(Object.entries(found).map(([name, value]) => [name, written(value)]));
  };
  return {
    answer: () => {
      let found;
      try {
        offer(sheet(values(named(form))));
        found = sheet(values(named(form)));
      } catch (error) {
        show({}, true);
        throw error;
      }
      const refused = reasons(found);
      ask(found);
      show(found, refused.length > 0);
      if (keeper) keeper.hash = `hero-sheet:${written_down()}`;
      form.found = refused.length ? null : found;
      form.dispatchEvent(new Event("figures"));
      const name = (field) => form.elements[field].selectedOptions[0].text;
      return { said: refused.length ? "Not allowed" : `${name("calling")}, ${name("origin").toLowerCase()}, level ${shown(found.level)}`, lines: refused };
    },
    write: written_down,
    read: (given) => fill(form, given),
  };
});
