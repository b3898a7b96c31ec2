"""What of a page's text is prose, and what is code, structure or flavour.

Structure is where numbers number, link or mark up. Flavour is what the author has marked to state
no rule. Both are looked for in a text in which code, comments and template are blank.

Headings in order and the faces of a die are structure only as a whole: headings if all of a level
below the same heading count from 1, the cells of a table typed by hand if a column counts from 1 to
the faces of a die. The same is asked of what an author has written, and of what the page shows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from sfrules.press.page.regions import Region, Regions, bracketed, spliced

# It stands for what is no prose, or computed: no letter, no blank, and nothing to any pattern.
FILLER = "\N{OBJECT REPLACEMENT CHARACTER}"
Stretch = tuple[int, int]  # the offsets of its first character, and of that behind its last
_BLANKS = " \t\r>" + FILLER
# Signs may be written by their names or numbers in HTML: &frac12;, &sup2;, &#51;.
ENTITY = r"&(?:frac\d{2}|half|sup[123]|#0*(?:4[89]|5[0-7]|189)|#[xX]0*(?:3\d|[bB][dD]));"
_SAYING_MORE = r"&(?:minus|percnt|nbsp|thinsp|#8722|#37|#160|#8239);"  # beside a number

# Where a link leads: nothing more is needed to find it, however long its text is.
LINK_TARGET = r"\]\([ \t]*(?:<(?P<angled>[^<>\n]*)>|(?P<plain>(?:[^\s()<>]|\([^\s()]*\))*))"

_TAG = re.compile(r"<(?P<closes>/?)(?P<name>[a-zA-Z][\w-]*+)(?P<rest>[^<>]*+)>")
_ATTRIBUTES = re.compile(r"\{:?[ \t]*(?=[#.][^\s{}.#]|[\w:-]+=)[^{}\n]*\}")
# What a browser shows or a screen reader says of an element.
_SAID = re.compile(r"(?<![\w-])(?:alt|title|label|aria-[a-z]+text|aria-label|aria-description)\s*=")
_VALUE = re.compile(r"\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>{}]+)")
_STRUCTURE = (
    re.compile(r"\[\^[^\[\]\s]+\]"),  # footnote marks
    re.compile(LINK_TARGET),
    re.compile(r"(?<=\])\[[^\[\]\n]*\]"),  # the second half of [text][reference]
    re.compile(rf"(?!{ENTITY}|{_SAYING_MORE})&#?\w{{1,31}};"),
)
_AT_LINES = (
    re.compile(r"^[ ]{0,3}\[(?!\^)[^\]\n]+\]:[^\n]*", re.MULTILINE),  # where a reference leads
    re.compile(r"^[ \t]*(?:!!!|\?\?\?\+?|===[+!]?)(?:[ \t]+[\w-]+)*", re.MULTILINE),
)
_WHOLE = re.compile(r"<(style|script|pre|code|textarea|template)\b[^<>]*>", re.IGNORECASE)
_NUMBERED_ITEM = re.compile(r"[ \t>]*(?:[-*+][ \t]+)*\d{1,9}\.(?=[ \t])")
_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_OPENS_BOX = re.compile(r"[ \t>]*(?:!!!|\?\?\?|===)")
_OPENS_BLOCK = re.compile(rf"{_OPENS_BOX.pattern}|[ \t>]*(?:#|<|\[\^[^\[\]\s]+\]:)")

_CLASS = r"[^{}\n]*\.flavou?r(?![\w-])[^{}\n]*"
_MARK = re.compile(rf"\{{:?{_CLASS}\}}")
_LINE = re.compile(rf"[ \t>]*\{{:?{_CLASS}\}}[ \t\r]*")
_CLASS_NAMED = re.compile(
    r"(?<![\w-])class\s*=\s*(?:\"[^\"<>]*|'[^'<>]*|)(?<![\w-])flavou?r(?![\w-])"
)
_NO_RULE = re.compile(r"<!--\s*no rule\s*-->")
_EMPTY = frozenset("br hr img input wbr col source".split())
_BOX = r"(?P<indent>[ \t]*)(?:!!!|\?\?\?\+?)[ \t]+(?:[\w-]+[ \t]+)*"
_OF_FLAVOUR, _OF_EXAMPLES = (
    re.compile(rf"{_BOX}{name}(?![\w-])") for name in ("flavou?r", "example")
)
_QUOTE = re.compile(r"(?:^[ \t]*>[^\n]*(?:\n|\Z))+", re.MULTILINE)
# What stands before a quotation mark that nobody speaks behind: of a box, a link, an attribute.
_UNSAID = re.compile(
    r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:!!!|\?\?\?|===)[^\n]*"
    r"|[^\n]*(?:\](?:\(|:)[^\n()]*|=)"
)
_MARKS_OF_SPEECH = (("“", "”"), ('"', '"'), ("«", "»"))
_LONGEST = 2_000  # characters of a span: no search for its beginning goes further back


def blanked(text: str, found: Regions, shown: Collection[Region] = ()) -> str:
    """The text with code, comments, template and unclosed macros blank, as long and as many lines.

    Terms stay, and so does what readers see of the code that is `shown`.
    """
    hidden = apart(sorted(_hidden(text, found, shown)))
    lines = ((a, b, text[a:b].split("\n")) for a, b in hidden)
    return spliced(text, ((a, b, "\n".join(FILLER * len(x) for x in each)) for a, b, each in lines))


def apart(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Stretches in order without those that begin within another: the million of 96 million."""
    last = 0
    for start, end in stretches:
        if start >= last:
            yield start, end
            last = end


def _hidden(text: str, found: Regions, shown: Collection[Region]) -> Iterator[Stretch]:
    for region in found.found:
        if region in shown:
            yield from _marks_of_code(text, region)
        elif region.kind != "term":
            yield region.start, region.end
    for region in found.unclosed:
        end = text.find("\n", region.end)  # what is meant for a macro is a mistake of its own
        yield region.start, end if end >= 0 else len(text)


def _marks_of_code(text: str, region: Region) -> Iterator[Stretch]:
    """The marks around code, which no reader sees: those of a fence stand on lines of their own."""
    start, end = region.start, region.end
    if region.info_at >= 0:
        first, last = text.find("\n", start, end), text.rfind("\n", start, end)
        yield start, first if first >= 0 else end
        if last > first:
            yield last, end
    else:
        ticks = len(text[start:end]) - len(text[start:end].lstrip("`"))
        yield from ((start, start + ticks), (end - ticks, end))


def is_comment(text: str, region: Region) -> bool:
    """Whether a region of code is a comment, which no reader sees."""
    return text.startswith("<!--", region.start)


def structure(text: str, start: int, dice: Collection[int] = ()) -> Iterator[Stretch]:
    """Every stretch of structure, one kind after another; `dice` are the faces of the game's."""
    for pattern in _AT_LINES:
        yield from (match.span() for match in pattern.finditer(text, start))
    yield from unseen(text, start)
    yield from _code_elements(text, start)
    yield from _list_numbers(text, start)
    yield from heading_numbers(text, start)
    yield from faces_in_tables(text, start, dice)


def unseen(text: str, start: int) -> Iterator[Stretch]:
    """What no reader sees of a text wherever it stands: addresses, marks, tags and attributes."""
    for pattern in _STRUCTURE:
        yield from (match.span() for match in pattern.finditer(text, start))
    for pattern in (_TAG, _ATTRIBUTES):
        for match in pattern.finditer(text, start):
            yield from _unsaid(text, *match.span())


def seen(text: str) -> str:
    """A text with blanks for tags and addresses: what stands beside what in a sentence."""
    shown = list(text)
    for start, end in unseen(text, 0):
        end += text.startswith(")", end)  # noqa: PLW2901 of a link
        shown[start:end] = [each if each == "\n" else " " for each in shown[start:end]]
    return "".join(shown)


def _unsaid(text: str, start: int, end: int) -> Iterator[Stretch]:
    """A tag or a list of attributes, without the attributes that readers see or hear."""
    if "=" in text[start:end]:
        for said in _SAID.finditer(text, start, end):
            value = _VALUE.match(text, said.end(), end) if said.start() >= start else None
            if value:
                yield start, said.end()
                start = value.end()
    yield start, end


def _code_elements(text: str, start: int) -> Iterator[Stretch]:
    """Styles, scripts and code, from the opening tag to the closing one."""
    at, never_closed = start, set()
    while opening := _WHOLE.search(text, at):
        name, at = opening[1].lower(), opening.end()
        if name in never_closed:
            continue
        closing = re.compile(rf"</{name}[ \t]*>", re.IGNORECASE).search(text, at)
        if closing is None:
            never_closed.add(name)
            continue
        at = closing.end()
        yield opening.start(), at


def _list_numbers(text: str, start: int) -> Iterator[Stretch]:
    """The numbers of list items; a line within a paragraph may begin with a number too."""
    opens_list = opens_block = True
    for line_start, line in _lines(text, start):
        if not line.strip(_BLANKS):
            # A line of template alone leaves nothing behind: it neither opens a block nor ends it.
            opens_block = opens_block or FILLER not in line
            continue
        item = _NUMBERED_ITEM.match(line)
        if opens_block:
            opens_list = _ITEM.match(line) is not None
        if item and opens_list:
            yield line_start, line_start + item.end()
        opens_block = _OPENS_BLOCK.match(line) is not None


def _lines(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Each line with the offset of its first character."""
    for line in text[start:].split("\n"):
        yield start, line
        start += len(line) + 1


def flavour(text: str, start: int) -> Iterator[Stretch]:
    """Every stretch of flavour."""
    yield from _speech(text, start)
    if "flavo" not in text:
        return
    yield from _marked(text, start)
    yield from _boxes(text, start, _OF_FLAVOUR)
    yield from _elements_of_flavour(text, start)
    for span in bracketed(text, start):
        if _MARK.fullmatch(span.attributes):
            yield span.start, span.end


def _speech(text: str, start: int) -> Iterator[Stretch]:
    """What is said in quotation marks within a block quote: somebody tells a story."""
    for quote in _QUOTE.finditer(text, start) if ">" in text else ():
        for opens, closes in _MARKS_OF_SPEECH:
            start = text.find(opens, *quote.span())
            while start >= 0 and (end := text.find(closes, start + 1, quote.end()) + 1):
                if text[start - 1].isalnum():
                    end = start + 1  # 6" long
                elif not _UNSAID.fullmatch(text, text.rfind("\n", 0, start) + 1, start):
                    yield start, end
                start = text.find(opens, end, quote.end())


def lines_without_rules(text: str, found: Regions) -> Iterator[Stretch]:
    """The lines, ahead of a comment that says `no rule`: nobody sees it on the page."""
    for region in found.of_kind("code"):
        if _NO_RULE.fullmatch(text, region.start, region.end):
            yield text.rfind("\n", 0, region.start) + 1, region.start


def _marked(text: str, start: int) -> Iterator[Stretch]:
    """What the mark stands below, what it ends (a title, a cell), and what it touches (a span)."""
    for mark in _MARK.finditer(text, start):
        at = mark.start()
        line_start = text.rfind("\n", start, at) + 1 or start
        line_end = text.find("\n", at)
        line_end = line_end if line_end >= 0 else len(text)
        before, after = text[line_start:at], text[mark.end() : line_end].strip(" \t\r")
        if not before.strip(" \t>"):
            if not after:
                yield from _block_above(text, start, line_start, line_end)
        elif before.endswith((" ", "\t")):
            yield from _title_or_cell(before, after, line_start)
        else:
            yield from _span_before(text, max(at - _LONGEST, start), at)


def _block_above(text: str, start: int, line_start: int, line_end: int) -> Iterator[Stretch]:
    """The paragraph, list item, quotation or table that ends in a line with the mark alone."""
    end_below = text.find("\n", line_end + 1)
    below = text[line_end + 1 : end_below if end_below >= 0 else None]
    if below.strip(_BLANKS) and not _ITEM.match(below):
        return
    top, quoted = line_start, not text[line_start:line_end].lstrip(" \t").startswith(">")
    while top > start:
        above = text.rfind("\n", start, top - 1) + 1 or start
        line = text[above : top - 1]
        quoted = quoted and line.lstrip(" \t").startswith(">")  # a mark below a quotation is of all
        empty = not line.strip(" \t\r" if quoted else " \t\r>")
        if empty or _OPENS_BOX.match(line) or _LINE.fullmatch(line):
            break
        top = above
        if _ITEM.match(line):
            break
    yield top, line_start


def _title_or_cell(before: str, after: str, line_start: int) -> Iterator[Stretch]:
    """A heading that ends in the mark, or the table's cell that does."""
    if before.lstrip(" \t>").startswith("#") and not after:
        yield line_start, line_start + len(before)
    elif "|" in before and after[:1] in ("", "|"):
        yield line_start + before.rfind("|"), line_start + len(before)


def _span_before(text: str, earliest: int, at: int) -> Iterator[Stretch]:
    """Emphasis or a link that the mark touches."""
    if text[at - 1] in "*_":
        run = text[at - 1]
        closing = text[max(earliest, at - 3) : at]
        length = len(closing) - len(closing.rstrip(run))
        opening = text.rfind(run * length, earliest, at - length)
    elif text[at - 1] == ")":
        opening = text.rfind("[", earliest, max(text.rfind("](", earliest, at), earliest))
    else:
        return
    if opening >= 0 and "\n\n" not in text[opening:at]:
        yield opening, at


def example_boxes(text: str, start: int) -> Iterator[Stretch]:
    """Admonitions that hold an example, with their titles."""
    return _boxes(text, start, _OF_EXAMPLES)


def _boxes(text: str, start: int, kind: re.Pattern[str]) -> Iterator[Stretch]:
    box_start, indent = -1, 0
    end = start
    for line_start, line in _lines(text, start):
        if not line.strip() or line.startswith(FILLER):
            continue  # code and macros are blank to their margins, and end no box
        depth = len(line) - len(line.lstrip(" \t"))
        if box_start >= 0 and depth <= indent:
            yield box_start, end
            box_start = -1
        if box_start < 0 and (box := kind.match(line)):
            box_start, indent = line_start, len(box["indent"])
        end = line_start + len(line)
    if box_start >= 0:
        yield box_start, end


def _elements_of_flavour(text: str, start: int) -> Iterator[Stretch]:
    """HTML elements of the class, up to the tag that closes them."""
    name, depth, opened = "", 0, 0
    for tag in _TAG.finditer(text, start):
        if not depth:
            named = not tag["closes"] and tag["name"].lower() not in _EMPTY
            if named and _CLASS_NAMED.search(tag["rest"]):
                name, depth, opened = tag["name"].lower(), 1, tag.start()
        elif tag["name"].lower() == name:
            depth += -1 if tag["closes"] else 1
            if not depth:
                yield opened, tag.end()


_HEADING = re.compile(r"^[ \t>]*(?P<marks>#{1,6})[ \t]+(?P<title>[^\n]*)", re.MULTILINE)
_NUMBERED = re.compile(
    r"(?:(?P<label>Chapter|Part|Appendix|Section|Table|Figure)[ ])?"
    r"(?P<whole>(?P<above>(?:\d+\.)*)(?P<number>\d+))[.:)]?(?=\s|$)"
)
_OF_BOOK = frozenset({"Chapter", "Part", "Appendix"})  # may go on from page to page
_DELIMITER = r"[ \t>]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$"
_TABLE = re.compile(
    rf"^(?P<head>[^\n]*)\n(?=[^\n|]*\|){_DELIMITER}(?P<rows>(?:\n[^\n|]*\|[^\n]*)*+)", re.MULTILINE
)
_ROW = re.compile(r"[^\n]+")
_CELL = re.compile(r"(?:\\.|[^|\\\n])++|(?<=\|)(?=\|)")
_FACES = re.compile(r"[ \t*_]*+(?P<low>\d{1,3})(?:[ ]?[–-][ ]?(?P<high>\d{1,3}))?[ \t*_]*+")
_HEAD = re.compile(
    r"[ \t*_]*+(?:(?P<die>1?[dD](?P<faces>\d{1,3}|%))|(?i:roll|die|result))?[ \t*_]*+"
)
_LARGEST = 100


Heading = tuple[int, str]  # its level and its title
Opening = re.Match[str]  # the number that a title opens with


def heading_numbers(text: str, start: int) -> Iterator[Stretch]:
    """Where the numbers of headings that count stand in a page's text."""
    found = list(_HEADING.finditer(text, start))
    for at, number in counted_headings([(len(each["marks"]), each["title"]) for each in found]):
        first = found[at].start("title")
        yield first, first + number.end()


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


def faces_in_tables(text: str, start: int, dice: Collection[int]) -> Iterator[Stretch]:
    """The columns of tables typed by hand that count the faces of a die, with the die's name."""
    for table in _TABLE.finditer(text, start) if "|" in text else ():
        below = _ROW.finditer(text, *table.span("rows"))
        heads, *rows = (
            _cells(text, *line) for line in (table.span("head"), *(each.span() for each in below))
        )
        texts = [[text[slice(*cell)] for cell in row] for row in (heads, *rows)]
        for column in face_columns(texts[0], texts[1:], dice):
            yield heads[column]
            yield from (row[column] for row in rows if column < len(row))


def _cells(text: str, start: int, end: int) -> list[Stretch]:
    """The cells of a row, between the bars."""
    first = end - len(text[start:end].lstrip(" \t>"))
    first += text.startswith("|", first, end)
    return [cell.span() for cell in _CELL.finditer(text, first, end)]


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
