"""The language server, spoken to in its own protocol by a client in another process."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from boats_site import make_site
from toy_book import BOOK, speed

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from sfrules.ground.problems import Problem
from sfrules.press.doors.editor import keys_of
from sfrules.press.doors.lsp import Messages, edits_of, title_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

PAGE = """\
---
rules: sea
---
# Boats

A sloop makes {{ printed(8, sea.speed(3)) }} knots. See [[knots]].

{{ table("fleet") }} {{ boats.gull.sails }} {{ speed(4) }}

A cutter makes 11 knots.

```proof
speed(5) = 11
```
"""
SERVE = "from sfrules.__main__ import main; main()"


class Session:
    """A client with the page open, and what it was told."""

    def __init__(self, root: Path, client: LanguageClient) -> None:
        self.client = client
        self.uri = (root / "docs" / "index.md").as_uri()
        self.page = lsp.TextDocumentIdentifier(self.uri)
        self.found: dict[str, list[lsp.Diagnostic]] = {}
        self.told = asyncio.Event()

    async def problems(self) -> list[lsp.Diagnostic]:
        await asyncio.wait_for(self.told.wait(), 30)
        self.told.clear()
        return self.found.get(self.uri, [])

    def at(self, text: str, within: str = PAGE) -> lsp.Position:
        """The place just behind a text."""
        before = within[: within.index(text) + len(text)]
        return lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)

    def change(self, text: str) -> None:
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        document = lsp.VersionedTextDocumentIdentifier(2, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    async def names(self, text: str, before: str) -> set[str]:
        self.change(text)
        place = self.at(before, text)
        found = await self.client.text_document_completion_async(
            lsp.CompletionParams(self.page, place)
        )
        return {item.label for item in found}


def spoken(root: Path, talk: Callable[[Session], Awaitable[Any]]) -> Any:
    """What comes of talking with a server of a site."""
    site = make_site(root)
    site.write("index.md", PAGE)

    async def run() -> Any:
        client = LanguageClient("test", "1")
        session = Session(root, client)

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def tell(params: lsp.PublishDiagnosticsParams) -> None:
            session.found[params.uri] = list(params.diagnostics)
            if params.uri == session.uri:
                session.told.set()

        around = {**site.environment()}
        around["PYTHONPATH"] += os.pathsep + os.pathsep.join(sys.path)
        await client.start_io(sys.executable, "-c", SERVE, "lsp", cwd=root, env=around)
        await client.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities()))
        client.initialized(lsp.InitializedParams())
        document = lsp.TextDocumentItem(session.uri, "markdown", 1, PAGE)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        try:
            return await talk(session)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()

    # In a thread of its own: the browser's tests leave a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, run()).result()


def test_a_wrong_claim_is_a_diagnostic_and_goes_with_what_is_typed(tmp_path):
    async def talk(session: Session) -> None:
        (wrong,) = [each for each in await session.problems() if "prints 8" in each.message]
        assert wrong.message.startswith("the page prints 8, sea.speed(3) is 7")
        assert (wrong.range.start.line, wrong.range.start.character) == (5, 17)
        session.change(PAGE.replace("printed(8", "printed(7"))
        assert not [each for each in await session.problems() if "prints" in each.message]

    spoken(tmp_path, talk)


def test_the_fix_is_a_code_action(tmp_path):
    async def talk(session: Session) -> None:
        await session.problems()
        line = lsp.Range(session.at("A sloop"), session.at("A sloop"))
        (action,) = await session.client.text_document_code_action_async(
            lsp.CodeActionParams(session.page, line, lsp.CodeActionContext([]))
        )
        (edit,) = action.edit.changes[session.uri]
        assert (action.title, edit.new_text) == ("Write 7", "7")
        assert (edit.range.start, edit.range.end) == (
            session.at("printed("),
            session.at("printed(8"),
        )

    spoken(tmp_path, talk)


def test_names_are_offered_where_they_may_stand(tmp_path):
    async def talk(session: Session) -> None:
        await session.problems()
        assert {"speed", "cargo", "drift"} <= await session.names("{{ sea.", "{{ sea.")
        assert await session.names("{{ boats.gull.", "{{ boats.gull.") == {"name", "sails", "hull"}
        assert await session.names('{{ table("', '{{ table("') == {"fleet"}
        assert await session.names("See [[", "See [[") == {"knot", "hull"}
        assert {"sea", "boats", "table", "printed"} <= await session.names("{{ ", "{{ ")

    spoken(tmp_path, talk)


def test_a_rule_says_what_it_is_and_where_it_is_written(tmp_path):
    async def talk(session: Session) -> None:
        await session.problems()
        ask = session.client
        place = session.at("printed(8, sea.spe")
        told = await ask.text_document_hover_async(lsp.HoverParams(session.page, place))
        assert "sea.speed(sails, hull=" in told.contents.value
        assert "`sea.speed(3)` is **7**" in told.contents.value
        assert "Speed in knots: sails, and one more for wood." in told.contents.value
        told = await ask.text_document_hover_async(
            lsp.HoverParams(session.page, session.at("{{ spe"))
        )
        assert "`sea.speed(4)` is **9**" in told.contents.value
        found = await ask.text_document_definition_async(lsp.DefinitionParams(session.page, place))
        assert found.uri.endswith("toy_book.py")
        told = await ask.text_document_hover_async(
            lsp.HoverParams(session.page, session.at("[[kno"))
        )
        assert 'Miles an hour, at "sea".' in told.contents.value

        proved = session.at("A cutter makes 1")
        told = await ask.text_document_hover_async(lsp.HoverParams(session.page, proved))
        assert told.contents.value.startswith("`speed(5) = 11`\n\n")
        found = await ask.text_document_definition_async(lsp.DefinitionParams(session.page, proved))
        assert found.uri.endswith("toy_book.py")
        for ahead in ("A cutter makes ", "A cutter makes 11"):  # beside either end of the number
            beside = lsp.HoverParams(session.page, session.at(ahead))
            told = await ask.text_document_hover_async(beside)
            assert told.contents.value.startswith("`speed(5) = 11`")
        asked = lsp.ReferenceParams(
            lsp.ReferenceContext(include_declaration=True), session.page, proved
        )
        places = await ask.text_document_references_async(asked)
        lines = {each.range.start.line for each in places if each.uri == session.uri}
        assert {session.at("printed(8").line, session.at("speed(5)").line} <= lines

    spoken(tmp_path, talk)


KEYS = {"hull": ["wood", "iron"], "sails": range(1, 10)}
KEYED = replace(BOOK, domain=lambda _rule, parameter: KEYS.get(parameter))


@pytest.mark.parametrize(
    ("before", "keys"),
    [
        ("", []),
        ("3, ", ["wood", "iron"]),
        ('"a, b", ', ["wood", "iron"]),
        ("hull=", ["wood", "iron"]),
        ('3, "wood", ', []),
    ],
)
def test_the_keys_of_a_parameter_are_offered(before, keys):
    assert [offer.name for offer in keys_of(KEYED, speed, before)] == keys


def test_edits_are_as_small_as_what_changes():
    was, text = "One 𝔸 8.\nTwo.\nThree 8.\n", "One 𝔸 7.\nTwo.\nThree 9.\nFour.\n"
    edits = [*edits_of(was, text)]
    places = [(each.range.start.line, each.range.start.character) for each in edits]
    assert (places, [each.new_text for each in edits]) == ([(0, 7), (2, 6)], ["7", "9.\nFour"])


@pytest.mark.parametrize(
    ("hint", "title"),
    [
        ("sfrules check --fix writes 7 here and at 3:4", "Write 7 here and at 3:4"),
        ("the prose says 6: sfrules check --fix writes 6 here", "Write 6 here: the prose says 6"),
        ("sfrules check --fix writes it", "Write it: the answer is 7"),
        ("did you mean speed?", "Did you mean speed?"),
        ("", "The answer is 7"),
    ],
)
def test_the_title_of_a_fix_is_a_sentence(hint, title):
    assert title_of(Problem("page.md", 1, 1, "the answer is 7", hint)) == title


@pytest.mark.parametrize(
    "broken",
    [
        b"Content-Length: 99999999999\r\n\r\n",
        b"Content-Type: text\r\n\r\n{}",
        b"Content-Length: many\r\n\r\n{}",
        "Content-Length: 2\r\n\r\n{}".encode("utf-16"),
    ],
    ids=["huge", "without a length", "no number", "UTF-16"],
)
def test_after_a_broken_header_the_next_message_is_heard(broken):
    lines = list(iter(Messages(io.BytesIO(broken + b"Content-Length: 7\r\n\r\n")).readline, b""))
    assert lines[-2:] == [b"Content-Length: 7\r\n", b"\r\n"]
    assert b"Content-Length: 99999999999\r\n" not in lines


def test_a_message_of_99_mb_is_heard_and_none_of_100():
    heard = b"Content-Length: 99999999\r\n"
    sent = io.BytesIO(heard + b"Content-Length: 100000000\r\n")
    assert list(iter(Messages(sent).readline, b"")) == [heard, b"\r\n"]
