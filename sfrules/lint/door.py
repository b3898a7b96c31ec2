"""`sfrules lint`, the command: it reads its arguments, and decides nothing."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sfrules.ground.findings import REPORTS, Tool
from sfrules.ground.fixes import as_diff, settle, write
from sfrules.ground.problems import Problem, ProblemsFound, counted, did_you_mean, report
from sfrules.ground.source import Source
from sfrules.ground.terminal import remark, say
from sfrules.lint import SUMMARY
from sfrules.lint.catalog import RULES
from sfrules.lint.files import UNREAD, Finder
from sfrules.lint.linter import Linted, lint
from sfrules.lint.settings import Settings, settings_for

CLEAN, FOUND, UNREADABLE = 0, 1, 2  # exit codes; the last is for files that cannot be read, too
STDIN = "-"
TOOL = Tool(
    "sfrules lint",
    {rule.id: rule.summary for rule in RULES.values()}
    | {UNREAD: "A file or folder that cannot be read."},
)
_EPILOG = """\
settings are read from [tool.sfrules.lint] in pyproject.toml, or from .sfrules-lint.toml:
select, ignore, warn, exclude

exit codes: 0 nothing found, or warnings alone; 1 findings; 2 something could not be read"""


def run(arguments: Sequence[str]) -> int:
    """Run the command, and return its exit code."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.rules:
        width = max(map(len, RULES))
        say("\n".join(f"{rule.id:<{width}}  {rule.summary}" for rule in RULES.values()))
        return CLEAN
    if not asked.paths:
        parser.error("name the files or folders to look through; - reads standard input")
    if STDIN in asked.paths and (asked.fix or asked.diff):
        parser.error("--fix and --diff are for files, and standard input is none")
    try:
        return _run(asked, _with(settings_for(Path.cwd()), asked))
    except ProblemsFound as error:
        remark(error)
        return UNREADABLE


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
    add("--format", choices=("text", *REPORTS), default="text")
    for option, what in (
        ("--select", "rules to run"),
        ("--ignore", "rules not to run"),
        ("--warn", "rules whose findings are no failure"),
    ):
        add(option, action="extend", type=_rules, default=[], metavar="RULE,…", help=what)
    add(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="files to leave out: drafts, old/**",
    )
    add("--fix", action="store_true", help="write what is certain, and show what has changed")
    add("--diff", action="store_true", help="show what --fix would write; write nothing")
    add("--stdin-filename", metavar="NAME", default="stdin.md", help="what to call stdin")
    add("--verbose", action="store_true", help="say which dice tables were left alone, and why")
    add("--rules", action="store_true", help="list the rules, and stop")
    return parser


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


def _run(asked: Namespace, settings: Settings) -> int:
    """Lint, fix what is to be fixed, and report."""
    if asked.diff or asked.fix:
        changed = _fixed(asked, settings)
        say(changed, end="")
        if asked.diff:
            return FOUND if changed else CLEAN
    linted = _linted(asked, settings, {})
    if asked.format == "text":
        say(_as_text(linted))
    elif answer := REPORTS[asked.format](linted.findings, TOOL):
        say(answer)
    if asked.verbose:
        remark(*linted.dice_tables.left)
    wrong = {each.rule for each in linted.findings if each.severity == "error"}
    return UNREADABLE if UNREAD in wrong else FOUND if wrong else CLEAN


def _linted(asked: Namespace, settings: Settings, pages: Mapping[str, str]) -> Linted:
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

    folders = [Path(path).absolute() for path in asked.paths]
    settled = settle(check, Path.cwd(), folders)
    if asked.fix:
        write(settled)
    return as_diff(settled.before, settled.after)


def _as_text(linted: Linted) -> str:
    """Each finding with its line and carets, their count, and what became of the dice tables."""
    named, tables = [], linted.dice_tables
    for each in linted.findings:
        tag = each.rule if each.severity == "error" else f"{each.rule}, {each.severity}"
        named.append(replace(each.problem, message=f"{each.problem.message} [{tag}]"))
    account = ""
    if tables.checked or tables.left:
        left = f", {len(tables.left):,} left alone (why: --verbose)" if tables.left else ""
        account = f"\n{counted(tables.checked, 'dice table')} checked{left}"
    return report(named, "finding") + account
