"""The sample heroes and monsters: their attacks and powers, and the first evening's fight."""

from sfrules.rules.play.fighters import at_dexterity, defense, full_hit_points, initiative
from sfrules.rules.play.hits import (
    attack_bonus,
    hit_chance,
    power_hit_chance,
    reaction_bonus,
    reaction_hit_chance,
)
from sfrules.rules.play.powers import (
    power_ability,
    power_average,
    power_damage,
    power_dice,
    power_modifier,
)
from sfrules.rules.play.replay import (
    blow_damage,
    blow_lands,
    blow_target,
    fells,
    hit_bonus,
    hit_points_left,
    hit_total,
    left_after,
    square_of,
)
