"""What a build does, counted: so that nothing is done twice, whatever a clock says of it."""

import csv
import json
from pathlib import Path

import pytest
from boats_site import Site, make_site

WORK = Path(__file__).with_name("work.csv")
GAME = """
from collections import Counter
from sfrules import Book

WORK = Counter()
book = Book("Ferries", __file__, gaps=True)
ports = book.csv("ports")

@book.rule
def fare(leagues: range(1, 60)) -> int:
    WORK["rules asked"] += 1
    return 2 * leagues

def priced(port):
    WORK["cells made"] += 1
    return port.leagues

book.table("fares", "Fares", ports, {"Port": "name", "Leagues": priced})
"""
PORTS = "id,name,leagues\nhull,Hull,3\nwhitby,Whitby,7\n"
PAGE = """# A port

The fare is {{{{ fare({0}) }}}}, and there and back it is {{{{ fare({0}) + fare({0}) }}}}.

{{{{ table("fares") }}}}

Three leagues cost 6.

```proof
leagues = 3
game.fare(leagues) = 6
```
"""
BUILD = """
import json, sys
from pathlib import Path
import markdown
from jinja2.runtime import Macro
from mkdocs.commands.build import build
from sfrules.press.host.site import load_site
from sfrules.press.page.environment import PageEnvironment

opened = {"pages read": set(), "pages written": 0}
convert, made = markdown.Markdown.convert, []

def counted(self, text):
    made.append(text)
    return convert(self, text)

def note(event, given):
    if event == "open" and isinstance(given[0], str):
        path, writes = Path(given[0]), set(given[1] or "") & set("wxa+")
        opened["pages written"] += path.suffix == ".html" and bool(writes)
        if path.suffix == ".md" and not writes:
            opened["pages read"].add(path)

def compiled(self, text):
    expressions.append(text)
    return compile_one(self, text)

def called(self, *given, **named):
    drawn.append(self.name)
    return call(self, *given, **named)

call, drawn = Macro.__call__, []
Macro.__call__ = called
compile_one, expressions = PageEnvironment._expression, []
PageEnvironment._expression = compiled
markdown.Markdown.convert = counted
sys.addaudithook(note)
build(load_site(Path("mkdocs.yml")))
from game import WORK
done = {"expressions compiled": len(expressions), "conversions": len(made)}
done |= {"pages read": len(opened["pages read"]), "pages written": opened["pages written"]}
done["links of the navigation drawn"] = drawn.count("render")
print(json.dumps({**WORK, **done}))
"""


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, int]]:
    """What each build of a book does, the first one and those after a save."""
    site = make_site(tmp_path_factory.mktemp("ferries"))
    config = site.root / "mkdocs.yml"
    text = config.read_text().partition("nav:")[0].replace("toy_book", "game")
    config.write_text(text.replace("{name: mkdocs}", "{name: material}"))
    for name in ("index", "boats", "terms"):
        (site.root / "docs" / f"{name}.md").unlink()
    for number in range(1, 9):
        site.write(f"{'index' if number == 1 else number}.md", PAGE.format(number))
    saved = {
        "from nothing": {"game.py": GAME, "ports.csv": PORTS},
        "again": {},
        "after a save of a page": {"docs/4.md": PAGE.format(9)},
        "after a save of the rules": {"game.py": GAME.replace("2 * leagues", "leagues * 2")},
    }
    return {when: built(site, files) for when, files in saved.items()}


def built(site: Site, saved: dict[str, str]) -> dict[str, int]:
    for name, text in saved.items():
        (site.root / name).write_text(text)
    result = site.python("-B", "-c", BUILD)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


# Each of eight pages asks four times; what is written more is the page for what is not found.
# All eight links are drawn three times: for the first page, for those in folders below it, and for
# what is not found; the page in each folder draws the one to itself.
def test_a_build_does_as_much_as_is_counted_and_no_more(work):
    with WORK.open(newline="") as file:
        rows = [*csv.DictReader(file)]
    now = [
        {"work": row["work"]} | {n: str(did.get(row["work"], 0)) for n, did in work.items()}
        for row in rows
    ]
    assert now == rows
