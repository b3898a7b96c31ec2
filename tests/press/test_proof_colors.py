"""Proofs in color: the lexer of samples on a site, and the grammar of editors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = json.loads((ROOT / "editors/vscode/proof.tmLanguage.json").read_text(encoding="utf-8"))
LINE = 'for level in 1 to 9: core.hits(level, "low") ≈ 7.5 times # why'
KINDS = {
    "for": (Keyword, "keyword.control"),
    "level": (Name.Variable, "variable.parameter"),
    "9": (Number, "constant.numeric"),
    "core.hits": (Name.Function, "entity.name.function"),
    '"low"': (String, "string.quoted"),
    "≈": (Operator, "keyword.operator"),
    "7.5": (Number, "constant.numeric"),
    "times": (Name, "variable.other"),
    "# why": (Comment.Single, "comment.line"),
}


def scopes(line: str) -> dict[str, str]:
    """The parts of a line that the grammar names, as an editor finds them: the first of each."""
    patterns = GRAMMAR["repository"]["line"]["patterns"]
    found: dict[str, str] = {}
    at = 0
    while at < len(line):
        matches = ((each, re.compile(each["match"]).search(line, at)) for each in patterns)
        first = min((m for m in matches if m[1]), key=lambda m: m[1].start(), default=None)
        if first is None:
            return found
        pattern, match = first
        parts = {match[0]: pattern["name"]} if "name" in pattern else {}
        parts |= {match[int(n)]: each["name"] for n, each in pattern.get("captures", {}).items()}
        found = {**parts, **found}
        at = match.end()
    return found


def test_the_lexer_is_found_by_its_name_and_knows_the_parts_of_a_line():
    told = {text: kind for kind, text in reversed([*get_lexer_by_name("proof").get_tokens(LINE)])}
    for text, (kind, _) in KINDS.items():
        assert told[text] in kind, text


def test_the_grammar_of_editors_knows_the_same_parts():
    told = scopes(LINE)
    for text, (_, scope) in KINDS.items():
        assert told[text].startswith(scope), text


@pytest.mark.parametrize("opening", ["```proof", "    ~~~~ proof hidden", "> ```proof"])
def test_the_grammar_begins_where_a_proof_does(opening):
    begins = [re.match(each["begin"], opening) for each in GRAMMAR["patterns"]]
    assert any(begins)
    assert not re.match(GRAMMAR["patterns"][0]["begin"], opening.replace("proof", "python"))
