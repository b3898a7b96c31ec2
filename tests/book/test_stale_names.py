"""A term or a source that names what is there no more is a problem at its place."""

import pytest

from sfrules.book import BOOK


@pytest.mark.parametrize(
    ("table", "before", "after", "told"),
    [
        ("sources", "rule,core.check_chance", "rule,core.chek_chance", "there is no rule core.chek_chance | did you mean core.check_chance?"),
        ("sources", "table,tables/authored/dice.csv", "table,tables/authored/dies.csv", "there is no table tables/authored/dies.csv | "),
        ("terms", ",ability_damage_modifier,", ",ability_damge_modifier,", 'nothing of the book is called "ability_damge_modifier" | did you mean ability_damage_modifier?'),
    ],
)  # fmt: skip
def test_a_name_that_is_gone_is_told_where_it_stands(with_tables, table, before, after, told):
    with_tables(table, before, after)
    problem = next(iter(BOOK.problems()))
    assert problem.path == f"tables/authored/{table}.csv"
    assert f"{problem.message} | {problem.hint}" == told
