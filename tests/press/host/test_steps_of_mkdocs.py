"""What the press uses of the private parts of MkDocs, which another version may have otherwise."""

from inspect import signature

from mkdocs.commands.build import _build_page, _build_theme_template, _populate_page
from mkdocs.config.config_options import Hooks
from mkdocs.livereload import LiveReloadServer


def test_the_private_parts_of_mkdocs_that_are_used_are_what_they_were() -> None:
    parts = (
        _populate_page,
        _build_page,
        _build_theme_template,
        LiveReloadServer._inject_js_into_html,
    )
    assert [list(signature(part).parameters) for part in parts] == [
        ["page", "config", "files", "dirty"],
        ["page", "config", "doc_files", "nav", "env", "dirty", "excluded"],
        ["template_name", "env", "files", "config", "nav"],
        ["self", "content", "epoch"],
    ]
    assert callable(Hooks._load_hook.cache_clear)
