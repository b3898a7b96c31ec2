"""Every fact has its place: a rule that cites it, or a table that holds it."""

import re

import pytest

from sfrules import authored
from sfrules.facts.domain import rules_of
from sfrules.rules import core, creation, impairment, play, scale, seconds, systems, terrain, yards

NUMBERS = {
    "SF": range(1, 39),
    "LE": range(1, 46),
    "OD": range(1, 19),
    "SC": range(1, 11),
    "YD": range(1, 41),
    "TR": range(1, 17),
    "IM": range(1, 36),
}
FACTS = [f"{system}-{n:02}" for system, numbers in NUMBERS.items() for n in numbers]
# Facts without a figure: kinds of text, what the book leaves out, whose figures it has, and what
# the game is good at, what powers and recharging mean, and rulings of ours.
OF_THE_PAGES = {"TR-16", "SF-34", "SF-35", "SF-37", "SF-38", "LE-29", "OD-02", "OD-05"} | {
    f"OD-{n:02}" for n in (7, 8, 9, 10, 12, 14, 15, 16, 17)
}
RULES = {
    f"{module.__name__.rsplit('.', 1)[1]}.{name}": each
    for module in (core, creation, impairment, play, scale, seconds, systems, terrain, yards)
    for name, each in rules_of(module).items()
}


def cited_by_rules() -> set[str]:
    docstrings = "\n".join(rule.__doc__ for rule in RULES.values())
    cited = "".join(re.findall(r"Source: (.+)\.$", docstrings, re.MULTILINE))
    return set(re.findall(r"[A-Z]{2}-\d\d", cited))


def held_by_tables() -> set[str]:
    """Facts that a table of figures names, as a whole or in a row: the list of sources is none."""
    names = [name for name in authored.names() if name != "sources"]
    whole = {source for name in names for source in authored.schema(name).sources}
    rows = [dict(row) for name in names for row in authored.rows(name)]
    return whole | {
        cells[column] for cells in rows for column in ("source", "fact") if column in cells
    }


def test_no_fact_is_lost():
    assert set(FACTS) - OF_THE_PAGES <= cited_by_rules() | held_by_tables()


def test_nothing_cites_a_fact_that_is_none():
    cited = {fact for fact in cited_by_rules() | held_by_tables() if re.match(r"[A-Z]{2}-\d", fact)}
    assert cited <= set(FACTS)


def test_the_sources_list_every_fact_once_in_order():
    listed = [row.id for row in authored.rows("sources")]
    assert sorted(listed) == sorted(FACTS)
    for system in NUMBERS:
        of_system = [fact for fact in listed if fact.startswith(system)]
        assert of_system == sorted(of_system)


@pytest.mark.parametrize("row", authored.rows("sources"), ids=lambda row: row.id)
def test_each_source_is_where_it_says(row):
    if row.kind == "rule":
        assert row.id in RULES[row.place].__doc__
    elif row.kind == "table":
        path_of = {authored.schema(name).path: name for name in authored.names()}
        name = path_of[row.place]
        columns = authored.schema(name).columns
        of_rows = {
            getattr(each, column)
            for each in authored.rows(name)
            for column in ("source", "fact")
            if column in columns
        }
        assert row.id in of_rows | set(authored.schema(name).sources)
    else:
        assert row.id in OF_THE_PAGES
