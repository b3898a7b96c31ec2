"""What comes with a form of movement besides its price: boons and banes."""

from __future__ import annotations

from sfrules import authored
from sfrules.rules.domain import rule
from sfrules.rules.yards.measures import Form
from sfrules.rules.yards.traits import Traits, bearing_on


@rule
def boons_granted(form: Form, traits: Traits = ()) -> int:
    """Give the boons that attackers have against someone who moves in a form.

    Args:
        form: form of movement, such as "climb": a row of the table of forms.
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a form or trait that the tables do not hold.

    Source: YD-02, YD-07, YD-28.

    >>> boons_granted("climb"), boons_granted("climb", ["climber"]), boons_granted("squeeze")
    (1, 0, 1)
    """
    if any(row.lifts_drawbacks for row in bearing_on(form, traits)):
        return 0
    return authored.row("yards-forms", form).boons_granted


@rule
def attack_banes(form: Form, traits: Traits = ()) -> int:
    """Give the banes on attacks made while moving in a form.

    Args:
        form: form of movement, such as "swim": a row of the table of forms.
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a form or trait that the tables do not hold.

    Source: YD-07.

    >>> attack_banes("swim"), attack_banes("swim", ["swimmer"])
    (1, 0)
    """
    if any(row.lifts_drawbacks for row in bearing_on(form, traits)):
        return 0
    return authored.row("yards-forms", form).attack_banes


@rule
def roll_boons(form: Form, traits: Traits = ()) -> int:
    """Give the boons that traits lend to rolls to move in a form.

    Args:
        form: form of movement, such as "sneak": a row of the table of forms.
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a form or trait that the tables do not hold.

    Source: YD-02, YD-06, YD-07.

    >>> roll_boons("sneak"), roll_boons("sneak", ["silent"]), roll_boons("swim", ["swimmer"])
    (0, 1, 1)
    """
    return sum(row.roll_boons for row in bearing_on(form, traits))
