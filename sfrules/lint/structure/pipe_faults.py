"""Pipe tables that do not render: paragraphs that were meant as tables, and why they are none."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from sfrules.ground.problems import Problem
from sfrules.lint.document import Document, Prose, Table
from sfrules.lint.finding import counted, problem_in
from sfrules.lint.markdown.pipes import pieces

# Each is written as `---`, with a colon at either end for the alignment.
_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*+(?:\|[ \t]*:?-+:?[ \t]*+)*+\|?[ \t]*")
_NEARLY = re.compile(r"[|:\-=\u2010-\u2015\u2212_ \t]+")
_DASHES = re.compile(r"[-=\u2010-\u2015\u2212]")
# Pandoc's grids and org-mode's edges; what explains a word, in the dialects that have such lists.
_OTHER_TABLES = re.compile(r"\+[-=+:|]+|^[:~][ \t]")
_MACRO = re.compile(r"\{%|\{\{")
_WRITE = "write a cell of dashes for each column, as in | --- | --- |"
_PAIR = 2  # lines or columns that make a table, and no single bar in a sentence


def pipe_tables_that_do_not_render(document: Document) -> Iterator[Problem]:
    """At most one problem for each paragraph: the first reason why it is no table."""
    ends = [_end(table) for table in document.tables if table.kind == "pipe"]
    widths = [len(table.headings) for table in document.tables if table.kind == "pipe"]
    for lines in document.loose:
        if _is_of_another_kind(document, lines):
            continue
        at = bisect_right(ends, lines[0].line) - 1
        is_cut_off = at >= 0 and _only_blank_between(document, ends[at], lines[0].line)
        problem = _delimiter_problem(document, lines)
        if not problem and is_cut_off:
            problem = _cut_off_problem(document, lines, widths[at])
        if problem := problem or _missing_problem(document, lines):
            yield problem


def _is_of_another_kind(document: Document, lines: Sequence[Prose]) -> bool:
    """Whether it is a table for Pandoc alone, stands in a definition, or is written by macros."""
    return any(
        _OTHER_TABLES.search(line.text) or _MACRO.search(document.source.line(line.line))
        for line in lines
    )


def _end(table: Table) -> int:
    return table.rows[-1].line if table.rows else table.line + 1


def _only_blank_between(document: Document, above: int, below: int) -> bool:
    lines = (document.source.line(number).strip(" \t>\r") for number in range(above + 1, below))
    return below - above <= _PAIR + 1 and not any(lines)


def _delimiter_problem(document: Document, lines: Sequence[Prose]) -> Problem | None:
    for above, line in zip((None, *lines), lines, strict=False):
        if "|" in line.text and "-" in line.text and _DELIMITER.fullmatch(line.text):
            return _width_problem(document, lines, above, line)
        if above and _is_nearly_delimiter(line) and _is_row(above):
            return problem_in(
                document.source, line, "the table does not render: this is no delimiter row", _WRITE
            )
    return None


def _is_nearly_delimiter(line: Prose) -> bool:
    """Whether a line has dashes in each of several cells, though not as a delimiter row has."""
    cells = pieces(line.text)
    return (
        len(cells) >= _PAIR
        and bool(_NEARLY.fullmatch(line.text))
        and all(_DASHES.search(text) for _, text in cells)
    )


def _width_problem(
    document: Document, lines: Sequence[Prose], above: Prose | None, line: Prose
) -> Problem | None:
    if above is None:
        return _headless_problem(document, lines)
    headings, width = _width(document, above), _width(document, line)
    if "|" not in above.text or len(pieces(above.text)) == width != headings:
        return None  # pipes in code, which are text to some renderers
    if headings != width:
        columns = counted(width, "column")
        message = f"the delimiter row has {columns}, the row of headings above {headings}"
        return problem_in(document.source, line, f"the table does not render: {message}", _WRITE)
    message = "the table does not render: it is taken for part of the text above"
    return problem_in(document.source, above, message, "put an empty line above the table")


def _headless_problem(document: Document, lines: Sequence[Prose]) -> Problem | None:
    if len(lines) < _PAIR or not _is_row(lines[1]) or len(pieces(lines[0].text)) < _PAIR:
        return None
    message = "the table does not render: it has no row of headings"
    hint = "put a row of headings above the dashes; its cells may be empty"
    return problem_in(document.source, lines[0], message, hint)


def _cut_off_problem(document: Document, lines: Sequence[Prose], width: int) -> Problem | None:
    if not all(_is_row(line) for line in lines) or _width(document, lines[0]) != width:
        return None
    message = "this row does not render: an empty line cuts it off from its table"
    return problem_in(document.source, lines[0], message, "take out the empty line above")


def _missing_problem(document: Document, lines: Sequence[Prose]) -> Problem | None:
    if len(lines) < _PAIR or not all(_is_row(line) and _has_words(line) for line in lines):
        return None
    if len({_width(document, line) for line in lines}) > 1:
        return None
    message = "the table does not render: it has no delimiter row"
    hint = f"below the row of headings, {_WRITE}"
    return problem_in(document.source, lines[0], message, hint)


def _is_row(line: Prose) -> bool:
    """Whether a line is a row beyond doubt: pipes at both ends, and one between."""
    text = line.text
    return text[0] == "|" == text[-1] and len(pieces(text)) >= _PAIR


def _has_words(line: Prose) -> bool:
    return any(char.isalnum() for char in line.text)


def _width(document: Document, line: Prose) -> int:
    return len(pieces(document.source.line(line.line), line.column - 1))
