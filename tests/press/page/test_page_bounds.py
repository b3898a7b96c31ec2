"""All work on a page has one clock, and ends in a problem at its place."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from boats_site import make_site
from nights import by_day
from printing import convert, html_of, problem_of
from toy_book import BOOK

from sfrules.ground.formats import unfit
from sfrules.ground.problems import Problem, report
from sfrules.ground.source import Source
from sfrules.press.expression import bounds
from sfrules.press.expression.bounds import Meter
from sfrules.press.host.check import SiteCheck
from sfrules.press.page.answers import evaluate
from sfrules.press.page.expand import Page
from sfrules.press.site.memo import Memo
from sfrules.press.site.weave import expand, weave
from sfrules.press.things.book import Record, Rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

LATE = "the page takes longer than 0.3 seconds"
DEEP = "the page is nested too deep"


def problems_of(text: str, book: Rulebook = BOOK, seconds: float = 10) -> list[Problem]:
    """The problems of a page, with its conversion and its finish, within some seconds."""
    page = Page(Source("docs/page.md", text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds, "SECONDS", seconds)
        expanded = expand(book, page)
        memo = Memo(replace(book, terms=()))
        memo.take("page.md", expanded)
        found = weave(memo, {"page.md": expanded}, convert, lambda _page, path: path).problems
    report(found).encode()
    return list(found)


def rules(rule: Callable[..., object]) -> Rulebook:
    """A book of one rule, `sea.rule`."""
    return replace(BOOK, namespaces={"sea": {"rule": rule}})


@pytest.mark.parametrize("marks", by_day(["[", "![", "[a]("]), ids=repr)
def test_the_conversion_of_a_page_has_its_clock(marks: str) -> None:
    (problem,) = problems_of(f"First.\n\n{marks * 20_000}\n\nLast.\n", seconds=0.3)
    assert (problem.message, problem.line) == (LATE, 3)


@pytest.mark.parametrize(
    ("text", "line"),
    by_day(
        [
            ("First.\n\n" + "1. " * 500 + "a", 3),
            ("First.\n\n" + "- " * 500 + "a", 3),
            ("\n".join("    " * depth + "- a" for depth in range(300)), 300),
            ("\n".join("    " * depth + "!!! note\n" for depth in range(500)), 999),
        ],
        2,
    ),
    ids=lambda part: str(part)[:12].strip(),
)
def test_a_page_that_is_nested_too_deep_is_a_problem_at_its_deepest_line(
    text: str, line: int
) -> None:
    (problem,) = problems_of(text)
    assert (problem.message, problem.line) == (DEEP, line)
    assert "7" in html_of("{{ sea.speed(3) }}")


def wait(seconds: float) -> int:
    """A rule that takes its time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return 1


def wait_hundredths(hundredths: int) -> int:
    """A rule that takes so many hundredths of a second."""
    return wait(hundredths / 100)


WAITS = "{{ sea.rule(16) }}\n\n```pycon\n>>> sea.rule(16)\n1\n```\n"


def test_macros_and_sessions_have_one_clock_together() -> None:
    (problem,) = problems_of(WAITS, rules(wait_hundredths), seconds=0.3)
    assert (problem.message, problem.line) == (LATE, 4)
    assert problems_of(WAITS, rules(wait_hundredths)) == []


def test_a_page_out_of_time_keeps_the_problems_found_before() -> None:
    text = (
        f"{{{{ sea.rule() }}}}\n\n{{{{ sea.rule(30) }}}}\n\n```pycon\n>>> 1\n2\n```\n{'[' * 9999}"
    )
    first, second = problems_of(text, rules(wait), seconds=0.3)
    assert "missing a required argument" in first.message
    assert (second.message, second.line) == (LATE, 3)


def test_a_long_page_has_more_time() -> None:
    assert Meter(99_999).seconds == 10
    assert Meter(2_000_000).seconds == 30


def deaf(seconds: float) -> int:
    """A rule that catches whatever stops it."""
    try:
        return wait(seconds)
    except BaseException:  # noqa: BLE001 as the most careless rule does
        return 7


def test_an_alarm_that_is_swallowed_is_reported_all_the_same() -> None:
    (problem,) = problems_of("{{ sea.rule(30) }}", rules(deaf), seconds=0.3)
    assert problem.message == LATE


def without_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no alarm, as on Windows."""
    monkeypatch.setattr(bounds, "ALARM", False)


ENDLESS = "{% for n in [1] * 200 %}{% for m in [1] * 90 %}{{ sea.rule(1) }}{% endfor %}{% endfor %}"


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("{{ sea.rule(50) }}\n\n{{ sea.rule(50) }}", 1),  # the clock is read when a rule ends
        (ENDLESS, 60),
        (WAITS.replace("16", "20"), 2),
        ("One.\n\n```proof\nsea.rule(20) = 1\nsea.rule(20) = 1\n```\n", 2),
    ],
    ids=["rule", "loop", "session", "proof"],
)
def test_without_an_alarm_the_clock_is_read_at_each_call(
    monkeypatch: pytest.MonkeyPatch, text: str, most: int
) -> None:
    without_alarm(monkeypatch)
    calls = []

    def rule(hundredths: int) -> int:
        calls.append(hundredths)
        return wait_hundredths(hundredths)

    assert LATE in [each.message for each in problems_of(text, rules(rule), seconds=0.3)]
    assert len(calls) <= most


@pytest.mark.nightly
def test_without_an_alarm_the_clock_is_read_when_the_conversion_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_alarm(monkeypatch)
    (problem,) = problems_of(f"First.\n\n{'[' * 4000}\n\nLast.\n", seconds=0.3)
    assert (problem.message, problem.line) == (LATE, 3)


@pytest.mark.parametrize("at", by_day(range(4)))
def test_a_page_that_another_process_gives_up_is_told_of_by_this_one(
    tmp_path: Path, at: int
) -> None:
    make_site(tmp_path)
    for number in range(12):
        text = f"# Page {number}\n\n" + ("1. " * 500 + "a\n" if number == at else "word " * number)
        (tmp_path / "docs" / f"page-{number}.md").write_text(text, encoding="utf-8")
    found = SiteCheck(tmp_path / "mkdocs.yml").check().problems
    assert [str(each.place) for each in found] == [f"docs/page-{at}.md:3:1"]


HALF = "import sys, time\nassert not hasattr(sys, 'half'), 'half of it is there'\nsys.half = 1\n"


def test_an_alarm_waits_for_the_end_of_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = (
        f"{HALF}until = time.process_time() + 0.6\nwhile time.process_time() < until: pass\nn = 7\n"
    )
    (tmp_path / "imported_late.py").write_text(slow, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def late() -> int:
        import imported_late  # type: ignore[import-not-found]

        return int(imported_late.n)

    (problem,) = problems_of("{{ sea.rule() }}", rules(late), seconds=0.3)
    assert problem.message == LATE
    assert "imported_late" in sys.modules
    assert problems_of("{{ sea.rule() }}", rules(late)) == []


def test_memory_that_runs_out_anywhere_is_a_problem() -> None:
    def greedy() -> object:
        raise MemoryError

    (problem,) = problems_of("{{ sea.rule() }}", rules(greedy))
    assert problem.message == "the page takes more memory than there is"
    page = "```pycon\n>>> sea.rule()\n>>> sea.rule()\n```\n"
    assert [each.line for each in problems_of(page, rules(greedy))] == [2]
    proof = "Seven.\n\n```proof\nsea.rule() = 7\n```\n"
    assert any("more memory" in each.message for each in problems_of(proof, rules(greedy)))


UNFIT = {
    "\ud800": "U+D800, half of a character",
    "\ufdd2": "U+FDD2, a noncharacter",
    "\ufffe": "U+FFFE, a noncharacter",
    "\U0010ffff": "U+10FFFF, a noncharacter",
    "\x1b": "U+001B, a control character",
    "\x85": "U+0085, a control character",
}


@pytest.mark.parametrize("character", UNFIT, ids=ascii)
def test_no_page_contains_what_no_text_may(character: str) -> None:
    message = f"no text may contain {UNFIT[character]}"
    row = Record({"name": f"Gu{character}ll"})
    book = replace(BOOK, namespaces={"boats": {"gull": row}})
    pages = {
        f"a\n\nb {character} c": (3, 3),
        f'a\n\n{{{{ "{ascii(character)[1:-1]}" }}}}': (3, 4),
        "a\n\n{{ boats.gull.name }}": (3, 4),
        "a\n\n{{ boats.gull.name|upper }}": (3, 4),
    }
    for text, place in pages.items():
        (problem,) = problems_of(text, book)
        assert (problem.message.lower(), problem.line, problem.column) == (message.lower(), *place)


@pytest.mark.parametrize("text", ["7 knots\n", "a\tb\r\n", "−1\xa0m", "🐉", "\u200b", "\U00010000"])
def test_any_other_text_is_fit_for_a_page(text: str) -> None:
    assert unfit(text) is None


def test_a_table_may_stand_in_a_text_that_is_set() -> None:
    html = html_of('{% set x %}\n{{ table("fleet") }}\n{% endset %}\n\n{{ x }}\n')
    assert html.count("<table") == 1


def test_a_mark_that_is_left_is_reported_where_it_is_printed() -> None:
    page = "{{ sea.speed(3) }}\n\n| a | b |\n|---|---|\n| `x` {{ '{{' }} | c |\n"
    problem = problem_of(page)
    assert (problem.line, problem.column) == (5, 10)
    assert problem.message == "this template mark was left: {{"


def test_a_mark_that_is_left_in_what_is_no_code_is_reported_there() -> None:
    page = "{{ sea.speed(3) }}\n\n<p>`{{ x }}`</p>\n"
    assert (problem_of(page).line, problem_of(page).column) == (3, 5)


def test_no_message_has_an_address_of_memory() -> None:
    def level(value: object) -> int:
        raise ValueError(f"level is {value!r}")

    (problem,) = problems_of("{{ sea.rule(sea.rule) }}", rules(level))
    assert problem.message.endswith("level>")
    found = evaluate(rules(level), "sea.rule(sea.rule)").fault
    assert found is not None
    assert "0x" not in found.message


def test_a_session_has_any_text_and_names_of_other_languages() -> None:
    page = "```pycon\n>>> größe = 'ｓea ½'\n>>> größe\n'ｓea ½'\n```\n"
    assert problems_of(page) == []
