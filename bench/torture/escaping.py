"""Put texts with signs that mean something into each place of a book, and read what comes of them.

No element and no attribute may appear that a plain word does not bring: in HTML, in SVG, in the
panel of the preview. JSON and CSV have to read back as what was written, and no cell of a CSV file
may begin as a formula does. The press writes no EPUB, so none is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

import cases
import small_book
from doors import Doors
from hostile import corpus
from judging import skeleton
from section import Section, Task
from trying import Batch, Fallen, outcomes

from sfrules.ground.problems import Problem, report_html
from sfrules.press.doors.checking import report_json

SIGNS = tuple(
    json.loads(f'"{sign}"')
    for sign in r"""
    < > & \" ' \\ | {{ }} {% ` *x* _x_ [x](y) \n \r <b> <!-- --> ]]> </table> </svg> &lt;b&gt;
    &#60;b&#62; \"\u0020x=\" '\u0020x=' \u202ex \u2066 \u0000 \u0007 \u001b[31m \u007f \u0085 \u2028
    \ufeff \ufdd2 \ud800 \uffff =1+1 +1 -1 @x \t=1 a,b a;b $x$ ::: #\u0020x 1.\u0020x
    """.split()
)
MARKUP = ("markup", "control")  # families of attacks that are put into each place as well


def torture(task: Task) -> Section:
    """Try a share of the texts in each place."""
    texts = [*SIGNS, *(f"a{one}b{two}c" for one, two in product(SIGNS, SIGNS))]
    texts += [text for family, text in corpus() if family in MARKUP]
    chosen = texts[:: max(1, round(1 / task.share))]
    tried, shown, fallen = 0, 0, []
    try:
        for outcome in outcomes(_batches(chosen)):
            tried += 1
            shown += bool(outcome.answer) and not json.loads(outcome.answer)[1]
            if outcome.fell:
                fallen.append(
                    cases.case_of("escaping", f"{outcome.name} of the book", outcome.given,
                                  outcome.fell)
                )  # fmt: skip
    finally:
        cases.clear()
    counts: dict[tuple[str, str], int] = {}
    smallest: dict[tuple[str, str], cases.Case] = {}
    for case in fallen:
        counts[case.sort] = counts.get(case.sort, 0) + 1
        known = smallest.setdefault(case.sort, case)
        smallest[case.sort] = min(known, case, key=lambda each: len(each.given))
    told = [
        f"{case.door}, {counts[sort]}×: {case.happened} (`{cases.written(case.given)[:60]}`)"
        for sort, case in sorted(smallest.items())
    ]
    lines = [
        f"{len(chosen)} texts in {len(small_book.PLACES) + 1} places: {tried:,} trials,",
        f"{shown:,} of them pages without a problem, whose elements are counted.",
    ]
    return Section("Escaping", lines, told, list(smallest.values()))


def _batches(texts: list[str]) -> Iterator[Batch]:
    for place in small_book.PLACES:
        for start in range(0, len(texts), 200):
            part = texts[start : start + 200]
            yield Batch(
                place, lambda part=part: part, lambda text, place=place: _on_page(place, text)
            )  # type: ignore[misc]
    yield Batch("panel", lambda: texts, _panel)


def _on_page(place: str, text: str) -> str:
    return Doors(cases.own_folder()).book_text(place, text)


def _panel(text: str) -> str:
    """A problem that says a text, as the preview shows it."""
    problem = Problem("docs/page.md", 1, 1, text, text, text)
    plain = Problem("docs/page.md", 1, 1, "word", "word", "word")
    if new := skeleton(report_html([problem])) - skeleton(report_html([plain])):
        raise Fallen(f"the panel has gained {', '.join(sorted(new))[:200]}")
    if json.loads(report_json([problem]))[0]["message"] != problem.message:
        raise Fallen("the message is another in JSON")
    return ""
