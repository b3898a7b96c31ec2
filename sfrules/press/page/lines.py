"""Statements and comments that stand alone on their lines, and leave no blank ones behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sfrules.press.page.lexing import RawToken

_CLOSED_BY = {"block_begin": "block_end", "comment_begin": "comment_end"}


def alone_on_their_lines(rows: Sequence[RawToken]) -> Iterator[RawToken]:
    """The tokens without the lines on which statements and comments stand alone.

    A blank line in their place would end the list, table or paragraph that they stand in.
    """
    kept = list(rows)
    for opens, closes in _statement_runs(kept):
        before, after = kept[opens - 1] if opens else None, kept[closes] if kept[closes:] else None
        if not (_ends_a_line(before) and _begins_a_line(after)):
            continue
        if before and before[1] == "data":
            kept[opens - 1] = (before[0], "data", before[2].rstrip(" \t"))
        if after and after[1] == "data":
            line, newline, rest = after[2].partition("\n")
            kept[closes] = (after[0] + len(line + newline), "data", rest)
    return (row for row in kept if row[1] != "data" or row[2])


def _statement_runs(rows: Sequence[RawToken]) -> Iterator[tuple[int, int]]:
    """Where statements and comments that touch each other begin, and where they end."""
    at = 0
    while at < len(rows):
        if rows[at][1] not in _CLOSED_BY:
            at += 1
            continue
        start = at
        while at < len(rows) and rows[at][1] in _CLOSED_BY:
            closing = _CLOSED_BY[rows[at][1]]
            while at < len(rows) and rows[at][1] != closing:
                at += 1
            at += 1
        yield start, min(at, len(rows))


def _ends_a_line(row: RawToken | None) -> bool:
    if row is None:
        return True
    _, newline, tail = row[2].rpartition("\n")
    return row[1] == "data" and bool(newline or row[0] == 0) and not tail.strip()


def _begins_a_line(row: RawToken | None) -> bool:
    if row is None:
        return True
    head, newline, _ = row[2].partition("\n")
    return row[1] == "data" and bool(newline) and not head.strip()
