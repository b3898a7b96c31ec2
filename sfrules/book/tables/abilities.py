"""Tables of abilities and defenses, of what is typical, and of ways to move."""

from sfrules import authored
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.rules import core

# The figures that one sees on sheets and in descriptions; the table of facts holds others too.
TYPICAL = (
    *("attack_bonus", "defense", "hero_defense", "monster_defense", "ability"),
    *("reaction", "initiative", "surges", "speed", "heavy_armor_penalty"),
)

abilities = {
    "Ability": ("name", "The name of the ability."),
    "Short": ("abbreviation", "How sheets write it."),
    "What it is": ("description", "What a high one means."),
}
book.table("abilities", "The abilities", facts("abilities"), abilities, sources="SF-22")


def _feeding(*figures: str) -> dict[str, object]:
    # Blank, not "no": an ability that does not feed a figure has nothing to say about it.
    return {
        figure.capitalize(): (
            lambda ability, figure=figure: figure in core.fed_by(ability.id) or None,
            f"{figure.capitalize()}: whether the ability feeds it.",
        )
        for figure in figures
    }


feeds = {
    "Ability": ("name", "The ability that feeds."),
    "Defenses": _feeding("fortitude", "reflex", "will"),
    "Secondary statistics": _feeding("reaction", "initiative", "surges"),
}
book.table(
    "ability-feeds",
    "What each ability feeds",
    facts("abilities"),
    feeds,
    facts=("abilities", "ability-feeds"),
    sources="SF-22",
)

targets = {
    "Defense": ("name", "The defense that is attacked."),
    "Short": ("abbreviation", "How sheets write it."),
    "Mostly": ("mostly", "Attacks that mostly go for it."),
    "Some": ("some", "Attacks of which some go for it."),
    "Few": ("few", "Attacks of which few go for it."),
}
book.table(
    "defense-targets", "What tends to target each defense", facts("defense-targets"), targets
)


def _subject(figure: Row) -> str:
    """What is counted, with its unit where the words do not name it."""
    if figure.unit is None or figure.unit in figure.subject.lower():
        return str(figure.subject)
    return f"{figure.subject}, in {figure.unit}"


typical = {
    "Figure": (_subject, "What is counted."),
    "Lowest": ("low", "The lowest that is typical."),
    "Usual": ("usual", "The usual one, or the average."),
    "Highest": ("high", "The highest that is typical."),
}
book.table(
    "typical-ranges",
    "Typical figures",
    [authored.row("typical", figure) for figure in TYPICAL],
    typical,
    facts="typical",
    sources=("SF-05", "SF-22", "SF-26", "SF-27", "SF-28", "SF-32"),
)

speeds = {
    "Way": ("name", "The name of the speed."),
    "What it is": ("description", "What the speed is for."),
}
book.table("speeds", "Ways to move", facts("speeds"), speeds)
