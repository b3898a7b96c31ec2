"""Pipe tables that do not render, and rows that are wider or narrower than their table."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sfrules.ground.problems import Problem, counted
from sfrules.lint.dice.rolls import roll_in
from sfrules.lint.document import Document, MarkdownTable, PlacedText, Row
from sfrules.lint.markdown.reading import pieces
from sfrules.lint.rule import problem_in

# Each cell is `---`, with a colon at either end for the alignment.
_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*+(?:\|[ \t]*:?-+:?[ \t]*+)*+\|?[ \t]*")
_NEARLY = re.compile(r"[|:\-=\u2010-\u2015\u2212_ \t]+")
_DASHES = re.compile(r"[-=\u2010-\u2015\u2212]")
# Pandoc's grid tables and org-mode's borders; definitions, in dialects with definition lists.
_OTHER_TABLES = re.compile(r"\+[-=+:|]+|^[:~][ \t]")
_MACRO = re.compile(r"\{%|\{\{")
_WRITE = "write a cell of dashes for each column, as in | --- | --- |"
_AGAIN = 3  # times that a reason is said for each of them at most, and then once for all
_PAIR = 2  # lines or columns that make a table, rather than a bar in a sentence
_KEY = re.compile(
    r"[\d\s.,:+/%\u2010-\u2015\u2212-]*\d[\d\s.,:+/%\u2010-\u2015\u2212-]*(?:st|nd|rd|th)?"
)
_FULL_ROWS = 2  # rows that show what a full row is
_OF_A_KIND = 4  # cells that show what kind a column has
_IDEOGRAPHS = "\u2e80"  # from here on, a letter is a word, or much of one
_WORDY = 10  # letters of a text in a language without spaces
_SELDOM = 8  # one row in so many may be short by mistake; more are on purpose
_LONGEST = 40  # characters of a cell that may be a number; a longer one is text
_BLANKS = frozenset(
    {"", "-", "--", "---", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", "n/a", "na"}
)
# A number with its sign, as cells write them: 1,024, +3, ½.
_NUMBER = re.compile(r"[+\-−–]?(?:\d[\d.,/]*)?[\d¼-¾⅐-⅞]", re.ASCII)
_ENDING = re.compile(r"(?<=0)(?:st|nd|rd|th)\b")


def pipe_tables_that_do_not_render(document: Document) -> Iterator[Problem]:
    """Why paragraphs are no tables; a reason that comes again and again is said once."""
    found: dict[str, list[Problem]] = {}
    for problem in _not_rendered(document):
        found.setdefault(problem.message, []).append(problem)
    for message, problems in found.items():
        if len(problems) < _AGAIN:
            yield from problems
        else:
            others = f"{message}, nor do {len(problems) - 1} more in this file"
            yield replace(problems[0], message=others)


def _not_rendered(document: Document) -> Iterator[Problem]:
    """At most one problem for each paragraph: the first reason why it is not a table."""
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


def _is_of_another_kind(document: Document, lines: Sequence[PlacedText]) -> bool:
    """Whether it is a table for Pandoc only, is in a definition, or is written by macros."""
    return any(
        _OTHER_TABLES.search(line.text) or _MACRO.search(document.source.line(line.line))
        for line in lines
    )


def _end(table: MarkdownTable) -> int:
    return table.rows[-1].line if table.rows else table.line + 1


def _only_blank_between(document: Document, above: int, below: int) -> bool:
    lines = (document.source.line(number).strip(" \t>\r") for number in range(above + 1, below))
    return below - above <= _PAIR + 1 and not any(lines)


def _delimiter_problem(document: Document, lines: Sequence[PlacedText]) -> Problem | None:
    for above, line in zip((None, *lines), lines, strict=False):
        if "|" in line.text and "-" in line.text and _DELIMITER.fullmatch(line.text):
            return _width_problem(document, lines, above, line)
        if above and _is_nearly_delimiter(line) and _is_row(above):
            return problem_in(
                document.source, line, "the table does not render: this is no delimiter row", _WRITE
            )
    return None


def _is_nearly_delimiter(line: PlacedText) -> bool:
    """Whether each of several cells has dashes, but not as in a delimiter row."""
    cells = pieces(line.text)
    return (
        len(cells) >= _PAIR
        and bool(_NEARLY.fullmatch(line.text))
        and all(_DASHES.search(text) for _, text in cells)
    )


def _width_problem(
    document: Document, lines: Sequence[PlacedText], above: PlacedText | None, line: PlacedText
) -> Problem | None:
    if above is None:
        return _headless_problem(document, lines)
    headings, width = _width(document, above), _width(document, line)
    if "|" not in above.text or len(pieces(above.text)) == width != headings:
        return None  # pipes in code, which some renderers take as text
    if headings == 1 and ">" in document.source.line(above.line)[: above.column]:
        return None  # a block of statistics with a title, as vaults have them
    if headings != width:
        columns = counted(width, "column")
        message = f"the delimiter row has {columns}, the row of headings above {headings}"
        return problem_in(document.source, line, f"the table does not render: {message}", _WRITE)
    message = "the table does not render: it is taken for part of the text above"
    return problem_in(document.source, above, message, "put an empty line above the table")


def _headless_problem(document: Document, lines: Sequence[PlacedText]) -> Problem | None:
    if len(lines) < _PAIR or not _is_row(lines[1]) or len(pieces(lines[0].text)) < _PAIR:
        return None
    message = "the table does not render: it has no row of headings"
    hint = "put a row of headings above the dashes; its cells may be empty"
    return problem_in(document.source, lines[0], message, hint)


def _cut_off_problem(document: Document, lines: Sequence[PlacedText], width: int) -> Problem | None:
    if not all(_is_row(line) for line in lines) or _width(document, lines[0]) != width:
        return None
    message = "this row does not render: an empty line cuts it off from its table"
    return problem_in(document.source, lines[0], message, "take out the empty line above")


def _missing_problem(document: Document, lines: Sequence[PlacedText]) -> Problem | None:
    if len(lines) < _PAIR or not all(_is_row(line) and _has_words(line) for line in lines):
        return None
    if len({_width(document, line) for line in lines}) > 1:
        return None
    message = "the table does not render: it has no delimiter row"
    hint = f"below the row of headings, {_WRITE}"
    return problem_in(document.source, lines[0], message, hint)


def _is_row(line: PlacedText) -> bool:
    """Whether a line is certainly a row: with pipes at both ends, and one between."""
    text = line.text
    return text[0] == "|" == text[-1] and len(pieces(text)) >= _PAIR


def _has_words(line: PlacedText) -> bool:
    return any(char.isalnum() for char in line.text)


def _width(document: Document, line: PlacedText) -> int:
    return len(pieces(document.source.line(line.line), line.column - 1))


@dataclass(frozen=True)
class _Column:
    """What full rows have in a column: whether none is empty, and their kind if they share it."""

    is_filled: bool
    kind: str


def rows_of_another_width(document: Document) -> Iterator[Problem]:
    """Rows with cells that are dropped, and rows that lack cells."""
    for table in document.tables:
        if table.kind == "pipe":
            yield from _too_wide(document, table)
            yield from _too_narrow(document, table)


def _too_wide(document: Document, table: MarkdownTable) -> Iterator[Problem]:
    width = len(table.headings)
    wide = [row for row in table.rows if any(cell.text for cell in row.surplus)]
    if len(wide) == len(table.rows) > 1:
        message = f"the headings are {width}, and every row has more: what is past them is dropped"
        yield problem_in(document.source, table.headings[0], message, "is a heading missing?")
        return
    if wide:
        first = next(cell for cell in wide[0].surplus if cell.text)
        others = f", and so it is in {counted(len(wide) - 1, 'more row')}" if wide[1:] else ""
        message = _differ(width + len(wide[0].surplus), width) + others
        hint = "what is past the last column is dropped; write \\| for a bar in a cell"
        yield problem_in(document.source, first, message, hint)


def _too_narrow(document: Document, table: MarkdownTable) -> Iterator[Problem]:
    full = [row for row in table.rows if not row.missing]
    keyed = all(map(_is_keyed, full))
    rows = (row for row in table.rows if row.missing)
    short = [row for row in rows if not _is_divider(row, keyed=keyed)]
    if len(full) < _FULL_ROWS or len(short) > max(1, len(table.rows) // _SELDOM):
        return
    texts = zip(*(row.texts for row in full), strict=True) if short else ()
    columns = [*map(_column, texts)]
    for row in short:
        written = len(row.cells) - row.missing
        if _is_note(row, full) or (row.missing == 1 and _has_empty_last_cell(document, table, row)):
            continue
        if all(column.is_filled for column in columns[written:]) or _is_out_of_step(row, columns):
            message = _differ(written, len(row.cells))
            yield problem_in(
                document.source, row.cells[0], message, "where a cell is empty, write its bars"
            )


def _is_note(row: Row, full: Sequence[Row]) -> bool:
    """Whether a row has but words beside its key, for all columns together: `Each +10 | As above`.

    Where one column alone is left over, the cells above and below the words have numbers.
    """
    written = row.cells[: len(row.cells) - row.missing]
    words = written[-1].text if written else ""
    is_wordy = len(words.split()) >= _PAIR or len(words) >= _WORDY or words[:1] > _IDEOGRAPHS
    if len(written) != _PAIR or not is_wordy or _kind(words):
        return False
    numbered = all(any(map(str.isdigit, other.cells[1].text)) for other in full)
    return row.missing >= _PAIR or (numbered and not any(map(str.isdigit, words)))


def _differ(cells: int, columns: int) -> str:
    return f"the row has {counted(cells, 'cell')}, the table {counted(columns, 'column')}"


def _column(texts: Sequence[str]) -> _Column:
    kinds = [_kind(text) for text in texts if not is_blank(text)]
    is_sure = len(kinds) >= _OF_A_KIND and len(set(kinds)) == 1
    return _Column(is_filled=all(texts), kind=kinds[0] if is_sure else "")


def _is_out_of_step(row: Row, columns: list[_Column]) -> bool:
    """Whether a cell was left out before the last: dice or a number are one column too far left.

    Both columns must have one kind each in all other rows.
    """
    return row.missing == 1 and any(
        columns[at].kind and kind == columns[at + 1].kind != columns[at].kind
        for at, cell in enumerate(row.cells[1:-1], 1)
        if (kind := _kind(cell.text))
    )


def _kind(text: str) -> str:
    """What a cell says around its numbers, `0 gp` for `12 gp`; "" for words alone."""
    if roll_in(text):
        return "dice"
    shape = _ENDING.sub("th", _NUMBER.sub("0", " ".join(text.casefold().split())))
    return shape if "0" in shape and len(text) <= _LONGEST else ""


def is_blank(text: str) -> bool:
    """Whether a cell says nothing: it is empty, or a dash."""
    return text.strip().casefold() in _BLANKS


def _has_empty_last_cell(document: Document, table: MarkdownTable, row: Row) -> bool:
    """Whether a row ends in a bar and the headings do not: its last cell is empty."""
    headings, line = (document.source.line(number).rstrip() for number in (table.line, row.line))
    return line.endswith("|") and not headings.endswith("|")


def _is_keyed(row: Row) -> bool:
    return _KEY.fullmatch(row.cells[0].text) is not None


def _is_divider(row: Row, *, keyed: bool) -> bool:
    """Whether a row is one cell across the table, or a line of dashes, on purpose.

    If all full rows are `keyed` by a number, a lone number is a row that lost its other cells.
    """
    written = row.cells[: len(row.cells) - row.missing]
    if not any(char.isalnum() for cell in written for char in cell.text):
        return True
    return len(written) == 1 and not (keyed and _is_keyed(row))
