"""Numbers in flavour are no rules: which words an author's mark covers, and which not."""

from __future__ import annotations

import pytest
from auditing import counts, loose


@pytest.mark.parametrize(
    "text",
    [
        "Three gulls sang.\n{.flavour}",
        "Three gulls sang.\n{: .flavour }",
        "Three gulls sang.\n{.flavor}",
        "Three gulls sang.\n{.flavour .big #gulls}",
        "Three gulls sang,\nand four more.\nThen seven.\n{.flavour}\n\nNone sang.",
        "## Three gulls {.flavour}",
        "## Three gulls {#gulls .flavour}",
        "- Three gulls\n  {.flavour}",
        "- none\n- Three gulls\n{.flavour}\n- none",
        "> Three gulls sang.\n> {.flavour}",
        "| Three gulls {.flavour} | none |",
        "| gulls |\n| --- |\n| 3 |\n{.flavour}",
        '!!! flavour "Three gulls"\n\n    Four sang.\n\n    Five flew.\n\nNone.',
        '??? flavour "Three gulls"\n    Four sang.',
        '!!! tip\n    !!! flavour "Three gulls"\n\n        Four sang.\n\n    None.',
        '<div class="flavour" markdown>\n\nThree gulls.\n\n</div>\n\nNone.',
        '<div class="big flavour" markdown>\n<div>Three</div>\nFour.\n</div>',
        "<div class=flavour markdown>\n\nThree gulls.\n\n</div>",
        '<span class="flavour">Three gulls</span> sang.',
        "*Three*{.flavour} gulls sang.",
        "**Three**{.flavour} gulls sang.",
        "__Three gulls__{: .flavour} sang.",
        "[Three gulls](gulls.md){.flavour} sang.",
        "[Three gulls]{.flavour} sang.",
        "[Three [grey](grey.md) gulls]{.flavour} sang.",
        "[Three *grey* gulls of [[hull]]]{.flavour .big} sang.",
        "[Three {{ boats.gull.name }} gulls]{.flavour} sang.",
        "!!! tip\n\n    Three gulls sang.\n    {.flavour}",
    ],
)
def test_a_mark_of_flavour_covers_these_words(text: str) -> None:
    assert loose(text) == []
    assert counts(text)["flavour"] >= 1


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Three gulls sang.\n\nNone.\n{.flavour}", "Three"),
        ("None.\n{.flavour}\n\nThree gulls sang.", "Three"),
        ("Three gulls sang.\n{.flavour}\nand flew.", "Three"),
        ("Three gulls sang. {.flavour}", "Three"),
        ('> "" Three gulls, said "so".', "Three"),
        ('> Three gulls, said "so.', "Three"),
        ("Three gulls sang.\n{.flavours}", "Three"),
        ("- Three gulls\n- none\n  {.flavour}", "Three"),
        ("## Three gulls\n\nNone.\n{.flavour}", "Three"),
        ("| Three | none {.flavour} |", "Three"),
        ('!!! flavour "None"\n\n    None.\n\nThree gulls.', "Three"),
        ('!!! flavourful "None"\n\n    Three gulls.', "Three"),
        ('!!! tip "Three gulls"\n    None.\n    {.flavour}', "Three"),
        ('<div class="flavour" markdown>\nNone.\n</div>\nThree gulls.', "Three"),
        ('<div class="flavour" markdown>\nThree gulls.', "Three"),
        ('<div class="flavourful" markdown>\nThree gulls.\n</div>', "Three"),
        ("Three *none*{.flavour} gulls.", "Three"),
        ("Three [none]{.flavour} gulls.", "Three"),
        ("[Three gulls]{.big} sang.", "Three"),
        ("[Three gulls] {.flavour} sang.", "Three"),
        ("[Three\n\ngulls]{.flavour} sang.", "Three"),
        ("Three gulls sang.\n`{.flavour}`", "Three"),
        ("Three gulls sang.\n<!-- {.flavour} -->", "Three"),
    ],
)
def test_a_mark_of_flavour_covers_no_more(text: str, number: str) -> None:
    assert loose(text) == [number]


def test_a_macro_in_flavour_is_counted_for_what_it_is() -> None:
    assert counts("Three and {{ sea.speed(3) }}.\n{.flavour}") == {"flavour": 1, "computed": 1}
