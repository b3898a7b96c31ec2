"""Strictness by steps: a mark that nobody sees, numbers of no game, larger results."""

import shutil
import sys
from pathlib import Path

LANTERN = Path(__file__).parent / "lantern"
CHECK = (sys.executable, "-m", "sfrules", "check")


def test_the_numbers_of_each_page_are_listed_by_what_vouches_for_them(run) -> None:
    said = run(LANTERN, sys.executable, "-m", "sfrules", "show", "numbers").stdout
    assert said.startswith("docs/index.md  ")
    assert "3 proved" in said  # 2 dice, and 5 in 9


def test_a_site_may_have_larger_results(tmp_path: Path, run) -> None:
    book = shutil.copytree(LANTERN, tmp_path / "lantern", ignore=shutil.ignore_patterns("__*"))
    page, config = book / "docs" / "index.md", book / "mkdocs.yml"
    text, settings = page.read_text(encoding="utf-8"), config.read_text(encoding="utf-8")
    long = "{% set sails = 'x' * oil(90000, 'candle') %}"
    page.write_text(f"{text}\n{long}\n{{% set more = sails ~ sails %}}\n", encoding="utf-8")
    assert "has more than 100000 items or characters" in run(book, *CHECK).stdout
    option = settings.replace("book: lantern", "book: lantern\n      largest_result: 200000")
    config.write_text(option, encoding="utf-8")
    assert run(book, *CHECK).stdout == "no problems\n"
