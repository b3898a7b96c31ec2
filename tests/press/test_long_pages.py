"""A page of very many blocks: it comes to what Python-Markdown alone makes of it, only sooner."""

from __future__ import annotations

import random
from collections.abc import Sequence

import markdown
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown.inlinepatterns import LinkInlineProcessor

from sfrules.press.site.weave import long_pages

BLOCKS = {
    "prose": "A word of *prose*, with `code`, [a link](page.md) and **more *within* it**.",
    "a heading": "## Of *blows* {.wide}",
    "a list": "- one\n- two\n\n    and *more* of it\n\n1. first\n2. second",
    "a box": '!!! note "Told *again*"\n    Its text,\n\n    and a second part.',
    "a term": "Blow\n:   What *lands*.\n\n    And what does not.",
    "a table": "| a | *b* |\n| - | - |\n| 1 | [2](x.md) |",
    "code": "```python\nprint(1)\n\n\nprint(2)\n```",
    "indented code": "    print(1)\n\n    print(2)",
    "HTML": '<div markdown="1">\n\nA *word*,\n\nand a list:\n\n- one\n\n</div>',
    "raw HTML": "<p>\n\nnothing *here*\n\n</p>",
    "a quotation": "> Said, *he* said.\n>\n> - and listed",
    "a footnote": "Said.[^one]\n\n[^one]: A *note*.\n\n    And more of it.",
    "an abbreviation": "An HP.\n\n*[HP]: hit points",
    "a rule": "---",
    "a line that breaks": "one  \ntwo<br>three",
    "a reference": "[this][that]\n\n[that]: https://example.org",
}
EXTENSIONS = ["extra", "admonition", "toc", "sane_lists", "pymdownx.tabbed", "pymdownx.details"]


def _html(text: str, extensions: Sequence[str]) -> str:
    return markdown.Markdown(extensions=[*extensions]).convert(text)


@pytest.mark.parametrize("kind", BLOCKS)
def test_many_of_one_kind_come_to_what_they_come_to_alone(kind: str) -> None:
    text = "\n\n".join([BLOCKS[kind]] * (long_pages.MANY + 9))
    assert _html(text, [*EXTENSIONS, long_pages.__name__]) == _html(text, EXTENSIONS)


@pytest.mark.parametrize("seed", range(8))
def test_a_mixture_comes_to_what_it_comes_to_alone(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 a test has to be the same each time
    text = "\n\n".join(chance.choices([*BLOCKS.values()], k=3 * long_pages.MANY))
    assert _html(text, [*EXTENSIONS, long_pages.__name__]) == _html(text, EXTENSIONS)


BRACKETS = (
    "[",
    "]",
    "[a",
    "![",
    "](b.md)",
    "][that]",
    "[that]",
    "(",
    ")",
    "*",
    "`",
    "\\\\",
    "<i>",
    "c ",
)


@given(st.lists(st.sampled_from(BRACKETS), max_size=24).map("".join))
@example("[[[a](b.md)")
@example("[*[a](b.md)* [c ![[that] [a")
def test_brackets_come_to_what_they_come_to_alone(text: str) -> None:
    text += "\n\n[that]: https://example.org\n"
    assert _html(text, ["extra", long_pages.__name__]) == _html(text, ["extra"])


def test_a_text_is_read_once_for_all_of_its_brackets_that_nothing_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, one = [], LinkInlineProcessor.getText

    def counted(self: LinkInlineProcessor, text: str, start: int) -> tuple[str, int, bool]:
        read.append(start)
        return one(self, text, start)

    monkeypatch.setattr(LinkInlineProcessor, "getText", counted)
    _html("[" * 900, [long_pages.__name__])
    assert len(read) < 9  # once by each pattern of links and images


def test_what_another_extension_has_put_there_stays() -> None:
    made = markdown.Markdown()
    made.parser.__class__ = type("Other", (type(made.parser),), {})
    other = type(made.parser)
    made.registerExtensions([long_pages.__name__], {})
    assert type(made.parser) is other
