"""The rules of structure: tables, references, ids and links."""

from __future__ import annotations

from sfrules.press.weave.lint.finding import Rule
from sfrules.press.weave.lint.links import dead_links
from sfrules.press.weave.lint.pipe_faults import pipe_tables_that_do_not_render
from sfrules.press.weave.lint.references import ids_given_twice, references_left_over
from sfrules.press.weave.lint.widths import rows_of_another_width

RULES_OF_STRUCTURE: tuple[Rule, ...] = (
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
