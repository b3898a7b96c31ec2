"""What comes of a proof in the site, the ledger and the checks."""

from __future__ import annotations

import re
from dataclasses import replace

from auditing import STRICT
from judging import judged
from printing import html_of
from proved import indented, page, problems, proof
from toy_book import BOOK

from sfrules.press.site.weave import page_of

SEVEN = proof("sea.speed(3) = 7")


def test_on_the_page_nothing_is_left_of_a_proof():
    text = page(
        "With 3 sails it makes 7.",
        SEVEN,
        "!!! note",
        indented("It makes 7."),
        indented(SEVEN),
        "Done.",
    )
    html = html_of(text)
    assert "proof" not in html
    assert html.index("</div>") < html.index("<p>Done.</p>")
    joined = "It makes 7.\n" + SEVEN + "\nDone."
    assert re.sub("<span.*?>|</span>", "", html_of(joined)) == "<p>It makes 7.</p>\n<p>Done.</p>"


def test_a_fence_with_a_proof_is_called_nothing_else():
    text = page("It makes 7.", proof("sea.speed(3) = 7", words=" quiet"))
    assert problems(text) == ['3:1: a proof cannot be "quiet"']


def test_what_a_proof_has_in_code_is_no_template():
    text = page("It makes 7.", proof("# {{ nothing }} and {% nothing %}", "sea.speed(3) = 7"))
    assert problems(text) == []


def test_nothing_else_of_a_page_fails_for_a_proof_that_cannot_be_read():
    text = page("It makes {{ sea.speed(3) }}, not 9.", proof("sea.speed(3 = 7"), "Done.")
    assert problems(text, STRICT) == ["4:10: this bracket is never closed"]


def test_a_proof_that_is_never_closed_is_told_once():
    assert problems("It makes 7.\n\n```proof\nsea.speed(3) = 7\n") == [
        "3:1: this code fence is never closed"
    ]


def entries(text, book=BOOK):
    expanded = judged(book, page_of("docs/page.md", text, text))
    return [
        (each.kind, each.expression, each.printed, [origin.name for origin in each.origins])
        for each in expanded.entries
    ]


def test_the_ledger_has_an_entry_for_each_line_that_says_what_an_expression_gives():
    text = page("With 3 sails 7, with 4 nine; two more.", proof(
        "sails = 3",
        "slow = sea.speed(sails) = 7",
        "many = 4",
        "fast = sea.speed(many, boats.gull.hull) = nine",
        "fast - slow = two more",
        "for n in sea.crew(4): sea.speed(n) >= n",
    ))  # fmt: skip
    assert entries(text) == [
        ("proof", "sea.speed(sails)", "7", ["sea.speed"]),
        ("proof", "sea.speed(many, boats.gull.hull)", "nine", ["sea.speed", "boats.gull"]),
        ("proof", "fast - slow", "two more", ["sea.speed", "boats.gull"]),
        ("proof", "for n in sea.crew(4): sea.speed(n) >= n", "true", ["sea.speed", "sea.crew"]),
    ]


def test_a_rule_that_only_a_proof_asks_is_no_gap():
    rules = {"sea": {"speed": BOOK.namespaces["sea"]["speed"]}}
    small = replace(BOOK, namespaces=rules, tables={}, figures={}, charts={}).checking(no_gaps=True)
    assert problems("Nothing.\n", small)[0].endswith("no page prints or checks sea.speed")
    assert problems(page("It makes 7.", SEVEN), small) == []


def test_a_proof_in_a_loop_is_refused():
    text = "{% for n in [1, 2] %}\n\nIt makes many.\n\n" + SEVEN + "\n\n{% endfor %}\n"
    assert problems(text) == [
        "5:1: a proof stands outside of loops, branches and macros, not in {% for %}"
    ]


def test_a_proof_leaves_out_the_namespace_that_its_page_names():
    text = page("It makes 7 knots.", proof("speed(3) = 7"))
    assert [p.message for p in judged(BOOK, page_of("docs/page.md", text, text)).problems] == [
        '"speed" is not a name of this book'
    ]
    short = f"---\nrules: sea\n---\n{text}"
    expanded = judged(BOOK, page_of("docs/page.md", short, text))
    assert expanded.problems == ()
    assert [origin.name for each in expanded.entries for origin in each.origins] == ["sea.speed"]
    wrong = judged(
        BOOK, page_of("docs/page.md", *(t.replace("(3)", "(99)") for t in (short, text)))
    )
    ((place, *_),) = [(p.column, p.message) for p in wrong.problems if "sails is 99" in p.message]
    assert place == 1
