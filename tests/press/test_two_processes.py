"""A check and a build that another process helps come to what they come to alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from boats_site import Site, make_site

if TYPE_CHECKING:
    from pathlib import Path

HOW = """
import os, sys
from pathlib import Path
from sfrules.press.site import halves
how = sys.argv.pop(1)
if how == "alone":
    os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1])
elif how == "lost":
    halves.Half._tell = lambda half, store: os._exit(1) if half.helps else None
elif how == "daemon":
    halves.multiprocessing.current_process()._config["daemon"] = True
elif how == "dumb":
    halves.Connection.send = lambda pipe, what: iter(()).send
else:
    os.sched_getaffinity = lambda _: {0, 1}
"""
CHECK = f"""{HOW}
from sfrules.press.doors.mkdocs_pages import SiteCheck
site = SiteCheck(Path("mkdocs.yml"), cached=False)
found = site.check()
store = site.store
print(len(store.fresh), len(store.elsewhere), file=sys.stderr)
print(found)
for name, kept in sorted(store.pages.items()):
    print(name, kept.finished)
"""
BUILD = f"""{HOW}
import atexit
from mkdocs.__main__ import cli
from sfrules.press.doors import sharing
stores, share = [], sharing.share
sharing.share = lambda store, *more: stores.append(store) or share(store, *more)
atexit.register(lambda: print(*((len(s.fresh), len(s.elsewhere)) for s in stores)))
cli()
"""
ALONE = ("alone", "lost", "dumb", "daemon")
PAGES = 20
# The third boat is read by the example of a docstring alone, and a book of gaps would tell of it.
FLEET = '''
from sfrules import Book
book = Book("Fleet", __file__)
boats = book.csv("boats")
@book.rule
def sails(boat: boats.ids) -> int:
    """
    >>> sails("skiff")
    1
    """
    return boats[boat].sails
'''
BOATS = "id,sails\ngull,2\nsloop,3\nskiff,1\n"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = make_site(tmp_path)
    with (tmp_path / "mkdocs.yml").open("a", encoding="utf-8") as config:
        config.write("validation: {unrecognized_links: warn}\n")
    for number in range(PAGES):
        link = f"See [another](page-{(number + 1) % PAGES}.md#it), and [none](nowhere/)."
        text = f"{{{{ sea.speed({1 + number % 9}) }}}} in all, and [[knots]]. {link}"
        site.write(f"page-{number}.md", f"# Page {number} {{#it}}\n\n{text}\n")
    return site


def _wrong(site: Site) -> None:
    """Have some pages claim what is not so."""
    for number in range(0, PAGES, 7):
        site.write(f"page-{number}.md", "# Page {#it}\n\n{{ printed(8, sea.speed(3)) }}\n")


def test_a_check_finds_the_same_and_a_lost_process_loses_nothing(site: Site) -> None:
    _wrong(site)
    ran = {how: site.python("-B", "-c", CHECK, how) for how in ("two", *ALONE)}
    made = {how: each.stderr.strip() for how, each in ran.items()}
    assert made == dict.fromkeys(ALONE, "23 0") | {"two": "11 12"}
    assert len({each.stdout for each in ran.values()}) == 1
    assert ran["two"].stdout.count("the page prints 8, sea.speed(3) is 7") >= 3


def test_a_build_writes_the_same_bytes_and_warns_once(site: Site) -> None:
    published, warned, made = set(), set(), {}
    for how in ("two", *ALONE):
        ran = site.python("-B", "-c", BUILD, how, "build")
        made[how] = ran.stdout.strip()
        warned.add(tuple(line for line in ran.stderr.splitlines() if "WARNING" in line))
        files = site.files()
        published.add(tuple((name, text) for name, text in files.items() if ".gz" not in name))
    assert made == dict.fromkeys(ALONE, "(23, 0)") | {"two": "(11, 12)"}
    assert [sum("'nowhere/'" in line for line in told) for told in warned] == [PAGES]
    assert len(published) == 1
    assert len(files) > PAGES


def test_a_build_refuses_the_same_pages(site: Site) -> None:
    _wrong(site)
    ran = {how: site.python("-B", "-c", BUILD, how, "build", "--quiet") for how in ("two", "alone")}
    assert {each.returncode for each in ran.values()} == {1}
    assert len({each.stderr for each in ran.values()}) == 1
    assert ran["two"].stderr.count("the page prints 8, sea.speed(3) is 7") == 3
    assert not site.published.exists()


OWN = """
from mkdocs.plugins import event_priority
@event_priority(50)
def on_page_markdown(markdown, **_):
    return markdown + "\\n{{ sea.speed(8) }}\\n"
"""


def test_a_build_waits_for_what_another_plugin_makes_of_a_page(site: Site) -> None:
    (site.root / "own.py").write_text(OWN, encoding="utf-8")
    config = site.root / "mkdocs.yml"
    config.write_text(f"{config.read_text()}hooks: [own.py]\n")
    ran = site.python("-B", "-c", BUILD, "two", "build", "--quiet")
    assert (ran.stdout.strip(), ran.returncode) == ("", 0)
    assert b">17</span></p>" in site.files()["page-3/index.html"]


def test_rows_that_are_read_beside_the_pages_are_no_gaps(site: Site) -> None:
    for page in site.root.glob("docs/*.md"):
        page.write_text(
            "# Boats\n\n{{ fleet_book.sails('gull') }}, {{ fleet_book.sails('sloop') }}\n"
        )
    for name, text in {"fleet_book.py": FLEET, "boats.csv": BOATS}.items():
        (site.root / name).write_text(text, encoding="utf-8")
    config = site.root / "mkdocs.yml"
    config.write_text(config.read_text().replace("toy_book", "fleet_book"))
    built = {
        how: site.python("-B", "-c", BUILD, how, "build", "--quiet") for how in ("two", "alone")
    }
    told = {how: (ran.returncode, ran.stdout.strip()) for how, ran in built.items()}
    assert told == {"two": (0, "(11, 12)"), "alone": (0, "(23, 0)")}, built["two"].stderr
