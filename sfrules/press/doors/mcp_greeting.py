"""The first answer of `sfrules mcp`, given while the library of the protocol is still loading.

The library takes a second to load. What it answers to the request that opens a conversation is
known before: it is said at once, and the library is given the request afterwards with its own
answer to it left out.
"""

from __future__ import annotations

import json
import sys
from typing import Any

NAME = "sfrules"
GUIDE = (
    "Exact answers from the rules of one rulebook, each with its source. Search for a rule, then "
    'ask calc with an expression such as core.hit_points(7, "high"). What lies outside of a '
    "rule's domain is refused with the domain. Quote the printed value with its page."
)
_HANDSHAKES = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
_WITHOUT_HANDSHAKE = "2026-07-28"
_META = "io.modelcontextprotocol/"


def greet() -> bool:
    """Answer the line that opens a conversation, if that can be done at once; it stays to be read.

    Of a line that has not come whole, the library waits for the rest.
    """
    line, _, _ = sys.stdin.buffer.peek().partition(b"\n")  # type: ignore[union-attr] # it has a buffer
    if answer := greeting(line):
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
    return bool(answer)


def greeting(line: bytes) -> str:
    """Return the answer to a line that opens a conversation; "" if the library has to say."""
    try:
        asked = json.loads(line)
        number, given = asked["id"], asked["params"]
        result = {"initialize": _handshake, "server/discover": _discovery}[asked["method"]](given)
    except (ValueError, TypeError, KeyError, AttributeError):
        return ""
    known = asked.keys() == {"jsonrpc", "id", "method", "params"} and isinstance(number, int | str)
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": result}) if known else ""


def _handshake(given: Any) -> dict[str, Any]:
    version = _version(given, given["clientInfo"], given["capabilities"])
    said = version if version in _HANDSHAKES else _HANDSHAKES[-1]
    return {
        "protocolVersion": said,
        "serverInfo": {"name": NAME, "version": ""},
        **_offered(changes=False),
    }


def _discovery(given: Any) -> dict[str, Any]:
    meta = {key.removeprefix(_META): value for key, value in given["_meta"].items()}
    if _version(meta, meta["clientInfo"], meta["clientCapabilities"]) != _WITHOUT_HANDSHAKE:
        raise ValueError
    return {
        "cacheScope": "private",
        "resultType": "complete",
        "ttlMs": 0,
        "supportedVersions": [_WITHOUT_HANDSHAKE],
        "_meta": {f"{_META}serverInfo": {"name": NAME, "version": ""}},
        **_offered(changes=True),
    }


def _version(said: Any, client: Any, can: Any) -> str:
    """Return the version that a client asks for; ValueError if it leaves out what it has to say."""
    texts = (said["protocolVersion"], client["name"], client["version"])
    if not (isinstance(can, dict) and all(isinstance(text, str) for text in texts)):
        raise ValueError
    return str(texts[0])


def _offered(*, changes: bool) -> dict[str, Any]:
    change = {"listChanged": changes}
    can = {"prompts": change, "resources": {**change, "subscribe": changes}, "tools": change}
    return {"capabilities": can, "instructions": GUIDE}
