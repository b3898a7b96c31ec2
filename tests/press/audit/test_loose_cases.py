"""Which numbers of a text are loose: the cases of tests/corpus/loose, with ⟦a mark⟧ around each that is.

A case is a line; ⏎ stands for the end of a line of its page, and ⟨NO-BREAK SPACE⟩ for a character by its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from auditing import STRICT
from corpus import CORPUS
from judging import judged
from mkdocs.utils import meta

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
from sfrules.press.site.weave import page_of
from sfrules.press.things.book import Rulebook

FILES = sorted((CORPUS / "loose").glob("*.md"))
NAMED = re.compile(r"⟨([A-Z -]+)⟩")


def loose(text: str, book: Rulebook = STRICT) -> Iterable[Problem]:
    """What is loose on a page: each number by itself, of those that one message tells."""
    page = page_of("docs/page.md", text, meta.get_data(text)[0])
    audit, source = judged(book, page).audit, page.source
    places = [problem_at(Span(source, *place), "loose") for place in audit.places]
    known = {(each.line, each.column) for each in places}
    others = [each for each in audit.loose if (each.line, each.column) not in known]
    return sorted([*places, *others])


def wrong(text: str) -> Iterable[Problem]:
    """What is wrong with a page, with what is loose on it."""
    return sorted(judged(STRICT, page_of("docs/page.md", text, meta.get_data(text)[0])).problems)


DICE = replace(STRICT, dice=frozenset({4, 6, 8, 20})).checking(check_die=20)
FOUND = {"faces": partial(loose, book=DICE), "scopes": wrong}


def marked(case: str, stem: str) -> str:
    """A case with marks around what is found on its page now."""
    plain = re.sub("[⟦⟧]", "", case)
    names = NAMED.findall(plain)
    lines = NAMED.sub(lambda name: unicodedata.lookup(name[1]), plain).split("⏎")
    for found in reversed(list(FOUND.get(stem, loose)("\n".join(lines)))):
        line, start = lines[found.line - 1], found.column - 1
        end = start + found.length
        lines[found.line - 1] = f"{line[:start]}⟦{line[start:end]}⟧{line[end:]}"
    text = "⏎".join(lines)
    for name in names:
        text = text.replace(unicodedata.lookup(name), f"⟨{name}⟩")
    return text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_loose_is_marked(file: Path, golden: Callable[[Path, str], None]) -> None:
    head, *groups = re.split(r"(?=^▶ .*\n)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = [head]
    for group in groups:
        title, *cases = group.split("\n")
        texts.append("\n".join([title, *(marked(case, file.stem) for case in cases)]))
    golden(file, "".join(texts))
