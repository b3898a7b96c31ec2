"""All findings about a book, or about some of its rules, and the problems that are left of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain

from sfrules.analysis import law_findings, rule_findings, table_findings
from sfrules.analysis.grid import Grid
from sfrules.analysis.law_findings import LawReport
from sfrules.analysis.model import Acceptance, Finding, Model
from sfrules.analysis.rule_findings import Surveyed
from sfrules.analysis.survey import Load, Survey, rule_grid, surveys
from sfrules.ground.problems import Problem, did_you_mean, in_order, problem_at

#: What is asked of each rule.
OF_RULES: tuple[Callable[[Surveyed], Iterator[Finding]], ...] = (
    rule_findings.unused_parameters,
    rule_findings.reversals,
    rule_findings.dead_branches,
    rule_findings.failures,
    rule_findings.idle_numbers,
    rule_findings.untried_thresholds,
)
#: What is asked of the facts alone.
OF_FACTS: tuple[Callable[[Model], Iterator[Finding]], ...] = (
    table_findings.level_findings,
    table_findings.dominated_rows,
    law_findings.facts_against_rules,
)
#: What is asked of all rules together.
OF_ALL: tuple[Callable[[Model, Mapping[str, Survey]], Iterator[Finding]], ...] = (
    table_findings.equal_options,
    table_findings.unreachable_rows,
)


@dataclass(frozen=True)
class Analysis:
    """What was found about a book, what its laws came to, and the rules that have no points."""

    findings: tuple[Finding, ...]
    laws: tuple[LawReport, ...]
    grids: Mapping[str, Grid]
    #: Rules that are not analyzed, each with the reason.
    left_out: Mapping[str, str]

    @property
    def account(self) -> str:
        """A line that says how much was tried."""
        points = sum(grid.size for grid in self.grids.values()) + sum(r.asked for r in self.laws)
        whole = sum(grid.whole for grid in self.grids.values())
        left = f", {len(self.left_out)} left out" if self.left_out else ""
        return (
            f"{len(self.grids)} rules, {whole} of them whole{left};"
            f" {len(self.laws)} laws; {points:,} points"
        )


def analyze(executor: Executor, load: Load, only: Collection[str] = ()) -> Analysis:
    """Return what is found about a book; with names of rules, about those rules alone."""
    model = load()
    asked = {name: rule_grid(model, name) for name in model.rules if not only or name in only}
    grids = {name: grid for name, grid in asked.items() if isinstance(grid, Grid)}
    done = surveys(executor, load, grids)
    found: list[Finding] = []
    for survey in done.values():
        found += chain.from_iterable(of(Surveyed(model, survey)) for of in OF_RULES)
    found += law_findings.examples_against_rules(model, asked)
    laws: list[LawReport] = []
    if not only:
        found += chain.from_iterable(of(model) for of in OF_FACTS)
        found += chain.from_iterable(of(model, done) for of in OF_ALL)
    for number, law in enumerate(model.laws):
        if not only or law_findings.is_about(law, model, only):
            laws.append(law_findings.judge(executor, load, model, number))
    found += [report.finding for report in laws if report.finding]
    left_out = {name: grid for name, grid in asked.items() if isinstance(grid, str)}
    return Analysis(tuple(found), tuple(laws), grids, left_out)


def problems(analysis: Analysis, accepted: Sequence[Acceptance], where: str = "") -> list[Problem]:
    """Return a problem for each finding that is not accepted, and each acceptance without one."""
    found = {(each.kind, each.subject): each for each in reversed(analysis.findings)}.values()
    wrong = [problem_of(each, where) for each in found if not any(a.holds(each) for a in accepted)]
    for each in accepted:
        if not any(map(each.holds, found)):
            message = f"there is no such finding: {each.kind} {each.subject}"
            wrong.append(problem_at(each.span, message, "take the exemption out"))
    return in_order(wrong)


def problem_of(finding: Finding, where: str = "") -> Problem:
    """Return a finding as a problem at its place, with the line that shows it."""
    exempt = f"or exempt it{where}: {finding.kind}, {finding.subject}"
    hint = f"sfrules calc '{finding.case}'; {exempt}"
    return problem_at(finding.span, f"{finding.kind}: {finding.message} ({finding.method})", hint)


def refuse_unknown(names: Collection[str], model: Model) -> str:
    """Return why some names are not rules of the book; "" if they all are."""
    for name in names:
        if name not in model.rules:
            return f'there is no rule "{name}"; {did_you_mean(name, model.rules)}'
    return ""
