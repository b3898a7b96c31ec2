"""The language server: `sfrules lsp` speaks with an editor over its standard input and output."""

from __future__ import annotations

import asyncio
import io
import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from sfrules.ground.problems import Problem
from sfrules.press.changes.comparison import first_difference
from sfrules.press.doors.editor import Editor, Offer

_FIXING = re.compile(r"(?:(?P<why>.+): )?sfrules check --fix (?P<does>write|delete)s (?P<what>.+)")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_HEADER = re.compile(rb"Content-Length: (\d+)\r\n$")
DIGITS = 8  # of the length of a message: no editor sends 100 MB
PAUSE = 0.3  # seconds without a key, after which the page is checked
_KINDS = {
    "rule": lsp.CompletionItemKind.Function,
    "namespace": lsp.CompletionItemKind.Module,
    "row": lsp.CompletionItemKind.Value,
    "field": lsp.CompletionItemKind.Field,
    "term": lsp.CompletionItemKind.Text,
    "key": lsp.CompletionItemKind.EnumMember,
}


class Messages(io.BufferedReader):
    """The bytes from an editor; after a broken header, the next message is heard again."""

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return a line; of one that ends with the header of a message, that header alone."""
        line = super().readline(size)
        if header := _HEADER.search(line):
            return header[0] if len(header[1]) <= DIGITS else b"\r\n"  # it is refused
        return line


class BookServer(LanguageServer):
    """A server for the pages of one book."""

    def __init__(self, config_file: Path) -> None:
        super().__init__("sfrules", "1")
        self.editor = Editor(config_file)
        self.shown: set[str] = set()
        self.waiting: asyncio.Task[None] | None = None

    def path_of(self, uri: str) -> str:
        """A file as problems name it."""
        path = Path(to_fs_path(uri) or "").resolve()
        root = self.editor.root
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)

    def uri_of(self, path: str) -> str:
        """The address of a file that a problem names."""
        return from_fs_path(str(self.editor.root / path)) or ""

    def at(
        self,
        where: lsp.CompletionParams | lsp.HoverParams | lsp.DefinitionParams | lsp.ReferenceParams,
    ) -> tuple[str, str, int]:
        """A place of a page: its path, its text, and the offset in it."""
        document = self.workspace.get_text_document(where.text_document.uri)
        text, offset = document.source, document.offset_at_position(where.position)
        return self.path_of(document.uri), text, offset

    def check(self, *, afresh: bool = False) -> None:
        """Check the book, and show the problems of each file."""
        problems = sorted(self.editor.check(afresh=afresh), key=attrgetter("path"))
        found = {path: list(own) for path, own in groupby(problems, attrgetter("path"))}
        for path in sorted(self.shown | found.keys()):
            diagnostics = [_diagnostic(each) for each in found.get(path, ())]
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(uri=self.uri_of(path), diagnostics=diagnostics)
            )
        self.shown = set(found)

    async def check_soon(self) -> None:
        """Check when nothing has been typed for a moment."""
        if self.waiting:
            self.waiting.cancel()
        self.waiting = asyncio.create_task(self._later())

    async def _later(self) -> None:
        await asyncio.sleep(PAUSE)
        self.check()


def _diagnostic(problem: Problem) -> lsp.Diagnostic:
    line, start = problem.line - 1, _units(problem.text[: problem.column - 1])
    length = _units(problem.text[problem.column - 1 :][: problem.length]) or problem.length
    return lsp.Diagnostic(
        range=lsp.Range(lsp.Position(line, start), lsp.Position(line, start + length)),
        message="\n".join(filter(None, (problem.message, problem.hint))),
        severity=lsp.DiagnosticSeverity.Error,
        source="sfrules",
    )


def _units(text: str) -> int:
    """How long a text is, as the protocol counts."""
    return len(text.encode("utf-16-le")) // 2


def _item(offer: Offer) -> lsp.CompletionItem:
    words = lsp.MarkupContent(lsp.MarkupKind.Markdown, offer.words)
    kind = _KINDS.get(offer.kind, lsp.CompletionItemKind.Struct)
    return lsp.CompletionItem(offer.name, kind=kind, detail=offer.detail, documentation=words)


def edits_of(was: str, text: str) -> Iterator[lsp.TextEdit]:
    """The edits that make one text of another: of each line that changes, what is different."""
    before, after = (_LINE.findall(each) for each in (was, text))
    for kind, low, high, first, last in SequenceMatcher(None, before, after).get_opcodes():
        if kind == "equal":
            continue
        old, new = "".join(before[low:high]), "".join(after[first:last])
        same = first_difference(old, new)
        tail = first_difference(old[same:][::-1], new[same:][::-1])
        start, end = (_position(old[:at], low) for at in (same, len(old) - tail))
        yield lsp.TextEdit(lsp.Range(start, end), new[same : len(new) - tail])


def _position(text: str, line: int) -> lsp.Position:
    """The place behind a text that begins with a line."""
    return lsp.Position(line + text.count("\n"), _units(text[text.rfind("\n") + 1 :]))


def title_of(problem: Problem) -> str:
    """What a fix does, as a sentence."""
    done = _FIXING.fullmatch(problem.hint)
    if not done:
        said = problem.hint or problem.message
        return f"{said[:1].upper()}{said[1:]}"
    why = problem.message if done["what"] == "it" else done["why"]
    return f"{done['does'].capitalize()} {done['what']}{f': {why}' if why else ''}"


def _location(server: BookServer, path: str, line: int, column: int = 1) -> lsp.Location:
    start = lsp.Position(line - 1, column - 1)
    return lsp.Location(server.uri_of(path), lsp.Range(start, start))


def make_server(config_file: Path) -> BookServer:
    """The server with all that it answers."""
    server = BookServer(config_file)
    _listen(server)
    _answer(server)
    _fix(server)
    return server


def _listen(server: BookServer) -> None:
    """Check the book as its pages are opened, changed, saved and closed."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        path = server.path_of(params.text_document.uri)
        server.editor.texts[path] = params.text_document.text
        server.check()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        server.editor.texts[server.path_of(document.uri)] = document.source
        await server.check_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.check(afresh=not params.text_document.uri.endswith(".md"))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.editor.texts.pop(server.path_of(params.text_document.uri), None)
        server.check()


def _answer(server: BookServer) -> None:
    """Answer what an editor asks of a place."""

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", '"', "["])
    )
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return [_item(offer) for offer in server.editor.offers(*server.at(params))]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        told = server.editor.told(*server.at(params))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told)) if told else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def define(params: lsp.DefinitionParams) -> lsp.Location | None:
        if (place := server.editor.place(*server.at(params))) is None:
            return None
        return _location(server, place.path, place.line)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def refer(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = server.editor.mentions(*server.at(params))
        return [_location(server, each.page, each.line, each.column) for each in found]


def _fix(server: BookServer) -> None:
    """Offer the fixes of the problems in a place."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def act(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = server.workspace.get_text_document(params.text_document.uri)
        path, found = server.path_of(document.uri), defaultdict(list)
        for line in range(params.range.start.line, params.range.end.line + 1):
            for problem, text in server.editor.fixes(path, line + 1):
                found[text].append(problem)
        return [
            lsp.CodeAction(
                title=title_of(problems[0]),
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(problem) for problem in problems],
                edit=lsp.WorkspaceEdit({document.uri: [*edits_of(document.source, text)]}),
            )
            for text, problems in found.items()
        ]
