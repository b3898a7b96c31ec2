"""The configuration of a site: looked over first, then loaded by MkDocs.

In MkDocs a tag of the configuration may call any function of Python. A book may come from a
stranger, and to check it must not run what its configuration says.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from mkdocs.config import base, config_options, load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException

from sfrules.ground.edits import Edit
from sfrules.ground.ledger import relative
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.doors.guard import GUARD
from sfrules.press.doors.site_book import CONFIG, settings_of

_UNGUARDED = "a host that does not run the sfrules plugin would publish the pages as they stand"
_LINE = f"name the extension {GUARD} in markdown_extensions: then such a host refuses them"
# A setting at the top of a file; of the extensions, what their list begins with if it is plain.
_EXTENSIONS = re.compile(
    r"^(?P<key>markdown_extensions)[ \t]*:(?:[ \t]*"
    r"(?P<inside>\[(?=[\w\"'])|\n(?=(?P<indent>[ \t]*)- )))?",
    re.MULTILINE,
)
_PLUGINS = re.compile(r"^(?P<key>plugins)[ \t]*:", re.MULTILINE)


class RulebookConfig(base.Config):
    """What a site says of its book.

    `book` is the module of the book; `samples` are the pages whose code is no part of the game,
    `last` are pages to find after all others, `screen` those that
    no book on paper has, `cover` the picture of an EPUB on its shelf; `stylesheets` says whether
    the pages get those of the press, and its scripts. `macros` is a module with `define_env`,
    `include_dir` the folder of pages to include, and `include_yaml` the files of data, as in
    mkdocs-macros. With `links: ignore`, dead links are left to MkDocs, which warns of them;
    `largest_result` is how long a list or text may be.
    """

    book = config_options.Type(str, default="")
    macros = config_options.Type(str, default="")
    include_dir = config_options.Type(str, default="")
    links = config_options.Choice(("check", "ignore"), default="check")
    largest_result = config_options.Type(int, default=0)
    include_yaml = config_options.Type(list, default=[])
    last = config_options.ListOfItems(config_options.Type(str), default=[])
    samples = config_options.ListOfItems(config_options.Type(str), default=[])
    screen = config_options.ListOfItems(config_options.Type(str), default=[])
    cover = config_options.Type(str, default="")
    stylesheets = config_options.Type(bool, default=True)


def load_site(config_file: Path) -> MkDocsConfig:
    """The configuration of a site.

    Raises:
        ProblemsFound: for one that cannot be read, or that would run what a tag names.
    """
    file, root = config_file.absolute(), config_file.resolve().parent
    if not os.path.lexists(file):  # a name that is too long is no file either
        hint = "go to the folder that it is in, or name it with -f"
        raise ProblemsFound([Problem(file.name, 1, 1, "there is no such file", hint)])
    for _ in settings_of(file):
        pass  # each is looked over as it is read
    try:
        return load_config(str(config_file), config_file_path=str(config_file.absolute()))
    except MkDocsException as error:
        problem = Problem(relative(config_file.resolve(), root), 1, 1, f"MkDocs: {error}")
        raise ProblemsFound([problem]) from None


def unguarded(config: MkDocsConfig) -> list[Problem]:
    """The problem of a site that does not name the guard, if it does not."""
    if GUARD in config.markdown_extensions:
        return []
    file = Path(config.config_file_path or CONFIG).absolute()
    with suppress(ProblemsFound):  # of what MkDocs takes, not all is read here
        found = list(settings_of(file))
        for setting in (_EXTENSIONS, _PLUGINS):
            for source, _ in found:
                if named := setting.search(source.text):
                    return [_unguarded(source, named)]
    return [Problem(file.name, 1, 1, _UNGUARDED, _LINE)]


def _unguarded(source: Source, named: re.Match[str]) -> Problem:
    """The problem, at the extensions of a site or at its plugins; a plain list can be fixed."""
    was, fixed = named.group(), ""
    if was.startswith("plugins"):
        fixed = f"markdown_extensions:\n  - {GUARD}\n{was}"
    elif (inside := named["inside"]) is not None:
        fixed = f"{was}{GUARD}, " if inside == "[" else f"{was}{named['indent']}- {GUARD}\n"
    fix = Edit(source.path, named.start(), named.end(), was, fixed) if fixed else None
    span = Span(source, named.start(), named.start() + len(named["key"]))
    return problem_at(span, _UNGUARDED, _LINE, fix)


def problem_at_setting(config: MkDocsConfig, setting: str, wrong: Mistake) -> Problem:
    """A problem at a setting of a site; at the top of its file, if that leaves it to MkDocs."""
    file = Path(config.config_file_path or CONFIG).absolute()
    with suppress(ProblemsFound):
        for source, _ in settings_of(file):
            if named := re.search(rf"^{setting}(?=[ \t]*:)", source.text, re.MULTILINE):
                return problem_at(Span(source, *named.span()), wrong.message, wrong.hint)
    return Problem(file.name, 1, 1, wrong.message, wrong.hint)


def refuse_circles(config: MkDocsConfig) -> None:
    """Refuse links to folders that lead around in a circle: MkDocs would follow them for ever.

    Raises:
        ProblemsFound: with each of them, by its place in the site.
    """
    docs = Path(config.docs_dir)
    message = "the folder is a link that leads back to a folder that it is in"
    found = [
        Problem((Path(docs.name) / path.relative_to(docs)).as_posix(), 1, 1, message)
        for path in _circles(docs, ())
    ]
    if found:
        raise ProblemsFound(found)


def _circles(folder: Path, above: tuple[str, ...]) -> Iterator[Path]:
    real = os.path.realpath(folder)
    if real in above:
        yield folder
        return
    for each in sorted(filter(Path.is_dir, folder.iterdir())):
        yield from _circles(each, (*above, real))


def time_of_commit(root: Path) -> str:
    """The time that is written into the site: that of the commit, never that of the build."""
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return "315532800"  # 1980, the earliest that every archive format can hold
    return found.stdout.strip() or "315532800"
