"""Sentences that call a table or a figure by its number, and lead to it."""

from __future__ import annotations

from pathlib import Path

from boats_site import make_site

SEE = """
See {{ ref("fleet") }}, {{ ref("figure-harbor") }} and [](boats.md#table-fleet).

<a id="here" href="#here"></a>
"""
BAD = """
See {{ ref("fleat") }} and [](#table-fleat), [](#fleet) and [](terms.md).
"""


def test_a_reference_says_the_number_and_leads_there_from_any_page(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    site.write("terms.md", (site.root / "docs/terms.md").read_text(encoding="utf-8") + SEE)
    result = site.mkdocs("build", "--strict")
    assert result.returncode == 0, result.stderr
    html = (site.published / "terms/index.html").read_text(encoding="utf-8")
    table = '<a href="../boats/#table-fleet">Table 1</a>'
    figure = '<a href="../boats/#figure-harbor">Figure 1</a>'
    assert f"<p>See {table}, {figure} and {table}.</p>" in html


def test_a_reference_to_what_has_no_number_is_told_at_its_place(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    site.write("boats.md", "# More\n\n## The fleet {#fleet}\n" + BAD)
    result = site.sfrules("check")
    assert result.returncode == 1
    said = result.stdout
    assert "docs/boats.md:5:5: this reference cannot be shown: no page prints a table" in said
    for column in (28, 46, 61):
        assert f"docs/boats.md:5:{column}: this link has no text" in said
