"""What a finished page shows, read once, in the order of reading.

The article that Markdown has made is parsed as a browser parses it, and becomes one text, blocks
parted by blank lines, with its numbers, its headings and boxes, and the placeholders of its proofs.
Whoever asks what a page says asks this: proofs, the audit, the marks of receipts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Literal

from sfrules.ground.formats import FILLER
from sfrules.press.audit.numbers import (
    Naming,
    Number,
    Origin,
    Stretch,
    atoms_of,
    blanked,
    numbers_in,
)
from sfrules.press.page.marks import BETWEEN, CLOSE, OPEN, PIECE_CLOSE, PIECE_OPEN, which

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode


@dataclass(frozen=True)
class Landmark:
    """A heading, a box that begins or ends, or a proof, at an offset of the text.

    A heading has its level; a proof has its index on the page. A box is an admonition, a fold, a
    tab, a footnote: what is said in it belongs to the proofs in it first. That of an example has 1.
    """

    kind: Literal["heading", "box", "end of box", "proof"]
    at: int
    which: int = 0
    #: The id of a heading.
    id: str = ""


@dataclass(frozen=True)
class Run:
    """A run of the text, all of which has the same origin."""

    start: int
    end: int
    origin: Origin
    #: Which of the page's printed values it is; -1 for none.
    printed: int = -1


@dataclass(frozen=True)
class Passage:
    """The part of a page that a proof is about: its stretch, and the numbers in it, as they read.

    It begins behind the heading, the start of the box or the proof before it there. What another
    proof in it is about is `closed`; a box that has no proof of its own belongs to the one below.
    """

    start: int
    end: int
    numbers: tuple[Number, ...] = ()
    closed: tuple[Stretch, ...] = ()
    in_example: bool = False


@dataclass(frozen=True)
class Article:
    """What a page shows."""

    text: str
    numbers: tuple[Number, ...] = ()
    landmarks: Sequence[Landmark] = ()
    #: All that is not typed, or is printed.
    runs: Sequence[Run] = ()
    #: What the page brings of its own that cannot be read, or is made in the browser.
    unread: Sequence[str] = ()
    #: Its tables: the cells of each row.
    tables: Sequence[Sequence[Sequence[Stretch]]] = ()
    #: What attributes say, which stands behind their block: its stretch, and where it belongs.
    moved: Sequence[tuple[int, int, int]] = ()

    @cached_property
    def typed(self) -> str:
        """The text with what was computed blank: no pattern takes it for part of a number."""
        return blanked(self.text, ((s.start, s.end) for s in self.runs if s.origin == "computed"))

    def passages(self) -> dict[int, Passage]:
        """What each proof of the page is about, by its index there."""
        passages: dict[int, Passage] = {}
        # Where the next passage begins, of each box that is open, and whether it is an example.
        boxes = [(0, False)]
        for mark in self.landmarks:
            start, in_example = boxes[-1] if mark.kind == "box" else boxes.pop()
            if mark.kind == "proof":
                before = ((each.start, each.end) for each in passages.values())
                closed = tuple(each for each in before if each[0] >= start)
                inside = (each for each in self.numbers if start <= each.start < mark.at)
                numbers = tuple(each for each in inside if not _is_within(each.start, closed))
                passages[mark.which] = Passage(start, mark.at, numbers, closed, in_example)
            if mark.kind != "end of box":
                boxes.append((mark.at, in_example or (mark.kind == "box" and mark.which == 1)))
        return passages


_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup html input legend li main "
    "menu nav ol optgroup option p plaintext pre search section select summary table tbody td "
    "textarea tfoot th thead title tr ul xmp rp rt svg text desc picture video audio object".split()
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Their attributes stand behind them in Markdown, as those of words do.
_LATE = _HEADINGS | {"p", "td", "th"}
_UNSEEN = frozenset({"script", "style", "template"})
_CODE = frozenset({"pre", "code", "samp", "kbd"})
_FLAVOR = frozenset({"flavour", "flavor"})
_DRAWN = frozenset({"twemoji", "emojione", "gemoji", "linenos"})
_STRUCK = frozenset({"del", "s", "strike"})
_CAPTIONS = frozenset({"caption", "figcaption"})
_MARKED = _CAPTIONS | {"blockquote"}
_NOTE_LINKS = frozenset({"footnote-ref", "footnote-backref", "headerlink"})
_ZEROS = re.compile(r"\.00(?=%)|(?<=\.\d)0(?=%)")  # a bar gets two places, whatever is typed
_OF_ORDINALS = frozenset({"st", "nd", "rd", "th"})
# What attributes show or say.
SAID = frozenset(
    "alt alttext title abbr placeholder label summary content srcdoc value aria-label "
    "aria-description aria-roledescription aria-valuetext aria-valuenow aria-valuemin "
    "aria-valuemax aria-placeholder aria-braillelabel aria-setsize aria-posinset aria-rowcount "
    "aria-colcount aria-keyshortcuts".split()
)
_DATA = re.compile(r"json|math/tex")  # of a script that is read by others
_OF_PAGE = re.compile(r"(?:\w+:)?(?:description|author|title|site_name|keywords)")
_SILENT = frozenset({"hidden", "checkbox", "radio"})
# What shows something that is no text of the page, or made in the browser: elements, attributes.
_UNREAD = frozenset("script style iframe embed frame canvas base bdo".split())
_MADE = re.compile(
    r"on\w+=|(?:data|shadowrootmode|http-equiv)=|src=data:|[^=]+=\s*javascript:|rel=.*stylesheet|style=.*?"
    r"(?:[\"']|\burl\b|--|\b(?:content|counter|quotes|position|transform|direction|order|unicode-bidi"
    r"|writing-mode|animation)\b|-reverse\b|\bdisplay\s*:\s*(?:inline(?!-)|contents))",
    re.IGNORECASE | re.DOTALL,
)
# They take no room: a reader sees 77 where one of them stands between two sevens.
_NO_ROOM = re.compile(
    "[\u00ad\u0300-\u0307\u0309-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U000e0000-\U000e0fff]+"
)
_MARKS = re.compile(
    rf"{OPEN}(?P<printed>[\ufde0-\ufde9]+){BETWEEN}|{CLOSE}"
    rf"|{PIECE_OPEN}(?:p(?P<proof>\d+)|(?P<piece>\d+)){PIECE_CLOSE}"
)
_LINE_END = re.compile(r"[ \t]*\n[ \t]*")
_DEEPEST = 120  # elements within each other, below which only text is read
_WHOLE = re.compile(r"[-−+]?\d+(?:[.,]\d+)*%?")
_AROUND_FORMULA = re.compile(r"^\s*(?:\\[(\[]|\$\$?)|(?:\\[)\]]|\$\$?)\s*$")
_FIGURES = re.compile(r"\d+")
_ICON = re.compile(r":[\w+-]+:")  # its name, which it has for a title
_CAPTION = re.compile(r"\s*(\w+) (\d+)(?=[.:])")
_ANNOTATION = re.compile(r"\((\d+)\)")
_IN_COMMENT = re.compile(r"(?:[#*;%]|//|--) ?\((\d+)\)!?[^\S\n]*(?:\*/|-->)?$", re.MULTILINE)
_SPEECH = re.compile(r"“[^”]*”|«[^»]*»|(?<!\w)\"[^\"]*\"")


def read(  # noqa: PLR0913 what it reads, and how
    html: str,
    naming: Naming,
    *,
    tags: Sequence[Stretch | None] = (),
    words: Callable[[int], str] = lambda _piece: FILLER,
    code: bool = False,
    without: str = "",
) -> Article:
    """What a reader sees of some HTML.

    `tags` are where the printed values are typed that no rule or row had a part in, and None for
    each other one; `words` returns the words of a thing that stands in a sentence. Where `code` is
    a sample, its numbers are none of the game's. The elements that a selector of CSS names may be
    left out.
    """
    from selectolax.lexbor import LexborHTMLParser  # a question that makes no page needs none

    reader = _Reader(naming, tags, words, code=code)
    tree = LexborHTMLParser(html)
    for element in tree.css(without) if without else ():
        element.decompose()
    reader.notes = len(tree.css(".footnote li"))
    if tree.root:
        reader.visit(tree.root)
    return reader.shown()


def _classes(node: LexborNode) -> set[str]:
    return {*(node.attributes.get("class") or "").split()}


def _is_date(time: LexborNode) -> bool:
    """Whether a time says, in words of any language, the date that it stands for."""
    texts = time.text(), time.attributes.get("datetime") or ""
    said, meant = ({each.lstrip("0") for each in _FIGURES.findall(text)} for text in texts)
    return set() < said <= meant


def _unread(element: LexborNode) -> Iterator[str]:
    """What of an element cannot be read, or is made in the browser."""
    tag, given = element.tag or "", element.attributes
    if tag in _UNREAD and not _DATA.search(given.get("type") or ""):
        yield tag
    yield from (name for name, value in given.items() if _MADE.match(f"{name}={value}"))


@dataclass
class _Reader:
    """Walks through a tree of HTML, and writes down what it says."""

    naming: Naming
    tags: Sequence[Stretch | None]
    words: Callable[[int], str]
    code: bool
    parts: list[str] = field(default_factory=list)
    length: int = 0
    landmarks: list[Landmark] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    #: What attributes say beside a sentence, and where: it stands behind the block.
    beside: list[tuple[int, str]] = field(default_factory=list)
    moved: list[tuple[int, int, int]] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    formulas: list[Stretch] = field(default_factory=list)
    tables: list[list[list[Stretch]]] = field(default_factory=list)
    #: The titles of abbreviations that were read: each repeats them.
    known: set[str] = field(default_factory=set)
    captions: Counter[str] = field(default_factory=Counter)  # of each kind, that were read
    printed: int = -1
    line: int = 0  # where the last line begins that a reader does not see as one
    is_preformatted: bool = False
    notes: int = 0  # the footnotes of the page
    depth: int = 0
    count: int = 0  # of the last item of the last list

    def children(self, node: LexborNode) -> None:
        for child in node.iter(include_text=True):
            self.visit(child)

    def visit(self, node: LexborNode) -> None:
        """Read an element, a text or a comment."""
        tag = node.tag or ""
        if tag == "-text" or self.depth > _DEEPEST:
            self.text_node(node.text())
        elif tag == "-comment":
            if (node.comment_content or "").strip() == "no rule":
                self._add_run(self._marked_start("".join(self.parts)), "flavor")
        elif not tag.startswith("!"):
            start, outer, classes = self.length, self.beside, _classes(node)
            self.depth += 1
            if classes & _FLAVOR:
                self.beside, unread = [], len(self.unread)
                self._element(node, tag, classes)
                del self.unread[unread:]
                self._say_beside()
                self._add_run(start, "flavor")
                self.beside = outer
            else:
                self.unread += _unread(node)
                self._element(node, tag, classes)
            self.depth -= 1

    def _marked_start(self, text: str) -> int:
        """Where the line begins that a comment ends, or the value of several lines in it."""
        printed = [each for each in self.runs if each.printed >= 0]
        last = printed[-1].printed if printed and not text[printed[-1].end :].strip() else -1
        starts = (each.start for each in printed if each.printed == last)
        return min([max(text.rfind("\n") + 1, self.line), *starts])

    def _element(self, node: LexborNode, tag: str, classes: set[str]) -> None:
        """An element, unless it only marks something, or no reader sees it."""
        attributes = node.attributes
        is_name = "keys" in classes and " " not in node.text().strip()
        is_name |= tag == "time" and _is_date(node)
        if "arithmatex" in classes or (attributes.get("type") or "").startswith("math/tex"):
            self._formula((node.css_first("script") or node).text())  # a preview repeats it
        elif is_name or tag in _UNSEEN or classes & _DRAWN:
            self._beside(_ICON.sub("", attributes.get("title") or ""))
        elif classes & _NOTE_LINKS:  # what it says beside the number of a note
            said = f"{node.text()} {attributes.get('title') or ''}"
            notes = range(1, self.notes + 1)
            self._beside(_FIGURES.sub(lambda n: "" if int(n[0]) in notes else n[0], said))
        elif "magiclink" in classes:  # an address: of an issue, a commit, an author
            start = self.length
            self.children(node)
            self._add_run(start, "structure")
        elif tag in {"br", "hr"}:
            self.add("\n\n")
        elif tag in _STRUCK:
            self.add(FILLER)  # what is struck out is no part of the number beside it
            self._block(node, tag, classes)
            self.add(FILLER)
        else:
            of_note = (attributes.get("id") or "").startswith("fnref")
            if tag in {"sup", "sub"} and not of_note and node.text() not in _OF_ORDINALS:
                self.add("^")  # raised it is another number: 10² is no 102
            self._block(node, tag, classes)

    def _block(self, node: LexborNode, tag: str, classes: set[str]) -> None:
        if is_block := tag in _BLOCKS:
            self.end_block()
        is_late = tag in _LATE or not is_block
        if not is_late:
            self._attributes(node)
        start, first, outer = self.length, len(self.parts), self.is_preformatted
        self.is_preformatted = outer or tag in {"pre", "textarea"}
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        if tag in _HEADINGS:
            id = node.attributes.get("id") or ""
            self.landmarks.append(Landmark("heading", start, int(tag[1]), id))
        self._inside(node, tag, classes)
        self.is_preformatted = outer
        is_code = tag in _CODE and (self.code or ">>>" in node.text())
        if is_code or "doc-object" in classes:  # what mkdocstrings shows is code of the author's
            self._add_run(start, "code")
        if is_late:
            self._attributes(node)
        if tag in {"td", "th"} and self.tables and self.tables[-1]:
            self.tables[-1][-1].append((start, self.length))
        self._mark(node, classes, start, first)
        if is_block:
            self.end_block()

    def _mark(self, node: LexborNode, classes: set[str], start: int, first: int) -> None:
        """Mark speech, which is of a story, signs of annotations, and captions that count."""
        is_quote = node.tag == "blockquote"
        if not (node.tag in _MARKED or classes & {"annotate", "highlight"}):
            return
        text = "".join(self.parts[first:])
        if node.tag in _CAPTIONS and (caption := _CAPTION.match(text)):
            kind, number = caption.groups()
            self.captions[kind] += 1
            if number == str(self.captions[kind]):
                self.runs.append(Run(start, start + caption.end(), "structure"))
        notes, listed = _ANNOTATION, "li"
        if "annotate" not in classes:
            notes, listed = _IN_COMMENT, ".highlight + ol > li"
        items = len(node.css("li")) or len(node.parent.css(listed) if node.parent else ())
        for found in (_SPEECH if is_quote else notes).finditer(text):
            low, high = (start + at for at in found.span())
            if is_quote or int(found[1]) <= items:
                self.runs.append(Run(low, high, "flavor" if is_quote else "structure"))

    def _inside(self, node: LexborNode, tag: str, classes: set[str]) -> None:
        if "tabbed-set" in classes:
            self._tabs(node)
        elif "toc" in classes and tag in {"div", "nav"}:  # its links repeat headings
            for title in node.css(".toctitle"):
                self.children(title)
        elif tag == "details" or "admonition" in classes:
            self._box(node, example="example" in classes)
        elif "footnote" in classes:
            for item in node.css("li"):
                self._box(item)
        elif tag == "ol":
            self._list(node)
        else:
            if classes & {"highlight", "codehilite", "progress-bar"}:
                self._lines(node)
            self.children(node)

    def add(self, text: str) -> None:
        """Add what stands in the line."""
        text = text if text.isascii() else _NO_ROOM.sub("", text)
        is_between = text.isspace() and (not self.parts or self.parts[-1] == "\n\n")
        if text and not is_between:
            self.parts.append(text)
            self.length += len(text)

    def text_node(self, text: str) -> None:
        """Add a text with marks: of printed values, of things, of proofs."""
        at = 0
        for mark in _MARKS.finditer(text):
            self._value(text[at : mark.start()])
            at = mark.end()
            if mark["printed"]:
                self.printed = which(mark["printed"])
            elif mark["proof"]:
                self.end_block()
                self.landmarks.append(Landmark("proof", self.length, int(mark["proof"])))
            elif mark["piece"]:
                self.add(self.words(int(mark["piece"])))
            else:
                self.printed = -1
        self._value(text[at:])

    def _value(self, text: str) -> None:
        start = self.length
        if "\n" in text and not self.is_preformatted:  # a browser shows a blank for it
            above, _, text = text.rpartition("\n")
            self.add(_LINE_END.sub(" ", f"{above}\n"))
            self.line, text = self.length, text.lstrip()
        self.add(text)
        if self.printed >= 0:
            origin: Origin = "printed" if self.tags[self.printed] else "computed"
            self._add_run(start, origin, self.printed)

    def _add_run(self, start: int, origin: Origin, printed: int = -1) -> None:
        if start < self.length:
            self.runs.append(Run(start, self.length, origin, printed))

    def end_block(self) -> None:
        """Part what follows; what attributes said beside the block stands between both."""
        self._say_beside()
        self.add("\n\n")

    def _say_beside(self) -> None:
        beside, self.beside = self.beside, []
        for at, words in beside:
            self.add("\n\n")
            start = self.length
            self.text_node(words)
            self.moved.append((start, self.length, at))

    def _beside(self, said: str) -> None:
        if said.strip():
            self.beside.append((self.length, said))

    def _attributes(self, node: LexborNode) -> None:
        """What attributes show or say; the same of each abbreviation, once."""
        tag, attributes = node.tag, node.attributes
        silent = tag == "li" or attributes.get("type") in _SILENT
        of_page = _OF_PAGE.fullmatch(attributes.get("name") or attributes.get("property") or "")
        for name, value in attributes.items():
            if not value or (silent and name == "value") or (tag == "meta" and not of_page):
                continue
            is_data = name.startswith("data-") and " " in value.strip() and "{" not in value
            if name in SAID or is_data:
                if tag != "abbr" or value not in self.known:
                    self._beside(value)
                self.known.add(value)

    def _box(self, *nodes: LexborNode, example: bool = False) -> None:
        self.end_block()
        self.landmarks.append(Landmark("box", self.length, int(example)))
        for node in nodes:
            self.children(node)
            self.end_block()
        self.landmarks.append(Landmark("end of box", self.length))

    def _tabs(self, node: LexborNode) -> None:
        """Each tab as a box, its label first."""
        parts = [each for child in node.iter() for each in (child, *child.iter())]
        labels = [each for each in parts if each.tag == "label"]
        blocks = [each for each in parts if "tabbed-block" in _classes(each)]
        # In the old style, the content of each tab stands beside its label.
        blocks = blocks or [each for each in parts if "tabbed-content" in _classes(each)]
        for label, block in zip(labels, blocks, strict=False):
            self._box(label, block)

    def _lines(self, node: LexborNode) -> None:
        """The numbers of the lines of code, if they do not count from one; the length of a bar."""
        found = node.css(".linenos, [data-linenos]")
        numbers = " ".join(each.attributes.get("data-linenos") or each.text() for each in found)
        counts = numbers.split() == [str(at) for at in range(1, len(numbers.split()) + 1)]
        length = _ZEROS.sub("", node.attributes.get("style") or "")
        self._beside(length if counts else numbers)

    def _formula(self, text: str) -> None:
        """Mathematics: a number that is a whole formula, or what no line can say."""
        start, first, before = self.length, len(self.parts), len(self.runs)
        self.text_node(_AROUND_FORMULA.sub("", text).strip())
        plain = "".join(self.parts[first:])
        if any(map(str.isdigit, plain)) and not _WHOLE.fullmatch(plain):
            self.formulas.append((start, self.length))
            del self.runs[before:]  # what was computed is a part of it

    def _list(self, node: LexborNode) -> None:
        """A list that counts; a number is said if it does not count on, or from one."""
        number = _whole(node.attributes.get("start"), 1) - 1
        expected = {1, self.count + 1}
        if "reversed" in node.attributes:
            self._beside(str(sum(each.tag == "li" for each in node.iter())))
        for child in node.iter(include_text=True):
            if child.tag == "li":
                number = _whole(child.attributes.get("value"), number + 1)
                if number not in expected:
                    self._beside(str(number))
                expected = {number + 1}
            self.visit(child)
        self.count = number

    def shown(self) -> Article:
        """All that was read."""
        self._say_beside()
        text = "".join(self.parts)
        headings = [mark for mark in self.landmarks if mark.kind == "heading"]
        titles = [(each.which, text[each.at : text.find("\n\n", each.at)]) for each in headings]
        for at, end in counted_headings(titles):
            start = headings[at].at
            self.runs.append(Run(start, start + end, "structure"))
        for rows in self.tables:
            texts = [[text[low:high].strip() for low, high in row] for row in rows]
            for column in _face_columns(texts, self.naming.dice) if texts[1:] else ():
                cells = (row[column] for row in rows if column < len(row))
                self.runs += (Run(*cell, "structure") for cell in cells)
        self.runs.sort(key=lambda each: each.start)
        unread = list(dict.fromkeys(self.unread))
        shown = Article(text, (), self.landmarks, self.runs, unread, self.tables, self.moved)
        return replace(shown, numbers=tuple(self._numbers(shown)))

    def _numbers(self, shown: Article) -> Iterator[Number]:
        """Those that are typed, and those of each computed value by itself."""
        kinds: list[Origin] = ["typed"] * len(shown.text)  # of each character
        for run in sorted(shown.runs, key=lambda each: _KINDS.index(each.origin)):
            kinds[run.start : run.end] = [run.origin] * (run.end - run.start)
        found = [Number(*each, shown.text[slice(*each)]) for each in self.formulas]
        typed = numbers_in(shown.typed, self.naming)
        found += (each for each in typed if not _is_within(each.start, self.formulas))
        for run in (each for each in shown.runs if each.origin == "computed"):
            for each in numbers_in(shown.text[run.start : run.end], self.naming):
                start, end = run.start + each.start, run.start + each.end
                found.append(each._replace(start=start, end=end, printed=run.printed))
        printed = [each for each in shown.runs if each.origin == "printed"]
        for number in sorted(found, key=lambda each: each.start):
            over = (s for s in printed if s.start < number.end and number.start < s.end)
            tags = (self.tags[each.printed] for each in over)
            own = set[Origin]()
            for part in atoms_of(number.text):
                own.update(kinds[number.start + part.start : number.start + part.end])
            origin: Origin = next((each for each in _OF_PARTS if each in own), "typed")
            if origin != "structure":
                yield number._replace(origin=origin, place=next(tags, None))


# Of what a figure is, the last counts; of what the figures of a number are, the first.
_KINDS: tuple[Origin, ...] = ("typed", "printed", "computed", "code", "flavor", "structure")
_OF_PARTS: tuple[Origin, ...] = ("printed", "computed", "typed", "code", "flavor", "structure")


def _is_within(at: int, stretches: Sequence[Stretch]) -> bool:
    return any(low <= at < high for low, high in stretches)


def _whole(text: str | None, default: int) -> int:
    return int(text) if text and text.lstrip("-").isdecimal() else default


# What only counts is so as a whole: headings if all of a level below the same heading count from 1,
# cells if a column counts from 1 to the faces of a die.
_NUMBERED = re.compile(
    r"\s*(?:(?P<label>Chapter|Part|Appendix|Section|Table|Figure)[ ])?"
    r"(?P<whole>(?P<above>(?:\d+\.)*)(?P<number>\d+))[.:)]?(?=\s|$)"
)
_OF_BOOK = frozenset({"Chapter", "Part", "Appendix"})  # may go on from page to page
_FACES = re.compile(r"[\s*_]*+(?P<low>\d{1,3})(?:[ ]?[–-][ ]?(?P<high>\d{1,3}))?[\s*_]*+")
_HEAD = re.compile(r"[\s*_]*+(?:(?P<die>1?[dD](?P<faces>\d{1,3}|%))|(?i:roll|die|result)|)[\s*_]*+")


def counted_headings(headings: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    """The headings that count, all of a level below the same heading, by their indices.

    With each, where its number ends. Headings are given by their levels and titles.

    >>> titles = [(2, "1. Boats"), (3, "1.1 Oars"), (2, "2. Sails"), (3, "9 Lives")]
    >>> [titles[at][1][:end] for at, end in counted_headings(titles)]
    ['1.', '2.', '1.1']
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
            yield from ((at, n.end()) for at, n in zip(group, numbers, strict=True))


def _face_columns(rows: Sequence[Sequence[str]], dice: Collection[int]) -> Iterator[int]:
    """The columns of a table that are a die, by their indices; the faces may go on in others.

    Where no head has a name, the first row stands for it, as in Markdown a table has to have one.

    >>> rows = ("d4", "", "", ""), ("1", "an owl", "3", "a fox"), ("2", "a bat", "4", "a wolf")
    >>> list(_face_columns(rows, ()))
    [0, 2]
    """
    if not "".join(rows[0]).strip() and not _FACES.fullmatch("".join(rows[1][:1])):
        rows = rows[1:]
    dies: dict[str, dict[int, list[int]]] = {}  # the faces in each column of each die
    die = ""
    for at, head in enumerate(rows[0]):
        cells = [row[at] for row in rows[1:] if at < len(row)]
        found = _HEAD.fullmatch(head)
        if found and (found["die"] or at == 0):
            die = (found["faces"] or "").lower()
        elif head.strip() or not dies or not all(map(_FACES.fullmatch, cells)):
            continue
        dies.setdefault(die, {})[at] = [face for cell in cells for face in _faces(cell)]
    for die, columns in dies.items():
        faces = [*chain.from_iterable(columns.values())]
        named = {"": len(faces), "%": 100}.get(die) or int(die or 0)
        if faces and faces == [*range(1, named + 1)] and (not dice or named in dice):
            yield from columns


def _faces(cell: str) -> Sequence[int]:
    """The faces that a cell says; 0, which no die has, for any other cell; 00 is the hundredth."""
    if not (found := _FACES.fullmatch(cell)):
        return (0,)
    low, high = (int(found[end] or found["low"]) or 100 for end in ("low", "high"))
    return range(low, high + 1) or (0,)
