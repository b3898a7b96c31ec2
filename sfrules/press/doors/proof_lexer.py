"""A Pygments lexer for proofs: samples of them on a site are colored, as any other code is."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class ProofLexer(RegexLexer):  # type: ignore[misc] # its package has no types
    """The lines of a proof."""

    name = "Proof"
    aliases: ClassVar[list[str]] = ["proof"]
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"\s+", Text),
            (r"#.*", Comment.Single),
            (r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", String),
            (
                r"(for)(\s+)([^\W\d]\w*)(\s+)(in)\b",
                bygroups(Keyword, Text, Name.Variable, Text, Keyword),
            ),
            (r"(?:is|not|and|or|in|if|else)\b", Operator.Word),
            (r"(?:rounded(?:\s+(?:up|down))|within)\b", Keyword),
            (r"(?:true|false|none)\b", Keyword.Constant),
            (r"\b[A-Z]{1,6}-\d+\b", Name.Label),
            (r"\d*d\d+\b", Number),
            (r"\d[\d,]*(?:\.\d+)?(?:st|nd|rd|th)?\b%?", Number),
            (r"[^\W\d][\w.]*(?=\()", Name.Function),
            (r"[^\W\d]\w*(?:\.\w+)*", Name),
            (r"==|!=|<=|>=|//|\*\*|[=≈~<>+\-−–×*/%|]", Operator),
            (r"[()\[\]{},:;.]", Punctuation),
            (r".", Text),
        ]
    }
