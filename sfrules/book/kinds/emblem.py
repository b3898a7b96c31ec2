"""Emblems of heroes and monsters: small pictures made of squares, as the fireballs are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, groupby
from pathlib import Path

from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.thing import Desk, Kind, View, text_of

HERE = Path(__file__).parent
SIDE = 12  # squares
LEFT, TOP = 0, -0.5  # where the first of them begin: a line goes through their middles
# The colors, by the sign that stands for a square of each in SHEET; a dot is no square.
TONES = {"#": "ink", "r": "dull", "o": "red", "y": "warm", "w": "hot"}
# The heroes, the monsters of the examples, and those with a trick, each below its id.
SHEET = """\
tamsin        orrik         pell          ysane         wick
......oo....  .....##.....  ....####....  ....yyyy....  .........r..
.....ooo....  ....####....  ...######...  ...y....y...  ........rr..
....oooo....  ...######...  ..########..  ....yyyy....  ..#####rr...
....yyyy....  ..########..  ..##wwww##..  ...oooooo...  .#######....
...oooooo...  ..##wwww##..  ..#wwwwww#..  ..oowwwwoo..  .########...
.oooooooooo.  ..#w#ww#w#..  ..#yyyyyy#..  ..owwwwwwo..  ##wwwwww##..
...wwwwww...  ..#wwwwww#..  ..#y#yy#y#..  ..ow#ww#wo..  ..w#ww#w....
...w#ww#w...  ..oooooooo..  ..#yyyyyy#..  ..owwwwwwo..  ..wwwwww....
...wwwwww...  ..oorrrroo..  ..##wwww##..  ..oowrrwoo..  ..wwwwww..y.
...#wwww#...  ..oooooooo..  ...#wrrw#...  ..ooowwooo..  ...wrrw..y#.
..#oowwoo#..  ...oooooo...  ..########..  .oo##yy##oo.  ..##ww##y#..
.####oo####.  ....oooo....  .##########.  .o##yyyy##o.  .######y##..

goblin        orc           troll         ogre          wyrm
....####....  ...######...  .##......##.  ....####....  .r........r.
...######...  ..########..  ..##....##..  ...oooooo...  .rr......rr.
#.########.#  .##########.  ..########..  ..oooooooo..  ..rr####rr..
##########.#  .##########.  .##########.  .oo##oo##oo.  ..########..
.##y####y##.  .##yy##yy##.  .##y####y##.  oooo#oo#oooo  .##y####y##.
..#yy##yy#..  .##########.  .####rr####.  o.oooooooo.o  .##yy##yy##.
..########..  .####rr####.  .####rr####.  ..oooyyooo..  ..########..
..####r###..  .#w######w#.  ############  .oooyyyyooo.  ...######...
..#w#w#w##..  .#w#rrrr#w#.  ##w#w##w#w##  .oo######oo.  ...#o##o#...
...######...  .##rrrrrr##.  ###rrrrrr###  .oo#w##w#oo.  ....####....
....####....  ..########..  .##########.  .oooooooooo.  ...yywwyy...
.....##.....  ...######...  ...######...  ..oooooooo..  ..yoywwyoy..

bat           weaver        sergeant      archer        wisp          maw
#..........#  .#........#.  .....rr.....  ...wwwwww...  ......y.....  ..##....##..
##........##  #..#....#..#  ....####....  ..wwwwwwww..  .....yy.....  .#yy#..#yy#.
###.#..#.###  #..#....#..#  ...######...  .wwwwwwwwww.  ..y..yoy....  .#y#####y##.
############  .#.######.#.  ..########..  .ww##ww##ww.  ..y.yooy.y..  ############
####y##y####  ..########..  ..########..  .ww#rwwr#ww.  .yo.yoooyy..  #rrrrrrrrrr#
############  ##.#o##o#.##  ..#yy##yy#..  .wwwwwwwwww.  .yooyoooooy.  #wrwrwrwrwr#
#.########.#  ..##o##o##..  ..########..  ..www##www..  yooowwooooy.  #rrrrrrrrrr#
...##ww##...  ##.######.##  ...##..##...  ...wwwwww...  yoow#w#wooy.  #rwrwrwrwrw#
....####....  #..#w##w#..#  ...######...  ...w#ww#w...  yoowwwwwooy.  #rrrrrrrrrr#
.....##.....  #.#.####.#.#  ...o.#.#.o..  ...w#ww#w...  .yoowwwooy..  ############
............  ..#......#..  ...o...#....  ....wwww....  ..yyooooy...  .##########.
............  .#........#.  .......o....  ............  ....yyyy....  ..##....##..
"""


@dataclass(frozen=True)
class Emblem:
    """The picture of somebody: whose it is, and its rows of squares from the top."""

    who: str
    rows: tuple[str, ...]


@cache
def emblems() -> Mapping[str, Emblem]:
    """All emblems, by whom they show."""
    bands = (map(str.split, band.splitlines()) for band in SHEET.split("\n\n"))
    columns = chain.from_iterable(zip(*band, strict=True) for band in bands)
    return {who: Emblem(who, tuple(rows)) for who, *rows in columns}


def emblem(desk: Desk, who: str) -> Emblem:
    """The emblem of a hero or a monster, by its id in the tables."""
    desk.spend(2_000)
    if found := emblems().get(text_of(who, "who")):
        return found
    raise Mistake(f'"{who}" has no emblem', did_you_mean(who, emblems()), "who")


def _html(shown: Emblem, _page: View) -> str:
    """Its squares as dashed lines, a path for each color; what it shows the text says, too."""
    lines = dict.fromkeys(TONES, "")
    for down, row in enumerate(shown.rows):
        for sign, run in groupby(range(SIDE), row.__getitem__):
            if sign in TONES:
                first, *others = run
                lines[sign] += f"M{first} {down}h{len(others) + 1}"
    paths = "".join(
        f'<path class="emblem__{name}" d="{lines[tone]}"/>'
        for tone, name in TONES.items()
        if lines[tone]
    )
    box = f"{LEFT} {TOP} {SIDE} {SIDE}"
    return f'<svg class="emblem" viewBox="{box}" aria-hidden="true">{paths}</svg>'


EMBLEM = Kind(
    name="emblem", makes=Emblem, html=_html, macros=(emblem,), files=(HERE / "emblem.css",)
)
