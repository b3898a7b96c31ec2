// Calculators: forms whose answers the book's own rules give, each with an address.
const calculators = (() => {
  const { whole, parse, shown, share, answer } = evaluator;

  const named = (box) => [...box.querySelectorAll("[name]")];
  const text = (field) => (field.type === "checkbox" ? `${field.checked}` : field.value);
  const put = (field, value) => {
    if (value === undefined || value === null) return;
    if (field.type === "checkbox") field.checked = value === "true";
    else if (field.tagName !== "SELECT" || [...field.options].some((each) => each.value === value)) field.value = value;
  };
  const fill = (box, values) => named(box).forEach((field) => put(field, values[field.name]));
  // Why a field has no value, as the command line says it.
  const refusal = (field) => {
    const said = field.value || (field.validity.badInput ? "no number" : "empty");
    return `${field.labels[0].textContent.trim()} is ${said}; allowed: ${field.dataset.allowed}`;
  };
  // The values of some fields; a refusal says what is wrong with the first that is.
  const values = (fields) => {
    const wrong = fields.find((field) => !field.validity.valid);
    if (wrong) throw new RangeError(refusal(wrong));
    return Object.fromEntries(fields.map((field) => [field.name, field.type === "checkbox" ? field.checked : field.type === "number" ? parse(field.value) : field.value]));
  };

  // For whoever would compare: exact values, numbers as "#1/2".
  const exactly = (given) => Object.fromEntries(Object.entries(given).map(([own, value]) => [own, typeof value === "string" && value.startsWith("#") ? parse(value.slice(1)) : value]));

  // Dice, without favor to any face.
  const roll = (faces) => {
    const most = Math.floor(2 ** 32 / faces) * faces;
    const [thrown] = crypto.getRandomValues(new Uint32Array(1));
    return thrown < most ? (thrown % faces) + 1 : roll(faces);
  };

  // The forms of a page by their ids: each answers, writes down what was filled in, and reads it again.
  const started = new Map();
  const start = (form, made) => {
    const data = JSON.parse(form.querySelector("template").content.textContent);
    const output = form.querySelector("output");
    const how = form.querySelector(".calculator__how");
    const copy = form.querySelector("a.copy");
    const own = made(form, data, (note) => work(note));
    const work = (note = "") => {
      try {
        const { said, lines = [] } = own.answer();
        output.value = said;
        how.textContent = [note, ...lines].filter(Boolean).join("\n");
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        output.value = "–";
        how.textContent = error.message;
      }
      named(form).forEach((field) => (field.ariaInvalid = field.validity.valid ? null : "true"));
      copy.href = `#${form.id}:${own.write()}`;
    };
    const changed = () => {
      work();
      if (form.classList.contains("keeps")) return; // on the device, and not in the address
      try {
        history.replaceState(history.state, "", copy.href);
      } catch {
        // A browser that lets no address be changed still has the link.
      }
    };
    form.addEventListener("input", changed);
    form.addEventListener("changed", changed);
    form.addEventListener("submit", (event) => event.preventDefault());
    own.read(own.begin?.() ?? yours.known());
    form.hidden = false;
    form.closest("details.try")?.removeAttribute("hidden");
    work();
    started.set(form.id, { form, work, read: own.read, write: own.write });
  };

  // A form by a rule alone.
  const byRule = (form, { rule, rules, percent, die }, work) => {
    const fields = named(form);
    const solve = () => answer(rules, rule, values(fields));
    form.querySelector("button[value]")?.addEventListener("click", () => work(judged(roll(die))));
    // On a die that gives a chance, the highest faces succeed.
    const judged = (face) => {
      try {
        const least = die + 1 - Number(evaluator.floor(evaluator.times(solve(), whole(die))).above);
        const needed = least > die ? "no face succeeds" : `${least} or more succeeds`;
        return `d${die}: ${face}, ${face >= least ? "a success" : "a failure"} (${needed})`;
      } catch {
        return `d${die}: ${face}`;
      }
    };
    return {
      answer: () => ({ said: (percent ? share : shown)(solve()) }),
      write: () => new URLSearchParams(fields.map((field) => [field.name, text(field)])),
      read: (given) => fill(form, given),
    };
  };

  // What is written down is taken whole or not at all: a form that has read it writes the same again, and
  // nothing that it holds is out of its bounds.
  const LONGEST = 4_000;
  const same = (parameters, again) => [...new Set(parameters.keys())].every((name) => parameters.getAll(name).join("\n") === again.getAll(name).join("\n"));
  const take = (id, given) => {
    const { form, read, write } = started.get(id);
    const before = write();
    const parameters = new URLSearchParams(given.slice(0, LONGEST));
    read(Object.fromEntries(parameters), parameters);
    if (given.length <= LONGEST && form.checkValidity() && same(parameters, write())) return true;
    read(Object.fromEntries(before), before);
    return false;
  };

  // An address brings back what was filled in.
  const visit = () => {
    const [id, given] = location.hash.slice(1).split(/:(.*)/s);
    const found = started.get(id);
    if (!found) return;
    const { form, work } = found;
    form.closest("details.try")?.setAttribute("open", "");
    if (given === undefined) return;
    const taken = take(id, given);
    if (taken) form.dispatchEvent(new Event("taken"));
    work(taken ? "" : "The address says something that cannot be filled in here, so nothing of it was.");
    form.scrollIntoView({ block: "center" });
  };

  // What is to be done with each form of a page, by a selector, in the order in which it is said.
  const works = [];
  const each = (selector, work) => works.push([selector, work]);
  // A kind of form, by the class of its forms: `made` gets one with its data, and answers for it.
  const form = (kind, made) => each(`form.${kind}`, (found) => start(found, made));
  form("by-rule", byRule);
  addEventListener("hashchange", visit);
  const begin = () => {
    started.clear();
    works.forEach(([selector, work]) => document.querySelectorAll(selector).forEach(work));
    visit();
  };
  queueMicrotask(() => eachPage(begin)); // when the kinds below have said theirs
  return { form, each, take, exactly, named, text, fill, values, roll };
})();
