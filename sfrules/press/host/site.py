"""A site as MkDocs reads it: its configuration, and what MkDocs says of the site as problems."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
import yaml_env_tag

from sfrules.ground.faults import line_of
from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import relative
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, problem_at
from sfrules.ground.source import Span

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

CONFIG = "mkdocs.yml"
NAME = "sfrules"  # under which a configuration lists the plugin, and the extension that guards
_QUOTED = re.compile(r"(?<!<class )'([^'\n]+)'|\"([^\"\n]+)\"|^  - (.+)$", re.MULTILINE)
_SETTING = re.compile(r"Config value '([^']+)'")
_TAGS = ("!", "tag:yaml.org,2002:python/")


def nearest_site(here: Path) -> Path | None:
    """The folder, this one or one around it, that has a configuration."""
    return next((each for each in (here, *here.parents) if (each / CONFIG).is_file()), None)


class _Plain(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads what is written: a tag names nothing but a variable of the environment."""


_Plain.add_constructor("!ENV", yaml_env_tag.construct_env_tag)
for _prefix in _TAGS:
    _Plain.add_multi_constructor(_prefix, lambda *_: None)


def plain_settings(config_file: Path) -> dict[str, Any]:
    """The settings of a site as they are written: no plugin is loaded, and no tag names anything.

    Raises:
        ProblemsFound: for a configuration that cannot be read.
    """
    try:
        with config_file.open("rb") as file:
            found = yaml.load(file, _Plain) or {}  # noqa: S506 as safe as what it is made of
        if not isinstance(found, dict):
            raise ProblemsFound([Problem(config_file.name, 1, 1, "there are no settings in it")])
        if "INHERIT" in found:  # MkDocs takes as long to import as a question to answer
            from mkdocs.utils.yaml import yaml_load

            with config_file.open("rb") as file:
                found = yaml_load(file, _Plain)
    except (OSError, yaml.YAMLError) as error:
        raise ProblemsFound([_unreadable(config_file, error)]) from None
    return found


def book_options(config_file: Path) -> tuple[Mapping[str, Any] | None, Path]:
    """What a site says of its book, and the folder of its pages; None if it has no plugin.

    Raises:
        ProblemsFound: for a configuration that cannot be read.
    """
    settings = plain_settings(config_file)
    docs = config_file.parent / str(settings.get("docs_dir") or "docs")
    plugins = settings.get("plugins") or ()
    for each in plugins.items() if isinstance(plugins, dict) else plugins:
        name, options = each if isinstance(each, tuple) else (each, None)
        if isinstance(name, dict):
            name, options = next(iter(name.items()), ("", None))
        if name == NAME:
            return {} if options is None else options, docs
    return None, docs


def load_site(config_file: Path, site_dir: str = "") -> MkDocsConfig:
    """The configuration of a site, which may be built in another place than its own.

    Raises:
        ProblemsFound: for one that MkDocs does not take.
    """
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "true")  # which the theme says wherever it is
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    if not os.path.lexists(config_file):
        hint = "go to the folder that it is in, or name it with -f"
        raise ProblemsFound([Problem(config_file.name, 1, 1, "there is no such file", hint)])
    read_source(config_file, str(config_file.name or config_file))
    with reports_of_mkdocs() as said:
        try:
            config = load_config(str(config_file), config_file_path=str(config_file.absolute()))
        except MkDocsException as error:
            found = problems_said(said, config_file) or [_unreadable(config_file, error)]
            raise ProblemsFound(found) from None
        except Exception as error:  # noqa: BLE001 a hook or a tag runs code of the site's own
            raise ProblemsFound([_failed(config_file, error)]) from None
    config.site_dir = site_dir or config.site_dir  # a wrong place of its own has been told
    return config


def _failed(config_file: Path, error: Exception) -> Problem:
    """What ends the reading of a configuration, at the last line of the site's own that ran."""
    root = config_file.resolve().parent
    if isinstance(error, SyntaxError) and error.filename:
        path = relative(Path(error.filename), root)
        return Problem(path, error.lineno or 1, error.offset or 1, f"Python: {error.msg}")
    file, line = line_of(error, root) or (config_file.name, 1)
    message = f"the site cannot be read: {type(error).__name__}: {error}"
    return Problem(relative(Path(file), root), line, 1, message)


def _unreadable(config_file: Path, error: Exception) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error.__context__, "problem_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    message = getattr(error, "strerror", None) or " ".join(str(error).split())
    return Problem(config_file.name, line, column, message)


def at_setting(file: Path, setting: str, wrong: Mistake, parts: Iterable[str] = ()) -> Problem:
    """A problem at a setting, or at the first of some parts that stands in it.

    It is at the top of the file if the setting does not stand in it.
    """
    with suppress(ProblemsFound):
        source = read_source(file, file.name)
        if named := re.search(rf"^{setting}(?=[ \t]*:)", source.text, re.MULTILINE):
            found = (
                re.compile(rf"\b{re.escape(part)}\b").search(source.text, named.end())
                for part in parts
            )
            span = next(filter(None, found), named).span()
            return problem_at(Span(source, *span), wrong.message, wrong.hint)
    return Problem(file.name, 1, 1, wrong.message, wrong.hint)


class _Reports(logging.Handler):
    """Keeps what is logged as a warning, or as worse."""

    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(record.getMessage())


@contextmanager
def reports_of_mkdocs() -> Iterator[list[str]]:
    """The warnings of MkDocs and of its plugins inside the block; a strict build fails at each."""
    log, said = logging.getLogger("mkdocs"), list[str]()
    handler, passed_on = _Reports(said), log.propagate
    log.addHandler(handler)
    log.propagate = False
    try:
        yield said
    finally:
        log.removeHandler(handler)
        log.propagate = passed_on


def problems_said(said: list[str], config_file: Path, docs: Path | None = None) -> list[Problem]:
    """The warnings of MkDocs as problems, each where the file that it names has what it quotes.

    That a page is not found which cannot be read is no second problem.
    """
    quoted = {each: ["".join(found) for found in _QUOTED.findall(each)] for each in said}
    pages = {
        each for names in quoted.values() for each in names if docs and (docs / each).is_file()
    }
    lost = {each for each in pages if docs and not _is_readable(docs / each)}
    told = {each: names for each, names in quoted.items() if lost.isdisjoint(names)}
    return [_problem_said(*each, config_file.absolute(), docs) for each in told.items()]


def _is_readable(file: Path) -> bool:
    with suppress(ProblemsFound):
        read_source(file, file.name)
        return True
    return False


def _problem_said(message: str, quoted: list[str], config_file: Path, docs: Path | None) -> Problem:
    words, file = " ".join(message.split()), config_file
    if named := _SETTING.match(message):
        return at_setting(file, named[1], Mistake(words), quoted[:0:-1])
    pages = (each for each in quoted if docs and "nav" not in quoted and (docs / each).is_file())
    if docs and (page := next(pages, None)):
        file = docs / page
        quoted.remove(page)
    with suppress(ProblemsFound):
        source = read_source(file, relative(file.resolve(), config_file.resolve().parent))
        said = next((each for each in quoted if each in source.text), "")
        at = source.text.find(said)
        return problem_at(Span(source, at, at + len(said)), words)
    return Problem(config_file.name, 1, 1, words)
