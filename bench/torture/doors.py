"""The doors through which a stranger's text comes in: each takes a text, and gives an answer.

What comes of it may be any problem at a place within the text. Anything else raises: Fallen where
the answer is not what it must be, and whatever the press itself lets out.
"""

from __future__ import annotations

import contextlib
import copy
import csv
import io
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import book_doors
import small_book
from click.testing import CliRunner
from judging import clean, skeleton, told, well_drawn, well_written
from mkdocs.utils import meta
from section import ROOT
from sfrules.lint.lint_reports import REPORTS
from trying import Fallen
from typer.main import get_command

from sfrules.authored import Tables
from sfrules.binding.errata import Erratum, wrong_errata
from sfrules.book import BOOK
from sfrules.ground.ledger import Origin
from sfrules.ground.problems import ProblemsFound
from sfrules.ground.source import Source, Span
from sfrules.lint import linter
from sfrules.press.doors.answers import Answers
from sfrules.press.doors.cli import app
from sfrules.press.doors.site_check import FolderHost, SiteCheck
from sfrules.press.doors.site_settings import read_site
from sfrules.press.expression.bounds import Bounds
from sfrules.press.site.keep.store import Store
from sfrules.press.site.weave.check import expand, page_of, weave

SECONDS = 2.0  # that a page may take here, where its bounds can be given
PAGE = "docs/page.md"
EMPTY = "# A page\n"
TERMS = "tables/authored/terms.csv"
DESCRIPTION = "tables/datapackage.json"
TABLES = ("dice", "tiers", "weapons", "impairment-seeds", "upgrades", "sources", "terms")
CONFIG = """\
site_name: Small
theme: {name: mkdocs}
plugins:
  - sfrules: {book: small_book}
markdown_extensions: [sfrules, admonition, attr_list, def_list, footnotes, md_in_html, tables, toc,
  pymdownx.details, pymdownx.highlight, pymdownx.inlinehilite, pymdownx.superfences]
"""
_FENCE = "```"
COMMAND: Any = get_command(app)


class Doors:
    """Every door, at work in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._folders = 0
        (folder / "docs").mkdir(parents=True)
        (folder / PAGE).write_text(EMPTY, encoding="utf-8")
        _copy_tables(folder)
        self._config = folder / "mkdocs.yml"
        self._config.write_text(CONFIG, encoding="utf-8")
        os.chdir(folder)

    def new_folder(self) -> Path:
        """A folder that nothing else uses."""
        self._folders += 1
        return self.folder / f"book-{self._folders}"

    def page(self, text: str) -> str:
        """A page of the whole book, expanded."""
        text = _as_read(text)
        body = meta.get_data(text)[0]
        made = expand(BOOK, page_of(PAGE, text, body), Bounds(seconds=SECONDS))
        told(made.problems, {PAGE: text})
        clean(made.markdown, "the page", text)
        for entry in made.entries:
            clean(entry.printed, "the ledger", text)
        checks = [(each.line, each.column, len(each.problems)) for each in made.checks]
        return json.dumps([made.markdown, list(map(str, made.problems)), checks])

    def site(self, text: str, name: str = "page.md") -> str:
        """A page of the small book, as `sfrules check` has it: expanded, converted, finished."""
        text = _as_read(text)
        shown = f"docs/{name}"
        checked = SiteCheck(self._config).check({shown: text})
        told(checked.problems, {PAGE: EMPTY, shown: text})
        return "\n".join(map(str, checked.problems))

    def configuration(self, text: str) -> str:
        """A site whose configuration holds a text."""
        config, said = self.folder / "other.yml", f"{CONFIG}extra: {text}\n"
        config.write_bytes(said.encode("utf-8", "surrogatepass"))
        checked = SiteCheck(config).check()
        told(checked.problems, {"other.yml": said, PAGE: EMPTY})
        return "\n".join(map(str, checked.problems))

    def file_name(self, text: str) -> str:
        """A page with a name."""
        name = text.replace("/", "%").replace("\0", "").encode("utf-8", "replace")[:200]
        path = self.folder / "docs" / f"{name.decode('utf-8', 'ignore').strip() or 'x'}.md"
        path.write_text(EMPTY, encoding="utf-8")
        try:
            return self.site(EMPTY, path.name)
        finally:
            path.unlink()

    def calc(self, text: str) -> str:
        """An expression that is worked out and explained."""
        answers = Answers(BOOK)
        answer, explanation = answers.answer(text), answers.explanation(text)
        if "\n" in answer:
            raise Fallen("the answer has more than one line")
        clean(answer + explanation, "the answer", text)
        return json.dumps([answer, explanation])

    def command(self, words: list[str], given: str = "") -> str:
        """A command of `sfrules`."""
        ran = CliRunner().invoke(COMMAND, words, input=given)
        if ran.exception and not isinstance(ran.exception, SystemExit):
            raise ran.exception
        if ran.exit_code not in range(3):
            raise Fallen(f"the command ends with {ran.exit_code}")
        # The book lies outside of its site here, and whoever names a file may see what it holds.
        said = ran.output.replace(str(small_book.__file__), "small_book.py")
        clean(said, "what the command says", " ".join([*words, given, *_held(words)]))
        return ran.output

    def book_text(self, place: str, text: str) -> str:
        """A text of the small book, on a page that prints all of the book."""
        usual = harmless(place)
        html, problems = self.finished(place, text)
        if not problems and (new := skeleton(html) - usual):
            raise Fallen(f"the page has gained {', '.join(sorted(new))[:200]}")
        if not problems:
            well_drawn(html)
        for build in small_book.small_book(place, text).tables.values():
            well_written(build())
        return json.dumps([html, problems])

    @staticmethod
    def finished(place: str, text: str) -> tuple[str, list[str]]:
        """The HTML of the small book's page, and its problems."""
        book = small_book.small_book(place, text)
        page = page_of(PAGE, small_book.PAGE, small_book.PAGE)
        made = expand(book, page, Bounds(seconds=SECONDS))
        woven = weave(
            Store.of(book, {"page.md": made}),
            {"page.md": made},
            _host().convert,
            lambda _, path: path,
        )
        told(woven.problems, {PAGE: small_book.PAGE, "wares.csv": "name\none\n"})
        html = woven.pages["page.md"].html
        clean(html, "the page", text)
        return html, list(map(str, woven.problems))

    def tables(self, file: str, text: str) -> str:
        """The authored tables, with a text for one of their files."""
        path = self.folder / file
        before = path.read_bytes()
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            read = Tables(self.folder)
            problems = read.check()
            told(problems, {file: _as_read(text)})
            for name in read.names():
                with contextlib.suppress(ProblemsFound):
                    read.rows(name)
            return "\n".join(map(str, problems))
        finally:
            path.write_bytes(before)

    def erratum(self, text: str) -> str:
        """An erratum's expression."""
        source = Source("errata.csv", text or " ")

        def spot(_: str, start: int, end: int | None) -> Span:
            return Span(source, start, len(source.text) if end is None else end)

        erratum = Erratum("it", "4", "5", text, "", Origin("it", "errata.csv", 1), spot)
        problems = list(wrong_errata(BOOK, [erratum]))
        told(problems, {"errata.csv": source.text})
        return "\n".join(map(str, problems))

    def lint(self, text: str) -> str:
        """A file for lint, in every form of its report."""
        path = Path("lint.md")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        linted = linter.lint([path])
        told((each.problem for each in linted.findings), {"lint.md": _as_read(text)})
        told(linted.unread, {"lint.md": _as_read(text)})
        return "\n".join(write(linted, {}) for write in REPORTS.values())


def _held(words: list[str]) -> Iterator[str]:
    """The texts of the files that a command names."""
    for word in words:
        with contextlib.suppress(OSError, ValueError):
            if not Path(word).is_file():
                continue
            yield Path(word).read_text(encoding="utf-8", errors="replace")


@cache
def harmless(place: str) -> Counter[str]:
    """The elements of the small book's page with a plain word or a number in a place.

    With those the book has no problem: beside one, nothing else would be looked at.
    """
    found = Counter[str]()
    for text in (small_book.WORD, "7"):
        html, problems = Doors.finished(place, text)
        if problems:
            raise Fallen(f"the small book has a problem of its own: {problems[0]}")
        found |= skeleton(html)
    return found


@cache
def small_package() -> dict[str, Any]:
    """The description of the tables, with a few tables of every sort."""
    package: dict[str, Any] = json.loads((ROOT / DESCRIPTION).read_text(encoding="utf-8"))
    chosen = [each for each in package["resources"] if each["name"] in TABLES]
    return {**package, "resources": chosen}


def _copy_tables(folder: Path) -> None:
    (folder / "tables" / "authored").mkdir(parents=True)
    for resource in small_package()["resources"]:
        path = f"tables/{resource['path']}"
        (folder / path).write_bytes((ROOT / path).read_bytes())
    (folder / DESCRIPTION).write_text(json.dumps(small_package(), indent=2), encoding="utf-8")


def _as_read(text: str) -> str:
    """A text as it comes out of a file that holds it."""
    text = text.encode("utf-8", "replace").decode()
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


@cache
def _host() -> FolderHost:
    return FolderHost(read_site(ROOT / "mkdocs.yml"))


def _session(text: str) -> str:
    first, *others = text.split("\n")
    lines = (each if each.startswith(">>> ") else f"... {each}" for each in others)
    return "\n".join([f">>> {first}", *lines])


def _cell(text: str) -> str:
    """The terms of the book, with a text for one's definition."""
    table = list(csv.reader((ROOT / TERMS).read_text(encoding="utf-8").splitlines()))
    table[1][table[0].index("definition")] = text
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def _described(text: str) -> str:
    """The description of the tables, with a text as a title, as a pattern and as a path."""
    package = copy.deepcopy(small_package())
    first, second, third, *_ = package["resources"]
    first["title"] = text
    second["schema"]["fields"][0]["constraints"] = {"pattern": text}
    third["path"] = text
    return json.dumps(package)


def _on_page(form: str) -> Callable[[Doors, str], str]:
    """A page with a text in the place of §, and with it in quotes in the place of ¶."""
    parts = re.split("([§¶])", form)

    def page(doors: Doors, text: str) -> str:
        put = {"§": text, "¶": json.dumps(text, ensure_ascii=False)}
        return doors.page("".join(put.get(part, part) for part in parts))

    return page


def _argument(command: str) -> Callable[[Doors, str], str]:
    return lambda doors, text: doors.command([*command.split(), text])


def _text_of_book(place: str) -> Callable[[Doors, str], str]:
    return lambda doors, text: doors.book_text(place, text)


# Every door by its name: what takes a text of a stranger's.
DOORS: Mapping[str, Callable[[Doors, str], str]] = {
    "page": Doors.page,
    "expression": _on_page("# A page\n\nThe {{ § }} word.\n"),
    "statement": _on_page(
        "{% set x = § %}{{ x }}{% for y in § %}{{ y }}{% endfor %}{% if § %}a{% endif %}\n"
    ),
    "argument": _on_page(
        "{{ core.hit_points(7, §) }} {{ printed(§, 5) }} {{ [§]|map('lower')|join }}\n"
    ),
    "text": _on_page(
        "{{ core.hit_points(7, ¶) }} {{ printed(¶, 5) }} {{ term(¶) }} {{ numbers(¶) }}\n\n"
        "{{ table(¶) }}\n\n{{ figure(¶) }}\n\n{{ chart(¶) }}\n"
    ),
    "proof": _on_page(f"The 51.\n\n{_FENCE}proof\n§\nx = § = 51\n{_FENCE}\n"),
    "session": lambda doors, text: doors.page(f"{_FENCE}pycon\n{_session(text)}\n{_FENCE}\n"),
    "hidden session": lambda doors, text: doors.page(f"<!-- pycon\n{_session(text)}\n-->\n"),
    "formula": _on_page("{{ formula(§) }}\n\n{{ formula(core.armor_class, unfold=§) }}\n"),
    "term": _on_page("See [[§]] and [[hit points|§]].\n"),
    "front matter": _on_page("---\ntitle: §\nrules: §\n---\n# A page\n\n{{ hit_points(7) }}\n"),
    "text in front matter": _on_page("---\ntitle: ¶\nrules: [¶, core]\n---\n# A page\n"),
    "site": Doors.site,
    "front matter of a site": lambda doors, text: doors.site(f"---\ntitle: {text}\n---\n# A\n"),
    "configuration": Doors.configuration,
    "file name": Doors.file_name,
    "calc": Doors.calc,
    "calc -": lambda doors, text: doors.command(
        ["calc", "-"], text.encode("utf-8", "replace").decode()
    ),
    "erratum": Doors.erratum,
    "cell of a file": lambda doors, text: doors.tables(TERMS, _cell(text)),
    "file of terms": lambda doors, text: doors.tables(TERMS, text),
    "text in the description": lambda doors, text: doors.tables(DESCRIPTION, _described(text)),
    "description": lambda doors, text: doors.tables(DESCRIPTION, text),
    "lint": Doors.lint,
    "command": lambda doors, text: doors.command(json.loads(text)),
    "sfrules explain": _argument("explain"),
    "sfrules show table": _argument("show table"),
    "sfrules diff": _argument("diff"),
    "sfrules check -f": _argument("check -f"),
    "sfrules lint": _argument("lint"),
    **book_doors.DOORS,
    **{f"{place} of the book": _text_of_book(place) for place in small_book.PLACES},
}
