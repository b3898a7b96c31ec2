"""Change what readers see, whether the check knows it as a number or not: does it notice?

Each figure, each notation of dice and each small number word of a page's file is changed, one at a
time; it counts if the page then shows another text. A change is noticed if the page has a problem.
The survivors are listed with the words that they stand in. Counted apart, and no part of the
threshold, are figures that their author marks as no rule, and those within a name: a date, a
version, an id, an address or a name that the book declares, as the press reads names; and figures
with letters on both sides, as in the id of a commit.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial

from mkdocs.utils import meta
from section import ROOT, Section, Task, chapters

from sfrules.book import BOOK
from sfrules.ground.problems import Problem
from sfrules.press.audit.numbers_in_text import names_in, nouns_of
from sfrules.press.audit.prose import Stretch
from sfrules.press.audit.second_entry import visible
from sfrules.press.doors.site_check import FolderHost
from sfrules.press.doors.site_settings import read_site
from sfrules.press.site.weave.check import expand, page_of
from sfrules.press.site.weave.finish import beside_account

ENOUGH = 0.98  # of the dice and figures that are seen, apart from those that are marked
WORDS = {
    "two": "five", "half": "a third", "both": "all three", "single": "second", "once": "twice",
    "twice": "three times",
}  # fmt: skip
# Fences, macros and comments: what stands there is no text of the page.
CODE = re.compile(r"^[ \t]*```.*?^[ \t]*```|\{\{.*?\}\}|\{[%#].*?[%#]\}", re.MULTILINE | re.DOTALL)
MARKED = re.compile(r"\[[^\[\]]*\]\{[^{}]*flavou?r[^{}]*\}|.*<!-- no rule -->")
SEEN = re.compile(
    rf"(?P<die>\b\d*d\d+\b)|(?P<figure>\d+)|\b(?P<word>{'|'.join(WORDS)})\b", re.IGNORECASE
)


def torture(task: Task) -> Section:
    """Try the changes of the book's pages, and count those that are noticed."""
    pages = chapters()
    tried, noticed, silent = Counter[str](), Counter[str](), []
    with ProcessPoolExecutor() as pool:
        for name, result in zip(
            pages, pool.map(partial(of_page, task.seed, task.share), pages), strict=True
        ):
            tried += result[0]
            noticed += result[1]
            silent += [f"{name}, {each}" for each in result[2]]
    lines = ["What readers see, changed; and whether the page has a problem then.", ""]
    lines += ["| changed | seen | noticed |", "| --- | --- | --- |"]
    for sort, count in sorted(tried.items()):
        lines.append(f"| {sort} | {count} | {noticed[sort]}, {noticed[sort] / count:.2%} |")
    lines += ["", "Not noticed:", "", *(f"- {each}" for each in silent)]
    sure = [sort for sort in tried if sort in ("a die", "a figure")]
    enough = sum(noticed[each] for each in sure) >= ENOUGH * sum(tried[each] for each in sure)
    return Section("What is seen", lines, [] if enough else ["too many changes are not noticed"])


def of_page(seed: int, share: float, name: str) -> tuple[Counter[str], Counter[str], list[str]]:
    """How many changes of a page were seen and noticed, by sort; and those that were not."""
    text = (ROOT / name).read_text(encoding="utf-8")
    tried, noticed, silent = Counter[str](), Counter[str](), []
    if not (changes := list(_changes(text, random.Random(f"{seed} {name}"), share))):
        return tried, noticed, silent
    print_page = _printer()
    before, shown = print_page(name, text)
    if before:
        raise SystemExit(f"{name} is not clean: {before[0]}")
    for sort, start, end, new in changes:
        after, now = print_page(name, text[:start] + new + text[end:])
        if now == shown and not after:
            continue  # no reader sees it
        tried[sort] += 1
        noticed[sort] += bool(after)
        if not after and "marked" not in sort:
            line = text.count("\n", 0, start) + 1
            words = " ".join(text[max(start - 20, 0) : end + 20].split())
            silent.append(f"line {line}, {sort}: {words} -> {new}")
    return tried, noticed, silent


def _changes(text: str, chance: random.Random, share: float) -> Iterator[tuple[str, int, int, str]]:
    code = [each.span() for each in CODE.finditer(text)]
    marked = [each.span() for each in MARKED.finditer(text)]
    named = list(names_in(text, nouns_of(BOOK)))
    for found in SEEN.finditer(text, text.find("\n---\n", 3) + 1 if text[:3] == "---" else 0):
        if chance.random() > share or _is_in(found.start(), code):
            continue
        sort = str(found.lastgroup)
        within_word = text[found.start() - 1].isalpha() and text[found.end() :][:1].isalpha()
        apart = ", marked as no rule" if _is_in(found.start(), marked) else ""
        if sort != "word" and (within_word or _is_in(found.start(), named)):
            apart = ", in a name"
        if sort == "word":
            new = WORDS[found[0].lower()]
        elif sort == "die":
            new = f"{int(found[0].partition('d')[0] or 1) + 1}d{found[0].partition('d')[2]}"
        else:
            new = str(int(found[0]) + chance.choice((1, 2, 10)))
        yield f"a {sort}{apart}", *found.span(), new


def _is_in(at: int, stretches: Sequence[Stretch]) -> bool:
    return any(start <= at < end for start, end in stretches)


@cache
def _printer() -> Callable[[str, str], tuple[Sequence[Problem], str]]:
    """What prints a page alone, as the site does: its problems, and what it shows."""
    host = FolderHost(read_site(ROOT / "mkdocs.yml"))

    def print_page(name: str, text: str) -> tuple[Sequence[Problem], str]:
        expanded = expand(BOOK, page_of(name, text, meta.get_data(text)[0]))
        converted = host.convert(name, expanded)
        problems = [*expanded.problems]
        if not problems:
            problems += beside_account(BOOK, expanded, converted)
        seen = visible(converted.html)
        return problems, " ".join([seen.text, *seen.said])

    return print_page
