"""The words beside a number and dice that tell what the number is."""

from __future__ import annotations

import re

KINDS_OF_DAMAGE = frozenset(
    "acid bludgeoning cold damage dmg electric electricity fire force frost hit hits holy hp"
    " lightning magic magical mental necrotic physical piercing point points poison psychic"
    " radiant shock slashing sonic thunder".split()
)
"""What dice in brackets may be followed by."""

COUNTED = frozenset("damage dmg hp hit points".split()) | (KINDS_OF_DAMAGE - {"magic", "magical"})
"""What follows a figure that stands for its dice."""

SAID_OF_AVERAGES = frozenset(
    "average averages averaging avg damage deal dealing deals dealt dmg heals health hit hits hp"
    " hps inflict inflicting inflicts points regain regaining regains suffer suffering suffers"
    " take takes taking".split()
)
"""What stands before a figure that stands for its dice."""

OF_ROLLS = frozenset(
    "gets got result results roll rolled rolling rolls rerolls total totals totaling"
    " totalling natural".split()
)
"""What tells that a number came up on dice."""

OF_CHOSEN_DICE = re.compile(
    r"\b(?:keep|keeping|kept|drop|dropping|dropped|highest|lowest|best|worst|explod\w*|"
    r"advantage|disadvantage|reroll\w*|re-roll\w*|open-ended|minimum|maximum|max)\b"
)
"""What makes an average another one than the dice alone have."""

NO_AVERAGE = frozenset(
    "a ac act age an appearing appendix armor armour at atk att attack attacks base bonus cha"
    " challenge chapter charisma class con constitution cost costs cr day days dc dex dexterity"
    " dice die difficulty each every example fig figure grade hd hour hours init initiative"
    " int intelligence item level levels lv lvl minute minutes ml modifier morale move movement"
    " mv na no nr number on over p page pages penalty per pg pp price range rank rating reach"
    " round rounds save saves score scores section session skill speed st stage step str strength"
    " table target th than thac tier times tn to turn turns under until value volume week weeks"
    " weight wis wisdom with x xp year years".split()
)
"""What makes the number behind it a number of its own."""
