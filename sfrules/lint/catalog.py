"""The rules of lint."""

from __future__ import annotations

from sfrules.lint.dice.averages import averages_of, wrong_averages
from sfrules.lint.dice.coverage import coverage
from sfrules.lint.dice.misspelt import misspelt_numbers
from sfrules.lint.rule import Rule
from sfrules.lint.structure.links import dead_links, page_of
from sfrules.lint.structure.pipe_tables import pipe_tables_that_do_not_render, rows_of_another_width
from sfrules.lint.suppressions import rule_of_comments

_OF_BOOKS: tuple[Rule, ...] = (
    Rule(
        "coverage",
        "Dice tables that leave out a face of their die, name one twice, or go out of range.",
        coverage,
    ),
    Rule(
        "average",
        "Averages and ranges that do not match the dice beside them.",
        averages_of,
        wrong_averages,
    ),
    Rule(
        "misspelt",
        "Dice with a letter for a digit, and ordinals with the ending of another number.",
        misspelt_numbers,
    ),
    Rule(
        "render",
        "A pipe table that does not render, for want of a good delimiter row or of empty lines.",
        pipe_tables_that_do_not_render,
    ),
    Rule(
        "width",
        "A row of a pipe table with more cells than the table has columns, or with fewer.",
        rows_of_another_width,
    ),
    Rule(
        "dead-link",
        "A link to a heading, an id or a file of the book that is not there.",
        lambda document: [page_of(document)],
        dead_links,
    ),
)
RULES = {rule.id: rule for rule in (*_OF_BOOKS, rule_of_comments(_OF_BOOKS))}
