"""A page's tokens as Jinja's parser reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jinja2 import Environment
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token, TokenStream

from sfrules.press.page.regions import unmask
from sfrules.press.page.tokens import RESERVED, Tokens


def stream(environment: Environment, tokens: Tokens) -> TokenStream:
    """The tokens as Jinja's parser reads them, with the hidden braces of code back in place."""
    literals = {offset: text for offset, kind, text in tokens.rows if kind == "float"}
    wrapped = environment.lexer.wrap(_with_trees(tokens), None, None)  # type: ignore[arg-type]
    return TokenStream((_as_written(token, literals) for token in wrapped), None, None)


def _with_trees(tokens: Tokens) -> Iterator[tuple[int, str, object]]:
    """The tokens, with the tree of a simple expression in the place of its tokens."""
    simple, skipping = tokens.simple, False
    for row in tokens.rows:
        if skipping:
            if row[1] != "variable_end":
                continue
            skipping = False
        yield row
        if row[1] == "variable_begin" and row[0] in simple:
            yield row[0], "tree", simple[row[0]]
            skipping = True


class DecimalLiteral(float):
    """A decimal in a page, with the digits that the author wrote."""

    text: str


def _as_written(token: Token, literals: Mapping[int, str]) -> Token:
    if token.type == "data":
        return token._replace(value=unmask(token.value))
    if token.type == "string" and any(mark in token.value for mark in RESERVED):
        raise TemplateSyntaxError("this text has a noncharacter in it", token.lineno)
    if token.type == "float":
        literal = DecimalLiteral(token.value)
        literal.text = literals[token.lineno]
        return Token(token.lineno, token.type, literal)  # type: ignore[arg-type] # as Jinja's own
    return token
