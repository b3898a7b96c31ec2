"""The configuration of a site: what its tags may not do, and what else is told at its place."""

from __future__ import annotations

import os

import pytest

from sfrules.ground.problems import ProblemsFound
from sfrules.press.doors.configuration import load_site
from sfrules.press.doors.mkdocs_pages import check_site, mend_site

REFUSED = [
    '!!python/object/apply:os.system ["touch RUN"]',
    '!!python/object/new:os.system ["touch RUN"]',
    "!!python/name:os.system",
    "!!python/module:os",
    "!!python/name:material.plugins.search.plugin.os",
    "!!python/object/apply:pymdownx.slugs.slugify.x []",
    "!own x",
    "!<tag:yaml.org,2002:python/name:os.system> x",
]
TAKEN = [
    "!!python/name:material.extensions.emoji.twemoji",
    "!!python/name:pymdownx.superfences.fence_code_format",
    "!!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}",
    "!ENV [NO_SUCH_VARIABLE, x]",
    "!relative $docs_dir",
    '!!str "x"',
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    return tmp_path


def told(folder, text):
    (folder / "mkdocs.yml").write_text(text, encoding="utf-8")
    (problem,) = check_site(folder / "mkdocs.yml").problems
    assert mend_site(folder / "mkdocs.yml").after == {}
    assert not (folder / "RUN").exists()
    return f"{problem.place}: {problem.message}"


@pytest.mark.parametrize("tag", REFUSED)
def test_a_tag_that_may_run_something_is_refused_at_its_place(folder, tag):
    name = tag.split()[0].replace("!<tag:yaml.org,2002:", "!!").removesuffix(">")
    message = f"the tag {name} is refused: it may run what it names"
    assert told(folder, f"site_name: Boats\nextra:\n  a: {tag}\n") == f"mkdocs.yml:3:6: {message}"


@pytest.mark.parametrize("tag", TAKEN)
def test_the_tags_that_themes_need_are_taken(folder, tag):
    (folder / "mkdocs.yml").write_text(f"site_name: Boats\nextra:\n  a: {tag}\n")
    assert load_site(folder / "mkdocs.yml").site_name == "Boats"


@pytest.mark.parametrize(
    ("inherit", "place"),
    [
        ("INHERIT: base.yml\n", "base.yml:1:4"),
        ("x: &x {INHERIT: base.yml}\n<<: *x\n", "base.yml:1:4"),
    ],
)
def test_a_configuration_that_is_built_upon_is_looked_over_as_well(folder, inherit, place):
    (folder / "base.yml").write_text(f"a: {REFUSED[0]}\n")
    assert told(folder, f"site_name: Boats\n{inherit}").startswith(f"{place}: the tag")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plugins: [", "1:11: not YAML: did not find expected node content"),
        ("- a", "1:1: there are no settings in it"),
        ("", "1:1: there are no settings in it"),
        ("a: \0", "1:4: not YAML: a character that it does not take"),
        (f"a: {'[' * 5_000}", "1:103: nested deeper than 100"),
        ("a: 2020-99-99", "1:1: not YAML: month must be in 1..12"),
        ("INHERIT: mkdocs.yml", "1:1: more than 10 configurations build on each other"),
    ],
)
def test_a_configuration_that_cannot_be_read_is_told(folder, text, message):
    assert told(folder, text) == f"mkdocs.yml:{message}"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "it is a folder, and no file"),
        ("gone.yml", "there is no such file"),
        ("pipe.yml", "it is no regular file, but a pipe, a device or the like"),
        ("n" * 300, "there is no such file"),
    ],
)
def test_a_configuration_is_a_regular_file(folder, name, message):
    os.mkfifo(folder / "pipe.yml")
    with pytest.raises(ProblemsFound) as found:
        load_site(folder / name)
    assert found.value.problems[0].message == message
