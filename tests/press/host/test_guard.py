"""The Markdown extension that refuses a page which nobody has expanded and proved."""

from pathlib import Path

import pytest
from boats_site import CONFIG, make_site
from markdown import Markdown, markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from sfrules.ground.problems import ProblemsFound
from sfrules.press.host.guard import HINT, MESSAGE

FENCED = ["fenced_code", "pymdownx.superfences"]
REFUSED = {
    "a macro": ("A sloop makes\n{{ sea.speed(3) }} knots.", "2:1"),
    "a macro in a heading": ("# Speed {{ sea.speed(3) }}", "1:9"),
    "a macro in the address of a link": ("[more]({{ address }})", "1:8"),
    "a macro in raw HTML": ('<div class="{{ kind }}">7</div>', "1:13"),
    "a statement": ("7\n\n{% if calm %}8{% endif %}", "3:1"),
    "a comment of the press": ("7 {## not for print ##}", "1:3"),
    "a term": ("It makes 7 [[knots]].", "1:12"),
    "a proof": ("It makes 7.\n\n```proof\nsea.speed(3) = 7\n```", "3:1"),
    "a proof in a box": ("!!! note\n    7.\n\n    ```proof\n    sea.speed(3) = 7\n    ```", "4:1"),
    "a macro that is never closed": ("It makes {{ sea.speed(3) knots.", "1:10"),
    "a proof that is never closed": ("It makes 7.\n\n```proof\nsea.speed(3) = 7", "3:1"),
    "a macro below a fence that is never closed": ("```python\nx = 1\n\n{{ x }}", "1:1"),
    "a macro in a block that is indented, where the press expands it": ("7\n\n    {{ x }}", "3:5"),
}
TAKEN = {
    "plain prose": "# Speed {#speed .big}\n\nA sloop makes 7 knots. {.flavour}",
    "a macro in inline code": "Write `{{ x }}` or ``{% if %}``.",
    "a macro in a fence": "```jinja\n{{ x }} {% if y %}\n```",
    "a macro in a comment": "7 <!-- {{ x }} --> knots",
    "a proof in a longer fence": "````md\n```proof\nspeed = 7\n```\n````",
    "a fence in another language": "```proofs\nx = 7\n```\n\n```proof-of-work\nx\n```",
    "braces that open nothing": "A set {1, 2} and \\{x\\}, 100 % {sure}.",
    "a link in brackets": "[[7]](more.md) and [a [b] c](more.md)",
}


@pytest.mark.parametrize("fences", FENCED)
@pytest.mark.parametrize("case", REFUSED)
def test_a_page_that_the_press_would_expand_is_refused_at_its_place(case: str, fences: str) -> None:
    text, place = REFUSED[case]
    with pytest.raises(ProblemsFound) as found:
        markdown(text, extensions=["attr_list", "admonition", fences, "sfrules"])
    (problem,) = found.value.problems
    assert (problem.place, problem.message) == (f"a page:{place}", MESSAGE)
    assert problem.hint == HINT


@pytest.mark.parametrize("fences", FENCED)
@pytest.mark.parametrize("case", TAKEN)
def test_a_page_without_macros_and_proofs_is_made_as_without_the_guard(
    case: str, fences: str
) -> None:
    others = ["attr_list", "admonition", fences]
    html = markdown(TAKEN[case], extensions=[*others, "sfrules"])
    assert html == markdown(TAKEN[case], extensions=others)


def test_each_page_that_one_converter_makes_is_looked_at() -> None:
    converter = Markdown(extensions=["sfrules"])
    for text in ("7", "8"):
        assert converter.reset().convert(text) == f"<p>{text}</p>"
        with pytest.raises(ProblemsFound):
            converter.reset().convert("{{ x }}")


class _Macros(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return [line.replace("{{ x }}", "8") for line in lines]


class _MacrosOfAHost(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 Python-Markdown's name
        md.preprocessors.register(_Macros(md), "macros", 35)


@pytest.mark.parametrize("order", [1, -1])
def test_what_macros_of_the_host_would_expand_is_refused_all_the_same(order: int) -> None:
    host = _MacrosOfAHost()
    assert markdown("{{ x }}", extensions=[host]) == "<p>8</p>"
    with pytest.raises(ProblemsFound):
        markdown("{{ x }}", extensions=[host, "sfrules"][::order])


def test_mkdocs_without_the_plugin_publishes_nothing(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    config = CONFIG.replace("  - sfrules: {book: toy_book}\n", "")
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    built = site.mkdocs("build")
    assert built.returncode == 1
    assert "Error reading page 'index.md'" in built.stderr
    assert f"a page:3:15: {MESSAGE}" in built.stderr
    assert not list(tmp_path.rglob("*.html"))
