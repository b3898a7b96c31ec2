"""The tables of the movement systems print the figures of the source."""

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.things.tables.html import table_html
from sfrules.press.things.tables.table import Table
from sfrules.rules import impairment, scale, seconds, systems, terrain, yards

IDS = """
yards-forms yards-surcharges yards-traits yards-other-traits yards-activities yards-costs
yards-jumps yards-falls yards-luck yards-flight yards-vehicles yards-ground yards-riding
yards-driving yards-complications
terrain-modes terrain-costs terrain-death terrain-survival terrain-cover
terrain-conditions terrain-summons
impairment-ladder impairment-situations impairment-exposures impairment-costs
impairment-seeds impairment-upgrades-any impairment-upgrades-overland impairment-upgrades-swim
impairment-upgrades-fly impairment-upgrades-teleport impairment-upgrades-space seconds-costs seconds-running seconds-speeds systems side-by-side
yards-reach impairment-reach seconds-reach task-shares side-by-side-reach fall-costs side-by-side-ford
""".split()

SPACES = (yards, terrain, impairment, seconds, systems, scale)
RULES = {getattr(space, name) for space in SPACES for name in space.__all__}
HALF = Fraction(1, 2)


@pytest.fixture(params=IDS)
def table(request: pytest.FixtureRequest) -> Table:
    return BOOK.tables[request.param]()


def page(table: Table) -> ElementTree.Element:
    return ElementTree.fromstring(table_html(table))


def test_the_systems_have_these_tables_and_no_others() -> None:
    first_words = {id.split("-")[0] for id in IDS}
    assert sorted(id for id in BOOK.tables if id.split("-")[0] in first_words) == sorted(IDS)


def test_a_table_is_known_by_its_id_and_says_what_it_holds(table: Table) -> None:
    assert BOOK.tables[table.id]().caption == table.caption
    assert table.caption
    assert not table.caption.endswith(".")
    stubs = [row[0] for row in table.cells]
    for names in (table.headings, stubs):
        assert len(names) > 1
        assert len(set(names)) == len(names)
    for column in (table.stub, *table.leaves):
        assert re.fullmatch(r"[A-Z].*\.", column.description), column.heading


def test_a_table_names_where_its_cells_are_from(table: Table) -> None:
    assert RULES.intersection(table.all_rules) or table.all_authored
    assert set(table.rules or filter(callable, table.asked)) <= RULES
    assert set(table.all_authored) <= set(authored.names())
    assert table.sources
    assert len(set(table.sources)) == len(table.sources)
    assert set(table.sources) <= {row.id for row in authored.rows("sources")}


def test_the_page_of_a_table_is_wellformed(table: Table) -> None:
    html = page(table)
    (caption,) = html.iter("caption")
    assert caption.text == table.caption
    assert all(head.get("scope") for head in html.iter("th"))
    for row in html.findall(".//tbody/tr"):
        assert [cell.tag for cell in row] == ["th"] + ["td"] * len(table.leaves)


def test_text_reads_left_and_no_cell_is_empty_text(table: Table) -> None:
    for at, text in enumerate(table.texts):
        values = [row[at] for row in table.cells]
        assert "" not in values
        told = [value for value in values if isinstance(value, str | bool)]
        assert text or set(told) <= {"no rule", "30 Health", "270 damage"}


def test_any_row_and_column_can_be_selected(table: Table) -> None:
    for row in table.cells:
        assert table.select(rows=[row[0]]).cells == (row,)
    for at, heading in enumerate(table.headings[1:], 1):
        assert [row[1] for row in table.select(columns=[heading]).cells] == [
            row[at] for row in table.cells
        ]


@pytest.mark.parametrize(
    ("id", "row"),
    [
        ("yards-forms", ("Walk", 1, 0, 0)),
        ("yards-forms", ("Climb", 2, 1, 0)),
        ("yards-forms", ("Descend a rope", HALF, 0, 0)),
        ("yards-forms", ("Fly", HALF, 0, 0)),
        ("yards-forms", ("Swim", 2, 1, 1)),
        ("yards-surcharges", ("Challenging terrain", 1)),
        ("yards-surcharges", ("Retreat", 1)),
        ("yards-traits", ("Climber", "Climb", 1, 1, 1)),
        ("yards-traits", ("Strider", None, None, 0, None)),
        ("yards-traits", ("Burrower", "Burrow", 2, 1, 0)),
        (
            "yards-other-traits",
            ("Squeeze", "Fits through any opening as wide as the trait says, in inches."),
        ),
        ("yards-activities", ("Stand up", 4)),
        ("yards-activities", ("Turn a vehicle", 1, "A vehicle turns by at most 45 degrees.")),
        ("yards-costs", ("Crawl", 2, 3, 3)),
        ("yards-costs", ("Fly", HALF, 3 * HALF, 3 * HALF)),
        ("yards-jumps", (HALF, Fraction(1, 4), HALF, 1, 2, 1)),
        ("yards-jumps", (1, HALF, 1, 2, 4, 2)),
        ("yards-falls", (1, 50, 50)),
        ("yards-falls", (2, 150, 200)),
        ("yards-falls", (3, 250, 450)),
        ("yards-luck", ("Critical failure", "A fall costs all your Health, and you die.")),
        (
            "yards-luck",
            (
                "Success",
                (
                    "A fall costs you 50% of what is at stake, "
                    "and a collision 50% of the damage, rounded down."
                ),
            ),
        ),
        ("yards-flight", ("Stunned", True, False, None)),
        ("yards-flight", ("Unconscious", True, True, None)),
        ("yards-vehicles", (4, 0, 0)),
        ("yards-vehicles", (12, 2, 4)),
        ("terrain-modes", ("Light rough terrain", 2, True)),
        ("terrain-modes", ("Heavy rough terrain", 4, False)),
        ("terrain-modes", ("Fly upward", 4, True)),
        ("terrain-costs", ("Walk", 8, 9, 10, 11, 12)),
        ("terrain-costs", ("Run", 16, 18, 20, 22, 24)),
        ("terrain-costs", ("Swim", 2, 2, 2, 2, 3)),
        (
            "terrain-survival",
            (0, Fraction(4, 5), Fraction(12, 25), Fraction(24, 125), Fraction(24, 625)),
        ),
        ("terrain-cover", ("Full cover", 4)),
        (
            "terrain-conditions",
            (
                "Flanked",
                (
                    "At least 2 foes with melee weapons are adjacent to you. "
                    "Their melee attacks have +1 to precision."
                ),
            ),
        ),
        ("terrain-conditions", ("Low ground", "You have −1 to precision with projectiles.")),
        (
            "terrain-conditions",
            (
                "Ambushed",
                (
                    "You have −2 to SPD, −1 to precision and −1 to resistances. "
                    "It lasts for the first round, and for the whole side."
                ),
            ),
        ),
        ("impairment-ladder", (0, 1, 1, 5)),
        ("impairment-ladder", (2, 5, 3, 25)),
        ("impairment-ladder", (8, 500, 9, 2500)),
        ("impairment-situations", ("Climbing", "Overland", "Clamber", 1, "Vault: 0")),
        (
            "impairment-situations",
            ("Squeezing into a space one scale smaller", "Any set", None, 1, None),
        ),
        ("impairment-costs", ("Walk", 1, 2, None, None, None)),
        ("impairment-costs", ("Pass through occupied spaces", 5, 10, None, None, None)),
        ("impairment-costs", ("Swim", 1, 5, 2, None, None)),
        ("impairment-costs", ("Fly", 1, 1, None, 2, 5)),
        ("impairment-seeds", ("No limits of its own.", "Any set", None)),
        ("impairment-seeds", ("On the surface only.", "Swim", "Diver")),
        (
            "impairment-exposures",
            ("After a teleport", "Teleport", None, 2, "Oriented: 1, Stable: 0"),
        ),
        ("impairment-exposures", ("Climbing", "Overland", "Clamber", 1, "Vault: 0")),
        ("impairment-upgrades-overland", ("Cling", "Scale")),
        ("impairment-upgrades-any", ("Improved Stealth", "Quiet Movement")),
        ("seconds-costs", ("Clear", 1, 3 * HALF)),
        ("seconds-costs", ("Difficult", 2, 3)),
        ("seconds-costs", ("Extreme", 3, 9 * HALF)),
        ("seconds-speeds", (2, 2, 12, 18, 36)),
        ("seconds-speeds", (5 * HALF, 3, 15, 45 * HALF, 45)),
        ("systems", ("Square Fireballs", "square", "squares", 6)),
        ("systems", ("Movement sets and impairment", "space", "movement rate", 10)),
        ("side-by-side", ("Cross rough ground", 6, "no rule", 12, 12, 12, 12)),
        ("side-by-side", ("Swim", 6, 6, 12, 24, 6, "no rule")),
        ("side-by-side", ("Fall", 30, "no rule", "30 Health", "270 damage", "no rule", "no rule")),
        ("side-by-side", ("Fly up", 5, 5, 5 * HALF, 20, 5, "no rule")),
        ("task-shares", ("Climb", 3, Fraction(3, 5), Fraction(6, 5), Fraction(3, 5), None)),
        ("side-by-side-reach", ("Walk on clear ground", 6, 10, 10, 10, 15)),
        ("side-by-side-reach", ("Cross rough ground", "no rule", 5, 5, 5, 7)),
        ("side-by-side-reach", ("Climb", 1, 5, 2, 5, "no rule")),
        ("side-by-side-reach", ("Crawl", 1, 5, 2, "no rule", "no rule")),
        ("side-by-side-reach", ("Fly up", 6, 20, 2, 10, "no rule")),
        ("side-by-side-ford", ("Square Fireballs", 6, 62, 0)),
        ("side-by-side-ford", ("Yards of Speed", 10, 74, 10)),
        ("side-by-side-ford", ("One-second moves", 15, 96, 31)),
    ],
)
def test_a_row_begins_with_the_figures_of_the_source(id: str, row: tuple[object, ...]) -> None:
    (cells,) = BOOK.tables[id]().select(rows=[row[0]]).cells
    assert cells[: len(row)] == row


def test_the_ladder_goes_to_five_hundred() -> None:
    cells = BOOK.tables["impairment-ladder"]().cells
    assert [row[1] for row in cells] == [1, 2, 5, 10, 20, 50, 100, 200, 500]


def test_the_thresholds_rise_by_two() -> None:
    assert BOOK.tables["terrain-death"]().cells == ((1, 3), (2, 5), (3, 7), (4, 9))


def test_a_round_of_running_goes_eighteen_times_the_speed() -> None:
    cells = BOOK.tables["seconds-speeds"]().select(columns=["Round"]).cells
    assert [run for _, run in cells] == [18 * speed for speed, _ in cells]


def test_upgrades_leave_what_the_source_says() -> None:
    left = {row[0]: row[4] for row in BOOK.tables["impairment-situations"]().cells}
    assert left["Passing through occupied spaces"] == "Slippery ×2: 1, Slippery ×3: 0"
    assert left["Burrowing in Tier II material"] == "Fast Digger: 3"
    assert left["Burrowing in Tier III material"] == "Fast Digger: 5"
    assert left["Difficult liquids"] == "Dreadnought: 1"
    assert left["Hurricane wind"] == "Strong Flier: 1"


def test_names_that_the_source_lost_are_marked_as_ours() -> None:
    sets = ("any", "overland", "swim", "fly", "teleport", "space")
    notes = [note for name in sets for note in BOOK.tables[f"impairment-upgrades-{name}"]().notes]
    ours = {name for note in notes for name in note[len("Names of ours: ") : -1].split(", ")}
    assert {"Rough Terrain", "Balance", "Windproof", "Speed"} < ours
    assert not ours & {"Clamber", "Cling", "Flit", "Bloody", "Slippery", "Cruise", "Slow Fly"}


def test_an_upgrade_says_how_often_it_may_be_taken_if_not_once() -> None:
    does = {row[0]: row[2] for row in BOOK.tables["impairment-upgrades-any"]().cells}
    assert does["Speed"].endswith(" You may take it as often as you like.")
    assert does["Improved Stealth"].endswith(" You may take it up to 3 times.")
    assert "You may take it" not in does["Quiet Movement"]


def test_every_seed_is_told_with_its_limits() -> None:
    cells = BOOK.tables["impairment-seeds"]().cells
    assert {row[1] for row in cells} == {"Any set", "Overland", "Swim", "Fly", "Teleport", "Space"}
    told = {row[0] for row in cells}
    assert "You make no more than 1 turn per move." in told
    assert "You fall if a move is shorter than 50% of your speed." in told
    assert "Attackers have 2 advantages against you until your next turn begins." in told


def test_complications_tell_their_figures_and_what_a_roll_does() -> None:
    tables = ("yards-ground", "yards-riding", "yards-driving", "yards-complications")
    rows = [row for id in tables for row in BOOK.tables[id]().cells]
    told = dict(rows)
    assert len(told) == len(rows) == len(authored.rows("yards-complications"))
    assert told["Squeezed"].endswith("have 1 boon, and your Agility rolls 1 bane.")
    assert "Roll: Luck. It is the mount that rolls, with 1 boon." in told["Mount without a rider"]
    assert "The rider loses d6 Health for each point" in told["Under a fallen mount"]
    assert told["A mount knocked prone"] == (
        "Your mount goes down under you. Roll: Agility. "
        "Success: You leap clear, into any empty space within 3 yards. "
        "Failure: You lie prone, and it falls on you."
    )
    assert told["Sneaking over noise"].endswith(
        "Critical success: You make no sound at all. Failure: You are as loud as if you walked. "
        "Critical failure: You are louder than that, and everybody looks."
    )
    assert "The time is for a space of Size 3." in told["Clearing the ground"]
    assert "The obstacle takes d6s," in told["Collision"]


def test_the_card_of_terrain_finds_its_conditions() -> None:
    names = ["Flanked", "Prone", "High ground", "Low ground", "Ambushed"]
    chosen = BOOK.tables["terrain-conditions"]().select(rows=names)
    assert [row[0] for row in chosen.cells] == names


def test_lines_are_drawn_between_movement_sets() -> None:
    assert sum(BOOK.tables["impairment-seeds"]().starts) == 5
    assert sum(BOOK.tables["impairment-costs"]().starts) == 2
