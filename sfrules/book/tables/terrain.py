"""Tables of meters and rough terrain, of death's door, and of the battlefield; their charts."""

from fractions import Fraction
from functools import partial

from sfrules import Series, authored, n
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.fields import told
from sfrules.ground.formats import format_value, percent, signed
from sfrules.rules import terrain as rules

# How far the table goes: from the slowest hero to the wolf.
SPDS = range(-2, 4)

modes = facts("terrain-modes")
mode = {"Way": ("name", "The way to move.")}
ground = {
    "Rate": (rules.rate, "Meters of speed spent for each meter moved."),
    "At a run": ("can_run", "Whether you can run so."),
    "What it is": ("effect", "What ground, or how you move."),
}
book.table("terrain-modes", "Ways to move, and what a meter costs", modes.keys(), mode | ground)

running = Fraction(rules.running_speed(0), rules.speed(0))
reach = {
    n(spd): (
        partial(rules.reach, spd=spd),
        f"Whole meters in a round with an SPD of {n(spd)}.",
    )
    for spd in SPDS
}
caption = "Meters in a round, by the way to move and SPD"
costs = book.table(
    "terrain-costs",
    caption,
    modes.keys(),
    mode | {"SPD": reach},
    notes=(
        "No bonuses to speed are counted.",
        f"Running multiplies the speed by {n(running)}, wherever you can run.",
    ),
    sources=("TR-01", *modes.sources),
)
book.chart(
    "terrain-reach",
    caption,
    costs,
    "heat",
    caption=f"{caption}. No bonuses to speed are counted.",
    across="SPD",
    up="Way of moving",
    columns=["SPD"],
)

deaths = facts("terrain-death")
rounds = [row.round for row in deaths]
threshold = {
    "Round": (int, "The round of being unconscious."),
    "Threshold": (rules.death_threshold, "What the die and VIT have to reach."),
}
book.table(
    "terrain-death",
    "Thresholds of the unconscious",
    rounds,
    threshold,
    facts="terrain-death",
    sources=deaths.sources,
)

vit = authored.row("typical", "ability")
survival = {
    "VIT": (int, "The VIT of the character."),
    "Round": {
        n(number): (
            partial(rules.survival_chance, rounds=number),
            "percent",
            f"The chance to live through round {n(number)} and all before it.",
        )
        for number in rounds
    },
}
surviving = book.table(
    "terrain-survival",
    "Chance to live through rounds unconscious, by VIT",
    range(vit.low, vit.high + 1),
    survival,
    facts=("terrain-death", "typical"),
    sources=deaths.sources,
)
book.chart(
    "terrain-survival",
    "Chance to survive unconscious, by VIT and round",
    surviving,
    caption="Chance to be still alive after so many rounds unconscious, by VIT.",
    up="Chance to be alive",
    columns=[Series(f"Round: {number}", f"After round {n(number)}") for number in rounds],
)

cover = {
    "Cover": ("name", "How much of you is covered."),
    "Bonus": (rules.cover_bonus, "signed", "What all resistances gain."),
}
book.table("terrain-cover", "Cover against projectiles", facts("terrain-cover").keys(), cover)


def _figures(row: Row) -> dict[str, str]:
    named = ("spd", "precision", "resistances", "foe_precision")
    figures = {name: signed(getattr(row, name) or 0) for name in named}
    cover = row.cover and str(authored.row("terrain-cover", row.cover).name).lower()
    return figures | {
        "foes": format_value(row.foes or 0),
        "cover": cover or "",
        "damage_share": percent(row.damage_share or 0),
    }


condition = {
    "Condition": ("name", "What it is called."),
    "What it does": (told(_figures), "What comes with it."),
}
book.table(
    "terrain-conditions", "Conditions of the battlefield", facts("terrain-conditions"), condition
)

summons = {
    "Rule": ("name", "What the rule is about."),
    "What it says": ("effect", "The rule itself."),
}
book.table("terrain-summons", "Summoned minions", facts("terrain-summons"), summons)
