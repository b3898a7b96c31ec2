// A fight on one map: whoever moves the slider, or asks at a turn, sees where everybody is after it, and how they are.
calculators.form("fight", (form, { start, frames, side }) => {
  const turn = form.querySelector("[name=turn]");
  const tokens = [...form.querySelectorAll(".drawing-token")];
  const left = [...form.querySelectorAll(".fight__left li")];
  const show = (people) =>
    people.forEach(([x, y, points], at) => {
      const isThere = x !== null;
      tokens[at].style.display = isThere ? "" : "none";
      if (isThere) tokens[at].setAttribute("transform", `translate(${(x - start[at][0]) * side} ${(y - start[at][1]) * side})`);
      const [meter, said] = left[at].querySelectorAll("meter, span");
      meter.value = Math.max(0, points);
      const now = isThere ? `${points} of ${meter.max}` : "away"; // not there yet, or gone home
      said.textContent = points < 1 ? "down" : now;
    });
  document.addEventListener("click", ({ target }) => {
    const asked = target.closest("button[data-turn]");
    if (!asked || !form.isConnected) return;
    turn.value = asked.dataset.turn;
    form.dispatchEvent(new Event("changed"));
    form.scrollIntoView({ block: "nearest" });
  });
  return {
    answer: () => {
      const [said, people] = frames[Number(turn.value)];
      show(people);
      turn.setAttribute("aria-valuetext", said);
      return { said };
    },
    write: () => new URLSearchParams([["turn", turn.value]]),
    read: ({ turn: at }) => at !== undefined && (turn.value = at),
  };
});
