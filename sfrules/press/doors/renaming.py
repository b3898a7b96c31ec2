"""`sfrules rename`: another name for a rule, a row, a table or a term, wherever it is said."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping
from keyword import iskeyword
from pathlib import Path

from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import relative
from sfrules.ground.mends import Settled
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.page.regions import Region, regions
from sfrules.press.things.book import Book, Record

LITERALS = {"false", "none", "true"}  # of pages; Python's are keywords
_CODE = ("```proof", "```pycon", "```formula", "~~~proof", "~~~pycon", "~~~formula")
Change = Callable[[str], str]


def renamed(book: Book, docs: Path, old: str, new: str) -> Settled:
    """The files of a book before and after a change of name; nothing is written.

    Raises:
        Mistake: for a name that the book does not have, or one that it has already.
    """
    kind = _kind_of(book, old)
    if new in _names(book) or not new.strip():
        raise Mistake(f'"{new}" is a name of this book already' if new.strip() else "no new name")
    if kind == "rule" and not new.isidentifier():
        raise Mistake(f'"{new}" is no name of a rule', "letters, digits and underscores")
    if kind == "rule" and (iskeyword(new) or new in LITERALS):
        raise Mistake(
            f'"{new}" is no name of a rule', "code or pages read it as a word of their own"
        )
    before: dict[str, str | None] = {}
    after: dict[str, str | None] = {}
    for path in sorted({*book.watch, *docs.rglob("*.md")}):
        change = _CHANGES.get(path.suffix)
        if path.is_file() and change:
            source = read_source(path, relative(path, book.root), [book.root])
            if (text := change(source.text, kind, old, new)) != source.text:
                before[source.path], after[source.path] = source.text, text
    return Settled(book.root, before, after, ())


def _names(book: Book) -> dict[str, str]:
    """Every name that can be changed, with what it is the name of."""
    rows = (
        str(record.fields.get("id", name))
        for members in book.namespaces.values()
        for name, record in members.items()
        if isinstance(record, Record)
    )
    return {
        **dict.fromkeys(rows, "row"),
        **dict.fromkeys((*book.tables, *book.figures, *book.charts), "thing"),
        **{name.partition(".")[2]: "rule" for name in book.rule_names.values()},
        **{term.term: "term" for term in book.terms},
    }


def _kind_of(book: Book, name: str) -> str:
    names = _names(book)
    if name not in names:
        raise Mistake(f'"{name}" is not a name of this book', did_you_mean(name, names))
    return names[name]


def _in_python(text: str, kind: str, old: str, new: str) -> str:
    """Code with other names, or texts that are names; expressions in texts have rules too."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    changes, others = [], _others(ast.parse(text), old)
    of_others = {
        starts[line - 1] + len(lines[line - 1].encode()[:at].decode()) for line, at in others
    }
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        start, end = (
            starts[token.start[0] - 1] + token.start[1],
            starts[token.end[0] - 1] + token.end[1],
        )
        said = token.string
        if kind == "rule" and token.type == tokenize.NAME:
            if said == old and start not in of_others:
                changes.append((start, end, new))
        elif kind == "rule" and token.type == tokenize.STRING:
            changes.append((start, end, _called(said, old, new)))
        elif token.type == tokenize.STRING and said[1:-1] == old:
            changes.append((start, end, f"{said[0]}{new}{said[0]}"))
    return _with(text, changes)


def _others(
    node: ast.AST, name: str, hidden: bool = False, modules: frozenset[str] = frozenset()
) -> Iterator[tuple[int, int]]:
    """Where a name of code is another thing than the rule: a local, a parameter, or a field.

    Each place is a line, and a column in bytes.
    """
    if isinstance(node, ast.Module):
        imports = [n for n in ast.walk(node) if isinstance(n, ast.Import | ast.ImportFrom)]
        modules = frozenset(a.asname or a.name for each in imports for a in each.names)
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Name(id=said) | ast.arg(arg=said) if said == name and hidden:
                yield child.lineno, child.col_offset
            case ast.keyword(arg=said) if said == name:
                yield child.lineno, child.col_offset
            case ast.Attribute(value=ast.Name(id=of)) if child.attr == name and of in modules:
                pass
            case ast.Attribute(attr=said, end_lineno=int(line), end_col_offset=int(end)):
                if said == name:
                    yield line, end - len(name.encode())
        yield from _others(child, name, hidden or name in _bound(child), modules)


def _bound(node: ast.AST) -> set[str]:
    """The names that a function, a comprehension or a class has for itself."""
    if not isinstance(node, _SCOPES):
        return set()
    found, waiting = set(), list(ast.iter_child_nodes(node))
    while waiting:
        match waiting.pop():
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
            case inner if not isinstance(inner, _SCOPES):
                waiting += ast.iter_child_nodes(inner)
    return found


_SCOPES = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def _in_page(text: str, kind: str, old: str, new: str) -> str:
    """A page with other names, in its macros, terms, proofs and sessions alone."""
    changes = []
    for region in regions(text).found:
        said = text[region.start : region.end]
        if region.kind == "term" and kind == "term":
            term = rf"(?<=\[\[)\s*{re.escape(old)}\s*(?=\]\]|\|)"
            changes.append((region.start, region.end, re.sub(term, lambda _: new, said)))
        elif region.kind != "term" and _is_code_of_the_book(region, said):
            changes.append((region.start, region.end, _said(said, kind, old, new)))
    return _with(text, changes)


def _is_code_of_the_book(region: Region, said: str) -> bool:
    return region.kind != "code" or said.lstrip(" \t>").startswith(_CODE)


def _said(said: str, kind: str, old: str, new: str) -> str:
    if kind == "rule":
        return _called(said, old, new)
    said = re.sub(rf"(?<=([\"'])){re.escape(old)}(?=\1)", lambda _: new, said)
    member = re.sub(r"\W+", "_", old.lower()).strip("_")
    return re.sub(rf"(?<=\.){member}\b", _member(new), said) if kind == "row" else said


def _member(name: str) -> str:
    return re.sub(r"\W+", "_", name.lower()).strip("_")


def _called(said: str, old: str, new: str) -> str:
    """Expressions with another name of a rule: where it is called, or given as an argument."""
    return re.sub(rf"(?<![\w\"'-]){re.escape(old)}(?=\s*[(),])", new, said)


def _in_rows(text: str, kind: str, old: str, new: str) -> str:
    """A table of facts with other cells: those that are the name, and nothing else."""
    if kind == "rule":
        return _called(text, old, new)
    cell = rf"(?m)(?:(?<=^)|(?<=,)){re.escape(old)}(?=,|$)"
    quoted = new if not set(',"\n') & set(new) else '"' + new.replace('"', '""') + '"'
    return re.sub(cell, lambda _: quoted, text)


_CHANGES: Mapping[str, Callable[[str, str, str, str], str]] = {
    ".py": _in_python,
    ".md": _in_page,
    ".csv": _in_rows,
}


def _with(text: str, changes: list[tuple[int, int, str]]) -> str:
    return "".join(_parts(text, sorted(changes)))


def _parts(text: str, changes: list[tuple[int, int, str]]) -> Iterator[str]:
    at = 0
    for start, end, put in changes:
        yield text[at:start]
        yield put
        at = end
    yield text[at:]
