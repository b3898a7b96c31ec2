"""Tables of movement that is paid in yards: what forms, ground, traits and activities cost."""

from functools import partial

from sfrules import authored
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.fields import counted, told
from sfrules.rules import yards as rules

SURCHARGES = {"challenging": rules.challenging_extra, "retreating": rules.retreating_extra}
forms, surcharges = facts("yards-forms"), facts("yards-surcharges")

name = {"Form": ("name", "The form of movement.")}
form = {
    "Rate": (rules.form_rate, "Yards of Speed spent for each yard moved."),
    "Boons granted": (rules.boons_granted, "Boons that attackers have against you."),
    "Banes": (rules.attack_banes, "Banes on your own attacks."),
    "What it is": ("effect", "How you move, and what comes with it."),
    "Needs": ("needs", "What it takes to move so at all."),
}
book.table("yards-forms", "Forms of movement", forms.keys(), name | form)

surcharge = {
    "Surcharge": ("name", "What makes each yard dearer."),
    "Extra": (
        lambda row: SURCHARGES[row.id](),
        "signed",
        "Yards of Speed more for each yard moved.",
    ),
    "When": ("condition", "When it is to be paid."),
}
book.table("yards-surcharges", "What adds to the rate", surcharges, surcharge)


def _form_of(trait: Row) -> str | None:
    return None if trait.form is None else authored.row("yards-forms", trait.form).name


def _rate_with(trait: Row) -> object:
    return None if trait.form is None else rules.form_rate(trait.form, [trait.id])


def _boons_with(trait: Row) -> object:
    return None if trait.form is None else rules.roll_boons(trait.form, [trait.id])


trait = {
    "Trait": ("name", "The name of the trait."),
    "Form": (_form_of, "The form of movement that it bears on."),
    "Rate": (_rate_with, "Yards of Speed for each yard moved in that form."),
    "Challenging": (
        lambda trait: rules.challenging_extra([trait.id]),
        "signed",
        "Yards of Speed more for each yard of challenging terrain.",
    ),
    "Boons": (_boons_with, "Boons on rolls to move in that form."),
    "What it does": ("effect", "What the trait changes."),
}
book.table("yards-traits", "Traits that change prices", facts("yards-traits"), trait)

other_trait = {
    "Trait": ("name", "The name of the trait."),
    "What it does": (
        told(lambda trait: {"unit": trait.unit or ""}),
        "What a creature with it can do.",
    ),
}
book.table("yards-other-traits", "Other traits", facts("yards-other-traits"), other_trait)


def _activity(id: str) -> str:
    """What the activity does, with its amount."""
    return told(_amount)(authored.row("yards-activities", id))


def _amount(activity: Row) -> dict[str, str]:
    return {"amount": counted(activity.amount, activity.unit) if activity.unit else ""}


activity = {
    "Activity": ("name", "What you do."),
    "Price": (rules.activity_cost, "", "yards", "Yards of Speed spent each time."),
    "What it is": (_activity, "What the activity does."),
}
book.table(
    "yards-activities", "Flat prices of activities", facts("yards-activities").keys(), activity
)

cost = {
    "Clear": (rules.rate, "Yards of Speed for a yard of clear ground."),
    "Challenging": (
        partial(rules.rate, challenging=True),
        "Yards of Speed for a yard of challenging terrain.",
    ),
    "Retreat": (
        partial(rules.rate, retreating=True),
        "Yards of Speed for a yard of a retreat over clear ground.",
    ),
}
book.table(
    "yards-costs",
    "What a yard costs, by form and ground",
    forms.keys(),
    name | cost,
    facts=("yards-forms", "yards-surcharges"),
    sources=(*forms.sources, *surcharges.sources),
)
