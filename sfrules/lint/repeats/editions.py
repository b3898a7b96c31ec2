"""Editions and translations: tables are compared within one alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from sfrules.lint.files import pattern

# Folders and endings of names that say a language, as sites that are translated have them.
_LANGUAGES = frozenset(
    """ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu ha he hi hr hu hy id
    is it ja ka kk km kn ko ku lo lt lv mk ml mn mr ms my nb ne nl nn no pa pl ps pt ro ru si sk sl
    sq sr sv sw ta te th tl tr uk ur uz vi xh yo zh zu""".split()
)
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_][a-z]{2,4})?")
_NAMES = re.compile(
    r"(?:translat|tradu|překlad|перевод|english|deutsch|german|french|fran[cç]ais|spanish|español"
    r"|italian|russian|русск|czech|česk|polish|polsk|portugu|brasil|japanese|chinese|korean"
    r"|editions?\b|\bauflage|vydání|издани|\balt(?:ernat|\b)|legacy|remaster|revised|archive|old\b"
    r"|deprecated|backup|classic|original|playtest|draft|beta|alpha)",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?<![a-z0-9])(?:v(?:er(?:sion)?)?[ ._-]?\d+(?:\.\d+)*|\d+(?:\.\d+)+|(?:19|20)\d\d|[1-9]\.?e"
    r"|(?:srd|core|rules)[ ._-]?\d(?:\.\d+)*)(?![a-z0-9])",
    re.IGNORECASE,
)


def edition_of(path: str, named: Sequence[str] = ()) -> str:
    """The edition or language that a file is of; "" if nothing says it.

    `named` are patterns of paths that an author keeps apart. Else the names of its folders, and of
    the file, say it where they are plain: `de/`, `first-edition/`, `SRD v2.0/`, `rules.fr.md`.

    >>> edition_of("rules/de/combat.md"), edition_of("SRD v2.0/orc-v2.0.md"), edition_of("orc.md")
    ('de', 'srd v2.0 v2.0', '')
    """
    for each in named:
        if re.fullmatch(pattern(each), path):
            return each
    *folders, name = PurePath(path).parts
    said = [folder.casefold() for folder in folders if _says(folder)]
    stem = PurePath(name).stem
    said += [part for part in stem.casefold().split(".")[1:] if part in _LANGUAGES]
    said += [found[0].casefold() for found in _VERSION.finditer(stem)]
    return " ".join(said)


def _says(folder: str) -> bool:
    found = _LANGUAGE.fullmatch(folder.casefold())
    is_language = found is not None and found[1] in _LANGUAGES
    return is_language or bool(_NAMES.search(folder) or _VERSION.search(folder))
