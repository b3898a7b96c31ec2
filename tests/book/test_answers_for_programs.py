"""Programs and assistants get exact answers with their sources, and a refusal says why."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import CallToolResult
from typer.testing import CliRunner

from sfrules.book import BOOK
from sfrules.press.doors.cli import app
from sfrules.press.doors.mcp_server import LONGEST, make_server

ROOT = Path(__file__).resolve().parents[2]
TEN_KB = 10_240


class Figure(NamedTuple):
    """A question, and its answer: typed by hand from the sources."""

    expression: str
    figure: str


def lines_of(file: Path) -> list[list[str]]:
    texts = (line for line in file.read_text(encoding="utf-8").splitlines() if line)
    return [line.split(" | ") for line in texts if not line.startswith("#")]


# The book's own test of them compares each with the page and the table that have it.
FIGURES = [
    Figure(line[5], line[3]) for line in lines_of(Path(__file__).with_name("mission.txt"))
] + [
    Figure('core.hit_points(7, "high")', "51"),
    Figure("core.check_die()", "d20"),
    Figure('core.surge_value(1, "medium")', "6"),
    Figure("core.tier_multiplier(1)", "1"),
    Figure('core.hit_points(20, "low")', "80"),
    Figure("core.burst_width(1)", "3"),
    Figure("core.burst_size(1)", "9"),
]
REFUSED = lines_of(Path(__file__).with_name("refused_by_domain.txt"))
HOSTILE = [
    ("calc", "9**9**9"),
    ("calc", "[0] * 10**12"),
    ("calc", '"a" * 10**12'),
    ("calc", "().__class__.__mro__"),
    ("calc", "core.hit_points.__globals__"),
    ("calc", "__import__('os').listdir('/')"),
    ("calc", "open('/etc/passwd')"),
    ("calc", "{% include '/etc/passwd' %}"),
    ("calc", "1 }}{{ 2"),
    ("calc", "<script>alert(1)</script>"),
    ("calc", "(" * 3000),
    ("calc", ""),
    ("calc", "\N{NULL}"),
    ("explain", "core.hit_points"),
    ("explain", "../../etc/passwd"),
    ("where", "../../../etc/passwd"),
    ("where", "<img src=x onerror=alert(1)>"),
]


async def call(client: Client, tool: str, **asked: Any) -> CallToolResult:
    result = await client.call_tool(tool, asked)
    assert isinstance(result, CallToolResult)
    return result


@asynccontextmanager
async def connected() -> AsyncIterator[Client]:
    async with Client(make_server(lambda: BOOK, ROOT)) as client:
        yield client


def asked_of_all(questions: list[tuple[str, dict[str, Any]]]) -> list[CallToolResult]:
    """What the official client gets for questions, asked one after the other."""

    async def ask() -> list[CallToolResult]:
        async with connected() as client:
            return [await call(client, tool, **asked) for tool, asked in questions]

    return asyncio.run(ask())


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, Any]]:
    questions = [("calc", {"expression": each.expression}) for each in FIGURES]
    results = asked_of_all(questions)
    assert [(each, r.content) for each, r in zip(FIGURES, results, strict=True) if r.is_error] == []
    return {
        each.expression: result.structured_content or {}
        for each, result in zip(FIGURES, results, strict=True)
    }


def amount(text: str) -> str:
    """A figure as `calc` writes it: +1, ×1.5, 50% and 16,384 are 1, 1.5, 0.5 and 16384."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace(",", "").lstrip("+×")
    return f"{float(plain[:-1]) / 100:g}" if plain.endswith("%") else plain


def test_two_hundred_questions_are_asked() -> None:
    assert len(FIGURES) >= 200
    assert len(REFUSED) >= 60


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.expression)
def test_a_figure_of_the_sources_is_answered_exactly_and_with_its_source(
    figure: Figure, answers: dict[str, dict[str, Any]]
) -> None:
    answer = answers[figure.expression]
    assert amount(figure.figure) in (answer["value"], amount(answer["printed"]))
    assert answer["digest"]
    assert answer["edition"]["book"] == "Square Fireballs"
    assert [rule["page"] for rule in answer["rules"] if rule["page"]]
    for rule in answer["rules"]:
        written = (ROOT / rule["file"]).read_text(encoding="utf-8").splitlines()
        name = rule["name"].partition("(")[0].rpartition(".")[2]
        assert any(f"def {name}(" in line for line in written[rule["line"] - 1 :][:6])
    assert len(json.dumps(answer)) <= TEN_KB


def test_what_lies_outside_of_a_domain_is_refused_with_the_domain() -> None:
    results = asked_of_all([("calc", {"expression": line[0]}) for line in REFUSED])
    for (expression, parameter, domain), result in zip(REFUSED, results, strict=True):
        said = getattr(result.content[0], "text", "")
        assert result.is_error, expression
        assert parameter in said
        assert domain in said, (expression, said)


def test_hostile_questions_are_refused_and_the_next_is_answered() -> None:
    names = {"calc": "expression", "explain": "expression", "where": "name"}
    questions = [(tool, {names[tool]: text}) for tool, text in HOSTILE]
    *results, last = asked_of_all([*questions, ("calc", {"expression": "1 + 1"})])
    assert [
        each for each, result in zip(HOSTILE, results, strict=True) if not result.is_error
    ] == []
    for result in results:
        said = getattr(result.content[0], "text", "")
        assert "root:" not in said
        assert "Traceback" not in said
        assert len(said) <= TEN_KB
    assert (last.structured_content or {})["value"] == "2"


def test_what_goes_around_a_rule_leaves_its_source() -> None:
    expressions = ['max(core.hit_points(7, "high"), 3)', "sum([core.tier_multiplier(11), 1])"]
    results = asked_of_all([("calc", {"expression": each}) for each in expressions])
    answers = [result.structured_content or {} for result in results]
    assert [answer["value"] for answer in answers] == ["51", "3"]
    assert [answer["rules"][0]["name"].partition("(")[0] for answer in answers] == [
        "core.hit_points",
        "core.tier_multiplier",
    ]


def test_no_answer_is_larger_than_ten_kilobytes() -> None:
    every = " + ".join(f"core.{name}(7)" for name in ("base_hit_points", "dice_multiplier", "tier"))
    many = " and ".join(f"{level} at level {level}" for level in (1, 2, 3))
    questions = [
        ("calc", {"expression": "[1] * 500"}),
        ("calc", {"expression": every}),
        (
            "explain",
            {"expression": 'core.surge_value(7, "high") + core.monster_hit_points(3, "brute")'},
        ),
        ("where", {"name": "core.hit_points"}),
        ("search", {"words": "the hit points of a hero at a level"}),
        ("check_claim", {"sentence": f"The dice multiplier is {many}."}),
    ]
    sizes = [len(json.dumps(result.structured_content)) for result in asked_of_all(questions)]
    assert max(sizes) <= TEN_KB


def test_more_than_a_sentence_is_refused() -> None:
    numbers = ", ".join(map(str, range(1, 9)))
    results = asked_of_all([("check_claim", {"sentence": f"{numbers} hit points."})])
    assert [result.is_error for result in results] == [True]


def test_a_question_that_is_too_long_is_refused() -> None:
    for tool, asked in (("search", "words"), ("check_claim", "sentence")):
        (result,) = asked_of_all([(tool, {asked: "a " * LONGEST})])
        assert result.is_error


def test_every_tool_only_reads_and_has_a_schema_of_its_answers() -> None:
    async def listed() -> Any:
        async with connected() as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(listed())}
    assert {*tools} == {"search", "calc", "explain", "where", "check_claim", "verify"}
    for tool in tools.values():
        assert tool.output_schema
        assert tool.annotations
        assert tool.annotations.read_only_hint


NAMED = [
    ("hit points of a hero", "core.hit_points"),
    ("falling damage", "terrain.fall_damage"),
    ("how far can I jump", "impairment.jump_distance"),
    ("armor class", "Armor Class"),
    ("opportunity attacks", "opportunity attack"),
    ("surge value", "surge value"),
]


def test_a_search_finds_what_is_called_so() -> None:
    results = asked_of_all([("search", {"words": words}) for words, _ in NAMED])
    for (words, name), result in zip(NAMED, results, strict=True):
        found = (result.structured_content or {})["found"]
        assert any(each["name"].startswith(name) for each in found[:3]), words
        assert len(json.dumps(found)) <= TEN_KB


# The figures are those of the sources: hit points of heroes, the cast and the monsters of the book.
SENTENCES = [
    ("Orrik has 51 hit points at level 7.", "51 true, 7 given"),
    ("Orrik has 52 hit points at level 7.", "52 false, 7 given"),
    ("At 7th level, a hero of high durability has 51 hit points.", "7th given, 51 true"),
    ("At level 40, a hero of high durability has 51 hit points.", "40 given, 51 not allowed"),
    (
        "A hero of level 30 and high durability has 240 hit points and a surge value of 60.",
        "30 given, 240 true, 60 true",
    ),
    (
        "A hero of level 30 and high durability has 240 hit points and a surge value of 61.",
        "30 given, 240 true, 61 false",
    ),
    ("A goblin has 22 hit points, and an orc 32.", "22 true, 32 true"),
    ("A goblin has 32 hit points, and an orc 22.", "32 false, 22 false"),
    ("The dice multiplier at level 11 is 1.5.", "11 given, 1.5 true"),
    ("The dice multiplier at level 11 is 4.", "11 given, 4 false"),
    ("Orrik has an armor class of 17.", "17 true"),
    ("Orrik has an AC of 18.", "18 false"),
    ("Pell's attack bonus is 5.", "5 true"),
    ("Wick is at level 1 and has 9 arrows.", "1 true, 9 not about this book"),
    ("Tamsin has 3 cats.", "3 not about this book"),
    ("It rained for 40 days.", "40 not about this book"),
    ("Nothing is counted here.", ""),
]


@pytest.fixture(scope="module")
def judged() -> dict[str, list[dict[str, Any]]]:
    results = asked_of_all([("check_claim", {"sentence": sentence}) for sentence, _ in SENTENCES])
    found = [(result.structured_content or {})["numbers"] for result in results]
    return dict(zip((sentence for sentence, _ in SENTENCES), found, strict=True))


@pytest.mark.parametrize(("sentence", "numbers"), SENTENCES)
def test_a_sentence_is_judged_number_by_number(
    sentence: str, numbers: str, judged: dict[str, list[dict[str, Any]]]
) -> None:
    found = judged[sentence]
    assert ", ".join(f"{each['number']} {each['said']}" for each in found) == numbers
    for each in found:
        assert bool(each["answer"]) == (each["said"] in ("true", "false"))


def sfrules(*arguments: str, given: str | None = None) -> Any:
    return CliRunner().invoke(app, [*arguments], input=given)


def test_ask_fails_for_a_false_number_and_says_what_would_be_true() -> None:
    told = sfrules("ask", "Orrik has 52 hit points at level 7.", "--book", "sfrules.book")
    assert told.exit_code == 1
    assert told.stdout.startswith(
        '52: false: core.hit_points(level=7, durability="high") = 51 (core/characters.md#hit-points)'
    )
    told = sfrules("ask", "Orrik has 51 hit points at level 7.", "--book", "sfrules.book")
    assert told.exit_code == 0


def test_calc_answers_each_line_of_its_input_with_a_line_of_json() -> None:
    told = sfrules("calc", "-", "--format", "json", given="1 + 1\ncore.hit_points(40, 'low')\n2\n")
    first, refused, last = map(json.loads, told.stdout.splitlines())
    assert (first["value"], last["value"]) == ("2", "2")
    assert refused == {"error": "level is 40; allowed: a whole number from 1 to 30"}


def test_an_answer_is_verified_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    answer = tmp_path / "answer.json"
    written = sfrules("calc", 'core.hit_points(7, "high")', "--format", "json").stdout
    answer.write_text(written, encoding="utf-8")
    assert sfrules("verify", str(answer)).stdout == "it holds: 51, by the same edition\n"
    assert sfrules("verify", "-", given=written).exit_code == 0
    told = sfrules("verify", "-", given=written.replace('"51"', '"52"'))
    assert told.exit_code == 1
    assert "the answer is not as it was given" in told.stderr
    told = sfrules("verify", "-", given=written.replace('"printed": "51"', '"printed": "52"'))
    assert "the answer is not as it was given" in told.stderr
    for other in ("", "{}", "[1]", "null", '{"rules": 1}', written.replace("digest", "name")):
        told = sfrules("verify", "-", given=other)
        assert told.exit_code == 1
        assert "this is no answer" in told.stderr


RULES = '''\
from sfrules import Book

book = Book("Tolls", __file__)

@book.rule
def toll(boats: range(1, 9)) -> int:
    """The toll of some boats."""
    return boats * {toll}
'''


def test_an_answer_of_another_edition_is_told_apart(tmp_path: Path) -> None:
    def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sfrules", *arguments, "--book", "tolls"]
        return subprocess.run(
            command, cwd=tmp_path, input=given, capture_output=True, text=True, check=False
        )

    file = tmp_path / "tolls.py"
    file.write_text(RULES.format(toll=3), encoding="utf-8")
    answer = run("calc", "toll(4)", "--format", "json").stdout
    file.write_text(RULES.format(toll=3) + "# the same\n", encoding="utf-8")
    assert run("verify", "-", given=answer).stdout == "it holds: 12, by another edition\n"
    file.write_text(RULES.format(toll=5), encoding="utf-8")
    told = run("verify", "-", given=answer)
    assert told.returncode == 1
    assert told.stderr == "error: it was 12, and is 20 in another edition\n"


def test_the_command_answers_over_standard_input_and_output() -> None:
    async def ask() -> Any:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "sfrules", "mcp"], cwd=ROOT
        )
        async with Client(stdio_client(command)) as client:
            return await call(client, "calc", expression='core.hit_points(7, "high")')

    assert (asyncio.run(ask()).structured_content or {})["value"] == "51"


def test_over_http_it_answers_on_this_machine_alone_and_keeps_no_session() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "sfrules", "mcp", "--http", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(port)
            result = asyncio.run(over_http(port))
        finally:
            server.terminate()
    assert (result.structured_content or {})["value"] == "51"


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < deadline, "the server has not begun to answer"
            time.sleep(0.1)
        else:
            return


async def over_http(port: int) -> CallToolResult:
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        return await call(client, "calc", expression='core.hit_points(7, "high")')
