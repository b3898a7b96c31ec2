"""`sfrules lint`, the command: it reads its arguments, and decides nothing.

It stands on the standard library alone, and loads the linter when it is run.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.ground.terminal import remark, say

if TYPE_CHECKING:
    from sfrules.ground.problems import Problem
    from sfrules.lint.baseline import Baseline
    from sfrules.lint.linter import Linted
    from sfrules.lint.settings import Settings

SUMMARY = "Look any Markdown rulebook through: its tables, its dice, its links."
CLEAN, FOUND, UNREAD = 0, 1, 2  # exit codes; the last is for files that cannot be read, too
STDIN = "-"
_EPILOG = """\
settings are read from [tool.sfrules.lint] in pyproject.toml, or from .sfrules-lint.toml:
select, ignore, exclude, editions, severity, baseline

exit codes: 0 nothing found, or warnings alone; 1 findings; 2 something could not be read"""


def run(arguments: Sequence[str]) -> int:
    """Run the command, and return its exit code."""
    from sfrules.ground.problems import ProblemsFound

    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.rules:
        say(_list_of_rules())
        return CLEAN
    if not asked.paths:
        parser.error("name the files or folders to look through; - reads standard input")
    if STDIN in asked.paths and (asked.fix or asked.diff):
        parser.error("--fix and --diff are for files, and standard input is none")
    if asked.write_baseline and not asked.baseline:
        parser.error("--write-baseline needs --baseline FILE")
    if asked.factor and not asked.against:
        parser.error("--factor needs --against OTHER")
    if asked.against and (asked.fix or asked.diff):
        parser.error("which of two editions is right, nobody knows: --against fixes nothing")
    try:
        return _Run(asked).go()
    except ProblemsFound as error:
        remark(error)
        return UNREAD


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "sfrules lint",
        description=SUMMARY,
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files, folders to search, or - for stdin")
    add("--format", choices=("text", "json", "sarif", "github"), default="text")
    add("--select", action="append", metavar="RULE,…", help='rules to run; "default", "all"')
    add("--ignore", action="append", metavar="RULE,…", help="rules not to run")
    add("--exclude", action="append", metavar="PATTERN", help="files to leave out: drafts, old/**")
    add("--config", metavar="FILE", help="the file with the settings")
    add("--fix", action="store_true", help="write what is certain, and show what has changed")
    add("--diff", action="store_true", help="show what --fix would write; write nothing")
    add("--baseline", metavar="FILE", help="findings to keep quiet about")
    add("--write-baseline", action="store_true", help="make it, or take out what is gone")
    add("--stdin-filename", metavar="NAME", default="stdin.md", help="what to call stdin")
    add("--against", metavar="OTHER", help="the same files in another edition or language")
    add("--factor", action="append", metavar="N", help="with --against: of units, as 0.3 for feet")
    add("--verbose", action="store_true", help="say which dice tables were left alone, and why")
    add("--rules", action="store_true", help="list the rules, and stop")
    return parser


def _list_of_rules() -> str:
    from sfrules.lint.catalog import RULES

    width = max(len(rule.id) for rule in RULES)
    off = {True: "", False: " Off unless it is selected."}
    return "\n".join(f"{rule.id:<{width}}  {rule.summary}{off[rule.by_default]}" for rule in RULES)


def _names(given: Sequence[str] | None) -> list[str]:
    return [name for text in given or () for name in text.replace(",", " ").split()]


class _Run:
    """One run, from its arguments and settings to its report."""

    def __init__(self, asked: Namespace) -> None:
        from sfrules.lint.settings import settings_for

        self._asked = asked
        found = settings_for(Path.cwd(), Path(asked.config) if asked.config else None)
        self._settings = _with(found, asked)
        _refuse_unknown([*self._settings.select, *self._settings.ignore])

    def go(self) -> int:
        """Lint, fix what is to be fixed, and report."""
        if self._asked.diff or self._asked.fix:
            changed = self._fixed()
            sys.stdout.write(changed)
            if self._asked.diff:
                return FOUND if changed else CLEAN
        linted = self._linted({})
        baseline = self._baseline(linted)
        return self._report(linted, baseline)

    def _against(self) -> Linted:
        """The files compared with those of another edition."""
        from sfrules.ground.number_words import number_of_literal
        from sfrules.ground.problems import Problem, ProblemsFound
        from sfrules.lint.files import Finder
        from sfrules.lint.repeats.parallels import parallels

        try:
            factors = [number_of_literal(each) for each in self._asked.factor or ()]
        except ValueError as error:
            raise ProblemsFound([Problem("--factor", 1, 1, str(error))]) from None
        paths = [Path(path) for path in self._asked.paths]
        finder = Finder(self._settings.exclude, self._settings.root)
        return parallels(paths, Path(self._asked.against), finder, factors)

    def _linted(self, pages: Mapping[str, str]) -> Linted:
        if self._asked.against:
            return self._against()
        from sfrules.ground.source import Source
        from sfrules.lint.catalog import chosen
        from sfrules.lint.files import Finder
        from sfrules.lint.linter import lint

        settings, asked = self._settings, self._asked
        texts = [Source(path, text) for path, text in pages.items()]
        if STDIN in asked.paths:
            text = sys.stdin.read() if sys.stdin else ""
            texts.append(Source(asked.stdin_filename, text.replace("\r\n", "\n")))
        return lint(
            [Path(path) for path in asked.paths if path != STDIN],
            chosen(settings.select, settings.ignore),
            Finder(settings.exclude, settings.root),
            settings.editions,
            texts,
        )

    def _fixed(self) -> str:
        """What is certain, written if that is asked for; returns the diff."""
        from sfrules.ground.fixes import as_diff, settle, write
        from sfrules.ground.system import LOCKS, note_missing

        def check(pages: Mapping[str, str]) -> list[Problem]:
            return [finding.problem for finding in self._linted(pages).findings]

        note_missing(LOCKS)
        folders = [Path(path).absolute() for path in self._asked.paths]
        settled = settle(check, Path.cwd(), folders)
        if self._asked.fix:
            folders = [folder for folder in folders if folder.is_dir()]
            write(replace(settled, folders=tuple(folders)))
        return as_diff(settled.before, settled.after)

    def _baseline(self, linted: Linted) -> Baseline | None:
        """The baseline of the run, written anew if that is asked for."""
        from sfrules.lint.baseline import Baseline

        if not self._settings.baseline:
            return None
        path = self._settings.root / self._settings.baseline
        now = Baseline.of(linted.findings, self._settings.root)
        if not self._asked.write_baseline:
            return Baseline.read(path)
        kept = Baseline.read(path).shared(now) if path.exists() else now
        kept.write(path)
        return kept

    def _report(self, linted: Linted, baseline: Baseline | None) -> int:
        from sfrules.lint.lint_reports import REPORTS, severity

        if baseline:
            linted = self._without(linted, baseline)
        severities = self._settings.severity
        if answer := REPORTS[self._asked.format](linted, severities):
            say(answer)
        for problem in linted.unread:
            remark(problem)
        for problem in linted.dangling:
            remark(f"warning: {problem}")
        if self._asked.verbose:
            remark(*linted.dice_tables.left)
        if linted.unread:
            return UNREAD
        is_wrong = any(severity(each.rule, severities) == "error" for each in linted.findings)
        return FOUND if is_wrong else CLEAN

    def _without(self, linted: Linted, baseline: Baseline) -> Linted:
        """What was found but for the baseline; what of that is gone is said."""
        from sfrules.ground.problems import counted
        from sfrules.lint.baseline import Baseline, fingerprints

        root = self._settings.root
        gone = len(baseline.without(Baseline.of(linted.findings, root)).known)
        if gone:
            said = counted(gone, "finding")
            remark(f"the baseline can shrink by {said}: --write-baseline")
        marks = fingerprints(linted.findings, root)
        pairs = zip(linted.findings, marks, strict=True)
        return replace(linted, findings=tuple(f for f, mark in pairs if mark not in baseline.known))


def _with(settings: Settings, asked: Namespace) -> Settings:
    """The settings, with what the command line says instead or besides."""
    baseline = os.path.relpath(asked.baseline, settings.root) if asked.baseline else ""
    return replace(
        settings,
        select=_names(asked.select) or settings.select,
        ignore=[*settings.ignore, *_names(asked.ignore)],
        exclude=[*settings.exclude, *(asked.exclude or ())],
        baseline=baseline or settings.baseline,
    )


def _refuse_unknown(names: Sequence[str]) -> None:
    from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean
    from sfrules.lint.catalog import NAMES

    for name in names:
        if name not in NAMES:
            hint = did_you_mean(name, NAMES)
            raise ProblemsFound([Problem("sfrules lint", 1, 1, f'there is no rule "{name}"', hint)])
