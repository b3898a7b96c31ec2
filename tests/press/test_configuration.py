"""The configuration of a site: what its tags may not do, and what else is told at its place."""

from __future__ import annotations

import pytest
from sfrules.press.doors.site_settings import RelativePath, read_site

from sfrules.ground.problems import ProblemsFound
from sfrules.press.host.check import FolderHost, SiteCheck, fixes_of
from sfrules.press.host.site import load_site

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
    (problem,) = SiteCheck(folder / "mkdocs.yml").check().problems
    assert fixes_of(SiteCheck(folder / "mkdocs.yml")).after == {}
    assert not (folder / "RUN").exists()
    return f"{problem.place}: {problem.message}"


@pytest.mark.parametrize("tag", REFUSED)
def test_a_tag_that_may_run_something_is_refused_at_its_place(folder, tag):
    name = tag.split()[0].replace("!<tag:yaml.org,2002:", "!!").removesuffix(">")
    message = f"not YAML: the tag {name} may run what it names"
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
    assert told(folder, f"site_name: Boats\n{inherit}").startswith(f"{place}: not YAML: the tag")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plugins: [", "1:11: not YAML: expected the node content, but found '<stream end>'"),
        ("- a", "1:1: there are no settings in it"),
        ("", "1:1: there are no settings in it"),
        ("a: \0", "1:4: not YAML: a character that it does not take"),
        (f"a: {'[' * 5_000}", "1:1: not YAML: it is nested too deep"),
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
        ("n" * 300, "there is no such file"),
    ],
)
def test_a_configuration_is_a_file(folder, name, message):
    with pytest.raises(ProblemsFound) as found:
        load_site(folder / name)
    assert found.value.problems[0].message == message


PLUGIN = "plugins: [{sfrules: {book: toy_book}}]\n"
UNGUARDED = "a host that does not run the sfrules plugin would publish the pages as they stand"


@pytest.fixture
def boats(folder):
    (folder / "docs" / "index.md").write_text("# Boats\n\n## Knots {#knots}\n\n{{ terms() }}\n")
    return folder


def problems_of(folder, text):
    (folder / "mkdocs.yml").write_text(text, encoding="utf-8")
    return [
        (problem.place, problem.message)
        for problem in SiteCheck(folder / "mkdocs.yml").check().problems
        if problem.path.endswith(".yml")
    ]


@pytest.mark.parametrize(
    "extensions",
    [
        "markdown_extensions: [toc, sfrules]\n",
        "markdown_extensions:\n  - toc:\n      permalink: true\n  - sfrules\n",
        "markdown_extensions:\n  toc:\n  sfrules:\n",
    ],
)
def test_a_site_that_names_the_guard_is_as_it_should_be(boats, extensions):
    assert problems_of(boats, f"site_name: Boats\n{extensions}{PLUGIN}") == []


@pytest.mark.parametrize(
    ("base", "heir", "told"),
    [
        ("markdown_extensions: [sfrules]\n", PLUGIN, ""),
        (
            "markdown_extensions: [sfrules]\n",
            f"markdown_extensions: [toc]\n{PLUGIN}",
            "mkdocs.yml:3:1",
        ),
        (f"markdown_extensions: [toc]\n{PLUGIN}", "", "base.yml:1:1"),
        (PLUGIN, "", "mkdocs.yml:1:1"),
    ],
    ids=["of the base", "put aside", "base with a list", "none"],
)
def test_a_site_without_the_guard_is_told(boats, base, heir, told):
    (boats / "base.yml").write_text(base, encoding="utf-8")
    config = f"site_name: Boats\nINHERIT: base.yml\n{heir}"
    assert problems_of(boats, config) == ([(told, UNGUARDED)] if told else [])


SITE = "site_name: Boats\nmarkdown_extensions: [sfrules]\n"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("nav: 5\n", "3:1: nav is 5; allowed: a list of pages"),
        ("extra: [a]\n", "3:1: extra is a list; allowed: a mapping of names to values"),
        (
            "use_directory_urls: maybe\n",
            "3:1: use_directory_urls is 'maybe'; allowed: true or false",
        ),
        (
            "theme: [a]\n",
            "3:1: theme is a list; allowed: the name of a theme, or a mapping with it",
        ),
        ("docs_dir: pages\n", '3:1: there is no folder "pages" for the pages'),
        ("plugins: [{sfrules: {boook: b}}]\n", "3:1: the sfrules plugin has no option boook"),
        (
            "plugins: [{sfrules: {stylesheets: some}}]\n",
            "3:1: stylesheets is 'some'; allowed: true or false",
        ),
        ("plugins: [search]\n", "1:1: the site does not use the sfrules plugin"),
        ("plugins: {sfrules: {enabled: false}}\n", "1:1: the site does not use the sfrules plugin"),
        ("plugins: [sfrules]\n", "1:1: the sfrules plugin has no book"),
    ],
)
def test_a_setting_that_the_press_cannot_take_is_told_at_its_place(folder, settings, told):
    (folder / "mkdocs.yml").write_text(SITE + settings, encoding="utf-8")
    problems = SiteCheck(folder / "mkdocs.yml").check().problems
    assert [f"{each.place}: {each.message}" for each in problems] == [f"mkdocs.yml:{told}"]


@pytest.mark.parametrize("named", ["nowhere.to.be_found", "toc: {no_such_setting: 1}"])
def test_an_extension_that_cannot_be_loaded_is_told_at_the_setting(boats, named):
    config = f"site_name: Boats\n{PLUGIN}markdown_extensions: [sfrules, {{{named}}}]\n"
    ((place, message),) = problems_of(boats, config.replace("{nowhere.to.be_found}", named))
    assert (place, message.partition(":")[0]) == (
        "mkdocs.yml:3:1",
        "a Markdown extension cannot be loaded",
    )


def test_a_site_without_a_name_is_told_where_its_settings_begin(folder):
    (folder / "mkdocs.yml").write_text("nav: []\n", encoding="utf-8")
    (problem,) = SiteCheck(folder / "mkdocs.yml").check().problems
    assert f"{problem.place}: {problem.message}" == "mkdocs.yml:1:1: the site has no site_name"


SAID = {
    "of the environment": ("!ENV BOATS", 8),
    "of the environment, with quotes": ("!ENV QUOTED", "'8'"),
    "the first of the environment that is there": ("!ENV [NOT_THERE, BOATS, 5]", 8),
    "without any of them, the last": ("!ENV [NOT_THERE, 5]", 5),
    "without any at all": ("!ENV NOT_THERE", None),
    "a path": ("!relative $docs_dir/parts", RelativePath("$docs_dir/parts")),
}


@pytest.mark.parametrize("which", SAID)
def test_a_tag_stands_for_the_value_that_the_host_reads(folder, monkeypatch, which):
    text, value = SAID[which]
    monkeypatch.setenv("BOATS", "8")
    monkeypatch.setenv("QUOTED", "'8'")
    (folder / "mkdocs.yml").write_text(f"site_name: Boats\nextra:\n  a: {text}\n")
    assert read_site(folder / "mkdocs.yml").values["extra"]["a"] == value
    if "relative" not in text:
        assert load_site(folder / "mkdocs.yml").extra["a"] == value


INHERITED = """\
extra: {a: 1, deep: {b: 2, c: 3}}
nav: [x.md]
site_url: https://example.org/book
repo_url: https://gitlab.com/boats/boats
markdown_extensions: [footnotes, {toc: {permalink: true}}]
"""
HEIR = """\
INHERIT: base.yml
site_name: Boats
extra: {deep: {c: 4}}
nav: [index.md]
theme: {name: material, custom_dir: docs}
"""


def test_a_site_has_the_settings_that_its_host_reads(folder):
    (folder / "base.yml").write_text(INHERITED, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(HEIR, encoding="utf-8")
    values, loaded = read_site(folder / "mkdocs.yml").values, load_site(folder / "mkdocs.yml")
    assert values["extra"] == {"a": 1, "deep": {"b": 2, "c": 4}}
    for key in (
        "extra nav site_url repo_name docs_dir site_dir use_directory_urls strict remote_name"
        " remote_branch config_file_path markdown_extensions mdx_configs"
    ).split():
        assert values[key] == loaded[key], key
    assert values["theme"] == {"name": "material", "custom_dir": loaded.theme.custom_dir}


def test_an_extension_gets_the_functions_and_paths_that_its_settings_name(folder):
    (folder / "docs" / "deep").mkdir()
    (folder / "docs" / "deep" / "part.txt").write_text("As it is.\n")
    (folder / "mkdocs.yml").write_text(
        "site_name: Boats\nmarkdown_extensions:\n"
        "  - toc: {slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}}\n"
        "  - pymdownx.snippets: {base_path: [!relative ]}\n"
    )
    reader = FolderHost(read_site(folder / "mkdocs.yml")).reader("deep")
    assert reader.convert('# Two boats\n\n--8<-- "part.txt"\n') == (
        '<h1 id="two-boats">Two boats</h1>\n<p>As it is.</p>'
    )
