"""A row that nothing reads is found; a look of the tables' own does not count as reading."""

import json

import pytest

from sfrules.authored import Tables

PACKAGE = {
    "resources": [
        {
            "name": "sources",
            "path": "authored/sources.csv",
            "schema": {
                "fields": [{"name": "id", "type": "string"}, {"name": "title", "type": "string"}],
                "primaryKey": "id",
            },
        },
        {
            "name": "boats",
            "path": "authored/boats.csv",
            "schema": {
                "fields": [
                    {"name": "id", "type": "string"},
                    {"name": "sails", "type": "integer"},
                    {"name": "source", "type": "string"},
                ],
                "primaryKey": "id",
                "foreignKeys": [
                    {"fields": "source", "reference": {"resource": "sources", "fields": "id"}}
                ],
            },
        },
    ]
}


@pytest.fixture
def tables(tmp_path):
    folder = tmp_path / "tables" / "authored"
    folder.mkdir(parents=True)
    (tmp_path / "tables" / "datapackage.json").write_text(json.dumps(PACKAGE))
    (folder / "sources.csv").write_text("id,title\nlog,The log\n")
    (folder / "boats.csv").write_text("id,sails,source\ngull,3,log\ntern,5,log\n")
    return Tables(tmp_path)


def unread(tables):
    return [(name, row["id"]) for name, row in tables.unread()]


def test_a_row_is_unread_until_a_cell_of_it_is_asked_for(tables):
    gull, tern = tables.rows("boats")
    assert unread(tables) == [("sources", "log"), ("boats", "gull"), ("boats", "tern")]
    assert gull.sails == 3
    assert tern["sails"] == 5
    assert tables.row("sources", "log").title == "The log"
    assert unread(tables) == []


@pytest.mark.parametrize(
    "look",
    [
        lambda tables: tables.check(),
        lambda tables: tables.row("boats", "gull"),
        lambda tables: [row.id for row in tables.rows("boats")],
        lambda tables: [row.source for row in tables.rows("boats")],
        lambda tables: repr(tables.rows("boats")),
    ],
    ids=["check", "find by key", "list the keys", "name the source", "show"],
)
def test_a_look_that_asks_for_no_fact_leaves_the_rows_unread(tables, look):
    look(tables)
    assert ("boats", "gull") in unread(tables)
