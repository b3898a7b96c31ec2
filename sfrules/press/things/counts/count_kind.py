"""Counts of the book's numbers among the kinds of things."""

from __future__ import annotations

from dataclasses import dataclass

from sfrules.ground.formats import format_value
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.counts.number_kinds import KINDS, PageOfNumbers, numbers_html, total
from sfrules.press.things.thing import Desk, Kind, View, text_of


@dataclass(frozen=True)
class Count:
    """How many numbers of one kind the whole book holds, for a sentence to say."""

    kind: str


@dataclass(frozen=True)
class CountsByPage:
    """How many numbers of each kind each page holds, as a table."""


def numbers(_desk: Desk, kind: str = "") -> CountsByPage | Count:
    """What vouches for the numbers of each page; with a kind, how many the book has of it."""
    if not kind:
        return CountsByPage()
    if text_of(kind, "kind") not in KINDS:
        message = f'there is no kind of numbers "{kind}"'
        raise Mistake(message, did_you_mean(kind, KINDS), parameter="kind")
    return Count(kind)


def _count(count: Count, page: View) -> str:
    return format_value(total(audit for _, audit in page.audits())[count.kind])


def _counts_by_page(_counts: CountsByPage, page: View) -> str:
    rows = [PageOfNumbers(link.name, link.href, audit.counts) for link, audit in page.audits()]
    return numbers_html(page.own_id("table-numbers"), rows)


COUNT = Kind(name="count", makes=Count, html=_count, stands="inline", computed=True)
COUNTS_BY_PAGE = Kind(name="numbers", makes=CountsByPage, html=_counts_by_page, macros=(numbers,))
