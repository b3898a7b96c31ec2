"""Tables for making a hero, and for what each level brings."""

from collections.abc import Callable

from sfrules import authored, n
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.characters import DEFENSES
from sfrules.ground.formats import signed
from sfrules.rules import core, creation
from sfrules.rules.creation.choices import ANY, NONE
from sfrules.rules.creation.sheet import CHOICES, PLACES

CAST = tuple(row.id for row in authored.rows("cast"))
# What the groups of weapons that a class is trained in are called.
GROUPS = {
    "basic": "basic weapons",
    "one_handed_melee": "one-handed martial melee weapons",
    "one_handed_martial": "one-handed martial weapons",
    "melee_martial": "martial melee weapons",
    "ranged_martial": "martial ranged weapons",
    "off_hand": "off-hand weapons",
    "reach": "martial weapons with reach",
}


def _listed(words: list[str]) -> str:
    text = ", ".join(words)
    return text[:1].upper() + text[1:] if text else "–"


def _name(table: str, id: str) -> str:
    return str(authored.row(table, id).name)


def _ability(id: str) -> str:
    return "any" if id == ANY else _name("abilities", id)


def _either(one: str, other: str) -> str:
    return _ability(one) if one == other else f"{_ability(one)} or {_ability(other)}"


way = {
    "Way": ("name", "What we call the way."),
    "First": ("first", "signed", "The first ability, which your class names."),
    "Second": ("second", "signed", "The second ability."),
    "Next": ("third", "signed", "Another high ability, if the way has it."),
    "Better": ("better", "signed", "An ability of your choice, if the way has one."),
    "Weak": ("weak", "signed", "Another of your choice, if the way has one."),
    "For whom": ("manner", "Whom it suits."),
}
book.table("ability-methods", "Ways to set abilities", facts("ability-methods"), way)


def _skills_of_origin(row: Row) -> str:
    found = [_name("skills", each) for each in (row.skill, row.or_skill) if each != NONE]
    return _listed(found)


origin = {
    "Origin": ("name", "Your people."),
    "Size": ("size", "How big you are."),
    "Speed": ("speed", "", "squares", "Squares of a move, before armor."),
    "Skills of": (lambda row: _ability(row.ability), "The ability whose skills it helps."),
    "And of": (lambda row: _either(row.other, row.or_other), "Another one, of your choice."),
    "Skills": (_skills_of_origin, "Skills that you may train beside those of your class."),
}
book.table("origins", "Origins", facts("origins"), origin)


def _role(row: Row) -> str:
    return str(row.role) if row.role == row.or_role else f"{row.role} and {row.or_role.lower()}"


calling = {
    "Class": ("name", "The class."),
    "Role": (_role, "What it does in a fight."),
    "Ability": {
        "First": (lambda row: _ability(row.ability), "The ability that attacks add."),
        "Second": (lambda row: _either(row.second, row.or_second), "The second ability."),
    },
    "Body": {
        "Durability": ("durability", "What hit points go by."),
        "Surges": ("surges", "The class's own surges."),
    },
    "Adds to": {
        "AC": ("light_armor", "signed", "To Armor Class, in light armor."),
        "Fortitude": ("fortitude", "signed", "To Fortitude."),
        "Reflex": ("reflex", "signed", "To Reflex."),
        "Will": ("will", "signed", "To Will."),
    },
}
book.table("callings", "Classes", facts("callings"), calling)


def _skills_of(row: Row) -> str:
    skills = authored.rows("skills")
    return _listed([each.name for each in skills if creation.is_class_skill(row.id, each.id)])


skills_of = {
    "Class": ("name", "The class."),
    "Train": ("trained", "How many skills it trains."),
    "Of": (_skills_of, "The skills to choose from."),
}
book.table("class-skills", "Skills of the classes", facts("callings"), skills_of, facts="skills")


def _trained(kind: str, table: str) -> Callable[[Row], str]:
    """What a class is trained in, in words."""

    def told(calling: Row) -> str:
        trained = facts("training").where(calling=calling.id, kind=kind)
        return _listed([GROUPS.get(row.what) or _name(table, row.what).lower() for row in trained])

    return told


def _armor_of(calling: Row) -> str:
    shields = _trained("shield", "shields")(calling)
    armor = _trained("armor", "armor")(calling)
    return armor if shields == "–" else f"{armor}, {shields.lower()}"


training = {
    "Class": ("name", "The class."),
    "Weapons": (_trained("weapon", "weapons"), "The weapons that it is trained in."),
    "Implements": (_trained("implement", "implements"), "What it casts with."),
    "Armor and shields": (_armor_of, "What it is trained to wear."),
}
book.table(
    "class-training",
    "Training of the classes",
    facts("callings"),
    training,
    facts=("training", "weapons", "implements", "armor", "shields"),
)

skill = {
    "Skill": ("name", "The skill."),
    "Ability": (lambda row: _ability(row.ability), "What it adds."),
    "Armor": ("armor", "Whether heavy armor's penalty counts."),
    "For": ("use", "What it is for."),
}
book.table("skills", "Skills", facts("skills"), skill)

armor = {
    "Armor": ("name", "What you wear."),
    "Kind": ("wearing", "Light or heavy."),
    "AC": ("bonus", "signed", "What it adds to Armor Class."),
    "Costs": {
        "Penalty": ("penalty", "Off initiative and some skills."),
        "Speed": ("speed", "", "squares", "Off your speed."),
        "Range": ("range", "", "squares", "Off ranged and area attacks."),
    },
}
book.table("armor", "Armor", facts("armor"), armor)
shield = {
    "Shield": ("name", "What you carry."),
    "AC": ("bonus", "signed", "What it adds to Armor Class."),
    "AC, melee and close": ("parry", "signed", "What it adds against these alone."),
    "To hit": ("hit", "signed", "What it does to your attacks."),
}
book.table("shields", "Shields", facts("shields"), shield)
implement = {
    "Implement": ("name", "What you cast with."),
    "Hands": ("hands", "How many it takes."),
    "Range": ("range", "", "squares", "Of a ranged basic attack with it."),
    "To hit": ("hit", "signed", "What it does to your attacks."),
}
book.table("implements", "Implements", facts("implements"), implement)


def _ways_to_use(weapon: Row) -> str:
    """What a weapon can do beside striking at whoever is adjacent."""
    told = ["off-hand"] if weapon.off_hand else []
    distances = {name: getattr(weapon, name) for name in ("throw", "range", "reach")}
    told += [f"{name} {squares}" for name, squares in distances.items() if squares is not None]
    return _listed(told)


weapon = {
    "Weapon": (lambda row: _name("weapons", row.id), "The weapon."),
    "Training": ("training", "The word that the training of a class names."),
    "W": (lambda row: core.weapon_die(row.id), "Its damage die."),
    "To hit": ("hit", "signed", "What it does to your attacks."),
    "Hands": ("hands", "How many it takes."),
    "Type": ("type", "Melee or ranged."),
    "Family": ("family", "Its kin."),
    "What else": (_ways_to_use, "Off-hand, and how far it throws, shoots or reaches."),
}
book.table(
    "armory",
    "Weapons by training",
    sorted(
        authored.rows("wielding"),
        key=lambda row: ("basic", "martial", "inner", "improvised").index(row.training),
    ),
    weapon,
    group=lambda row: f"{row.training.capitalize()} weapons",
    facts=("weapons", "wielding"),
    sources=("SF-07", "LE-37"),
)

point = {
    "Level": ("level", "The level that brings a point."),
    "At most": ("limit", "What ability and points may then come to together."),
}
book.table("ability-points", "Ability points for skills", facts("ability-points"), point)
kit = {
    "Begin with": ("name", "What you choose."),
    "At most": ("most", "How many."),
}
book.table("starting-kit", "What you begin with", facts("starting-kit"), kit)
use = {
    "Use": ("name", "The word in the entry."),
    "How often": ("often", "How often, and what brings it back."),
    "An attack rules out": ("attack_cooldown", "What you cannot do meanwhile."),
}
book.table("power-uses", "How often a power is used", facts("power-uses"), use)
part = {
    "In the entry": ("name", "The word or the line."),
    "What it says": ("what", "How it is read."),
}
book.table("power-parts", "How a power is read", facts("power-parts"), part)


def _point_at(gain: Row) -> str:
    levels = {row.level: row.limit for row in authored.rows("ability-points")}
    return f"one, up to {levels[gain.level]}" if gain.level in levels else "–"


gain = {
    "Level": ("level", "The level."),
    "You gain": {
        "Powers": (lambda row: row.powers or "–", "The powers that you choose."),
        "Feat": (lambda row: row.feat or "–", "The kind of feat that you choose."),
        "Ability point": (_point_at, "A point for the skills of an ability."),
    },
    "You then have": {
        "Encounter": ("encounter", "Encounter attacks."),
        "Daily": ("daily", "Daily attacks."),
        "Utility": ("utility", "Utilities."),
    },
}
book.table(
    "level-gains",
    "What each level brings",
    facts("level-gains"),
    gain,
    group=lambda row: core.tier(row.level),
    facts=("ability-points", "tiers"),
)


def _chosen(name: str) -> Callable[[Row], str]:
    table = CHOICES[name]
    return lambda row: _name(table, getattr(row, name))


def _skills_chosen(row: Row) -> str:
    trained = authored.row("callings", row.calling).trained
    return _listed([_name("skills", getattr(row, f"skill_{place}")) for place in PLACES[:trained]])


def _equipment(row: Row) -> str:
    worn = [_name("armor", row.armor), _name("weapons", row.weapon)]
    if row.shield != NONE:
        worn.insert(1, _name("shields", row.shield))
    if row.implement != NONE:
        worn.append(_name("implements", row.implement))
    return _listed([each.lower() for each in worn])


choice = {
    "Hero": ("name", "The hero's name."),
    "Class": (_chosen("calling"), "The class."),
    "Origin": (_chosen("origin"), "The people, and the ability that they favor."),
    "Second": (_chosen("second"), "The second ability."),
    "Way": (_chosen("method"), "The way to set abilities."),
    "Carries": (_equipment, "Armor, shield, weapon and implement."),
    "Trained in": (_skills_chosen, "The skills."),
}


def _strokes(row: Row) -> str:
    """The abilities that a fine way makes a little better and weak, as they stand on the sheet."""
    way = authored.row("ability-methods", row.method)
    fine = [(row.better, way.better), (row.weak, way.weak)]
    return _listed([f"{_name('abilities', id)} {signed(by)}" for id, by in fine if by])


strokes = {
    "Favors": (_chosen("favored"), "The ability that the origin favors."),
    "Better and weak": (_strokes, "What a fine way makes of other abilities."),
}
READY = [row for row in authored.rows("hero-choices") if row.id not in CAST]
OF_THE_CAST = [row for row in authored.rows("hero-choices") if row.id in CAST]
for id, caption, rows, more in (
    ("ready-heroes", "Heroes of each class, ready to play", READY, {}),
    ("cast-choices", "The choices of the cast", OF_THE_CAST, strokes),
):
    book.table(
        id,
        caption,
        rows,
        choice | more,
        facts=("hero-choices", "callings", "origins", "skills", "ability-methods"),
        sources=("LE-31", "LE-32", "LE-33"),
    )

LEVELS = (1, 5, 10)


def _figure(name: str, level: int) -> Callable[[Row], object]:
    return lambda row: creation.made(row.id, name, level)


made = {
    "Hero": ("name", "The hero's name."),
    "To hit": (_figure("attack", 1), "signed", "With the weapon."),
    "Implement": (_figure("implement_attack", 1), "signed", "To hit with the implement."),
    "Defenses": {name: (_figure(field, 1), text) for name, (field, text) in DEFENSES.items()},
    "Turn": {
        "Initiative": (_figure("initiative", 1), "signed", "The modifier."),
        "Speed": (_figure("speed", 1), "", "squares", "The speed on foot."),
        "Reaction": (_figure("reaction", 1), "signed", "To hit with opportunity attacks."),
    },
    "Surges": (_figure("surges", 1), "The number of surges in a day."),
    "Hit points at level": {
        n(level): (_figure("hit_points", level), f"Hit points at level {n(level)}.")
        for level in LEVELS
    },
}
book.table(
    "ready-figures",
    "Figures of the ready heroes",
    READY,
    made,
    rules=(creation.made,),
    facts=("hero-choices", "callings", "origins", "armor", "shields", "weapons", "implements"),
    sources=("LE-31", "LE-32", "LE-33", "LE-36", "LE-39"),
)
