"""`sfrules check`: look a site or documents over, fix what can be fixed, report what is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sfrules.ground.fixes import FixResult, Unwritable, as_diff
from sfrules.ground.fixes import write as write_files
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, report
from sfrules.press.doors.checker import Checkable, SiteReport, fixes_of
from sfrules.press.doors.report_formats import report_github, report_json, report_sarif
from sfrules.press.site.load.loose_baseline import BASELINE, baseline_text, read_baseline, shrunk
from sfrules.press.things.book import Book

if TYPE_CHECKING:  # documents are checked where a site cannot be
    from sfrules.press.doors.site_check import SiteCheck

ROUNDS = 3  # of fixing: what a docstring of the code says is known when the code is read again
SAVED = "somebody saved the file while it was being fixed; it stays as it was saved"
WRITERS: Mapping[str, Callable[[Sequence[Problem]], str]] = {
    "json": report_json,
    "github": report_github,
    "sarif": report_sarif,
}


@dataclass(frozen=True)
class CheckOptions:
    """What a check is asked to do, and the format of its report."""

    form: str
    fix: bool = False
    diff: bool = False
    baseline: bool = False
    watch: bool = False


def checked(site: Checkable, asked: CheckOptions) -> typer.Exit:
    """Check a site or documents; returns how to end."""
    if asked.baseline:
        _write_baseline(site)
    if asked.watch:
        from sfrules.press.doors.watch import check_on

        check_on(site, lambda found: _report(found, asked.form))
        return typer.Exit(0)
    if not (asked.fix or asked.diff):
        return _report(site.check(), asked.form)
    fixed = fixes_of(site)
    for path in fixed.outside:
        typer.echo(f"left alone, as it is no file of the book's folder: {path}", err=True)
    if asked.fix:
        return _fixed(site, fixed, asked.form)
    typer.echo(as_diff(fixed.before, fixed.after), nl=False)
    return typer.Exit(1 if fixed.after or fixed.left else 0)


def checked_strictly(site: SiteCheck, asked: CheckOptions) -> typer.Exit:
    """Check a site and analyze its rules; returns how to end."""
    ended = checked(site, asked)
    if ended.exit_code == 0 and (doubts := site.doubts()):
        typer.echo(report(doubts, "warning"), err=True)
    if site.store is None:  # the book could not be loaded, as the check has said
        return ended
    found = analyzed(site.store.book, (), 0, asked.form)
    return typer.Exit(max(ended.exit_code, found.exit_code))


def analyzed(book: Book, rules: Sequence[str], jobs: int, form: str) -> typer.Exit:
    """Analyze the rules of a book, and report what is found; returns how to end."""
    try:
        problems, account = book.analyze(rules, jobs)
    except Mistake as error:
        typer.echo(f"error: {error}", err=True)
        return typer.Exit(2)
    return _report(SiteReport(problems=tuple(problems), account=account), form)


def swayed(site: SiteCheck, book: Book) -> typer.Exit:
    """Say what each fact and each constant moves of what a site prints; returns how to end."""
    for line in book.sensitivity(site.check):
        typer.echo(line)
    return typer.Exit(0)


def _write_baseline(site: Checkable) -> None:
    """Write how many loose numbers each page has, if that is fewer than before."""
    before, file = read_baseline(site.root), site.root / BASELINE
    after = shrunk(before, site.check().audits, first=not file.is_file())
    if after or file.is_file():
        file.write_text(baseline_text(after), encoding="utf-8", newline="\n")
    more = f", {sum(before.values())} before" if before else ""
    typer.echo(f"{BASELINE}: {sum(after.values())} loose numbers{more}", err=True)


def _fixed(site: Checkable, fixed: FixResult, form: str) -> typer.Exit:
    """Write what can be fixed, and report what is still wrong."""
    before, after, left = dict(fixed.before), dict[str, str | None](), list[Problem]()
    checked = SiteReport()
    for _ in range(ROUNDS):
        try:
            saved = write_files(fixed)
        except Unwritable as error:
            typer.echo(f"error: {error}", err=True)
            return typer.Exit(1)
        after |= {path: text for path, text in fixed.after.items() if path not in saved}
        left += [Problem(path, 1, 1, SAVED, "sfrules check --fix, once more") for path in saved]
        checked = site.check(afresh=True)
        if saved or not checked.problems:
            break
        fixed = fixes_of(site)
        before = {**fixed.before, **before}
    checked = replace(checked, problems=(*left, *checked.problems))
    return _report(checked, form, as_diff(before, after))


def _report(checked: SiteReport, form: str, changed: str = "") -> typer.Exit:
    """Write what was changed and what is still wrong; returns the exit that says which it is."""
    if form in WRITERS:
        typer.echo(WRITERS[form](checked.problems))
    else:
        lines = filter(None, (report(checked.problems), checked.account))
        typer.echo(changed + "\n".join(lines))
    return typer.Exit(1 if checked.problems else 0)


def rename_in_site(here: Path, old: str, new: str, *, write: bool) -> typer.Exit:
    """Show what a change of name changes in the nearest site, and write it if that is asked."""
    from sfrules.press.doors.renaming import renamed
    from sfrules.press.doors.site_check import book_of
    from sfrules.press.doors.site_settings import CONFIG, checked_site, nearest_site

    config_file = (nearest_site(here) or here) / CONFIG
    try:
        site = checked_site(config_file)
        settled, code = renamed(book_of(site), site.docs, old, new)
    except (Mistake, ProblemsFound) as error:
        hint = f" ({error.hint})" if isinstance(error, Mistake) and error.hint else ""
        typer.echo(f"error: {error}{hint}", err=True)
        return typer.Exit(1)
    typer.echo(as_diff(settled.before, settled.after), nl=False)
    if write:
        left = write_files(settled)
        typer.echo(f"{len(settled.after) - len(left)} files written", err=True)
    if code:
        lines = (f'code still says "{old}"; your editor renames it there:', *code)
        typer.echo("\n".join(lines), err=True)
    return typer.Exit(0)
