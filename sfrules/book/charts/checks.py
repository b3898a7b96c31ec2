"""Charts of chances."""

from sfrules import authored
from sfrules.book.tables import checks
from sfrules.ground.formats import percent, signed
from sfrules.press.things.charts.chart import Axis, Chart, Series, Spot
from sfrules.rules import core


def hit_chance() -> Chart:
    """The chance to hit, by bonus and defense, with the typical attack marked."""
    bonus = authored.row("typical", "attack_bonus").usual
    defense = authored.row("typical", "defense").usual
    chance = percent(core.check_chance(bonus, defense))
    return Chart(
        id="hit-chance",
        title="Chance to hit, by attack bonus and defense",
        caption="Chance to hit, by attack bonus and defense. The framed cell is the typical "
        f"attack: {signed(bonus)} against {defense}, which hits {chance} of the time.",
        table=checks.hit_chance(),
        mark="heat",
        across=Axis(title="Defense"),
        up=Axis(title="Attack bonus", style="signed"),
        series=(Series("Defense"),),
        spots=(Spot(str(defense), bonus, "the typical attack"),),
    )
