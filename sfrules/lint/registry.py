"""All rules of lint, in the order in which they are listed."""

from __future__ import annotations

from sfrules.lint.columns.directions import directions
from sfrules.lint.columns.progressions import progressions
from sfrules.lint.columns.totals import totals
from sfrules.lint.comments import rule_of_comments
from sfrules.lint.comparing.conflicts import conflicts
from sfrules.lint.comparing.copies import copies
from sfrules.lint.dice.averages import averages
from sfrules.lint.dice.coverage import coverage
from sfrules.lint.finding import Rule
from sfrules.lint.structure.links import dead_links
from sfrules.lint.structure.pipe_faults import pipe_tables_that_do_not_render
from sfrules.lint.structure.references import ids_given_twice, references_left_over
from sfrules.lint.structure.widths import rows_of_another_width

_OF_BOOKS: tuple[Rule, ...] = (
    Rule(
        "coverage",
        "Dice tables that leave out a face of their die, name one twice, or go out of range.",
        look=coverage,
    ),
    Rule(
        "average",
        "Averages and ranges that do not match the dice beside them.",
        look_at_all=averages,
    ),
    Rule(
        "direction",
        "A column by level runs against its own direction at one row.",
        look=directions,
    ),
    Rule("progression", "A progression has one row off.", look=progressions),
    Rule(
        "conflict",
        "Two tables with the same headings and keys have cells that differ.",
        look_at_all=conflicts,
    ),
    Rule("copy", "The same table is written again.", look_at_all=copies),
    Rule("total", "A sum does not add up, where a row or a column says Total.", look=totals),
    Rule(
        "render",
        "A pipe table that does not render, for want of a good delimiter row or of empty lines.",
        look=pipe_tables_that_do_not_render,
    ),
    Rule(
        "width",
        "A row of a pipe table with more cells than the table has columns, or with fewer.",
        look=rows_of_another_width,
    ),
    Rule(
        "reference",
        "A reference that was never filled in, or whose link definition is missing.",
        look_at_all=references_left_over,
    ),
    Rule("duplicate-id", "An id that two places of a file have.", look=ids_given_twice),
    Rule(
        "dead-link",
        "A link to a heading, an id or a file of the book that is not there.",
        look_at_all=dead_links,
    ),
)
RULES: tuple[Rule, ...] = (*_OF_BOOKS, rule_of_comments(_OF_BOOKS))
