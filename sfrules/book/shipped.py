"""Square Fireballs, the book, which its tables, charts and figures are offered to."""

from sfrules import Book, authored
from sfrules.book.kinds.emblem import EMBLEM
from sfrules.book.kinds.fight import FIGHT_MAP, FIGHT_TURN
from sfrules.book.kinds.hero_sheet import HERO_NOW, HERO_SHEET
from sfrules.book.reference import reference

# An installed wheel has the rules and no pages: nothing there is locked.
HAS_PAGES = (authored.root() / "mkdocs.yml").is_file()

book = Book(
    "Square Fireballs",
    __file__,
    facts=authored.TABLES,
    dice=[die.faces for die in authored.rows("dice")],
    check_die=20,
    lock="tables/printed" if HAS_PAGES else "",
    kinds=(HERO_SHEET, HERO_NOW, FIGHT_MAP, FIGHT_TURN, EMBLEM),
)
book.macro(reference)
