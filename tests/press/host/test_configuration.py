"""The configuration of a site: what MkDocs says of it is told at its place."""

import pytest

from sfrules.ground.problems import ProblemsFound
from sfrules.press.host.check import SiteCheck
from sfrules.press.host.site import book_options, load_site, plain_settings

PLUGIN = "plugins: [{sfrules: {book: toy_book}}]\n"
SITE = "site_name: Boats\nmarkdown_extensions: [sfrules]\n"
UNGUARDED = "a host that does not run the sfrules plugin would publish the pages as they stand"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Boats\n\n## Knots {#knots}\n\n{{ terms() }}\n")
    return tmp_path


def told(folder, text):
    """The problems of a site with such settings that are told in one of its configurations."""
    (folder / "mkdocs.yml").write_text(text, encoding="utf-8")
    problems = SiteCheck(folder / "mkdocs.yml").check().problems
    return [f"{each.place}: {each.message}" for each in problems if each.path.endswith(".yml")]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("plugins: [", "mkdocs.yml:1:11: MkDocs encountered an error parsing"),
        ("- a", "mkdocs.yml:1:1: The configuration is invalid. Expected a key-value mapping"),
        ("a: \0", "mkdocs.yml:1:1: MkDocs encountered an error parsing"),
        ("INHERIT: gone.yml", "mkdocs.yml:1:1: Inherited config file 'gone.yml' does not exist"),
    ],
)
def test_a_configuration_that_cannot_be_read_is_told(folder, text, begins):
    (one,) = told(folder, text)
    assert one.startswith(begins)


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
    "extensions",
    [
        "markdown_extensions: [toc, sfrules]\n",
        "markdown_extensions:\n  - toc:\n      permalink: true\n  - sfrules\n",
        "markdown_extensions:\n  toc:\n  sfrules:\n",
    ],
)
def test_a_site_that_names_the_guard_is_as_it_should_be(folder, extensions):
    assert told(folder, f"site_name: Boats\n{extensions}{PLUGIN}") == []


def test_a_site_without_the_guard_is_told(folder):
    config = f"site_name: Boats\nmarkdown_extensions: [toc]\n{PLUGIN}"
    assert told(folder, config) == [f"mkdocs.yml:2:1: {UNGUARDED}"]
    assert told(folder, f"site_name: Boats\n{PLUGIN}") == [f"mkdocs.yml:1:1: {UNGUARDED}"]


@pytest.mark.parametrize(
    ("settings", "begins"),
    [
        ("nav: 5\n", "3:1: Config value 'nav': Expected nav to be a list"),
        ("extra: [a]\n", "3:1: Config value 'extra': "),
        ("use_directory_urls: maybe\n", "3:1: Config value 'use_directory_urls': "),
        ("docs_dir: pages\n", "3:1: Config value 'docs_dir': "),
        (
            "plugins: [{sfrules: {book: toy_book, boook: b}}]\n",
            "3:1: Config value 'plugins': Plugin 'sfrules' option 'boook': Unrecognised",
        ),
        (
            "plugins: [{sfrules: {stylesheets: some}}]\n",
            "3:1: Config value 'plugins': Plugin 'sfrules' option 'stylesheets': Expected type",
        ),
        ("plugins: [search]\n", "3:1: the site does not use the sfrules plugin"),
        ("plugins: {sfrules: {enabled: false}}\n", "3:1: the site does not use the sfrules plugin"),
        ("plugins: [sfrules]\n", "1:1: the sfrules plugin has no book"),
        (f"{PLUGIN}nav: [gone.md, index.md]\n", "4:7: A reference to 'gone.md' is included in the"),
        (f"{PLUGIN}hooks: [gone.py]\n", "4:1: Config value 'hooks': "),
    ],
)
def test_a_setting_that_mkdocs_cannot_take_is_told_at_its_place(folder, settings, begins):
    (one,) = told(folder, SITE + settings)
    assert one.startswith(f"mkdocs.yml:{begins}")


@pytest.mark.parametrize("named", ["nowhere.to.be_found", "toc: {no_such_setting: 1}"])
def test_an_extension_that_cannot_be_loaded_is_told_at_the_setting(folder, named):
    config = f"site_name: Boats\n{PLUGIN}markdown_extensions: [sfrules, {{{named}}}]\n"
    (one,) = told(folder, config.replace("{nowhere.to.be_found}", named))
    assert one.startswith("mkdocs.yml:3:1: Config value 'markdown_extensions': Failed to load")


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


def test_a_site_without_a_name_is_told(folder):
    (one,) = told(folder, PLUGIN)
    assert one.startswith("mkdocs.yml:1:1: Config value 'site_name': Required")


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
    assert book_options(plain_settings(config)) == options
