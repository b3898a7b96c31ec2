"""Judge what a door lets out: problems at their places, and texts that a reader may see."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

from section import ROOT
from trying import Fallen

from sfrules import authored
from sfrules.ground.problems import Problem, report, report_html
from sfrules.press.doors.checking import report_json
from sfrules.press.things.tables.table import Table, table_csv, table_json

LONGEST = 20_000  # characters that a problem may be told in
_INSIDE = re.compile(r"\b0x[0-9a-f]{7,}\b|Traceback \(most recent call last\)|site-packages")
_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\d+(?:\.\d+)?%?$)")
_ADDRESSES = ("href", "src", "action", "formaction", "xlink:href", "data", "poster")


def told(problems: Iterable[Problem], texts: Mapping[str, str]) -> None:
    """Raise Fallen unless each problem has a place within one of some files."""
    lengths: dict[str, list[int]] = {}
    problems = list(problems)
    for problem in problems:
        path = problem.path
        if path not in texts:
            if path in ("other.yml", "mkdocs.yml") or _is_file(path):
                continue
            if problem.message.startswith(("there is no such file", "the file cannot be read")):
                continue
            raise Fallen(f"a problem is at {path!r:.60}, which is no file: {problem.message!r:.80}")
        if path not in lengths:
            lengths[path] = [len(line) for line in texts[path].split("\n")]
        lines = lengths[path]
        if not 1 <= problem.line <= len(lines):
            raise Fallen(f"a problem is in line {problem.line} of {len(lines)}: {problem.message}")
        if not 1 <= problem.column <= lines[problem.line - 1] + 1:
            raise Fallen(f"a problem is in column {problem.column} of {lines[problem.line - 1]}")
        clean(problem.message + problem.hint, "a problem", texts[path])
    few = problems[:200]
    for shown in (report(few), report_json(few), report_html(few)):
        shown.encode()
    if len(max(map(str, few), key=len, default="")) > LONGEST:
        raise Fallen(f"a problem is told in more than {LONGEST} characters")


def _is_file(path: str) -> bool:
    try:
        return (authored.root() / path).is_file()
    except OSError:  # a name that no file can have
        return False


def clean(said: str, what: str, given: str) -> None:
    """Raise Fallen for what no reader should see: an address, a builder's folder, half a pair."""
    found = _INSIDE.search(said)
    if found and found[0] not in given:
        raise Fallen(f"{what} says {found[0]}")
    for folder in {str(ROOT), str(Path.home()) + "/", sys.prefix}:
        if folder in said and folder not in given:
            raise Fallen(f"{what} says {folder}")
    try:
        said.encode()
    except UnicodeEncodeError:
        raise Fallen(f"{what} has half a surrogate pair") from None


def well_drawn(html: str) -> None:
    """Raise Fallen for a drawing that no reader of XML would take."""
    for drawing in re.findall(r"<svg\b.*?</svg>", html, re.DOTALL):
        try:
            ET.fromstring(drawing)  # noqa: S314 the press wrote it
        except ET.ParseError as error:
            raise Fallen(f"a drawing is no XML: {error}") from None


def well_written(table: Table) -> None:
    """Raise Fallen for files of a table that do not read back, or that a spreadsheet would run."""
    rows = list(csv.reader(io.StringIO(table_csv(table), newline="")))
    if len(rows) != len(table.rows) + 1:
        raise Fallen(f"the CSV file has {len(rows)} rows")
    if live := [cell for row in rows for cell in row if _FORMULA.match(cell)]:
        raise Fallen(f"a cell of the CSV file is a formula: {live[0][:20]!r}")
    json.loads(table_json(table))


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found = Counter[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[tag] += 1
        for name, value in attrs:
            scheme = re.match(r"[\s\0-\x20]*([a-zA-Z][\w+.-]*):", value or "")
            told = f":{scheme[1].lower()}" if scheme and name in _ADDRESSES else ""
            self.found[f"{tag} {name}{told}"] += 1

    def handle_comment(self, data: str) -> None:  # noqa: ARG002 as the library names it
        self.found["a comment"] += 1

    def handle_decl(self, decl: str) -> None:  # noqa: ARG002 as above
        self.found["a declaration"] += 1

    def handle_pi(self, data: str) -> None:  # noqa: ARG002 as above
        self.found["an instruction"] += 1


def skeleton(html: str) -> Counter[str]:
    """The elements of a page and their attributes, counted; of addresses, the scheme as well."""
    reader = _Tags()
    reader.feed(html)
    reader.close()
    return reader.found
