"""The language server: `sfrules lsp` speaks with an editor over its standard input and output."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from sfrules.ground.problems import Problem
from sfrules.press.doors.editor import Editor, Offer

PAUSE = 0.3  # seconds without a key, after which the page is checked
_KINDS = {
    "rule": lsp.CompletionItemKind.Function,
    "namespace": lsp.CompletionItemKind.Module,
    "row": lsp.CompletionItemKind.Value,
    "field": lsp.CompletionItemKind.Field,
    "term": lsp.CompletionItemKind.Text,
}


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
        self, where: lsp.CompletionParams | lsp.HoverParams | lsp.DefinitionParams
    ) -> tuple[str, str, int]:
        """A place of a page: its path, its text, and the offset in it."""
        document = self.workspace.get_text_document(where.text_document.uri)
        text, offset = document.source, document.offset_at_position(where.position)
        return self.path_of(document.uri), text, offset

    def check(self, *, afresh: bool = False) -> None:
        """Check the book, and show the problems of each file."""
        problems = sorted(self.editor.check(afresh=afresh), key=attrgetter("path"))
        doubts = self.editor.doubts()
        found = {path: list(own) for path, own in groupby(problems or doubts, attrgetter("path"))}
        for path in sorted(self.shown | found.keys()):
            diagnostics = [_diagnostic(each, each in doubts) for each in found.get(path, ())]
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


def _diagnostic(problem: Problem, is_doubt: bool = False) -> lsp.Diagnostic:
    line, start = problem.line - 1, _units(problem.text[: problem.column - 1])
    length = _units(problem.text[problem.column - 1 :][: problem.length]) or problem.length
    return lsp.Diagnostic(
        range=lsp.Range(lsp.Position(line, start), lsp.Position(line, start + length)),
        message="\n".join(filter(None, (problem.message, problem.hint))),
        severity=lsp.DiagnosticSeverity.Warning if is_doubt else lsp.DiagnosticSeverity.Error,
        source="sfrules",
    )


def _units(text: str) -> int:
    """How long a text is, as the protocol counts."""
    return len(text.encode("utf-16-le")) // 2


def _item(offer: Offer) -> lsp.CompletionItem:
    words = lsp.MarkupContent(lsp.MarkupKind.Markdown, offer.words)
    kind = _KINDS.get(offer.kind, lsp.CompletionItemKind.Struct)
    return lsp.CompletionItem(offer.name, kind=kind, detail=offer.detail, documentation=words)


def _whole(document: TextDocument) -> lsp.Range:
    return lsp.Range(lsp.Position(0, 0), lsp.Position(len(document.lines) + 1, 0))


def make_server(config_file: Path) -> BookServer:
    """The server with all that it answers."""
    server = BookServer(config_file)
    _listen(server)
    _answer(server)
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
        start = lsp.Position(place.line - 1, 0)
        return lsp.Location(server.uri_of(place.path), lsp.Range(start, start))

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def act(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = server.workspace.get_text_document(params.text_document.uri)
        path, found = server.path_of(document.uri), defaultdict(list)
        for line in range(params.range.start.line, params.range.end.line + 1):
            for problem, text in server.editor.fixes(path, line + 1):
                found[text].append(problem)
        return [
            lsp.CodeAction(
                title=f"Fix: {problems[0].hint or problems[0].message}",
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(problem) for problem in problems],
                edit=lsp.WorkspaceEdit({document.uri: [lsp.TextEdit(_whole(document), text)]}),
            )
            for text, problems in found.items()
        ]
