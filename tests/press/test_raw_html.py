"""A book that refuses raw HTML: what Markdown writes passes, and nothing that could run does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from printing import print_page
from toy_book import BOOK

SAFE = replace(BOOK, no_raw_html=True)


def problems(text):
    """What is wrong with a page of a book that refuses raw HTML, each as its place and message."""
    found = print_page(text, SAFE).problems
    return [f"{each.line}:{each.column}: {each.message}" for each in found]


MARKDOWN = {
    "emphasis": "*a* **b** `c < d` and a < b, c > d, R&D",
    "a heading with an id": "## Boats {#boats}",
    "links and images": "[a](#b) [c](https://example.org/d) <https://example.org>\n\n![e](f.png)\n\n## b",
    "an address of mail": "<captain@example.org>",
    "a quotation": "> a\n>\n> b",
    "lists": "1. a\n2. b\n\n- c\n    - d",
    "code": "```\n<script>alert(1)</script>\n```\n\n    <script>",
    "a table": "| a | b |\n| :-- | --: |\n| c | d |",
    "a box": '!!! note "A title"\n\n    Text.',
    "terms and definitions": "Term\n:   Meaning.",
    "macros": '{{ table("fleet") }}\n\n{{ figure("harbor") }}\n\n{{ sea.speed(3) }}',
    "a remark": "<!-- not shown -->\n\nText.",
    "a session that is not shown": "<!-- pycon\n>>> sails = 3\n-->\n\nText.",
    "classes": "Words.\n{.flavour}",
}


@pytest.mark.parametrize("text", MARKDOWN.values(), ids=MARKDOWN)
def test_markdown_passes(text):
    assert problems(f"# Page\n\n{text}\n") == []


# What a page says, and what is told of it first.
RAW = [
    ("<script>alert(1)</script>", "3:1: the element script in a page"),
    ("A <b>boat</b>.", "3:3: the element b in a page"),
    ("<IMG SRC=x OnError=alert(1)>", "3:12: the attribute onerror in a page"),
    ("<svg/onload=alert(1)>", "3:6: the attribute onload in a page"),
    ("<iframe src=//example.org></iframe>", "3:1: the element iframe in a page"),
    ("<object data=x></object>", "3:1: the element object in a page"),
    ("<style>*{display:none}</style>", "3:1: the element style in a page"),
    ("<link rel=stylesheet href=//example.org>", "3:1: the element link in a page"),
    ("<meta http-equiv=refresh content=0>", "3:1: the element meta in a page"),
    ("<base href=//example.org>", "3:1: the element base in a page"),
    ("<form action=//example.org><input></form>", "3:1: the element form in a page"),
    ("<math><mtext></math>", "3:1: the element math in a page"),
    ("<p style=position:fixed>", "3:4: the attribute style in a page"),
    ("<div srcdoc=x markdown>a</div>", "3:6: the attribute srcdoc in a page"),
    ("[a](javascript:alert(1))", "3:5: an address that begins with javascript: in a page"),
    ("[a](JaVaScRiPt:alert(1))", "3:5: an address that begins with javascript: in a page"),
    ("[a](<java\tscript:alert(1)>)", "1:1: an address that begins with javascript: in a page"),
    ("[a](&#106;avascript:alert(1))", "1:1: an address that begins with javascript: in a page"),
    ("<javascript:alert(1)>", "3:1: the element javascript:alert(1) in a page"),
    ("[a](data:text/html,x)", "3:5: an address that begins with data: in a page"),
    ("![a](vbscript:x)", "3:6: an address that begins with vbscript: in a page"),
    (
        "[a][b]\n\n[b]: javascript:alert(1)",
        "5:6: an address that begins with javascript: in a page",
    ),
    ("![a](b.png){onerror=alert(1)}", "3:13: the attribute onerror in a page"),
    ("Words.\n{onclick=alert(1)}", "4:2: the attribute onclick in a page"),
    ("<!--><script>alert(1)</script>-->", "3:1: a comment that ends early in a page"),
    ("<!-- a --!><script>alert(1)</script> -->", "3:12: the element script in a page"),
    ("<![CDATA[a]]>", "3:1: a declaration in a page"),
    ("<?php a ?>", "3:1: a processing instruction in a page"),
    ("<!DOCTYPE html>", "3:1: a declaration in a page"),
]


@pytest.mark.parametrize(("text", "told"), RAW, ids=str)
def test_what_could_run_is_a_problem_at_its_place(text, told):
    assert told in problems(f"# Page\n\n{text}\n")


@pytest.mark.parametrize("text", [text for text, _ in RAW])
def test_a_book_that_does_not_ask_publishes_it(text):
    assert not [
        each for each in print_page(f"# Page\n\n{text}\n").problems if "in a page" in each.message
    ]
