"""Numbers are marked where a reader can ask them, and nowhere else, and no mark is read."""

from __future__ import annotations

import re

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st
from printing import print_page

from sfrules.press.page.expand import may_be_marked
from sfrules.press.page.marks import marked, without_marks
from sfrules.press.page.regions import spliced

# A proof of two lines: the first answers 7, the second nine. What they are given is not asked.
PROOF = "\n\n```proof\nsea.speed(3) = 7\nsea.speed(4) = nine\n```\n"


@pytest.mark.parametrize(
    ("prose", "html"),
    [
        ("3 makes 7, then nine.", "<p>3 makes {7}, then {9}.</p>"),
        ("3\nmakes *7*, **nine**.", "<p>3\nmakes <em>{7}</em>, <strong>{9}</strong>.</p>"),
        ("- 3, _7_\n- __nine__ x", "<ul>\n<li>3, <em>{7}</em></li>\n<li><strong>{9}</strong> x</li>\n</ul>"),
        ("> 3 (7)\n> nine", "<blockquote>\n<p>3 ({7})\n{9}</p>\n</blockquote>"),
        ("At 3\n:   7, nine", "<dl>\n<dt>At 3</dt>\n<dd>{7}, {9}</dd>\n</dl>"),
        ("<p>3, <b>7</b>, nine</p>", "<p>3, <b>{7}</b>, {9}</p>"),
        ("At 3 {{ boats.gull.name }} 7 {{ boats.gull.name }}, nine.", "<p>At 3 Gull {7} Gull, {9}.</p>"),
        # What is computed is asked for itself, beside what is proved.
        ("At 3, then 7, nine, {{ sea.speed(1) }}.", "<p>At 3, then {7}, {9}, {3}.</p>"),
        # Nobody could ask these.
        ("## 3 \n\nmakes 7, nine.", '<h2 id="3">3</h2>\n<p>makes {7}, {9}.</p>'),
        ("[3](a.html), 7, nine.\n{#a}", '<p id="a"><a href="a.html">3</a>, {7}, {9}.</p>'),
        ("3x makes 7, nine.", "<p>3x makes {7}, {9}.</p>"),
        ("At 3, `7`, nine.", "<p>At 3, <code>7</code>, {9}.</p>"),
        ("[At 3, 7, nine.]{.a}", '<p><span class="a">At 3, {7}, {9}.</span></p>'),
    ],
)  # fmt: skip
def test_a_number_that_is_proved_is_asked_for_its_line(prose: str, html: str) -> None:
    woven = print_page(prose + PROOF)
    found = woven.pages["page.md"].html.rstrip()
    for mark, said in {"{7}": "7", "{9}": "nine", "{3}": "3"}.items():
        html = html.replace(mark, f'<span class="number" data-receipt="">{said}</span>')
    assert re.sub(r'(?<=receipt=")\d+', "", found) == html


# Extensions that look at what stands beside a word, and what an author may write beside a number.
EXTENSIONS = [
    "abbr", "footnotes", "smarty", "sane_lists", "tables", "toc", "pymdownx.betterem", "pymdownx.caret",
    "pymdownx.critic", "pymdownx.fancylists", "pymdownx.highlight", "pymdownx.keys", "pymdownx.mark",
    "pymdownx.smartsymbols", "pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tilde", "pymdownx.blocks.tab",
]  # fmt: skip
OTHERS = ["extra", "admonition", "legacy_em", "nl2br", "toc", "pymdownx.magiclink"]
SMART = {"pymdownx.betterem": {"smart_enable": "all"}}
READERS = [
    markdown.Markdown(extensions=EXTENSIONS, extension_configs=SMART),
    markdown.Markdown(extensions=OTHERS),
]
COUNTS = re.compile(r"\d+[.)]\s")  # it may number an item
BEHIND = re.compile(r"[*_]*[+−]?\w")
NUMBERS = re.compile(r"\d+(?:[.,/]\d+)*%?|[+−]\d+|\b(?:two|d20|half)\b|\d+ or\n?\d+")
WRITTEN = st.sampled_from([
    "51", "7", " 51 ", " 3", "two", "d20", "3.5", "+4", "−2", "5 or\n6", "60%", "half",
    "*", "**", "_", "__", "`", "```", "~", "~~", "^", "==", "++", "--", "{--", "--}", "[", "]", "(", ")", "](x)", "][a]", '](x "', '{ title="', '"',
    "\n[a]: /y", "[^1]", "\n[^1]: ", "\n*[x]: y", "<b>", "</b>", "<div markdown>", "</div>", "<h2>", "</h2>",
    "# ", "\n# ", "\n- ", "\n1. ", ". ", "\n    ", "\n> ", "\n: ", "\n===", "\n---", "!!! note\n    ", '=== "A"\n    ', "\n\n", "\n",
    "\n| a | b |\n| --- | --- |\n| ", " | ", "\\", ":", ";", ",", "!", "“", "’", "–", "/", "+", "=", "#", "@", "://",
    "{.x}", "{", "}", "s", "x", "th", " a ", " the ", "  ", "(c)", "+/-", "[ ] ", "...", "<!--", "-->",
])  # fmt: skip


@given(st.lists(WRITTEN, max_size=14))
def test_whatever_stands_beside_a_value_its_mark_is_not_read(written: list[str]) -> None:
    text = "".join(written)
    # A mark parts a value from what is glued to it: letters and emphasis.
    found = (each for each in NUMBERS.finditer(text) if not BEHIND.match(text, each.end()))
    found = (each for each in found if not COUNTS.match(text, each.start()))
    places = [each.span() for each in found if may_be_marked(text, each.start())]
    with_marks = spliced(text, ((a, b, marked(text[a:b], 7)) for a, b in places))
    for reader in READERS:
        plain = reader.reset().convert(text)
        assert without_marks(reader.reset().convert(with_marks)) == plain
