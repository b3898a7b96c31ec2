"""The door for assistants and programs: `sfrules mcp` answers over the Model Context Protocol.

Every tool only reads. What it is asked runs within the bounds of a page, in the main thread, where
an alarm can stop it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.types import ToolAnnotations

from sfrules.ground.problems import ProblemsFound
from sfrules.press.doors.mcp_greeting import GUIDE, NAME
from sfrules.press.doors.sentences import JudgedSentence, Sentences
from sfrules.press.doors.sourced import (
    AnswerVerdict,
    PrintedPlaces,
    QuestionRefused,
    SearchHits,
    SourcedAnswer,
    SourcedAnswers,
    WorkedExplanation,
)
from sfrules.press.things.book import Book

LONGEST = 4_000  # characters of a question
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


def make_server(book: Callable[[], Book], folder: Path) -> MCPServer:
    """A server for the book of a folder, which is loaded when it is first asked for."""
    server, own = MCPServer(NAME, instructions=GUIDE, log_level="ERROR"), _Tools(book, folder)
    for tool in (own.search, own.calc, own.explain, own.where, own.check_claim, own.verify):
        server.tool(annotations=_READS)(tool)
    return server


def serve_here(server: MCPServer, *, is_answered: bool) -> None:
    """Serve over standard input and output, on which the first line may be answered already."""
    anyio.run(_serve_here, server, is_answered)


async def _serve_here(server: MCPServer, is_answered: bool) -> None:
    lines = anyio.wrap_file(TextIOWrapper(sys.stdin.buffer, "utf-8", "replace"))
    wire, sys.stdout = _Wire(sys.stdout, is_answered), sys.stderr
    under = server._lowlevel_server  # noqa: SLF001 — the library has no other way to say the streams
    async with stdio_server(lines, wire) as (asked, told):  # type: ignore[arg-type] # it does as much of it
        await under.run(asked, told, under.create_initialization_options())


class _Wire:
    """Standard output, which leaves out the first answer if it has been given."""

    def __init__(self, file: TextIO, is_answered: bool) -> None:
        self._file, self._is_answered = anyio.wrap_file(file), is_answered

    async def write(self, text: str) -> None:
        if not self._is_answered:
            await self._file.write(text)
        self._is_answered = False

    async def flush(self) -> None:
        await self._file.flush()


class _Tools:
    """What an assistant may ask; the first line of each is what it is told of it."""

    def __init__(self, book: Callable[[], Book], folder: Path) -> None:
        self._book, self._folder = book, folder

    async def search(self, words: str) -> SearchHits:
        """Find rules, terms and tables by what they are called or say."""
        with self._answering(words) as answers:
            return answers.search(words)

    async def calc(self, expression: str) -> SourcedAnswer:
        """Work out an expression: its exact value, how a page prints it, and the rules it asks."""
        with self._answering(expression) as answers:
            return answers.calc(expression)

    async def explain(self, expression: str) -> WorkedExplanation:
        """Work out an expression in steps, each rule with its formula and its numbers."""
        with self._answering(expression) as answers:
            return answers.explain(expression)

    async def where(self, name: str) -> PrintedPlaces:
        """List the places of the book that print something of a rule, a row or an expression."""
        with self._answering(name) as answers:
            return answers.where(name)

    async def check_claim(self, sentence: str) -> JudgedSentence:
        """Say of each number of a sentence: true, false, asked with, or not about this book."""
        with self._answering(sentence) as answers:
            return Sentences(answers).check(sentence)

    async def verify(self, answer: SourcedAnswer) -> AnswerVerdict:
        """Say whether an answer of calc was given by this book, and would be given again."""
        with self._answering(answer.expression) as answers:
            return answers.verify(answer)

    @cached_property
    def _answers(self) -> SourcedAnswers:
        return SourcedAnswers(self._book(), self._folder)

    @contextmanager
    def _answering(self, question: str) -> Iterator[SourcedAnswers]:
        if len(question) > LONGEST:
            raise ToolError(f"a question has at most {LONGEST:,} characters")
        try:
            yield self._answers
        except (QuestionRefused, ProblemsFound) as refused:
            raise ToolError(str(refused)) from None
