"""Style sheets of a site in the CSS that every reader of books knows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import tinycss2

# With parentheses in parentheses, as in :is(:not(…)).
_NESTED = r"(?:[^()]|\([^()]*\))*"
_SELECTOR = re.compile(rf"(?:[^(),]|\({_NESTED}\))+")
_ANY_OF = re.compile(rf":is\(({_NESTED})\)")
_NAME = re.compile(r"[.#][a-zA-Z_][\w-]*")
# What a book on paper or in a reader never does, or its reader may not understand.
_UNKNOWN = re.compile(r":(?:is|has|where|hover|focus|active|target)\b")
_OF_OTHERS = re.compile(r"print|screen|prefers|forced-colors: active")


def plain_css(css: str, names: Collection[str]) -> str:
    """The rules of a style sheet for elements with these names, in plain selectors.

    Names are those of classes, with a dot, and ids, with a hash.
    """
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return "\n".join(filter(None, (_plain(rule, names) for rule in rules)))


def _plain(rule: tinycss2.ast.Node, names: Collection[str]) -> str:
    if rule.type == "qualified-rule":
        written = tinycss2.serialize(rule.prelude)
        found = [each for each in _spread(written) if _fits(each, names)]
        return f"{', '.join(found)} {{{tinycss2.serialize(rule.content)}}}" if found else ""
    if rule.type != "at-rule" or rule.at_keyword != "media" or rule.content is None:
        return ""
    where = tinycss2.serialize(rule.prelude)
    within = plain_css(tinycss2.serialize(rule.content), names)
    return f"@media{where}{{\n{within}\n}}" if within and not _OF_OTHERS.search(where) else ""


def _spread(selectors: str) -> Iterator[str]:
    """Each of some selectors, those with :is() once for each of what it names."""
    for selector in map(str.strip, _SELECTOR.findall(selectors)):
        if not (found := _ANY_OF.search(selector)):
            yield selector
            continue
        before, after = selector[: found.start()], selector[found.end() :]
        for one in map(str.strip, _SELECTOR.findall(found[1])):
            # The name of an element cannot follow a class.
            if not (one[:1].isalpha() and before[-1:].strip(" >+~")):
                yield from _spread(before + one + after)


def _fits(selector: str, names: Collection[str]) -> bool:
    return not _UNKNOWN.search(selector) and all(
        name in names for name in _NAME.findall(re.sub(r":not\([^()]*\)", "", selector))
    )
