"""The configuration of a site: what MkDocs says of it is told at its place."""

import re
from pathlib import Path

import pytest

from sfrules.ground.problems import ProblemsFound
from sfrules.press.host.check import SiteCheck
from sfrules.press.host.site import book_options, load_site

PLUGIN = "plugins: [{sfrules: {book: toy_book}}]\n"
SITE = "site_name: Boats\nmarkdown_extensions: [sfrules]\n"
CASE = re.compile(r"^▶ (.+)\n((?:(?![✗▶]).*\n)+?)\n?(?:✗ (.*)\n)?(?=\n|\Z)", re.MULTILINE)
CASES = CASE.findall(Path(__file__).with_name("configurations.md").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Boats\n\n## Knots {#knots}\n\n{{ terms() }}\n")
    return tmp_path


@pytest.mark.parametrize(("case", "text", "begins"), CASES, ids=[case[0] for case in CASES])
def test_what_is_wrong_with_a_configuration_is_told_at_its_place(folder, case, text, begins):
    (folder / "mkdocs.yml").write_text(text.rstrip().replace("␀", "\0"), encoding="utf-8")
    problems = SiteCheck(folder / "mkdocs.yml").check().problems
    told = [f"{each.place}: {each.message}" for each in problems if each.path.endswith(".yml")]
    assert len(told) == bool(begins), case
    assert "".join(told).startswith(begins)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "it is a folder, and no file"),
        ("gone.yml", "there is no such file"),
        ("n" * 300, "there is no such file"),
    ],
)
def test_a_configuration_is_a_file(folder, name, message):
    with pytest.raises(ProblemsFound) as found:
        load_site(folder / name)
    assert found.value.problems[0].message == message


@pytest.mark.parametrize(
    ("hook", "message"),
    [
        ("x = 1\nx = (\n", "hook.py:2:5: Python: '(' was never closed"),
        (
            "x = 1\nx = y\n",
            "hook.py:2:1: the site cannot be read: NameError: name 'y' is not defined",
        ),
    ],
)
def test_a_hook_that_cannot_be_loaded_is_told_at_its_line(folder, hook, message):
    (folder / "hook.py").write_text(hook, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(f"{SITE}{PLUGIN}hooks: [hook.py]\n", encoding="utf-8")
    (problem,) = SiteCheck(folder / "mkdocs.yml").check().problems
    assert f"{problem.place}: {problem.message}" == message


@pytest.mark.parametrize(
    ("plugins", "options"),
    [
        ("[search]", None),
        ("[sfrules]", {}),
        ("sfrules: {book: b}", {"book": "b"}),
        ("[search, sfrules: {book: !ENV [NO_SUCH_VARIABLE, b]}]", {"book": "b"}),
    ],
)
def test_a_question_reads_no_more_of_a_site_than_which_book_it_has(folder, plugins, options):
    config = folder / "mkdocs.yml"
    indented = plugins if plugins[0] == "[" else f"\n  {plugins}"
    (folder / "base.yml").write_text(f"plugins: {indented}\na: !!python/name:nowhere.at.all\n")
    config.write_text("INHERIT: base.yml\nb: !relative $docs_dir\n")
    assert book_options(config)[0] == options
