// Planners: steps of a turn, each priced by a rule, added up against what pays for them.
calculators.form("planner", (form, { rules, budget, unit, steps }, work) => {
  const { worked, parse, plus, times, neg, less, whole, shown } = evaluator;
  const { named, text, fill, values } = calculators;
  const list = form.querySelector(".planner__steps");
  const templates = [...form.querySelectorAll("template")];
  const inRow = (field) => list.contains(field);
  const asked = () => named(form).filter((field) => !inRow(field));
  const zero = whole(0);

  const add = (kind, given = {}) => {
    const row = document.createElement("li");
    row.dataset.kind = kind;
    row.append(templates[kind].content.cloneNode(true));
    fill(row, given);
    row.querySelector("button").addEventListener("click", () => {
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      (next ?? form).querySelector("button").focus();
      form.dispatchEvent(new Event("changed"));
    });
    list.append(row);
    return row;
  };
  form.querySelectorAll(".planner__add button").forEach((button) =>
    button.addEventListener("click", () => {
      named(add(Number(button.value)))[0]?.focus();
      form.dispatchEvent(new Event("changed"));
    }),
  );

  const priced = (row, shared) => {
    const [rule, words] = steps[row.dataset.kind];
    const { times: often = whole(1), ...own } = values(named(row));
    const { result, lines } = worked(rules, rule, { ...shared, ...own });
    const cost = times(result, often);
    row.querySelector("span").textContent = `${shown(cost)} ${unit}`;
    const repeated = often.above === 1n ? "" : `${shown(often)} × ${shown(result)} = ${shown(cost)}`;
    return { cost, text: [...lines, repeated].filter(Boolean).join("; ") || `${words}: ${shown(cost)}` };
  };

  // For whoever would compare: a rule of the planner at exact values.
  form.answerAt = calculators.asked(rules);
  return {
    answer: () => {
      const given = values(asked());
      const paid = budget ? worked(rules, budget, given) : { result: given.budget, lines: [] };
      const rows = [...list.children].map((row) => priced(row, given));
      const total = rows.reduce((sum, { cost }) => plus(sum, cost), zero);
      const left = plus(paid.result, neg(total));
      const rest = less(left, zero) ? `${shown(neg(left))} too many` : `${shown(left)} left`;
      const sum = rows.length > 1 ? [`${rows.map(({ cost }) => shown(cost)).join(" + ")} = ${shown(total)}`] : [];
      return {
        said: `${shown(total)} of ${shown(paid.result)} ${unit}: ${rest}`,
        lines: [...paid.lines, ...rows.map((row, at) => `${at + 1}. ${row.text}`), ...sum],
      };
    },
    write: () => {
      const parameters = new URLSearchParams(asked().map((field) => [field.name, text(field)]));
      [...list.children].forEach((row) => parameters.append("step", [row.dataset.kind, ...named(row).map(text)].join("~")));
      return parameters;
    },
    read: (given, parameters) => {
      asked().forEach((field) => calculators.put(field, given[field.name]));
      if (!parameters) return;
      list.replaceChildren();
      for (const written of parameters.getAll("step")) {
        const [kind, ...parts] = written.split("~");
        if (templates[kind]) named(add(kind)).forEach((field, at) => calculators.put(field, parts[at]));
      }
    },
  };
});
