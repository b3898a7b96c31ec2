"""How often `sfrules prove` offers the line that a person wrote: `bench/candidates.py PAGES`.

The pages are read without their proofs. A candidate is right if it asks the same rules as the line
of the proof with the same arguments; where that asks no rule, if it has the same rows and numbers,
cites the same fact, gives the number a name or says it again, as that line does. An argument, and a
name that the proof gives, are known by their values, and a row by its id. The last column is of
what is shown first.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sfrules.ground.source import FRONT_MATTER, Source
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.values import signature_of
from sfrules.press.host.check import SiteCheck
from sfrules.press.page.environment import Work
from sfrules.press.page.expand import Page
from sfrules.press.page.names import ShortNames
from sfrules.press.proving.candidates import Candidates
from sfrules.press.proving.claims import number
from sfrules.press.proving.lines import Line, Prover
from sfrules.press.things.book import Record, Rulebook

PROOF = re.compile(r"^[ \t]*```proof\n(?P<lines>.*?)^[ \t]*```$", re.MULTILINE | re.DOTALL)


class Asked(NamedTuple):
    """What a line asks: rules, rows or facts, and all of it, the same for all that ask the same."""

    line: Line
    things: set[str]
    whole: list[str]


def read(book: Rulebook, short: ShortNames, text: str) -> Iterator[Asked]:
    """Yield what each line of a proof asks."""
    stretches = [each.span() for each in re.finditer(r"\S[^\n]*", text)]
    lines = Prover(book, Source("", text), Work(Meter(), short), ()).prove(stretches)
    known = {line.name: str(line.value) for line in lines if line.name}
    for line in lines:
        own, rules, calls = line.first or line, set[str](), list[str]()
        for call in own.calls:
            others = (other for other in own.calls if other is not call)
            if any(call.answer in (*each.arguments, *each.keywords.values()) for each in others):
                continue  # it is an argument
            bound = signature_of(call.function).bind(*call.arguments, **call.keywords)
            bound.apply_defaults()
            rules.add(name := book.rule_names[call.function])
            given = bound.arguments.values()
            keys = (str(x.fields["id"] if isinstance(x, Record) else x) for x in given)
            calls.append(f"{name}({', '.join(keys)})")
        text = "chosen" if own.kind == "chosen" else own.words
        words = [text] if own.kind == "cited" else re.findall(r"[\w.]+", text)
        whole = calls or [known.get(word, short.in_full(word)) for word in words]
        yield Asked(line, rules or {each.name for each in own.origins}, sorted(whole))


def compared(site: SiteCheck, paths: Sequence[str]) -> Iterator[tuple[str, Asked, list[Asked]]]:
    """Yield the place of each proved number, what its line asks, and what each shown line does."""
    texts = {path: (site.root / path).read_text(encoding="utf-8") for path in paths}
    bare = {p: PROOF.sub(lambda f: re.sub(r"[^\n]", " ", f[0]), text) for p, text in texts.items()}
    report = site.check(bare)
    for path in paths if site.memo else ():
        book, source, places = site.memo.book, Source(path, bare[path]), report.audits[path].places
        front = FRONT_MATTER.match(source.text)
        candidates = Candidates(book, Page(source, front.end() if front else 0))
        wanted, end = dict[int, Asked](), 0
        for fence in PROOF.finditer(texts[path]):  # its lines and the numbers have one order
            left = [each for each in places if end <= each[0] < fence.start()]
            end = fence.end()
            for asked in read(book, candidates.short, fence["lines"]):
                says = asked.line.says
                reach = left[:1] if says.low in (0, 1, 2) else left  # it may say another word
                same = (p for p in reach if number(source.text[slice(*p)]).key == says.key)
                if place := next(same, None):
                    wanted[place[0]] = asked
                    left = left[left.index(place) + 1 :]
        for passage, every in candidates.of_page(places):
            above = ""
            for (low, _), proposed in zip(passage.numbers, every, strict=True):
                is_open = not (proposed and proposed[0].is_likely)
                shown = [*["…"] * is_open, *(each.text for each in proposed)][:3]
                if low in wanted:
                    offered = [[*read(book, candidates.short, above + text)][-1] for text in shown]
                    yield f"{path}:{source.position(low)[0]}", wanted[low], offered
                above += f"{shown[0]}\n"


def main() -> None:
    """Print how many numbers have the right line first, and among three, by kinds of lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--book", type=Path, default=Path("mkdocs.yml"), help="its mkdocs.yml")
    parser.add_argument("--told", action="store_true", help="show what is not right")
    given = parser.parse_args()
    site = SiteCheck(given.book)
    paths = [str(page.resolve().relative_to(site.root)) for page in given.pages]
    results = list[tuple[str, bool, bool, bool | None]]()
    for place, own, offered in compared(site, paths):
        right = [x.whole == own.whole or x.line.kind == own.line.kind == "again" for x in offered]
        shown = [each.line.whole.text for each in offered]
        is_other = offered[0].line.kind != "again" and not offered[0].things <= own.things
        is_another = None if shown[0] == "…" else is_other
        results.append((own.line.kind, right[0], any(right), is_another))
        if given.told and not right[0]:
            print(f"{place}: {own.line.whole.text}", *shown, sep="\n    ")
    print("| kind | numbers | right first | among three | another rule first |")
    for kind in [*dict.fromkeys(each[0] for each in results), "any"]:
        columns = [*zip(*(each[1:] for each in results if kind in (each[0], "any")), strict=True)]
        known = ([each for each in column if each is not None] for column in columns)
        shares = (f"{sum(each) / (len(each) or 1):.0%}" for each in known)
        print(f"| {kind} | {len(columns[0])} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
