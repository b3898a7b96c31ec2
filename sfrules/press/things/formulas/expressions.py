"""What a formula is made of: a tree of frozen parts that say what is meant, not how it is set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

Value: TypeAlias = int | Fraction | str | bool
Sign: TypeAlias = Literal["+", "-", "*", "/", "%", "**"]
Relation: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]
Rounding: TypeAlias = Literal["down", "up", "half up", "towards zero"]


@dataclass(frozen=True)
class Expression:
    """A part of a formula; its fields that are expressions, or tuples of them, are its parts."""


@dataclass(frozen=True)
class Constant(Expression):
    """A number, a word or a yes or no that the rule itself says."""

    value: Value


@dataclass(frozen=True)
class Term(Expression):
    """A parameter of the rule, or a quantity that it defines on the way, by the book's words."""

    words: str
    name: str
    yes_or_no: bool = False


@dataclass(frozen=True)
class Negative(Expression):
    """A number with its sign turned."""

    operand: Expression


@dataclass(frozen=True)
class Operation(Expression):
    """Two numbers joined by a sign; division is exact, and % is what it leaves, rounded down."""

    sign: Sign
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Extreme(Expression):
    """The highest or the lowest of several numbers."""

    highest: bool
    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Bounded(Expression):
    """A number that is held to a lowest or a highest fixed value, or to both."""

    operand: Expression
    at_least: Constant | None = None
    at_most: Constant | None = None


@dataclass(frozen=True)
class Rounded(Expression):
    """A number made whole."""

    rounding: Rounding
    operand: Expression


@dataclass(frozen=True)
class Size(Expression):
    """A number without its sign."""

    operand: Expression


@dataclass(frozen=True)
class Comparison(Expression):
    """How two values stand to each other.

    `phrases` are the book's words for each value that the left side is compared with.
    """

    relation: Relation
    left: Expression
    right: Expression
    phrases: tuple[tuple[str, str], ...] = ()

    @property
    def phrase(self) -> str:
        """The book's own words for the value compared with, such as "in a hurry", if it has any."""
        value = self.right.value if isinstance(self.right, Constant) else None
        return next((phrase for case, phrase in self.phrases if case == value), "")


@dataclass(frozen=True)
class Joined(Expression):
    """Conditions of which every one (and) or at least one (or) has to hold."""

    word: Literal["and", "or"]
    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Denied(Expression):
    """A condition that must not hold."""

    operand: Expression


@dataclass(frozen=True)
class Choice(Expression):
    """One thing where a condition holds, and another where it does not."""

    condition: Expression
    chosen: Expression
    otherwise: Expression


@dataclass(frozen=True)
class RuleCall(Expression):
    """Another rule's answer; `given` are the words of its parameters, in the arguments' order."""

    words: str
    rule: Callable[..., object]
    parameters: tuple[str, ...]
    given: tuple[str, ...]
    arguments: tuple[Expression, ...]
    yes_or_no: bool = False

    @property
    def spoken(self) -> tuple[tuple[str, Expression], ...]:
        """The arguments that a reader must be told of: a weight that is the weight goes unsaid."""
        return tuple(
            (words, argument)
            for words, argument in zip(self.given, self.arguments, strict=True)
            if not _goes_by(argument, words)
        )


@dataclass(frozen=True)
class Lookup(Expression):
    """A field of the row that a function finds in a table of facts."""

    words: str
    table: str
    find: Callable[..., object]
    field: str
    table_id: str
    keys: tuple[Expression, ...]


@dataclass(frozen=True)
class Entry(Expression):
    """A value that a fixed mapping holds for a key."""

    words: str
    entries: tuple[tuple[Value, Value], ...]
    key: Expression

    @property
    def names_its_key(self) -> bool:
        """Whether the words tell what the value goes by, as "size factor" tells of the size."""
        return isinstance(self.key, Term | RuleCall) and self.key.words in self.words


@dataclass(frozen=True)
class Listed(Expression):
    """Every value of a mapping, each with its key: what an `Entry` can be."""

    entries: tuple[tuple[Value, Value], ...]


@dataclass(frozen=True)
class Noted(Expression):
    """A value in a worked example, with the condition that it came from."""

    expression: Expression
    note: Expression


@dataclass(frozen=True)
class Definition:
    """A quantity that a formula goes by, and what it is."""

    term: Expression
    expression: Expression


def says_yes_or_no(expression: Expression) -> bool:
    """Whether an expression is a condition, and no number or word."""
    match expression:
        case Constant(value=value):
            return isinstance(value, bool)
        case Term(yes_or_no=answer) | RuleCall(yes_or_no=answer):
            return answer
        case Choice(chosen=chosen):
            return says_yes_or_no(chosen)
        case Noted(expression=inner):
            return says_yes_or_no(inner)
        case _:
            return isinstance(expression, Comparison | Joined | Denied)


def is_word(expression: Expression) -> bool:
    """Whether an expression is a fixed word, and no number."""
    return isinstance(expression, Constant) and isinstance(expression.value, str)


def is_number(expression: Expression) -> bool:
    """Whether an expression is a fixed number."""
    return isinstance(expression, Constant) and not isinstance(expression.value, str | bool)


def _goes_by(argument: Expression, words: str) -> bool:
    if isinstance(argument, RuleCall) and argument.spoken:
        return False
    return isinstance(argument, Term | RuleCall) and argument.words == words
