"""`sfrules check`, and what `--fix` and `--diff` make of a book with stale numbers."""

import pytest
from boats_site import Site, make_site

STALE = """\
# Claims\r
\r
A sloop makes +8 knots, as it *always*  did.\r
A raft makes 9.\r
\r
```proof\r
sea.speed(3)|signed = +8\r
9 differs from sea.speed(1): with the tide\r
```\r
"""
MENDED = STALE.replace("+8", "+7")


@pytest.fixture
def site(tmp_path):
    made = make_site(tmp_path)
    made.write("index.md", "# Boats\n")
    (tmp_path / "docs" / "claims.md").write_bytes(STALE.encode())
    return made


def run(site: Site, *arguments: str) -> tuple[int, str]:
    """The exit code of `sfrules check`, and what it says."""
    ran = site.sfrules("check", *arguments)
    assert ran.stderr == ""
    return ran.returncode, ran.stdout


def page(site):
    return (site.root / "docs" / "claims.md").read_bytes().decode()


def test_check_tells_all_that_is_stale_and_changes_nothing(site):
    code, said = run(site)
    assert (code, page(site)) == (1, STALE)
    assert "docs/claims.md:7:23: the proof says +8, sea.speed(3)|signed is +7" in said
    assert said.endswith("\n1 problem\n")


def test_fix_writes_what_is_stale_and_shows_what_it_wrote(site):
    code, said = run(site, "--fix")
    assert (code, page(site)) == (0, MENDED)
    assert [line.rstrip("\r") for line in said.split("\n") if line[:1] in ("-", "+")] == [
        "--- a/docs/claims.md",
        "+++ b/docs/claims.md",
        "-A sloop makes +8 knots, as it *always*  did.",
        "+A sloop makes +7 knots, as it *always*  did.",
        "-sea.speed(3)|signed = +8",
        "+sea.speed(3)|signed = +7",
    ]
    assert said.endswith("no problems\n")
    assert run(site, "--fix") == (0, "no problems\n")


def test_diff_shows_the_same_and_writes_nothing(site):
    code, shown = run(site, "--diff")
    assert (code, page(site)) == (1, STALE)
    assert shown + "no problems\n" == run(site, "--fix")[1]
    assert run(site, "--diff") == (0, "")


def test_fix_leaves_what_it_cannot_fix_and_says_so(site):
    site.write("index.md", "# Boats\n\n{{ sea.sped(3) }} 2\n\n```proof\nsea.drift(1) = 2\n```\n")
    code, said = run(site, "--fix")
    assert (code, page(site)) == (1, MENDED)
    assert "sea.drift(1) = −1" in (site.root / "docs" / "index.md").read_text()
    assert 'docs/index.md:3:8: sea has no "sped"' in said
    assert said.endswith("\n1 problem\n")
