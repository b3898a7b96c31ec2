"""Tables that pages write out by hand, and that say the same as another: they will drift apart."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sfrules.ground.problems import Problem, problem_at, problem_on_line
from sfrules.ground.source import Source, Span
from sfrules.press.page.expand import Expanded

_HEAD = re.compile(
    r"^[ \t>]*+(?P<head>\|?[^|\n]++\|[^\n]*)\n[ \t>]*+\|?[ \t]*+:?-++:?[ \t]*+\|[-:| \t]*+$",
    re.MULTILINE,
)


def copies(pages: Mapping[str, Expanded]) -> Iterator[tuple[str, Problem]]:
    """Each table that is written again, by its page and headings; what its macros print counts."""
    alike = _with_equal_headings(tuple(pages.values()))
    if not alike:
        return
    # Reading Markdown anew takes its time, and most books have no such tables.
    from sfrules.lint.markdown.reading import read
    from sfrules.lint.repeats.copies import written_again
    from sfrules.lint.repeats.table_contents import contents

    documents = [read(Source(page.page.source.path, page.markdown)) for page in alike]
    sources = {page.page.source.path: page.page.source for page in alike}
    for first, *others in written_again(contents(documents)):
        for other in others:
            headings = " | ".join(cell.text for cell in other.placed.table.headings)
            place = f'{first.placed.file}, under "{first.placed.table.section}"'
            message = f"this table is written out by hand, and says what one of {place} says"
            source = sources[other.placed.file]
            hint = "make it a table of the book, or link to that one"
            yield f"{source.path}: {headings}", _at_headings(source, headings, message, hint)


def _with_equal_headings(pages: Sequence[Expanded]) -> list[Expanded]:
    """The pages that have a row of headings which stands in the book again."""
    found: dict[str, list[Expanded]] = defaultdict(list)
    for page in pages:
        for match in _HEAD.finditer(page.markdown):
            found["".join(match["head"].split()).casefold()].append(page)
    twice = {id(page) for same in found.values() if len(same) > 1 for page in same}
    return [page for page in pages if id(page) in twice]


def _at_headings(source: Source, headings: str, message: str, hint: str) -> Problem:
    """A problem at the last row of these headings that the author wrote."""
    words = r"[ \t]*\|[ \t]*".join(re.escape(word) for word in headings.split(" | "))
    rows = list(re.finditer(words, source.text))
    if not rows:
        return problem_on_line(source, 1, message, hint)
    return problem_at(Span(source, rows[-1].start(), rows[-1].end()), message, hint)
