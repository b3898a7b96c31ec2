"""All findings about a book, or about some of its rules, and the problems that are left of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from sfrules.analysis import law_findings, rule_findings, table_findings
from sfrules.analysis.grid import Grid
from sfrules.analysis.law_findings import LawReport
from sfrules.analysis.model import Acceptance, Finding, Model
from sfrules.analysis.rule_findings import Surveyed
from sfrules.analysis.survey import Load, rule_grid, surveys
from sfrules.ground.problems import Problem, did_you_mean, in_order, problem_at

#: What is asked of the answers of each rule.
OF_RULES = (
    rule_findings.unused_parameters,
    rule_findings.reversals,
    rule_findings.dead_branches,
    rule_findings.failures,
    rule_findings.idle_numbers,
    rule_findings.untried_thresholds,
)


@dataclass(frozen=True)
class Analysis:
    """What was found about a book, what its laws came to, and the grid of each rule."""

    findings: tuple[Finding, ...]
    laws: tuple[LawReport, ...]
    grids: Mapping[str, Grid]
    #: Rules that are not analyzed, each with the reason.
    left_out: Mapping[str, str]
    #: Rules that the book has tried at fewer points.
    tried: tuple[str, ...]

    @property
    def account(self) -> str:
        """Lines that say how much was tried, and which rules at a choice of points."""
        points = sum(grid.size for grid in self.grids.values()) + sum(r.asked for r in self.laws)
        whole = sum(grid.whole for grid in self.grids.values())
        fewer = f"; at fewer points: {', '.join(self.tried)}" if self.tried else ""
        left = "".join(f"; not {name}: {why}" for name, why in self.left_out.items())
        rules = f"{len(self.grids)} rules, {whole} of them whole"
        return f"{rules}; {len(self.laws)} laws; {points:,} points{fewer}{left}"


def analyze(executor: Executor, load: Load, only: Collection[str] = ()) -> Analysis:
    """Return what is found about a book; with names of rules, about those rules alone."""
    model = load()
    asked = {name: rule_grid(model, name) for name in model.rules if not only or name in only}
    grids = {name: grid for name, grid in asked.items() if isinstance(grid, Grid)}
    done = surveys(executor, load, grids)
    found = [f for s in done.values() for of in OF_RULES for f in of(Surveyed(model, s))]
    if not only:
        found += table_findings.level_findings(model)
        found += table_findings.dominated_rows(model)
        found += table_findings.equal_options(model, done)
        found += table_findings.unreachable_rows(model, done)
    numbers = [
        number
        for number, law in enumerate(model.laws)
        if not only or law_findings.is_about(law, model, only)
    ]
    laws = law_findings.judge(executor, load, model, numbers)
    found += [report.finding for report in laws if report.finding]
    left_out = {name: grid for name, grid in asked.items() if isinstance(grid, str)}
    tried = tuple(name for name in grids if name in model.tried)
    return Analysis(tuple(found), tuple(laws), grids, left_out, tried)


def problems(analysis: Analysis, accepted: Sequence[Acceptance], where: str = "") -> list[Problem]:
    """Return a problem for each finding that is not accepted, and each acceptance without one."""
    found = {(each.kind, each.subject): each for each in reversed(analysis.findings)}
    excused = {(each.kind, each.subject): each for each in accepted}
    wrong = [problem_of(each, where) for key, each in found.items() if key not in excused]
    for key, each in excused.items():
        if key not in found:
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
    unknown = [name for name in names if name not in model.rules]
    return (
        f'there is no rule "{unknown[0]}"; {did_you_mean(unknown[0], model.rules)}'
        if unknown
        else ""
    )
