"""The numbers of a page that nothing vouches for: they are loose, and a strict book has none.

A number that is typed needs a proof, or the author's word that it is no rule. A macro vouches for
a number if a rule or a row has a part in it; what it prints of the page's own is typed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

import yaml

from sfrules.ground.number_words import is_number
from sfrules.ground.problems import Problem, enumerated, problem_at, problem_on_line
from sfrules.ground.source import Source, Span
from sfrules.press.audit.article import counted_headings
from sfrules.press.audit.numbers import (
    Naming,
    Stretch,
    dice_named_by,
    naming_of,
    sure_numbers_in,
)
from sfrules.press.audit.places import PlacedArticle
from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.regions import Region
from sfrules.press.things.book import Rulebook
from sfrules.press.things.counts import Audit

_SEEN = frozenset("title subtitle description author authors tags status".split())
_QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
_REFERS = re.compile(r"\b(?:Table|Figure|Chart)s?[ \u00a0]\Z")
_ITEM = re.compile(r"(?<=\S\n)[ \t>]*\d+[.)][ \t]\Z")
# What pymdownx.snippets puts in: a file, or some lines or a section of it.
_SNIPPET = re.compile(
    r"^[ \t]*(?P<tag>-+8<-+(?:[ \t]+[\"']|[ \t]*\n[ \t]*)(?P<file>[^\"'\n:]+)(?:[^\"'\n]*[\"'])?)",
    re.MULTILINE,
)
_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_MOST_REPORTED = 500  # passages of a page: each is reported with its line, which may be long
_MOST_TEXTS = 10_000  # of front matter
_MOST_NAMED = 12  # numbers of a passage


def audit(  # noqa: PLR0913, PLR0917 a page has as many parts
    book: Rulebook,
    page: ExpandedPage,
    placed: PlacedArticle,
    proved: Mapping[int, str],
    sessions: Iterable[Region],
    lines_for: Callable[[Sequence[Stretch]], Mapping[int, str]],
) -> Audit:
    """The numbers of an expanded page: those typed in its file, and those that it prints.

    Those at some offsets of the file are `proved`, read or cited; `lines_for` proposes lines of
    proofs for loose ones, by their offsets.
    """
    naming, source = naming_of(book), page.page.source
    front = page.page.front_matter
    typed = dict.fromkeys(_in_front_matter(front, naming) if page.page.whole else (), "loose")
    for each in placed.article.numbers:
        if each.place and each.origin == "flavor":
            typed[each.place] = "flavour"
        elif each.place and each.origin in {"typed", "printed"} and not each.is_small:
            typed.setdefault(each.place, "loose")
    typed = {place: proved.get(place[0], kind) for place, kind in sorted(typed.items())}
    loose_ones = [place for place, kind in typed.items() if kind == "loose"]
    lines = lines_for(loose_ones)
    loose = [*_of_passages(source, placed, loose_ones, naming, lines)][:_MOST_REPORTED]
    if not page.problems:  # a page with other mistakes prints less than it will
        loose += _unplaced(page, placed)
        loose += _unnamed_page(source, front, placed, naming)
        loose += _unread_parts(source, placed)
    loose += _typed_in_answers(page, naming)
    if not book.checks.is_sample(source.path):
        loose += _in_sessions(page, sessions, naming)
    counts = Counter(typed.values()) + _printed_counts(page, placed, naming)
    return Audit(counts, tuple(loose), tuple(loose_ones))


def _of_passages(
    source: Source,
    placed: PlacedArticle,
    typed: Sequence[Stretch],
    naming: Naming,
    lines: Mapping[int, str],
) -> Iterator[Problem]:
    """A problem for each passage that has loose numbers, at the first of them."""
    loose, passages = {*typed}, defaultdict[int, list[tuple[Span, str]]](list)
    for span in (Span(source, *each) for each in typed if each[0] < placed.start):
        hint = "say it without the number; or, where that is a name, book.proper_names(…)"
        yield problem_at(span, f"the number {span.text} is loose in the front matter", hint)
    landmarks = [mark.at for mark in placed.article.landmarks]
    for each in placed.article.numbers:
        if not each.place or each.place not in loose or each.origin == "flavor":
            continue
        loose.discard(each.place)
        span, words = Span(source, *each.place), " ".join(each.text.split())
        if each.origin == "typed" and (tag := placed.body(each.place)):
            message = f"the number {span.text} is typed inside {{% {tag} %}}"
            yield problem_at(span, message, "print it: {{ … }}; or say it once, outside")
        elif naming.dice and not naming.dice.issuperset(dice_named_by(words)):
            hint = f"it has {enumerated(f'd{faces}' for faces in sorted(naming.dice))}"
            yield problem_at(span, f"the game has no such die: {words}", hint)
        else:
            passages[bisect_right(landmarks, each.start)].append((span, words))
    yield from (_unproved(each, naming, lines) for each in passages.values())


def _unplaced(page: ExpandedPage, placed: PlacedArticle) -> Iterator[Problem]:
    """A problem for each number that the page shows and its file has not got.

    It stands at the number in a file that the page includes, or else at its heading.
    """
    source, shown = page.page.source, placed.article.text
    for each in placed.article.numbers:
        if each.place or each.origin != "typed" or each.is_small:
            continue
        text = each.text
        message, note = f"the number {text} is loose: no rule vouches for it", f"[^{text}]"
        same = re.compile(rf"(?<![\w.,]){re.escape(text)}(?!\w)")
        found = ((file, same.search(file.text)) for file in page.included)
        span = next((Span(file, *it.span()) for file, it in found if it), None)
        if note in source.text and shown.startswith(note, each.start - 2):
            at = source.text.find(note)
            span, message = Span(source, at, at + len(note)), f"{note} is no footnote here"
            hint = "add footnotes to markdown_extensions in mkdocs.yml"
        elif span:
            hint = f"print it with its rule, or mark it as no rule: [{text}]{{.flavour}}"
        else:
            at = placed.heading(each.start)
            below = min((low for _, low in placed.headings if low > at), default=len(source.text))
            span = Span(source, at, max(source.text.find("\n", at), at + 1))
            message = f"below this, the page shows the number {text}, and nothing accounts for it"
            hint = "prove it where it is typed, or print it with its rule"
            if told := of_snippet(source, f"the number {text}", at, below):
                yield told
                continue
        yield problem_at(span, message, hint)


def of_snippet(source: Source, what: str, start: int, end: int) -> Problem | None:
    """The problem of what a part of a page shows unread, if a snippet stands in that part."""
    if not (snippet := _SNIPPET.search(source.text, start, end)):
        return None
    message = f"this snippet shows {what}, which is read in no file"
    tag = f'{{% include "{snippet["file"]}" %}}'
    hint = f"put the file among the pages, and write {tag}, with the path from this page"
    return problem_at(Span(source, *snippet.span("tag")), message, hint)


def _unproved(
    found: Sequence[tuple[Span, str]], naming: Naming, proposed: Mapping[int, str]
) -> Problem:
    """The problem of the loose numbers of a passage."""
    (first, number), named = found[0], found[:_MOST_NAMED]
    lines = "; ".join(proposed.get(span.start, f"… = {words}") for span, words in named)
    message, them = f"the number {number} is loose: no rule vouches for it", "it"
    if found[1:]:
        more = [f"{len(found) - _MOST_NAMED} more"] if found[_MOST_NAMED:] else []
        numbers = enumerated([*(words for _, words in named), *more])
        message, them = f"{len(found)} numbers of this passage are loose: {numbers}", "them"
    text = first.source.text
    hint = (
        f"prove {them} in a proof below: {lines}; print {them}: {{{{ … }}}}; "
        f"or mark what is no rule: [{number}]{{.flavour}}"
    )
    if _REFERS.search(text, 0, first.start):
        hint += '; a table or figure of the book is named by {{ ref("its id") }}'
    if any(_ITEM.match(text, text.rfind("\n", 0, e.start) + 1, e.end + 2) for e, _ in found):
        hint += "; a list begins below an empty line"
    if naming.dice and dice_named_by(number):
        hint += "; a book names the die of all its checks once: Book(…, check_die=20)"
    return problem_at(first, message, hint)


def _typed_in_answers(page: ExpandedPage, naming: Naming) -> Iterator[Problem]:
    """A problem for each number that a text in a macro has, beside what a rule says in it."""
    told, source = {problem.line for problem in page.problems}, page.page.source
    hint = "name the constant: a rule or a row says it, or can say it"
    for entry in page.entries:
        if entry.kind == "value" and entry.origins and entry.line not in told:
            for text in map("".join, _QUOTED.findall(entry.expression)):
                typed = sure_numbers_in(text, naming) if text in entry.printed else ()
                for number in typed if re.search(r"[^\W\d]", text) or text == entry.printed else ():
                    at = source.start_of(entry.line) + entry.column - 1
                    message = f"{number.text} is printed here, and is no rule's answer"
                    yield problem_at(Span(source, at, at + len(entry.expression)), message, hint)


def _in_sessions(
    page: ExpandedPage, sessions: Iterable[Region], naming: Naming
) -> Iterator[Problem]:
    """A problem for each number of a session that no line has which asks a rule."""
    source = page.page.source
    lines = (source.line(line) for line in page.verified)
    known = {each.text for line in lines for each in sure_numbers_in(line, naming)}
    hint = "ask a rule for it, or say that the session is only shown: {.pycon .shown}"
    for region in sessions:
        code = source.text[region.start : region.end]
        is_run = ".shown" not in region.info and "+SKIP" not in code
        first = code.find("\n") + 1 if region.info_at >= 0 else 0
        for each in sure_numbers_in(code[first:], naming) if is_run else ():
            if each.text not in known:
                at = region.start + first + each.start
                message = f"the number {each.text} is in no line that asks a rule"
                yield problem_at(Span(source, at, at + len(each.text)), message, hint)


def _in_front_matter(front: Span, naming: Naming) -> Iterator[Stretch]:
    """The numbers of what readers see of a page's front matter, each where it is written.

    A theme may show all of several words; a text without a blank is an address or another name.
    """
    text = front.source.text
    for name, node in _texts_of(front):
        said = " ".join(node.value.split())
        title = [(1, said)] if name == "title" else ()  # it stands for the first heading
        words = said[max((end for _, end in counted_headings(title)), default=0) :]
        if name.lower() in _SEEN or " " in words:
            start, end = (front.start + mark.index for mark in (node.start_mark, node.end_mark))
            for number in sure_numbers_in(words, naming):
                at = text.find(number.text, start, end)
                yield (at, at + len(number.text)) if at >= 0 else (start, end)


def _texts_of(front: Span) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Each text of front matter, with the key that it stands under.

    Of what is no YAML, MkDocs complains.
    """
    with suppress(yaml.YAMLError):
        nodes = [("", next(yaml.compose_all(front.text, yaml.BaseLoader), None))]
        for name, node in islice(nodes, _MOST_TEXTS):  # one may be a part of itself
            if isinstance(node, yaml.MappingNode):
                nodes += ((str(key.value), value) for key, value in node.value)
            elif isinstance(node, yaml.SequenceNode):
                nodes += ((name, each) for each in node.value)
            elif name and isinstance(node, yaml.ScalarNode):
                yield name, node


def _unnamed_page(
    source: Source, front: Span, placed: PlacedArticle, naming: Naming
) -> Iterator[Problem]:
    """A problem if a page without a heading of its own is called by its file, and that has one."""
    titled = any(mark.which == 1 for mark in placed.article.landmarks if mark.kind == "heading")
    if not titled and all(name != "title" for name, _ in _texts_of(front)):
        stem = re.sub(r"^0\d+[-_ ]", "", Path(source.path).stem)  # which sorts the files
        name = stem.replace("-", " ").replace("_", " ")
        for number in sure_numbers_in(name, naming):
            message = f"the page is called by its file, which says the number {number.text}"
            yield problem_on_line(source, 1, message, "give it a heading of its own")


def _unread_parts(source: Source, placed: PlacedArticle) -> Iterator[Problem]:
    """A problem for each element that a page brings, and whose words cannot be read."""
    for name in placed.article.unread:
        at = max(source.text.find(f"<{name}"), 0)
        hint = 'what it shows is not checked; put it into the theme, or mark it: class="flavour"'
        message = f"the page brings an element {name} of its own"
        yield problem_at(Span(source, at, at + 1), message, hint)


def _printed_counts(page: ExpandedPage, placed: PlacedArticle, naming: Naming) -> Counter[str]:
    """How many numbers of each kind a page prints, its things say, and its code has.

    Those in code are verified where a rule has a part in the lines of a session.
    """
    numbers, pieces = placed.article.numbers, page.pieces
    lines = map(page.page.source.line, page.verified)
    verified = sum(len(_FIGURES.findall(line)) for line in lines)
    code = sum(n.origin == "code" and bool(_FIGURES.search(n.text)) for n in numbers)
    computed = sum(each.printed >= 0 for each in numbers)
    contents = [(piece, piece.kind.contents(piece.thing)) for piece in pieces]
    cells = [cell for _, each in contents if each.table for row in each.table.cells for cell in row]
    texts = [words for _, each in contents for words in each.words]
    texts += [cell for cell in cells if isinstance(cell, str)]
    texts += [each.text for piece, each in contents if piece.kind.kept]
    return Counter(
        computed=computed + sum(piece.kind.stands == "number" for piece in pieces),
        verified=verified,
        code=max(code - verified, 0),
        cells=sum(map(is_number, cells)) + sum(len(sure_numbers_in(t, naming)) for t in texts if t),
    )
