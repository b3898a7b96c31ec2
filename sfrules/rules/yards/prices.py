"""What movement and other activities cost, and how far a Speed goes."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Listed, rule
from sfrules.rules.exact import Exact
from sfrules.rules.yards.measures import Form, Yards
from sfrules.rules.yards.traits import Traits, bearing_on

Activity: TypeAlias = Annotated[str, Listed("yards-activities", "id")]


@rule
def form_rate(form: Form, traits: Traits = ()) -> Exact:
    """Give the yards spent for each yard moved in a form: its own rate, or less by a trait.

    Args:
        form: form of movement, such as "walk": a row of the table of forms.
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a form or trait that the tables do not hold.

    Source: YD-01, YD-02, YD-03, YD-04, YD-05, YD-06, YD-07, YD-08, YD-09.

    >>> form_rate("climb"), form_rate("climb", ["climber"]), form_rate("fly")
    (Fraction(2, 1), 1, Fraction(1, 2))
    """
    own = authored.row("yards-forms", form).rate
    by_trait = [row.rate for row in bearing_on(form, traits) if row.rate is not None]
    return min([own, *by_trait])


@rule
def challenging_extra(traits: Traits = ()) -> Exact:
    """Give the extra yards spent for each yard of challenging terrain; it never falls below 0.

    Args:
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a trait that the table does not hold.

    Source: YD-10.

    >>> challenging_extra(), challenging_extra(["strider"])
    (1, 0)
    """
    relief: Exact = sum(authored.row("yards-traits", trait).relief for trait in traits)
    extra: Exact = authored.row("yards-surcharges", "challenging").extra
    return max(0, extra - relief)


@rule
def retreating_extra() -> Exact:
    """Give the extra yards spent for each yard of a retreat, out of an enemy's reach.

    Source: YD-11.

    >>> retreating_extra()
    1
    """
    return authored.row("yards-surcharges", "retreating").extra


@rule
def rate(
    form: Form, *, challenging: bool = False, retreating: bool = False, traits: Traits = ()
) -> Exact:
    """Give the yards spent for each yard moved: the form's rate and what the ground and foes add.

    Args:
        form: form of movement, such as "walk": a row of the table of forms.
        challenging: whether the ground is challenging terrain.
        retreating: whether you leave an enemy's reach without a free attack.
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a form or trait that the tables do not hold, or a yes or no that is neither.

    Source: YD-01, YD-10, YD-11.

    >>> rate("crawl", challenging=True), rate("walk", challenging=True, retreating=True)
    (Fraction(3, 1), Fraction(3, 1))
    """
    return (
        form_rate(form, traits)
        + (challenging_extra(traits) if challenging else 0)
        + (retreating_extra() if retreating else 0)
    )


@rule
def cost(
    form: Form,
    distance: Yards,
    *,
    challenging: bool = False,
    retreating: bool = False,
    traits: Traits = (),
) -> Exact:
    """Give the yards spent to move a distance: exactly, for a form may charge half a yard.

    Args:
        form: form of movement, such as "walk": a row of the table of forms.
        distance: yards moved, 0 or more; a decimal is taken exactly.
        challenging: whether the ground is challenging terrain.
        retreating: whether you leave an enemy's reach without a free attack.
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a form or trait that the tables do not hold, or a distance below 0.

    Source: YD-01, YD-10, YD-11.

    >>> cost("climb", 3), cost("climb", 3, traits=["climber"]), cost("fly", 5)
    (Fraction(6, 1), 3, Fraction(5, 2))
    """
    return distance * rate(form, challenging=challenging, retreating=retreating, traits=traits)


@rule
def reach(
    form: Form,
    speed: Yards,
    *,
    challenging: bool = False,
    retreating: bool = False,
    traits: Traits = (),
) -> int:
    """Give the whole yards that a Speed goes: the farthest whose cost it still covers.

    Args:
        form: form of movement, such as "walk": a row of the table of forms.
        speed: yards to spend, 0 or more; a decimal is taken exactly.
        challenging: whether the ground is challenging terrain.
        retreating: whether you leave an enemy's reach without a free attack.
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a form or trait that the tables do not hold, or a speed below 0.

    Source: YD-01, YD-10, YD-11.

    >>> reach("walk", 10), reach("crawl", 10, challenging=True), reach("fly", 10)
    (10, 3, 20)
    """
    return speed // rate(form, challenging=challenging, retreating=retreating, traits=traits)


@rule
def activity_cost(name: Activity) -> Exact:
    """Give the yards that an activity spends each time, such as standing up.

    Args:
        name: the activity, such as "stand up": a row of the table of activities.

    Raises:
        ValueError: for an activity that the table does not hold.

    Source: YD-12, YD-13, YD-14, YD-15, YD-16, YD-17, YD-18, YD-19, YD-20, YD-21.

    >>> activity_cost("drop prone"), activity_cost("stand up")
    (1, 4)
    """
    return authored.row("yards-activities", name).cost
