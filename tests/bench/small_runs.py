"""What a bench prints with `--small`, by the name of its script: the lines that it has to have."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
TIME = r"\d+\.\d\d s"
SERVERS = ("sfrules serve", "mkdocs serve", "mkdocs-macros", "markdown-exec")
STALE = {"rule": SERVERS[2:], "definition": SERVERS[3:]}  # what the peers keep until the next start


def _served(save: str) -> str:
    """The line of a kind of save: a time for each server, or that it serves the old number."""
    each = (
        f"{server} the old number" if server in STALE.get(save, ()) else rf"{server} {TIME} \(\d+\)"
        for server in SERVERS
    )
    return rf"  23 pages  {save} +{'  '.join(each)}"


CHECKS = ("cold", "warm", "after an edit")
DRIFTS = (("sfrules", 2), ("doctest", 0), ("sybil", 0))  # whether they read the sentence
LINES = {
    "analyze": ["6 of 6 planted faults told, seed 1"],
    "book": [
        rf"{time}: book {TIME}, pasted {TIME}, ratio [\d.]+" for time in ("clock", "processor")
    ],
    "build": [
        "2 pages, medians of 1 builds of each",
        *(
            rf"{variant} +{TIME} +[\d.]+ +{TIME} +[\d.]+"
            for variant in ("sfrules", "by hand", "mkdocs-macros")
        ),
    ],
    "check": [
        *(rf"23 pages, {kind} +{TIME} +{TIME} of the processor" for kind in CHECKS),
        *(rf"  cold: {phase} +{TIME} +\d+%" for phase in ("macros, tables and charts", "Markdown")),
        rf"  after an edit: starting Python and the press +{TIME} +\d+%",
    ],
    "claims": [
        "100 claims, seconds of the processor, median of 1 rounds",
        *(
            rf"{way} +\d+\.\d\d +-?\d+\.\d\d +-?\d+\.\d\d"
            for way in ("sfrules", "proofs", "sessions", "doctest", "sybil")
        ),
    ],
    "drift": [rf"{tool},2,{mends},{mends},\d+,\d+,5" for tool, mends in DRIFTS],
    "parallels": [
        r"\d+ numbers compared, 0 in another order",
        r"5 of 5 seeded changes told, 100.0%",
    ],
    "saves": [
        rf"{kind} +{TIME} +{TIME} of the processor +\d+ shown again"
        for kind in ("a page", "a rule", "a row")
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
        r"20 files, 0\.\d MB, median of 1 rounds",
        rf"sfrules lint +{TIME} by the clock +\d+ files a second",
        rf"markdown-it-py alone +{TIME} of a processor +\d+ files a second",
        r"lint takes \d+\.\d\d times as long as parsing alone, of a processor",
    ],
    "memory": [r"\d+\.\d MB after 4 saves", *(rf"\d+\.\d MB after {n} more: .*%" for n in (4, 8))],
    "plain": [r".*docs/lint/rules\.md +\d{4} +\d+ +\d+\.\d\d", r"all +\d{4} +\d+ +\d+\.\d\d"],
    "restyled": [r"index +\d+ elements, +[\d,]+ styled"],
    "serve": [_served(save) for save in ("page", "rule", "row", "definition")],
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
        # An expression's text is taken apart once; a line of a proof into its parts before that.
        r'  fare\(30, "barge"\) is read by line_reader\._marks_of: 1',
        *(
            rf"  {expression} is read by from_page\.lex: 1"
            for expression in (r'fare\(30, "barge"\)', r'table\("fares"\)')
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
