"""The rules of lint, and which of them a run has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sfrules.lint.columns.directions import directions
from sfrules.lint.columns.progressions import progressions
from sfrules.lint.columns.sequences import sequences
from sfrules.lint.columns.totals import totals
from sfrules.lint.dice.averages import averages_of, wrong_averages
from sfrules.lint.dice.coverage import coverage
from sfrules.lint.finding import Rule
from sfrules.lint.repeats.conflicts import conflicts
from sfrules.lint.repeats.copies import copies
from sfrules.lint.repeats.table_contents import tables_alone
from sfrules.lint.structure.links import dead_links, ids_given_twice, page_of
from sfrules.lint.structure.pipe_tables import pipe_tables_that_do_not_render, rows_of_another_width
from sfrules.lint.structure.references import brackets_of, references_left_over
from sfrules.lint.suppressions import rule_of_comments

ALL, DEFAULT = "all", "default"  # what may be selected beside the ids of rules
_OF_BOOKS: tuple[Rule, ...] = (
    Rule(
        "coverage",
        "Dice tables that leave out a face of their die, name one twice, or go out of range.",
        look=coverage,
    ),
    Rule(
        "average",
        "Averages and ranges that do not match the dice beside them.",
        gather=averages_of,
        judge=wrong_averages,
    ),
    Rule(
        "direction",
        "A column by level runs against its own direction at one row.",
        look=directions,
    ),
    Rule("progression", "A progression has one row off.", look=progressions),
    Rule("sequence", "A table by level, rank or step leaves one of them out.", look=sequences),
    Rule(
        "conflict",
        "Two tables with the same headings and keys have cells that differ.",
        gather=tables_alone,
        judge=conflicts,
        by_default=False,
    ),
    Rule(
        "copy",
        "The same table is written again.",
        gather=tables_alone,
        judge=copies,
        by_default=False,
    ),
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
        gather=brackets_of,
        judge=references_left_over,
    ),
    Rule("duplicate-id", "An id that two places of a file have.", look=ids_given_twice),
    Rule(
        "dead-link",
        "A link to a heading, an id or a file of the book that is not there.",
        gather=page_of,
        judge=dead_links,
    ),
)
RULES: tuple[Rule, ...] = (*_OF_BOOKS, rule_of_comments(_OF_BOOKS))
NAMES = (*(rule.id for rule in RULES), ALL, DEFAULT)


def chosen(select: Iterable[str], ignore: Iterable[str]) -> Sequence[Rule]:
    """The rules that are selected, but for those that are ignored."""
    wanted, unwanted = set(select) or {DEFAULT}, set(ignore)
    return [rule for rule in RULES if _is_in(rule, wanted) and not _is_in(rule, unwanted)]


def _is_in(rule: Rule, names: set[str]) -> bool:
    return bool({rule.id, ALL} & names) or (DEFAULT in names and rule.by_default)
