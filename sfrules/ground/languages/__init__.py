"""How languages write numbers, a file for each.

The registry is a literal: a new language is a file beside these and a line here.
"""

from __future__ import annotations

from sfrules.ground.languages.english import ENGLISH
from sfrules.ground.languages.german import GERMAN
from sfrules.ground.languages.notation import Language

__all__ = ["ENGLISH", "GERMAN", "LANGUAGES", "Language", "language_of", "unknown_language"]
LANGUAGES = {"en": ENGLISH, "de": GERMAN}


def language_of(code: str) -> Language | None:
    """The language of a code such as "de" or "de-AT"; English for none, None for one not known."""
    return LANGUAGES.get(code.lower().replace("_", "-").partition("-")[0]) if code else ENGLISH


def unknown_language(code: str) -> tuple[str, str]:
    """What is said of a language in which no numbers are read, and a hint."""
    message = f'the numbers of the language "{code}" are not known, so none can be checked'
    return message, f"known: {', '.join(sorted(LANGUAGES))}; name the one whose numbers it writes"
