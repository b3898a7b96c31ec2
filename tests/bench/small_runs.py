"""What a bench prints with `--small`, by the name of its script: the lines that it has to have."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
TIME = r"\d+\.\d\d s"
NUMBER = r"-?\d+\.\d\d"
PEERS = ("by hand", "mkdocs-macros", "markdown-exec")
SERVERS = ("sfrules serve", "mkdocs serve", "mkdocs-macros", "markdown-exec")
STALE = {"rule": SERVERS[2:], "definition": SERVERS[3:]}  # what the peers keep until the next start


def _row(
    work: str,
    variant: str,
    *,
    clock: str = NUMBER,
    processor: str = NUMBER,
    beside: bool = False,
    memory: str = "",
) -> str:
    """A row of the table; `beside` another variant it has two ratios."""
    ratio = NUMBER if beside else ""
    by_processor = NUMBER if beside and processor else ""
    cells = (
        work,
        variant,
        clock,
        ratio if clock == NUMBER else "",
        processor,
        by_processor,
        memory,
    )
    return r"\| " + r" \| ".join(f" *{cell} *" for cell in cells) + r" \|"


def _saved(save: str) -> list[str]:
    """The rows of a kind of save: a time for each server, or that it keeps the old number."""
    return [
        _row(
            f"save of a {save}, 23 pages",
            server,
            clock="never" if server in STALE.get(save, ()) else NUMBER,
            processor="",
            beside=True,
        )
        for server in SERVERS
    ]


CHECKS = ("cold", "warm", "after an edit")
LINES = {
    "analyze": ["6 of 6 planted faults told, seed 1"],
    "book": [
        _row("build, a book", variant, beside=True, memory=r"\d*")
        for variant in ("sfrules", "pasted")
    ],
    "build": [
        *(
            _row("build, 2 pages", variant, beside=True, memory=r"\d*")
            for variant in ("sfrules", "sfrules, the theme's search", *PEERS)
        ),
        *(
            _row(f"build again, 2 pages, {what} changed", variant, beside=True, memory=r"\d*")
            for what in ("nothing", "one page")
            for variant in ("sfrules", "by hand")
        ),
        _row("build again, 2 pages, one rule changed", "sfrules", memory=r"\d*"),
        *(
            _row("growth from 2 to 3 pages, as a power", variant)
            for variant in ("sfrules", "by hand", "sfrules check")
        ),
    ],
    "check": [
        *(
            _row("a question", question, memory=r"\d*")
            for question in (
                r"calc sea\.draft\(7\)",
                r"explain sea\.draft\(7\)",
                r"where sea\.draft",
            )
        ),
        *(_row("check, 23 pages", kind, memory=r"\d*") for kind in CHECKS),
        *(rf"  cold: {phase} +{TIME} +\d+%" for phase in ("macros, tables and charts", "Markdown")),
        rf"  after an edit: starting Python and the press +{TIME} +\d+%",
    ],
    "claims": [
        _row("check of 100 claims, beyond the start", way, beside=True)
        for way in ("sfrules", "proofs", "sessions", "doctest", "sybil")
    ],
    "parallels": [
        r"\d+ numbers compared, 0 in another order",
        r"5 of 5 seeded changes told, 100.0%",
    ],
    "saves": [
        *(
            _row("sfrules serve, to its first page", kind, processor="")
            for kind in ("cold", "nothing changed since")
        ),
        *(
            _row(f"save of {kind}, the shipped book", f"sfrules serve, the {to}", processor="")
            for kind in ("a page", "a row")
            for to in ("page in view", "last page")
        ),
    ],
    "budget": [
        rf"{work}: .*\d calls of Python, .*characters parsed.*"
        for work in (
            "a page of prose",
            "a page with five tables",
            "a proof of ten lines",
            "a save of a page",
            "a save of a rule",
        )
    ],
    "evenings": [
        rf"{evening} +\d+% +\d+\.\d +\d\.\d"
        for evening in (
            "the bridge",
            *(
                f"{kind}, {party}"
                for kind in ("fair", "hard")
                for party in (
                    "as the book prints it",
                    "plain heroes on the map",
                    "made heroes on the map",
                )
            ),
            *(
                f"chase, {system}"
                for system in ("core", "yards", "terrain", "impairment", "seconds")
            ),
        )
    ],
    "covered": [r"\| lint \| [\d,]+ \| [1-9][\d.]* % \| [\d,]+ \| [\d.]+ % \|"],
    "gaps": [rf"{head} +[1-9]\d* +[1-9]\d* +\d+\.\d%" for head in ("d20", "T20", "Level")],
    "lint": [
        r"20 files, 0\.\d MB",
        *(
            _row("lint, 20 files", program, beside=True, memory=r"\d*")
            for program in ("sfrules lint", "markdown-it-py alone")
        ),
    ],
    "memory": [
        _row("memory of sfrules serve, 23 pages", said, clock="", processor="", memory=r"\d+")
        for said in ("after 4 saves", *(f"after 4 saves, and {n} more" for n in (4, 8)))
    ],
    "plain": [r".*docs/lint/rules\.md +\d{4} +\d+ +\d+\.\d\d", r"all +\d{4} +\d+ +\d+\.\d\d"],
    "restyled": [r"\| `index` \| \d+ \| [\d,]+ \| [\d,]+ \| \d+ \| [\d.]+ \|"],
    "serve": [row for save in ("page", "rule", "row", "definition") for row in _saved(save)],
    "share": [
        r" +\d+\.\d %  docs/core/damage\.md, \d+ characters of proofs",
        r" +\d\.\d %  all pages, .*",
    ],
    "way": [
        r"no number: \d+ files in \d+ rooms, 0 for it alone",
        *(
            rf"{what}: \d+ files in \d+ rooms, [1-9]\d* for it alone"
            for what in ("proved number", "computed number", "table")
        ),
        # An expression's text is taken apart once, and read as a tree once, in a proof as well.
        *(
            rf"  {expression} is read by from_page\.{reader}: 1"
            for expression in (r'fare\(30, "barge"\)', r'table\("fares"\)')
            for reader in ("tokens_in", "read_expression")
        ),
    ],
}


def missing(script: str) -> list[str]:
    """Run a bench with `--small`; the lines that it has to print and does not, none if all is well."""
    command = [sys.executable, str(BENCH / f"{script}.py"), "--small"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    printed = ran.stdout.splitlines()
    return [line for line in LINES[script] if not any(re.fullmatch(line, each) for each in printed)]
