"""How often `sfrules prove` offers the line that a person wrote: `bench/candidates.py PAGES`.

The pages are read without their proofs, and each number that is loose then gets its candidates. One
is right if it asks the same rules and rows with the same values as the line of the proof, cites the
same fact, or gives the number a name or says it again as that line does.
"""

from __future__ import annotations

import argparse
import operator
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import nodes

from sfrules.ground.source import FRONT_MATTER, Source
from sfrules.press.expression.bounds import Meter
from sfrules.press.host.check import SiteCheck
from sfrules.press.page.environment import Work, environment_of
from sfrules.press.page.expand import Page
from sfrules.press.page.templates import dotted_name
from sfrules.press.proving.candidates import Candidates
from sfrules.press.proving.claims import number
from sfrules.press.proving.lines import Line, Prover
from sfrules.press.things.book import Record, Rulebook

SHOWN = 3
KINDS = "rule cell computed given again cited bound loop any".split()
PROOF = re.compile(r"^[ \t]*```proof\n(?P<lines>.*?)^[ \t]*```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"\S[^\n]*")
WORK: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}


class Form(NamedTuple):
    """A part of what a line asks: its value, what has it, and what that was given."""

    value: object
    name: str
    given: tuple[str, ...] = ()


class Asked(NamedTuple):
    """What a line asks, the same for all lines that ask the same, and the kind of the line."""

    kind: str
    forms: Sequence[Form]

    def is_as(self, other: Asked) -> bool:
        """Whether both ask the same; in a sum, a number stands for the rule that has it."""
        if len(self.forms) != len(other.forms):
            return False
        pairs = [*zip(self.forms, other.forms, strict=True)]
        is_sum = len(pairs) > 1
        return (self.kind == other.kind == "again") or all(
            a == b or (is_sum and a.value == b.value and "" in (a.name, b.name)) for a, b in pairs
        )

    def is_another(self, wanted: Asked) -> bool:
        """Whether it asks a rule or a row that another line does not."""
        names = {form.name for form in wanted.forms}
        return self.kind not in ("given", "again") and any(
            form.name and form.name not in names for form in self.forms
        )


class Lines:
    """The lines of a passage, read in order; what a name stands for is known below its line."""

    def __init__(self, book: Rulebook, in_full: Mapping[str, str]) -> None:
        self._book, self._in_full, self._forms = book, in_full, list[Form]()
        self._known, self._said = dict[str, Any](), dict[object, Asked]()

    def read(self, text: str, *, is_first: bool) -> Asked:
        """What a line asks; later lines know the first one of each number."""
        prover = Prover(self._book, Source("", text), Work(Meter()), ())
        line = prover.prove([(0, len(text))])[:1]
        return self.asked(line[0], is_first=is_first) if line else Asked("", [])

    def asked(self, line: Line, *, is_first: bool = True) -> Asked:
        """What a line asks."""
        low, self._forms = line.says.low, []
        kind, value = line.kind, low
        words = " ".join(line.expression.text.split())
        if kind == "again":
            return Asked("again", self._said.get(low, Asked("", [Form(low, "given")])).forms)
        if kind in ("cited", "chosen") or line.loop:
            kind = "loop" if line.loop else {"chosen": "given"}.get(kind, kind)
            self._forms = [Form(low, "given" if kind == "given" else words)]
        else:
            try:
                value = self._value(environment_of(self._book).parsed(words))
            except Exception:  # noqa: BLE001 what is no plain number is known by its words
                self._forms = [Form(low, words)]
            names = [form.name for form in self._forms if form.name]
            is_rule = names and not isinstance(self._book.member(names[0]), Record)
            kind = "computed" if len(self._forms) > 1 else "rule" if is_rule else "cell"
            kind = "bound" if line.sign or line.says.bound else kind
        found = Asked(kind, sorted(self._forms, key=str))
        if is_first:
            if line.name:
                self._known[line.name] = value
            self._said.setdefault(low, found)
        return found

    def _value(self, node: nodes.Node | None) -> Any:
        """The value of an expression; what it asks is noted."""
        match node:
            case nodes.Filter() | nodes.Neg():
                value = self._value(node.node)
                return -value if isinstance(node, nodes.Neg) else value
            case nodes.BinExpr():
                return WORK[node.operator](self._value(node.left), self._value(node.right))
            case nodes.List() | nodes.Tuple():
                return [self._value(each) for each in node.items]
            case nodes.Call():
                before = len(self._forms)
                given = [self._value(each) for each in node.args]
                named = {each.key: self._value(each.value) for each in node.kwargs}
                del self._forms[before:]  # what is asked for an argument is known by its value
                return self._called(self._full(node.node), given, named)
            case nodes.Getattr():
                return self._called(self._full(node), [], {})
            case nodes.Name():
                value = self._known[node.name]
            case nodes.Const():
                value = node.value
            case _:
                raise ValueError(node)
        self._forms.append(Form(value, ""))
        return value

    def _called(self, name: str, given: Sequence[object], named: Mapping[str, object]) -> Any:
        """The answer of a rule, or a cell of a row; a row by itself is its id."""
        space, row, column, *_ = *name.split("."), "", ""
        record = self._book.member(f"{space}.{row}")
        if isinstance(record, Record):
            column = column or record.stands_for or "id"
            figure = record.figures.get(column)
            if figure is None:
                value = record.fields[column]
                self._forms.append(Form(value, f"{space}.{row}", (column,)))
                return value
            given = [*figure.arguments, record.fields["id"], *given]
            name, named = figure.rule, {**figure.keywords, **named}
        rule: Any = self._book.member(name)
        bound = signature(rule).bind(*given, **named)
        bound.apply_defaults()
        value = rule(*given, **named)
        self._forms.append(Form(value, name, tuple(map(str, bound.arguments.values()))))
        return value

    def _full(self, node: nodes.Node) -> str:
        first, dot, rest = dotted_name(node).partition(".")
        return self._in_full.get(first, first) + dot + rest


class Row(NamedTuple):
    """A number of a page: the line that a person wrote, and what is offered."""

    place: str
    line: str
    wanted: Asked
    shown: list[str]
    asked: list[Asked]

    @property
    def result(self) -> str:
        """Whether the right line is first, or among those that are shown."""
        right = [each.is_as(self.wanted) for each in self.asked]
        if right[0]:
            return "right"
        told = "among" if any(right) else "other"
        return f"{told}, another" if self.asked[0].is_another(self.wanted) else told


def written(
    book: Rulebook, source: Source, places: Sequence[tuple[int, int]], in_full: Mapping[str, str]
) -> Iterator[tuple[int, str, Asked]]:
    """Yield the place of each number with the line that a person wrote for it, and what it asks.

    Lines and numbers have the same order; a line that says another word has none of them.
    """
    end = 0
    for fence in PROOF.finditer(source.text):
        left = [each for each in places if end <= each[0] < fence.start()]
        end, reader = fence.end(), Lines(book, in_full)
        stretches = [each.span() for each in LINE.finditer(source.text, *fence.span("lines"))]
        for line in Prover(book, source, Work(Meter()), ()).prove(stretches):
            asked, reach = reader.asked(line), 1 if line.says.low in (0, 1, 2) else len(left)
            own = (number(source.text[slice(*each)]).key for each in left[:reach])
            at = next((at for at, key in enumerate(own) if key == line.says.key), None)
            if at is not None:
                yield left[at][0], line.whole.text, asked
                del left[: at + 1]


def compared(site: SiteCheck, paths: Sequence[str]) -> Iterator[Row]:
    """Yield each proved number of some pages with what is offered for it."""
    texts = {path: (site.root / path).read_text(encoding="utf-8") for path in paths}
    bare = {p: PROOF.sub(lambda f: re.sub(r"[^\n]", " ", f[0]), text) for p, text in texts.items()}
    report = site.check(bare)
    for path in paths if site.memo else ():
        book, source, places = site.memo.book, Source(path, bare[path]), report.audits[path].places
        front = FRONT_MATTER.match(source.text)
        candidates = Candidates(book, Page(source, front.end() if front else 0))
        in_full = candidates.short.full
        whole = written(book, Source(path, texts[path]), places, in_full)
        lines = {at: (line, asked) for at, line, asked in whole}
        for passage, every in candidates.of_page(places):
            reader = Lines(book, in_full)
            for (low, _), proposed in zip(passage.numbers, every, strict=True):
                is_open = not (proposed and proposed[0].is_likely)
                shown = [*[""] * is_open, *(each.text for each in proposed)][:SHOWN]
                asked = [reader.read(text, is_first=not at) for at, text in enumerate(shown)]
                if found := lines.get(low):
                    yield Row(f"{path}:{source.position(low)[0]}", *found, shown, asked)


def main() -> None:
    """Print how many numbers have the right line first, and among three, by kinds of lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--book", type=Path, default=Path("mkdocs.yml"), help="its mkdocs.yml")
    parser.add_argument("--told", action="store_true", help="show what is not right")
    given = parser.parse_args()
    site = SiteCheck(given.book)
    paths = [str(page.resolve().relative_to(site.root)) for page in given.pages]
    begun = time.perf_counter()
    rows = [*compared(site, paths)]
    for row in (row for row in rows if given.told and row.result != "right"):
        print(f"{row.place}: {row.line} ({row.result})", *row.shown, sep="\n    ")
    print(f"{len(paths)} pages in {time.perf_counter() - begun:.1f} s")
    print("| kind | numbers | right first | among three | wrong first | another rule |")
    for kind in KINDS:
        results = [(r.result, bool(r.shown[0])) for r in rows if kind in (r.wanted.kind, "any")]
        shown = [result for result, is_shown in results if is_shown]
        whole, offered = len(results) or 1, len(shown) or 1
        shares = (
            sum(result == "right" for result, _ in results) / whole,
            sum(not result.startswith("other") for result, _ in results) / whole,
            sum(result != "right" for result in shown) / offered,
            sum("another" in result for result in shown) / offered,
        )
        print(f"| {kind} | {len(results)} | {' | '.join(f'{each:.0%}' for each in shares)} |")


if __name__ == "__main__":
    main()
