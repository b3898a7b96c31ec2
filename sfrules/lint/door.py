"""`sfrules lint`, the command: its arguments, its settings, its report."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sfrules.ground.command import Argument, Command, CommandError, argument, choice, flag
from sfrules.ground.findings import REPORTS, Tool, say_report
from sfrules.ground.fixes import as_diff, settle, write
from sfrules.ground.problems import Problem, ProblemsFound, counted, did_you_mean
from sfrules.ground.source import Source
from sfrules.ground.terminal import remark, say
from sfrules.lint import SUMMARY
from sfrules.lint.files import UNREAD, Finder
from sfrules.lint.linter import RULES, LintResult, lint
from sfrules.lint.settings import Settings, settings_for

CLEAN, FOUND, UNREADABLE = 0, 1, 2  # exit codes; the last is for files that cannot be read, too
STDIN = "-"
TOOL = Tool(
    "sfrules lint",
    {rule.id: rule.summary for rule in RULES.values()}
    | {UNREAD: "A file or folder that cannot be read."},
)
_MORE = """\
settings are read from [tool.sfrules.lint] in pyproject.toml, or from .sfrules-lint.toml:
select, ignore, warn, exclude

exit codes: 0 nothing found, or warnings alone; 1 findings; 2 something could not be read"""


def _rules(text: str) -> list[str]:
    names = text.replace(",", " ").split()
    for name in names:
        if name not in RULES:
            hint = did_you_mean(name, RULES)
            raise ArgumentTypeError(f'there is no rule "{name}": {hint}')
    return names


def _with(settings: Settings, asked: Namespace) -> Settings:
    """The settings, with what the command line says instead or besides."""
    return replace(
        settings,
        select=asked.select or settings.select,
        ignore=[*settings.ignore, *asked.ignore],
        warn=[*settings.warn, *asked.warn],
        exclude=[*settings.exclude, *asked.exclude],
    )


def _run(asked: Namespace) -> int:
    if asked.rules:
        width = max(map(len, RULES))
        say("\n".join(f"{rule.id:<{width}}  {rule.summary}" for rule in RULES.values()))
        return CLEAN
    if not asked.paths:
        raise CommandError("name the files or folders to look through; - reads standard input")
    if STDIN in asked.paths and (asked.fix or asked.diff):
        raise CommandError("--fix and --diff are for files, and standard input is none")
    try:
        return _report(asked, _with(settings_for(Path.cwd()), asked))
    except ProblemsFound as error:
        remark(error)
        return UNREADABLE


def _report(asked: Namespace, settings: Settings) -> int:
    """Lint, fix what is to be fixed, and report."""
    changed = _fixed(asked, settings) if asked.diff or asked.fix else ""
    if asked.diff:
        say(changed, end="")
        return FOUND if changed else CLEAN
    linted = _linted(asked, settings, {})
    account = _account(linted)
    say_report(asked.format, linted.findings, TOOL, changed=changed, account=account)
    if asked.verbose:
        remark(*linted.dice_tables.left)
    wrong = {each.rule for each in linted.findings if each.severity == "error"}
    return UNREADABLE if UNREAD in wrong else FOUND if wrong else CLEAN


def _account(linted: LintResult) -> str:
    """What became of the dice tables, if there are any."""
    tables = linted.dice_tables
    if not (tables.checked or tables.left):
        return ""
    left = f", {len(tables.left):,} left alone (why: --verbose)" if tables.left else ""
    return f"{counted(tables.checked, 'dice table')} checked{left}"


def _linted(asked: Namespace, settings: Settings, pages: Mapping[str, str]) -> LintResult:
    texts = [Source(path, text) for path, text in pages.items()]
    if STDIN in asked.paths:
        text = sys.stdin.read() if sys.stdin else ""
        texts.append(Source(asked.stdin_filename, text.replace("\r\n", "\n")))
    chosen = {*(settings.select or RULES)} - {*settings.ignore}
    return lint(
        [Path(path) for path in asked.paths if path != STDIN],
        [rule for rule in RULES.values() if rule.id in chosen],
        Finder(settings.exclude, settings.root),
        texts,
        settings.warn,
    )


def _fixed(asked: Namespace, settings: Settings) -> str:
    """What is certain, written if that is asked for; returns the diff."""

    def check(pages: Mapping[str, str]) -> list[Problem]:
        return [finding.problem for finding in _linted(asked, settings, pages).findings]

    settled = settle(check, Path.cwd())
    if asked.fix:
        write(settled)
    return as_diff(settled.before, settled.after)


def _option_of_rules(name: str, told: str) -> Argument:
    return argument(name, told, action="extend", type=_rules, default=[], metavar="RULE,…")


LINT = Command(
    SUMMARY,
    _run,
    (
        argument("paths", "files, folders to search, or - for stdin", nargs="*", metavar="PATH"),
        choice("--format", "how to write what is found", REPORTS),
        _option_of_rules("--select", "rules to run (default: all)"),
        _option_of_rules("--ignore", "rules not to run"),
        _option_of_rules("--warn", "rules whose findings are no failure"),
        argument(
            *("--exclude", "files to leave out: drafts, old/**"),
            action="append",
            default=[],
            metavar="PATTERN",
        ),
        flag("--fix", "write what is certain, and show what has changed"),
        flag("--diff", "show what --fix would write; write nothing"),
        argument(
            *("--stdin-filename", "what to call stdin (default: stdin.md)"),
            default="stdin.md",
            metavar="NAME",
        ),
        flag("--verbose", "say which dice tables were left alone, and why"),
        flag("--rules", "list the rules, and stop"),
    ),
    _MORE,
)
