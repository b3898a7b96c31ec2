"""Heroes: how one is made, and what each level brings.

Pages may name these rules. Those that refuse a choice, and those that only a sheet asks, are in the
modules, for the sheet and the builder.
"""

from sfrules.rules.creation.choices import (
    is_class_skill,
)
from sfrules.rules.creation.figures import (
    ability_score,
    attack_bonus,
    origin_bonus,
    point_level,
    powers_known,
    skill_bonus,
)
from sfrules.rules.creation.powers import attack_worth, plain_damage
from sfrules.rules.creation.sheet import made
