"""Whatever hooks and settings do to a site, a check says what a strict build says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from boats_site import CONFIG, make_site
from nights import NIGHTLY

if TYPE_CHECKING:
    from pathlib import Path

BOATS = "# Boats\n\nA sloop makes {{ sea.speed(3) }} knots.\n"
LATER = "from mkdocs.plugins import event_priority\n@event_priority(-50)\n"
EARLY = "from mkdocs.plugins import event_priority\n@event_priority(100)\n"
MADE = "from mkdocs.structure.files import File\ndef on_files(files, config):\n    files.append(File.generated(config, 'made.md', content={!r}))\n"
OF_ITSELF = (
    "from markdown.extensions.toc import TocExtension\ndef on_config(config):\n"
    "    own = TocExtension()\n    own.parts = [own]\n    config.markdown_extensions += [own]\n"
)
# Of each: the hook, what the page `index.md` is, other settings, and what is told; "" for nothing.
SITES = {
    "Markdown with a number more": (
        "def on_page_markdown(markdown, **_):\n    return markdown + '\\n\\nThere are 77 more.\\n'\n",
        BOATS, "", "the number 77",
    ),
    "Markdown with a number more, later": (
        f"{LATER}def on_page_markdown(markdown, **_):\n    return markdown + '\\n\\nThere are 77 more.\\n'\n",
        BOATS, "", "the number 77",
    ),
    "Markdown with a macro more": (
        f"{LATER}def on_page_markdown(markdown, **_):\n    return markdown + '\\n\\n{{{{ sea.speed(8) }}}}\\n'\n",
        BOATS, "", "",
    ),
    "Markdown with a wrong macro more": (
        f"{EARLY}def on_page_markdown(markdown, **_):\n    return markdown + '\\n\\n7 sails\\n'\n",
        BOATS, "", "the number 7",
    ),
    "HTML with a number more": (
        "def on_page_content(html, **_):\n    return html + '<p>There are 77 more.</p>'\n",
        BOATS, "", "the number 77",
    ),
    "HTML with words more": (
        "def on_page_content(html, **_):\n    return html + '<p>There are more.</p>'\n", BOATS, "", "",
    ),
    "a foot with a number": (
        "def on_post_page(output, **_):\n    return output.replace('</body>', '77 seen</body>')\n",
        BOATS, "", "",
    ),
    "a title with a number in the theme": (
        "def on_page_context(context, page, **_):\n    page.title = 'Boats of 77 seats'\n", BOATS, "", "",
    ),
    "another source of the page": (
        "def on_page_read_source(page, **_):\n    return '# Boats\\n\\nThere are 77.\\n'\n",
        BOATS, "", "the number 77",
    ),
    "a page that is made": (MADE.format("# Made\n"), BOATS, "", ""),
    "a page that is made, with a wrong macro": (
        MADE.format("# Made\n\n7\n\n```proof\nsea.speed(8) = 7\n```\n"), BOATS, "", "the proof says 7, sea.speed(8) is 17",
    ),
    "an extension more": (
        "def on_config(config):\n    config.markdown_extensions.append('footnotes')\n",
        f"{BOATS}\nAnd on.[^a]\n\n[^a]: So it is.\n", "", "",
    ),
    "an extension that is a part of itself": (
        OF_ITSELF, BOATS, "", "",
    ),
    "settings that are read twice": (
        "def on_config(config):\n    config.plugins['sfrules'].on_config(config)\n", BOATS, "", "",
    ),
    "a page of the navigation that is missing": ("", BOATS, "nav: [index.md, boats.md, terms.md, gone.md]\n", "A reference to 'gone.md'"),
    "a link that leads nowhere": ("", f"{BOATS}\n[On](gone.md)\n", "", "contains a link 'gone.md'"),
    "an anchor that is missing": (
        "", f"{BOATS}\n[On](boats.md#gone)\n", "validation: {anchors: warn}\n", "does not contain an anchor '#gone'",
    ),
    "an anchor of a table": (
        "", f"{BOATS}\n{{{{ table('fleet') }}}}\n\n[It](#table-fleet)\n", "validation: {anchors: warn}\n", "",
    ),
    "a setting that is none": ("", BOATS, "no_such: 1\n", "Unrecognised configuration name: no_such"),
    "a warning": (
        "import logging\ndef on_nav(nav, **_):\n    logging.getLogger('mkdocs.hooks').warning('the ink is low')\n",
        BOATS, "", "the ink is low",
    ),
    "an error": (
        "from mkdocs.exceptions import PluginError\ndef on_files(files, config):\n    raise PluginError('the ink is out')\n",
        BOATS, "", "the ink is out",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SITES if NIGHTLY else [*SITES][::2])
def test_a_check_and_a_strict_build_say_the_same(tmp_path: Path, case: str) -> None:
    hook, page, more, told = SITES[case]
    site = make_site(tmp_path)
    (tmp_path / "boats_strict.py").write_text(
        "import toy_book\nBOOK = toy_book.BOOK.checking(no_loose_numbers=True)\n"
    )
    (tmp_path / "hook.py").write_text(hook or "\n", encoding="utf-8")
    nav = "nav: [index.md, boats.md, terms.md]\n"
    config = CONFIG.replace("toy_book", "boats_strict").replace(nav, "")
    (tmp_path / "mkdocs.yml").write_text(f"{config}{more}hooks: [hook.py]\n", encoding="utf-8")
    for name in ("boats.md", "index.md"):
        site.write(name, page if name == "index.md" else "# More\n")
    checked = site.sfrules("check", "--format", "json")
    built = site.mkdocs("build", "--strict")
    messages = [each["message"] for each in json.loads(checked.stdout)]
    assert bool(messages) == bool(told), messages
    assert (checked.returncode, built.returncode != 0) == (bool(told), bool(told)), built.stderr
    assert any(told in each for each in (*messages, *([] if told else [""])))
    assert told in built.stderr + built.stdout
