"""The navigation of the theme, whose links are drawn once for many pages."""

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.theme import Theme
from nights import by_day

from sfrules.press.host.plugin import draw_links_once

CONFIG = """\
site_name: Boats
theme: {{name: material, features: {features}}}
use_directory_urls: {folders}
plugins: []
hooks: {hooks}
nav:
  - index.md
  - Boats: [boats/index.md, boats/sloop.md, {{Oars: [boats/oars/one.md, boats/oars/two.md]}}]
  - Elsewhere: https://boats.example/
  - Nothing: []
  - words.md
"""
HOOK = """\
from sfrules.press.host.plugin import draw_links_once

def on_env(env, **_):
    draw_links_once(env)
"""
PAGES = (
    "index.md", "boats/index.md", "boats/sloop.md", "boats/oars/one.md", "boats/oars/two.md",
    "words.md",
)  # fmt: skip


def built(folder, **said):
    """The pages of a site with a navigation in three levels."""
    for name in PAGES:
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(f"# {name}\n\n## More\n", encoding="utf-8")
    (folder / "hook.py").write_text(HOOK, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG.format(**said), encoding="utf-8")
    build(load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site")))
    site = folder / "site"
    return {
        page.relative_to(site): page.read_text("utf-8").split() for page in site.rglob("*.html")
    }


@pytest.mark.parametrize("folders", by_day(["true", "false"]))
@pytest.mark.parametrize(
    "features",
    by_day(
        [
            "[navigation.tabs, navigation.sections, navigation.expand]",
            "[navigation.indexes, navigation.sections]",
            "[navigation.prune]",
            "[]",
        ]
    ),
)
def test_pages_are_the_same_as_where_each_link_is_drawn_on_each_page(tmp_path, folders, features):
    said = {"folders": folders, "features": features}
    anew = built(tmp_path, **said, hooks="[]")
    assert built(tmp_path, **said, hooks="[hook.py]") == anew
    assert len(anew) == len(PAGES) + 1  # and the one for what is not there


@pytest.mark.parametrize("template", ["partials/nav.html", "partials/nav-item.html"])
def test_the_theme_draws_its_items_where_it_is_thought_to(template):
    env = Theme(name="material").get_env()
    draw_links_once(env)
    source, _, _ = env.loader.get_source(env, template)
    assert source.count("drawn_once(") == 1
