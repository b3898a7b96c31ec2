"""Tables of abilities and defenses, of what is typical, and of ways to move."""

from operator import attrgetter

from sfrules import authored
from sfrules.authored import Row
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core

# The figures that one sees on sheets and in descriptions; the table of facts holds others too.
TYPICAL = (
    "attack_bonus",
    "defense",
    "hero_defense",
    "monster_defense",
    "ability",
    "reaction",
    "initiative",
    "surges",
    "speed",
    "heavy_armor_penalty",
)


def abilities() -> Table:
    """The abilities, and what each is."""
    return Table(
        id="abilities",
        caption="The abilities",
        stub=Column("Ability", attrgetter("name"), "The name of the ability.", text=True),
        columns=(
            Column("Short", attrgetter("abbreviation"), "How sheets write it.", text=True),
            Column("What it is", attrgetter("description"), "What a high one means.", text=True),
        ),
        rows=authored.rows("abilities"),
        authored=("abilities",),
        sources=("SF-22",),
    )


def ability_feeds() -> Table:
    """Which ability counts towards which figure, to be read from either side."""
    return Table(
        id="ability-feeds",
        caption="What each ability feeds",
        stub=Column(
            "Ability",
            lambda ability: authored.row("abilities", ability).name,
            "The ability that feeds.",
            text=True,
        ),
        columns=(
            Spanner("Defenses", (_fed("fortitude"), _fed("reflex"), _fed("will"))),
            Spanner("Secondary statistics", (_fed("reaction"), _fed("initiative"), _fed("surges"))),
        ),
        rows=tuple(row.id for row in authored.rows("abilities")),
        rules=(core.fed_by,),
        authored=("abilities", "ability-feeds"),
        sources=("SF-22",),
    )


def _fed(figure: str) -> Column:
    name = figure.capitalize()
    # Blank, not "no": an ability that does not feed a figure has nothing to say about it.
    return Column(
        name,
        lambda ability: figure in core.fed_by(ability) or None,
        f"{name}: whether the ability feeds it.",
        text=True,
    )


def defense_targets() -> Table:
    """Which attacks tend to go against which defense."""
    return Table(
        id="defense-targets",
        caption="What tends to target each defense",
        stub=Column("Defense", attrgetter("name"), "The defense that is attacked.", text=True),
        columns=(
            Column("Short", attrgetter("abbreviation"), "How sheets write it.", text=True),
            Column("Mostly", attrgetter("mostly"), "Attacks that mostly go for it.", text=True),
            Column("Some", attrgetter("some"), "Attacks of which some go for it.", text=True),
            Column("Few", attrgetter("few"), "Attacks of which few go for it.", text=True),
        ),
        rows=authored.rows("defense-targets"),
        authored=("defense-targets",),
        sources=("SF-25",),
    )


def typical_ranges() -> Table:
    """What to expect of the figures on a sheet."""
    return Table(
        id="typical-ranges",
        caption="Typical figures",
        stub=Column("Figure", _subject, "What is counted.", text=True),
        columns=(
            Column("Lowest", attrgetter("low"), "The lowest that is typical."),
            Column("Usual", attrgetter("usual"), "The usual one, or the average."),
            Column("Highest", attrgetter("high"), "The highest that is typical."),
        ),
        rows=tuple(authored.row("typical", figure) for figure in TYPICAL),
        authored=("typical",),
        sources=("SF-05", "SF-22", "SF-26", "SF-27", "SF-28", "SF-32"),
    )


def _subject(figure: Row) -> str:
    """What is counted, with its unit where the words do not name it."""
    if figure.unit is None or figure.unit in figure.subject.lower():
        return str(figure.subject)
    return f"{figure.subject}, in {figure.unit}"


def speeds() -> Table:
    """The ways to move, each with a speed of its own."""
    return Table(
        id="speeds",
        caption="Ways to move",
        stub=Column("Way", attrgetter("name"), "The name of the speed.", text=True),
        columns=(
            Column("What it is", attrgetter("description"), "What the speed is for.", text=True),
        ),
        rows=authored.rows("speeds"),
        authored=("speeds",),
        sources=("SF-32",),
    )
