document.querySelectorAll("form.roller").forEach(dice.roller);
calculators.begin({ distribution: dice.distribution, planner, "painted-map": paintedMap });
