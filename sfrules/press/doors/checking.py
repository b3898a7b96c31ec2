"""`sfrules check`: look a site over, fix what can be fixed, report what is left."""

from __future__ import annotations

from dataclasses import replace

from sfrules.ground.findings import Finding, Tool, say_report
from sfrules.ground.fixes import FixResult, Unwritable, as_diff, settle
from sfrules.ground.fixes import write as write_files
from sfrules.ground.problems import Problem
from sfrules.ground.terminal import remark, say
from sfrules.press.host.check import SiteCheck, SiteReport

RULE = "sfrules"
TOOL = Tool("sfrules", {RULE: "The book and its rules disagree"}, "problem")
ROUNDS = 3  # of fixing: what a docstring of the code says is known when the code is read again
SAVED = "somebody saved the file while it was being fixed; it stays as it was saved"


def checked(site: SiteCheck, form: str, *, fix: bool = False, diff: bool = False) -> int:
    """Check a site, and fix it or show what would be fixed; returns the exit code."""
    if not (fix or diff):
        return _report(site.check(), form)
    fixed = fixes_of(site)
    for path in fixed.outside:
        remark(f"left alone, as it is no file of the book's folder: {path}")
    if fix:
        return _fixed(site, fixed, form)
    say(as_diff(fixed.before, fixed.after), end="")
    return 1 if fixed.after or fixed.left else 0


def _fixed(site: SiteCheck, fixed: FixResult, form: str) -> int:
    """Write what can be fixed, and report what is still wrong."""
    before, after, left = dict(fixed.before), dict[str, str | None](), list[Problem]()
    checked = SiteReport()
    for _ in range(ROUNDS):
        try:
            saved = write_files(fixed)
        except Unwritable as error:
            remark(f"error: {error}")
            return 1
        after |= {path: text for path, text in fixed.after.items() if path not in saved}
        left += [Problem(path, 1, 1, SAVED, "sfrules check --fix, once more") for path in saved]
        checked = site.check(afresh=True)
        if saved or not checked.problems:
            break
        fixed = fixes_of(site)
        before = {**fixed.before, **before}
    checked = replace(checked, problems=(*left, *checked.problems))
    return _report(checked, form, as_diff(before, after))


def _report(checked: SiteReport, form: str, changed: str = "") -> int:
    """Write what was changed and what is still wrong; returns the exit code."""
    findings = [Finding(each, RULE) for each in checked.problems]
    say_report(form, findings, TOOL, changed=changed, account=checked.account)
    return 1 if checked.problems else 0


def fixes_of(site: SiteCheck) -> FixResult:
    """What would fix the problems of a site; nothing is written."""
    return settle(lambda texts: site.check(texts).problems, site.root, site.folders())
