"""The first answer of `sfrules mcp` is that of the library, which is not loaded yet."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.server.stdio import stdio_server

from sfrules.press.doors.mcp_greeting import greet, greeting
from sfrules.press.doors.mcp_server import make_server

ROOT = Path(__file__).resolve().parents[2]
META = "io.modelcontextprotocol/"


def handshake(version: object, **more: Any) -> dict[str, Any]:
    who = {"name": "a client", "version": "1"}
    given = {"protocolVersion": version, "capabilities": {}, "clientInfo": who, **more}
    return {"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": given}


def discovery(version: str) -> dict[str, Any]:
    who = {"name": "a client", "version": "1"}
    meta = {"protocolVersion": version, "clientInfo": who, "clientCapabilities": {}}
    given = {"_meta": {f"{META}{key}": value for key, value in meta.items()}}
    return {"jsonrpc": "2.0", "id": "one", "method": "server/discover", "params": given}


async def answered(line: str) -> str:
    server, told = make_server(lambda: None, Path())._lowlevel_server, io.StringIO()  # type: ignore[arg-type, return-value]
    files = anyio.wrap_file(io.StringIO(f"{line}\n")), anyio.wrap_file(told)
    async with stdio_server(*files) as streams:
        await server.run(*streams, server.create_initialization_options())
    return told.getvalue()


@pytest.mark.parametrize(
    "asked",
    [
        *map(handshake, ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "1999-01-01"]),
        discovery("2026-07-28"),
    ],
    ids=lambda asked: f"{asked['method']} {asked['params'].get('protocolVersion', '')}",
)
def test_the_greeting_is_what_the_library_would_say(asked: dict[str, Any]) -> None:
    line = json.dumps(asked)
    with ThreadPoolExecutor(1) as one:  # this thread may have a loop, of a browser's tests
        said = one.submit(asyncio.run, answered(line)).result()
    assert json.loads(greeting(line.encode())) == json.loads(said)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "no JSON",
        "[1, 2]",
        json.dumps(handshake(5)),
        json.dumps(handshake("2025-11-25", clientInfo="me")),
        json.dumps(handshake("2025-11-25", capabilities=None)),
        json.dumps(discovery("2099-01-01")),
        json.dumps({**handshake("2025-11-25"), "method": "tools/list"}),
        json.dumps({**handshake("2025-11-25"), "id": None}),
    ],
)
def test_what_the_library_may_refuse_is_left_to_it(line: str) -> None:
    assert greeting(line.encode()) == ""


@pytest.mark.parametrize("asked", [handshake("2025-11-25"), {"method": "ping"}], ids=["it", "not"])
def test_a_line_is_answered_if_it_can_be_and_passed_on_either_way(
    asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"{json.dumps(asked)}\n".encode()
    given = io.BufferedReader(io.BytesIO(line))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(given))
    is_answered = greet()
    assert given.read() == line
    assert [json.loads(each)["id"] for each in capsys.readouterr().out.splitlines()] == (
        [asked["id"]] if is_answered else []
    )
    assert is_answered == (asked.get("method") == "initialize")


def test_a_handshake_is_answered_once_and_what_follows_by_the_library() -> None:
    asked = [
        handshake("2025-11-25"),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 8, "method": "tools/list"},
    ]
    command = [sys.executable, "-m", "sfrules", "mcp"]
    piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, **piped) as server:
        server.stdin.write("".join(f"{json.dumps(each)}\n" for each in asked))
        server.stdin.flush()  # and left open: whoever hangs up is owed no answer
        greeted, listed = (json.loads(server.stdout.readline()) for _ in range(2))
        assert server.communicate()[0] == ""
    assert (greeted["id"], listed["id"]) == (7, 8)
    assert len(listed["result"]["tools"]) == 6
