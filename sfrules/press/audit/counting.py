"""What only counts on a page: numbered headings, and the faces of a die in a table.

Both are so only as a whole: headings if all of a level below the same heading count from 1, cells
if a column counts from 1 to the faces of a die.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

_NUMBERED = re.compile(
    r"(?:(?P<label>Chapter|Part|Appendix|Section|Table|Figure)[ ])?"
    r"(?P<whole>(?P<above>(?:\d+\.)*)(?P<number>\d+))[.:)]?(?=\s|$)"
)
_OF_BOOK = frozenset({"Chapter", "Part", "Appendix"})  # may go on from page to page
_FACES = re.compile(r"[\s*_]*+(?P<low>\d{1,3})(?:[ ]?[–-][ ]?(?P<high>\d{1,3}))?[\s*_]*+")
_HEAD = re.compile(r"[\s*_]*+(?:(?P<die>1?[dD](?P<faces>\d{1,3}|%))|(?i:roll|die|result)|)[\s*_]*+")

Opening = re.Match[str]  # the number that a title opens with


def counted_headings(headings: Sequence[tuple[int, str]]) -> Iterator[tuple[int, Opening]]:
    """The numbers of headings that count, all of a level below the same heading, each by its index.

    Headings are given by their levels and titles.

    >>> titles = [(2, "1. Boats"), (3, "1.1 Oars"), (2, "2. Sails"), (3, "9 Lives")]
    >>> [(at, number[0]) for at, number in counted_headings(titles)]
    [(0, '1.'), (2, '2.'), (1, '1.1')]
    """
    siblings: dict[tuple[int, int], list[int]] = {}
    parents: list[int] = []
    for at, (level, _) in enumerate(headings):
        parents = [each for each in parents if headings[each][0] < level]
        siblings.setdefault((level, parents[-1] if parents else -1), []).append(at)
        parents.append(at)
    for (level, parent), group in siblings.items():
        above = _NUMBERED.match(headings[parent][1]) if parent >= 0 else None
        numbers = [n for at in group if (n := _NUMBERED.match(headings[at][1]))]
        of_book = level == 1 and len(group) == 1 and numbers and numbers[0]["label"] in _OF_BOOK
        # What stands before a dot is the number of the one above.
        count = [n["number"] for n in numbers if n["above"] in {"", f"{above and above['whole']}."}]
        if of_book or count == [str(at) for at in range(1, len(group) + 1)]:
            yield from zip(group, numbers, strict=True)


def face_columns(
    heads: Sequence[str], rows: Sequence[Sequence[str]], dice: Collection[int]
) -> Iterator[int]:
    """The columns of a table that are a die, by their indices; the faces may go on in others.

    Where no head has a name, the first row stands for it, as in Markdown a table has to have one.

    >>> rows = ("1", "an owl", "3", "a fox"), ("2", "a bat", "4", "a wolf")
    >>> list(face_columns(("d4", "", "", ""), rows, ()))
    [0, 2]
    """
    if not "".join(heads).strip() and not _FACES.fullmatch("".join(rows[0][:1])):
        heads, *rows = rows
    columns: dict[str, list[int]] = {}  # of each die
    die = ""
    for at, head in enumerate(heads):
        cells = [row[at] for row in rows if at < len(row)]
        found = _HEAD.fullmatch(head)
        if found and (found["die"] or at == 0):
            die = (found["faces"] or "").lower()
        elif head.strip() or not columns or not all(map(_FACES.fullmatch, cells)):
            continue
        columns.setdefault(die, []).append(at)
    for die, places in columns.items():
        faces = [face for at in places for row in rows if at < len(row) for face in _faces(row[at])]
        named = {"": len(faces), "%": 100}.get(die) or int(die or 0)
        counts = faces == [*range(1, named + 1)]
        if faces and counts and (not dice or named in dice):
            yield from places


def _faces(cell: str) -> Sequence[int]:
    """The faces that a cell says; 0, which no die has, for any other cell; 00 is the hundredth."""
    found = _FACES.fullmatch(cell)
    low, high = (
        (int(found[end] or found["low"]) or 100 for end in ("low", "high")) if found else (0, 0)
    )
    return range(low, high + 1) if low <= high else (0,)
