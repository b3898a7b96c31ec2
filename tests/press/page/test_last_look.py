"""The last look at a page finds what Markdown left as it was written, and not what reads well."""

from __future__ import annotations

import pytest

from sfrules.ground.source import Source
from sfrules.press.site.finish import last_look

TABLE = "this table was not read as one"


@pytest.mark.parametrize(
    ("html", "messages"),
    [
        ("<p>| Gull | 3 |</p>", [TABLE]),
        ("<p>|---|---|</p>", [TABLE]),
        ("<p>--|--</p>", [TABLE]),
        ("<p>| Gull | 3 |\n| Tern | 4 |\nThat was all.\n| Auk | 2 |</p>", [TABLE, TABLE]),
        ("<p>|x| is how far x is from none.</p>", []),
        ("<p>How far it is from none is |x|</p>", []),
        ("<p>Either | or.</p>", []),
        ("<p>|</p>", []),
    ],
)
def test_a_table_that_was_not_read_as_one_is_told_from_bars_in_a_sentence(
    html: str, messages: list[str]
) -> None:
    found = last_look(Source("docs/page.md", "text"), html)
    assert [problem.message for problem in found] == messages
