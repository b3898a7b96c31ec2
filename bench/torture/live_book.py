"""The source of a small site whose every part is edited: pages, rules, rows, tables, terms."""

from __future__ import annotations

from pathlib import Path
from string import ascii_uppercase

CONFIG = """\
site_name: Boats
site_url: http://127.0.0.1:8000/
theme: {name: mkdocs}
markdown_extensions: [sfrules, attr_list, toc]
extra_css: [look.css]
plugins:
  - search
  - sfrules: {book: boats.book}
"""
BOOK = """\
from pathlib import Path
import csv
from boats import facts
from boats.hulls import cargo, draft
from boats.rigs import height, kinds, rigging, stores
from boats.sails import speed
from boats.tables import fleet, loads
from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Book, Record, Term

ROOT = Path(__file__).resolve().parents[1]
TERMS = tuple(
    Term(row["id"], row["term"], row["definition"], "terms.md", "", (),
         Origin(row["id"], "facts/terms.csv", at))
    for at, row in enumerate(facts.rows("terms"), 2)
)
BOATS = {
    row["id"]: Record({"name": row["name"], "sails": int(row["sails"])},
                      Origin("boats." + row["id"], "facts/boats.csv", at))
    for at, row in enumerate(facts.rows("boats"), 2)
}
BOOK = Book(
    title="Boats", root=ROOT,
    namespaces={"sea": {"speed": speed, "cargo": cargo, "draft": draft, "rigging": rigging,
                        "kinds": kinds, "height": height, "stores": stores}, "boats": BOATS},
    tables={"fleet": fleet, "loads": loads}, terms=TERMS,
    modules=("boats",), watch=(ROOT / "facts", ROOT / "boats"),
)
"""
FACTS = """\
import csv
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parents[1] / "facts"

@cache
def rows(name):
    with (HERE / f"{name}.csv").open() as file:
        return tuple(csv.DictReader(file))
"""
SAILS = '''\
def speed(sails):
    """Speed in knots."""
    return sails * 2
'''
HULLS = '''\
from boats import facts
from boats.sails import speed

def cargo(length):
    """Cargo in tons."""
    return length * int(facts.rows("hulls")[0]["tons"])

def draft(length):
    """Draft in feet."""
    return speed(length) + 1
'''
# Each way by which code comes to what it uses: names, aliases, stars, members of modules, local
# imports, values that are filled after they are made, decorators, classes, defaults.
CREW = '''\
"""The crew."""
from boats.oars import *
from boats import oars as blades

HANDS = 4

def hands(length):
    """How many hands."""
    return (length + HANDS) // 2 + blades.rowers(1)

def rations(length, each=3):
    # A day has so many.
    return strokes(length) * each
'''
OARS = '''\
BASE = 2

def strokes(length):
    """Strokes to cross."""
    return length * BASE

def rowers(length):
    return length + 1
'''
MASTS = '''\
"""The masts."""

class Mast:
    """A mast."""

    foot = 1

    def height(self, length):
        """How high."""
        return self.foot + length * 2

def tall(length):
    return Mast().height(length)

def short(length):
    return 5
'''
RIGS = '''\
"""The rigs."""
import boats.oars
from boats import crew as people
from boats.crew import rations
from boats.masts import tall as high

WEIGHTS = {"sloop": 2}
KINDS = []

def _note(kind, weight):
    WEIGHTS[kind] = weight

def counted(function):
    KINDS.append(7)
    return function

_note("ketch", 4)
WEIGHTS.update(yawl=5)
for _kind in ("brig", "bark"):
    WEIGHTS[_kind] = 6

@counted
def rigging(kind):
    """Hundredweights of rigging."""
    return WEIGHTS[kind] * 3

def kinds():
    return sum(KINDS) + len(WEIGHTS)

def height(length):
    from boats.masts import short
    return high(length) + short(length)

def stores(length):
    return people.hands(length) * rations(length) + boats.oars.strokes(1)
'''
TABLES = """\
from boats.hulls import cargo
from boats.sails import speed
from sfrules.press.things.tables.table import Column, Table

def fleet():
    return Table("fleet", "Speeds", Column("Sails", int, "Sails."),
                 (Column("Speed", speed, "Speed."),), tuple(range(1, 5)))

def loads():
    return Table("loads", "Loads", Column("Length", int, "Length."),
                 (Column("Cargo", cargo, "Cargo."),), tuple(range(1, 5)))
"""
SENTENCES = (
    'A ketch has {{ sea.rigging("ketch") }}, a brig {{ sea.rigging("brig") }}.',
    'A sloop has {{ sea.rigging("sloop") }}, a yawl {{ sea.rigging("yawl") }}.',
    "There are {{ sea.kinds() }} kinds.",
    "It is {{ sea.height(4) }} feet high.",
    "It takes {{ sea.stores(3) }} biscuits.",
    "It makes 6 knots.\n\n```proof\nsea.speed(3) = 6\n```",
    "{{ formula(sea.draft) }}",
    "A boat of 3 sails makes {{ sea.speed(3) }} knots.",
    "It carries {{ sea.cargo(9) }} tons.",
    "It draws {{ sea.draft(4) }} feet.",
    "The {{ boats.gull.name }} has {{ boats.gull.sails }} sails.",
    "The {{ boats.tern.name }} has {{ boats.tern.sails }} sails.",
    "See the [[knot]], and [the first page](index.md).",
    "We call it a [[hull|belly]].",
    '{{ table("fleet") }}',
    '{{ table("loads") }}',
    '{{ index("tables") }}',
    "{{ terms() }}",
    "## A heading\n\nAnd a word.",
    "No more than words.",
    "It makes {{ printed(6, sea.speed(3)) }} knots.",
)
FILES = {
    "mkdocs.yml": CONFIG,
    "boats/__init__.py": "",
    "boats/book.py": BOOK,
    "boats/facts.py": FACTS,
    "boats/sails.py": SAILS,
    "boats/hulls.py": HULLS,
    "boats/oars.py": OARS,
    "boats/crew.py": CREW,
    "boats/masts.py": MASTS,
    "boats/rigs.py": RIGS,
    "boats/tables.py": TABLES,
    "facts/boats.csv": "id,name,sails\ngull,Gull,3\ntern,Tern,2\n",
    "facts/hulls.csv": "id,tons\nwood,3\n",
    "facts/terms.csv": "id,term,definition\nknot,knot,A mile an hour.\nhull,hull,The belly.\n",
    "docs/look.css": "body {}\n",
    "docs/terms.md": "# Terms\n\n{{ terms() }}\n",
    "docs/index.md": "# Boats\n\n" + "\n\n".join(SENTENCES[:6]) + "\n",
}


def write_site(root: Path, pages: int = 6) -> None:
    """Write the site."""
    texts = dict(FILES)
    for page in range(pages):
        chosen = SENTENCES[page % 4 :: 3]
        texts[f"docs/page-{page}.md"] = (
            f"# Page {ascii_uppercase[page]}\n\n" + "\n\n".join(chosen) + "\n"
        )
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
