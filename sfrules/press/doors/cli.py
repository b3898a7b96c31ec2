"""The commands of the press: what each is told, and what it runs."""

from __future__ import annotations

import json
import re
import sys
from argparse import BooleanOptionalAction, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.ground.command import (
    REFUSED,
    WRONG,
    Command,
    CommandError,
    argument,
    choice,
    flag,
    in_a_line,
    run_command,
)
from sfrules.ground.findings import REPORTS, Finding, Tool, say_report
from sfrules.ground.fixes import FixResult, as_diff, settle, write_whole
from sfrules.ground.fixes import write as write_files
from sfrules.ground.problems import Mistake, Problem, did_you_mean
from sfrules.ground.terminal import remark, say
from sfrules.lint import SUMMARY as OF_LINT
from sfrules.press.doors.calc import Answers
from sfrules.press.host.site import CONFIG, book_options, nearest_site
from sfrules.press.lock import difference
from sfrules.press.site.load import book_to_ask
from sfrules.press.things.book import Rulebook
from sfrules.press.things.tables import TABLE_FORMATS
from sfrules.press.things.thing import built

if TYPE_CHECKING:  # MkDocs takes a while to load
    from sfrules.press.host.check import SiteCheck

RULE = "sfrules"
TOOL = Tool("sfrules", {RULE: "The book and its rules disagree"}, "problem")
SAVED = "somebody saved the file while it was being fixed; it stays as it was saved"


# The book that ships with the press, known here by name alone: it is meant where no other is.
SHIPPED_BOOK = "sfrules.book"


# What reads or prints a whole site is imported by the commands that do: it brings MkDocs, the
# libraries that come with it, and those of the PDF. A question is answered without them.

ABOUT = "A rulebook whose every number is computed from its rules, or checked against them."
SHOWN = ("tables", "rules", "macros", "terms", "numbers", "table")
LOCK = Path("tables", "printed")


def run(name: str, words: Sequence[str]) -> int:
    """Run a command of the press, and return its exit code."""
    if name in ("-h", "--help"):
        summaries = {name: command.summary for name, command in COMMANDS.items()}
        lines = (f"  {name:<8} {text}" for name, text in (summaries | {"lint": OF_LINT}).items())
        usage = "usage: sfrules COMMAND …     (sfrules COMMAND --help tells more)"
        say("\n".join((usage, "", ABOUT, "", "commands:", *lines)))
        return 0
    if name not in COMMANDS:
        remark(f'error: there is no command "{name}"; {did_you_mean(name, (*COMMANDS, "lint"))}')
        return REFUSED
    return run_command(name, COMMANDS[name], words)


def _site_of(asked: Namespace) -> Path:
    """The configuration that is meant."""
    return asked.config or (nearest_site(Path.cwd()) or Path()) / CONFIG


def _check(asked: Namespace) -> int:
    from sfrules.press.host.check import SiteCheck

    site = SiteCheck(_site_of(asked), asked.pages, cached=asked.cache)
    if not (asked.fix or asked.diff):
        checked = site.check()
        return _report(checked.problems, asked.format, account=checked.account)
    fixed = settle(lambda texts: site.check(texts).problems, site.root)
    if asked.fix:
        return _fixed(site, fixed, asked.format)
    say(as_diff(fixed.before, fixed.after), end="")
    return 1 if fixed.after or fixed.left else 0


def _fixed(site: SiteCheck, fixed: FixResult, form: str) -> int:
    """Write what can be fixed, and report what is still wrong."""
    saved = write_files(fixed)
    after = {path: text for path, text in fixed.after.items() if path not in saved}
    left = [Problem(path, 1, 1, SAVED, "sfrules check --fix, once more") for path in saved]
    checked = site.check(afresh=True)
    problems, changed = (*left, *checked.problems), as_diff(fixed.before, after)
    return _report(problems, form, account=checked.account, changed=changed)


def _report(problems: Sequence[Problem], form: str, *, account: str, changed: str = "") -> int:
    """Write what was changed and what is still wrong; returns the exit code."""
    findings = [Finding(each, RULE) for each in problems]
    say_report(form, findings, TOOL, changed=changed, account=account)
    return 1 if problems else 0


def _prove(asked: Namespace) -> int:
    from sfrules.press.doors.prove import prove
    from sfrules.press.host.check import SiteCheck

    found = prove(SiteCheck(_site_of(asked), cached=True), asked.page)
    if asked.write and found.proofs:
        write_whole(asked.page, found.text().encode())
    say(found.report)
    return 0


def _serve(asked: Namespace) -> int:
    from sfrules.press.host.serve import serve

    serve(_site_of(asked), asked.dev_addr, open_in_browser=asked.open)
    return 0


def _calc(asked: Namespace) -> int:
    if asked.expression == "-" or asked.format == "json":
        # Standard input is None where it is closed.
        lines = (sys.stdin or ()) if asked.expression == "-" else (asked.expression,)
        return answer_each(lines, asked.book, as_json=asked.format == "json")
    return _say_answer(Answers(book_named(asked.book)).answer(asked.expression))


def _explain(asked: Namespace) -> int:
    return _say_answer(Answers(book_named(asked.book)).explanation(asked.expression))


def _say_answer(answer: str) -> int:
    if answer.startswith("error:"):
        remark(answer)
        return WRONG
    say(answer)
    return 0


def _show(asked: Namespace) -> int:
    if bool(asked.id) != (asked.what == "table"):
        raise CommandError("one table is written by its id, as in: sfrules show table ID")
    if asked.what == "table":
        table = built(book_named(asked.book).tables, asked.id, "table")
        say(TABLE_FORMATS[asked.format](table), end="")
        return 0
    pairs = list(
        _numbers() if asked.what == "numbers" else _listed(asked.what, book_named(asked.book))
    )
    width = max((len(name) for name, _ in pairs), default=0)
    for name, text in pairs:
        say(f"{name:<{width}}  {text}")
    return 0


def _listed(what: str, book: Rulebook) -> Iterable[tuple[str, str]]:
    """What pages of the book may use, each with what it is."""
    if what == "rules":
        yield from Answers(book).rules()
    elif what == "macros":
        yield from Answers(book).macros()
    elif what == "terms":
        yield from ((term.term, term.definition) for term in book.terms)
    else:
        yield from ((id, build().caption) for id, build in book.tables.items())
        yield from ((f"{name}.csv", said) for name, said in book.facts.columns().items())


def _numbers() -> Iterable[tuple[str, str]]:
    """Each page with how many numbers it has of each kind."""
    from sfrules.press.host.check import SiteCheck

    for page, audit in SiteCheck(_site_of(Namespace(config=None))).check().audits.items():
        counts = (f"{count} {kind}" for kind, count in sorted(audit.counts.items()) if count)
        yield page, ", ".join(counts) or "none"


def _where(asked: Namespace) -> int:
    from sfrules.press.host.check import SiteCheck

    found = SiteCheck(_site_of(asked), cached=True).printing(asked.name)
    for entry in found:
        printed = " ".join(entry.printed.split())
        say(f"{entry.page}:{entry.line}:{entry.column}: {entry.expression}: {printed}")
    if not found:
        raise Mistake(f"no page prints {asked.name}")
    return 0


def _diff(asked: Namespace) -> int:
    here = Path.cwd()
    folder = asked.lock or (nearest_site(here) or here) / LOCK
    try:
        said = difference(folder, asked.before, asked.after or "")
    except Mistake as error:
        raise CommandError(in_a_line(error)) from None
    if not said:
        raise CommandError(f"neither has a lock in {folder}; --lock says where it is")
    say(said, end="")
    return 0


def _export(asked: Namespace) -> int:
    from sfrules.press.host.volumes import volume_of
    from sfrules.press.paper import find_chromium, pdf

    file = _site_of(asked)
    try:
        if asked.path:
            _refuse_others(asked.path)
        find_chromium()  # before the site is built for nothing
        with volume_of(file) as volume:
            name = re.sub(r"\W+", "-", volume.title.lower()).strip("-") or "book"
            target = asked.path or file.parent / "dist" / f"{name}.{asked.form}"
            _refuse_others(target)
            write_whole(target, pdf(volume, asked.paper))
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from None
    say(target)
    return 0


def _refuse_others(target: Path) -> None:
    """Refuse to write where something stands that is no PDF."""
    if target.exists() and not (target.is_file() and target.read_bytes()[:5] == b"%PDF-"):
        raise CommandError(f"{target} is no PDF, and is left as it is: name another file")


def _new(asked: Namespace) -> int:
    folder, starter = asked.folder, Path(__file__).parent / "starter"
    name = asked.title or folder.resolve().name.replace("-", " ").replace("_", " ").capitalize()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Mistake(f"there is something in {folder} already")
    if set('"\\').intersection(name) or not name.isprintable():
        raise Mistake("a title has no quotes and no backslashes")
    for file in (each for each in sorted(starter.rglob("*")) if each.is_file()):
        # By their own names, they would be code of the package, and leave files out of it.
        own_name = file.name.removesuffix(".txt").replace("gitignore", ".gitignore")
        target = folder / file.relative_to(starter).parent / own_name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8").replace("@TITLE@", name)
        target.write_text(text, encoding="utf-8", newline="\n")
    say(f"{folder}: next, cd {folder} && make book && make test")
    return 0


_CONFIG = "the MkDocs configuration (default: the nearest mkdocs.yml)"
CONFIG_FILE = argument("-f --config-file", _CONFIG, dest="config", type=Path, metavar="PATH")
_BOOK = "the module of the book (default: that of the nearest mkdocs.yml)"
BOOK = argument("--book", _BOOK, default="", metavar="MODULE")
_PAGES = "pages, or folders of pages: report what is wrong in these alone"
_CACHE = "take up what the last check knew, from .cache/sfrules (default: --cache)"
_ADDRESS = "where to serve it (default: dev_addr of mkdocs.yml, or 127.0.0.1:8000)"
_JSON = (
    "As JSON, an answer has its unit, the rules and rows that were asked, and the page that has it."
)
_NAME = "a rule, a row or a table as pages name it; or an expression"
_AFTER = "another (default: the files as they are)"
_LOCK = "the folder of the lock (default: tables/printed beside mkdocs.yml)"
_OUT = "the file to write (default: dist/ and the book's title)"
_TITLE = "the book's title (default: the folder's name)"
COMMANDS = {
    "check": Command(
        "Check all pages and all facts: everything that can be wrong, each at its place.",
        _check,
        (
            argument("pages", _PAGES, nargs="*", type=Path, metavar="PATH"),
            CONFIG_FILE,
            choice("--format", "how to write what is wrong", REPORTS),
            flag("--fix", "write what can be fixed, and show what has changed"),
            flag("--diff", "show what --fix would write; write nothing"),
            argument("--cache", _CACHE, action=BooleanOptionalAction, default=True),
        ),
    ),
    "prove": Command(
        "Propose lines of proofs for the numbers of a page that nothing vouches for.",
        _prove,
        (
            argument("page", "the page", type=Path, metavar="PAGE"),
            flag("--write", "put the likeliest below each passage, each behind a #"),
            CONFIG_FILE,
        ),
        "Each has the right answer; which of them its sentence is about, a person says.",
    ),
    "serve": Command(
        "Show the site while you write, with what is wrong at the foot of each page.",
        _serve,
        (
            CONFIG_FILE,
            argument("-a --dev-addr", _ADDRESS, default="", metavar="HOST:PORT"),
            flag("-o --open", "open the site in a browser"),
        ),
    ),
    "calc": Command(
        "Work out an expression as a page would; `sfrules show rules` lists what it may call.",
        _calc,
        (
            argument("expression", "an expression, or - to read one a line", metavar="EXPR"),
            choice("--format", "how to write the answer", ("text", "json")),
            BOOK,
        ),
        _JSON,
    ),
    "explain": Command(
        "Work an expression out in steps: each rule in it with its formula and its numbers.",
        _explain,
        (argument("expression", "an expression that asks rules", metavar="EXPR"), BOOK),
    ),
    "show": Command(
        "List what pages may use, or the numbers of each page; or write a table of the book.",
        _show,
        (
            argument("what", "what to list; or `table`, and which", choices=SHOWN),
            argument("id", "a table's id, as pages name it", nargs="?", metavar="ID"),
            choice("--format", "how to write a table", TABLE_FORMATS),
            BOOK,
        ),
    ),
    "where": Command(
        "List the places that print something of a rule, a row or a table, or that expression.",
        _where,
        (argument("name", _NAME, metavar="NAME"), CONFIG_FILE),
    ),
    "diff": Command(
        "Tell which printed numbers changed between two revisions, by their locks alone.",
        _diff,
        (
            argument("before", "the revision to compare with", metavar="REV"),
            argument("after", _AFTER, nargs="?", metavar="REV"),
            argument("--lock", _LOCK, type=Path, metavar="PATH"),
        ),
    ),
    "export": Command(
        "Make one file of the book: a PDF for paper.",
        _export,
        (
            argument("form", "what to make of the book", choices=("pdf",)),
            argument("path", _OUT, nargs="?", type=Path, metavar="PATH"),
            choice("--paper", "the paper of the PDF", ("a4", "letter")),
            CONFIG_FILE,
        ),
    ),
    "new": Command(
        "Make a small book that builds, checks and passes: the beginning of yours.",
        _new,
        (
            argument("folder", "the folder to make, with nothing in it", type=Path, metavar="DIR"),
            argument("--title", _TITLE),
        ),
    ),
}


def answer_each(expressions: Iterable[str], book: str, *, as_json: bool) -> int:
    """Say the answer of each expression on a line; returns 1 if one of them has none."""
    answers, code = Answers(book_named(book)), 0
    folder = None if book else nearest_site(Path.cwd())
    for expression in map(str.strip, expressions):
        if as_json and expression:
            found = answers.in_full(expression, folder)
            told, is_refused = json.dumps(found), "error" in found
        else:
            told = answers.answer(expression) if expression else ""
            is_refused = told.startswith("error:")
        code |= is_refused
        say(told)
    return code


def book_named(name: str) -> Rulebook:
    """The book of a module; without a name, that of the nearest site, or the one that ships.

    Raises:
        ProblemsFound: for a book that cannot be loaded.
    """
    here = Path.cwd()
    folder = None if name else nearest_site(here)
    options, docs = book_options(folder / CONFIG) if folder else (None, here)
    if options is None:
        folder, options = here, {"book": name or SHIPPED_BOOK}
    return book_to_ask((folder or here).resolve(), options, docs)
