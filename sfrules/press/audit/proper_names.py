"""Whether a number is part of a date, a version, an address or a file's name, and states no rule.

It is asked of single numbers: to look for such names in all of a page takes longer than the rest.
"""

from __future__ import annotations

import re

_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    "Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_YEAR = r"\d{4}(?:[ ]?[-–][ ]?\d{4})?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_ORDINAL = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th))"
)
_FILE = "md|py|csv|json|html|css|js|yml|yaml|toml|txt|svg|png|jpg|pdf|epub"
_NAME = re.compile(
    "|".join(
        (
            r"(?:\b(?:https?|ftp|file|mailto|git):|\bwww\.)[^\s<>\"')\]]+",
            r"(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])",
            rf"\b{_DAY}[ ]{_MONTH}\b(?:,?[ ]{_YEAR})?",
            rf"\b{_MONTH}[ ](?:{_DAY},?[ ])?{_YEAR}\b",
            rf"\b(?:on|by)[ ]{_MONTH}[ ]{_DAY}\b(?:,?[ ]\d{{4}})?",
            rf"(?:©|\([cC]\)|\b[cC]opyright\b)[ \t]*(?:©|\([cC]\))?[ \t]*{_YEAR}",
            r"\b[vV]ersions?[ ]\d+(?:\.\w+)*",
            r"\b[rR]elease[ ]\d+(?:\.\w+)+",
            r"\b\d+(?:\.\d+){2,}\b",
            r"\b(?:Part|Chapter|Appendix|Book|Volume)[ ](?:[IVX]+|\d+)\b",
            rf"\b(?i:{_ORDINAL})[ -][eE]dition\b",
            rf"(?<![\w./-])[\w./-]+\.(?:{_FILE})\b",
        )
    )
)
_WINDOW = 32  # characters on each side; an address or a file's name may be longer
_LONGEST = 200
_BLANK = re.compile(r"\s")


def is_part_of_name(text: str, start: int, end: int) -> bool:
    """Whether the number at `start` stands in a date, a version, an address or a file's name."""
    left, right = _run_around(text, start, end)
    if "." not in text[left:right]:
        left, right = start, end
    left, right = min(left, max(0, start - _WINDOW)), max(right, end + _WINDOW)
    names = _NAME.finditer(text, left, right)
    return any(name.start() <= start < name.end() for name in names)


def _run_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The run of characters with no blank that a number stands in."""
    window = text[max(0, start - _LONGEST) : start]
    blank = _BLANK.search(text, end, end + _LONGEST)
    left = start - len(window) + max(window.rfind(" "), window.rfind("\n")) + 1
    return left, blank.start() if blank else min(len(text), end + _LONGEST)
