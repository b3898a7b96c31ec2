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
_FACES = re.compile(r"[ \t*_]*+(?P<low>\d{1,3})(?:[ ]?[–-][ ]?(?P<high>\d{1,3}))?[ \t*_]*+")
_HEAD = re.compile(
    r"[ \t*_]*+(?:(?P<die>1?[dD](?P<faces>\d{1,3}|%))|(?i:roll|die|result))?[ \t*_]*+"
)
_LARGEST = 100

Heading = tuple[int, str]  # its level and its title
Opening = re.Match[str]  # the number that a title opens with


def counted_headings(headings: Sequence[Heading]) -> Iterator[tuple[int, Opening]]:
    """The numbers of headings that count, all of a level below the same heading, each by its index.

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
        found = [_NUMBERED.match(headings[at][1]) for at in group]
        if _counts(found, above["whole"] if above else "") or (level == 1 and _is_of_book(found)):
            yield from ((at, number) for at, number in zip(group, found, strict=True) if number)


def _counts(group: Sequence[Opening | None], above: str) -> bool:
    """Whether headings count from 1; what stands before a dot is the number of the one above."""
    return all(
        number is not None
        and number["number"] == str(count)
        and number["above"] in ("", f"{above}.")
        for count, number in enumerate(group, 1)
    )


def _is_of_book(group: Sequence[Opening | None]) -> bool:
    return len(group) == 1 and group[0] is not None and group[0]["label"] in _OF_BOOK


def face_columns(
    heads: Sequence[str], rows: Sequence[Sequence[str]], dice: Collection[int]
) -> Iterator[int]:
    """The columns of a table that are a die, by their indices; the faces may go on in others.

    Where no head has a name, the first row stands for it, as in Markdown a table has to have one.

    >>> rows = ("1", "an owl", "3", "a fox"), ("2", "a bat", "4", "a wolf")
    >>> list(face_columns(("d4", "", "", ""), rows, ()))
    [0, 2]
    """
    if rows and not "".join(heads).strip() and not _face_in(rows[0], 0):
        heads, *rows = rows
    columns: dict[str, list[int]] = {}
    going_on: dict[str, list[int]] = {}
    die = ""
    for column, head in enumerate(heads):
        found = _HEAD.fullmatch(head)
        if found and (found["die"] or column == 0):
            die = (found["faces"] or "").lower()
            columns.setdefault(die, []).append(column)
        elif columns and not head.strip() and all(_face_in(row, column) for row in rows):
            going_on.setdefault(die, []).append(column)
    for die, places in columns.items():
        for these in (sorted([*places, *going_on.get(die, ())]), places):
            if _are_faces(die, [row[at] for at in these for row in rows if at < len(row)], dice):
                yield from these
                break


def _are_faces(die: str, cells: Sequence[str], dice: Collection[int]) -> bool:
    """Whether cells count from 1 to the faces of a die: of the one that is named, if any is."""
    last = _last_face([_FACES.fullmatch(cell) for cell in cells])
    named = {"": last, "%": _LARGEST}.get(die) or int(die or 0)
    return 0 < last == named and (not dice or last in dice)


def _face_in(row: Sequence[str], column: int) -> bool:
    return column < len(row) and _FACES.fullmatch(row[column]) is not None


def _last_face(cells: Sequence[re.Match[str] | None]) -> int:
    """The last of the faces that cells count from 1 with none left out; 0 if they do not."""
    last = 0
    for cell in cells:
        if cell is None or _face(cell["low"]) != last + 1:
            return 0
        last = _face(cell["high"] or cell["low"])
        if last < _face(cell["low"]):
            return 0
    return last


def _face(written: str) -> int:
    return int(written) or _LARGEST  # 00 is the hundredth face
