"""When the rows of a table are read, and when what is made of them."""

from sfrules import authored
from sfrules.authored import Tables


def test_tables_are_read_once_until_forgotten(root, edit, monkeypatch):
    # The book's own tables are kept: they know which of their rows it has read by now.
    monkeypatch.setattr(authored.TABLES, "__dict__", vars(Tables(root)))
    assert authored.row("weapons", "dagger").die == "d4"
    edit("authored/weapons.csv", "Dagger,d4", "Dagger,d6")
    assert authored.row("weapons", "dagger").die == "d4"
    authored.TABLES.forget()
    assert authored.row("weapons", "dagger").die == "d6"


def test_a_table_is_read_only_when_it_is_asked_for(root):
    for path in (root / "tables/authored").iterdir():
        if path.stem not in ("tiers", "dice"):
            path.write_text("broken")
    assert len(Tables(root).rows("tiers")) == 3


def test_windows_lines_and_a_mark_in_front_are_no_mistake(root):
    path = root / "tables/authored/weapons.csv"
    lines = path.read_text(encoding="utf-8").replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + lines.encode())
    assert Tables(root).check() == []
    assert Tables(root).rows("weapons") == authored.rows("weapons")


def test_what_is_made_of_a_table_is_made_once(root, monkeypatch):
    monkeypatch.setattr(authored.TABLES, "__dict__", vars(Tables(root)))
    made = []

    def names(rows):
        made.append(len(rows))
        return {row.id for row in rows}

    first = authored.made_of("tiers", names)
    assert first == {"heroic", "paragon", "epic"}
    assert authored.made_of("tiers", names) is first
    assert made == [3]
    authored.TABLES.forget()
    assert authored.made_of("tiers", names) == first
    assert made == [3, 3]
