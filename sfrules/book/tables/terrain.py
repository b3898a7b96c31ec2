"""Tables of meters and rough terrain, of death's door, and of the battlefield."""

from fractions import Fraction

from sfrules import authored
from sfrules.authored import Row
from sfrules.book.tables.fields import facts, field, ids, text, told
from sfrules.ground.formats import format_value, percent, signed
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import terrain as rules

# How far the table goes: from the slowest hero to a wyrm.
SPDS = range(-2, 3)


def modes() -> Table:
    """Ways to move, and what a meter of each costs."""
    return Table(
        id="terrain-modes",
        caption="Ways to move, and what a meter costs",
        stub=_mode(),
        columns=(
            Column("Rate", rules.rate, "Meters of speed spent for each meter moved."),
            Column(
                "At a run", field("terrain-modes", "can_run"), "Whether you can run so.", text=True
            ),
            text("terrain-modes", "effect", "What it is", "What ground, or how you move."),
        ),
        rows=ids("terrain-modes"),
        authored=("terrain-modes",),
        sources=facts("terrain-modes"),
    )


def _mode() -> Column:
    return text("terrain-modes", "name", "Way", "The way to move.")


def costs() -> Table:
    """How far a round goes, by the way to move and SPD."""
    running = Fraction(rules.running_speed(0), rules.speed(0))
    return Table(
        id="terrain-costs",
        caption="Meters in a round, by the way to move and SPD",
        stub=_mode(),
        columns=(Spanner("SPD", tuple(map(_at_spd, SPDS))),),
        rows=ids("terrain-modes"),
        notes=(
            "No bonuses to speed are counted.",
            f"Running multiplies the speed by {format_value(running)}, wherever you can run.",
        ),
        authored=("terrain-modes",),
        sources=("TR-01", *facts("terrain-modes")),
    )


def _at_spd(spd: int) -> Column:
    return Column(
        format_value(spd),
        rules.reach,
        f"Whole meters in a round with an SPD of {format_value(spd)}.",
        given={"spd": spd},
    )


def death() -> Table:
    """What the unconscious have to roll, round by round."""
    return Table(
        id="terrain-death",
        caption="Thresholds of the unconscious",
        stub=Column("Round", int, "The round of being unconscious."),
        columns=(
            Column("Threshold", rules.death_threshold, "What the die and VIT have to reach."),
        ),
        rows=tuple(row.round for row in authored.rows("terrain-death")),
        authored=("terrain-death",),
        sources=facts("terrain-death"),
    )


def survival() -> Table:
    """The chance to live through rounds unconscious, by VIT."""
    vit = authored.row("typical", "ability")
    rounds = (row.round for row in authored.rows("terrain-death"))
    return Table(
        id="terrain-survival",
        caption="Chance to live through rounds unconscious, by VIT",
        stub=Column("VIT", int, "The VIT of the character."),
        columns=(Spanner("Round", tuple(map(_through, rounds))),),
        rows=tuple(range(vit.low, vit.high + 1)),
        authored=("terrain-death", "typical"),
        sources=facts("terrain-death"),
    )


def _through(rounds: int) -> Column:
    return Column(
        str(rounds),
        rules.survival_chance,
        f"The chance to live through round {rounds} and all before it.",
        style="percent",
        given={"rounds": rounds},
    )


def cover() -> Table:
    """What cover adds to resistances."""
    return Table(
        id="terrain-cover",
        caption="Cover against projectiles",
        stub=text("terrain-cover", "name", "Cover", "How much of you is covered."),
        columns=(Column("Bonus", rules.cover_bonus, "What all resistances gain.", style="signed"),),
        rows=ids("terrain-cover"),
        authored=("terrain-cover",),
        sources=facts("terrain-cover"),
    )


def conditions() -> Table:
    """The conditions of a battlefield, and what each changes."""
    return Table(
        id="terrain-conditions",
        caption="Conditions of the battlefield",
        stub=text("terrain-conditions", "name", "Condition", "What it is called."),
        columns=(told("terrain-conditions", "What it does", "What comes with it.", _figures),),
        rows=ids("terrain-conditions"),
        authored=("terrain-conditions", "terrain-cover"),
        sources=facts("terrain-conditions"),
    )


def _figures(row: Row) -> dict[str, str]:
    named = ("spd", "precision", "resistances", "foe_precision")
    figures = {name: signed(getattr(row, name) or 0) for name in named}
    cover = row.cover and str(authored.row("terrain-cover", row.cover).name).lower()
    return figures | {
        "foes": format_value(row.foes or 0),
        "cover": cover or "",
        "damage_share": percent(row.damage_share or 0),
    }


def summons() -> Table:
    """The rules of summoned minions."""
    return Table(
        id="terrain-summons",
        caption="Summoned minions",
        stub=text("terrain-summons", "name", "Rule", "What the rule is about."),
        columns=(text("terrain-summons", "effect", "What it says", "The rule itself."),),
        rows=ids("terrain-summons"),
        authored=("terrain-summons",),
        sources=facts("terrain-summons"),
    )
