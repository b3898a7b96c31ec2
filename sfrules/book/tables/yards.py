"""Tables of movement that is paid in yards: what forms, ground, traits and activities cost."""

from sfrules import authored
from sfrules.authored import Row
from sfrules.book.tables.fields import counted, facts, ids, text, told
from sfrules.press.things.tables.table import Column, Table
from sfrules.rules import yards as rules

SURCHARGES = {"challenging": rules.challenging_extra, "retreating": rules.retreating_extra}


def forms() -> Table:
    """The forms of movement, and what each asks for and brings with it."""
    return Table(
        id="yards-forms",
        caption="Forms of movement",
        stub=_form(),
        columns=(
            Column("Rate", rules.form_rate, "Yards of Speed spent for each yard moved."),
            Column("Boons granted", rules.boons_granted, "Boons that attackers have against you."),
            Column("Banes", rules.attack_banes, "Banes on your own attacks."),
            text("yards-forms", "effect", "What it is", "How you move, and what comes with it."),
            text("yards-forms", "needs", "Needs", "What it takes to move so at all."),
        ),
        rows=ids("yards-forms"),
        authored=("yards-forms",),
        sources=facts("yards-forms"),
    )


def _form() -> Column:
    return text("yards-forms", "name", "Form", "The form of movement.")


def surcharges() -> Table:
    """What is added to the rate of any form."""
    return Table(
        id="yards-surcharges",
        caption="What adds to the rate",
        stub=text("yards-surcharges", "name", "Surcharge", "What makes each yard dearer."),
        columns=(
            Column(
                "Extra",
                lambda surcharge: SURCHARGES[surcharge](),
                "Yards of Speed more for each yard moved.",
                style="signed",
            ),
            text("yards-surcharges", "condition", "When", "When it is to be paid."),
        ),
        rows=ids("yards-surcharges"),
        rules=tuple(SURCHARGES.values()),
        authored=("yards-surcharges",),
        sources=facts("yards-surcharges"),
    )


def traits() -> Table:
    """The traits that change prices."""
    return Table(
        id="yards-traits",
        caption="Traits that change prices",
        stub=text("yards-traits", "name", "Trait", "The name of the trait."),
        columns=(
            Column("Form", _form_of, "The form of movement that it bears on.", text=True),
            Column("Rate", _rate_with, "Yards of Speed for each yard moved in that form."),
            Column(
                "Challenging",
                lambda trait: rules.challenging_extra([trait]),
                "Yards of Speed more for each yard of challenging terrain.",
                style="signed",
            ),
            Column("Boons", _boons_with, "Boons on rolls to move in that form."),
            text("yards-traits", "effect", "What it does", "What the trait changes."),
        ),
        rows=ids("yards-traits"),
        rules=(rules.form_rate, rules.challenging_extra, rules.roll_boons),
        authored=("yards-traits", "yards-forms"),
        sources=facts("yards-traits"),
    )


def _form_of(trait: str) -> str | None:
    form = authored.row("yards-traits", trait).form
    return None if form is None else authored.row("yards-forms", form).name


def _rate_with(trait: str) -> object:
    form = authored.row("yards-traits", trait).form
    return None if form is None else rules.form_rate(form, [trait])


def _boons_with(trait: str) -> object:
    form = authored.row("yards-traits", trait).form
    return None if form is None else rules.roll_boons(form, [trait])


def other_traits() -> Table:
    """The traits that change what a creature can do, and no price."""
    return Table(
        id="yards-other-traits",
        caption="Other traits",
        stub=text("yards-other-traits", "name", "Trait", "The name of the trait."),
        columns=(
            told(
                "yards-other-traits",
                "What it does",
                "What a creature with it can do.",
                lambda trait: {"unit": trait.unit or ""},
            ),
        ),
        rows=ids("yards-other-traits"),
        authored=("yards-other-traits",),
        sources=facts("yards-other-traits"),
    )


def activities() -> Table:
    """What activities cost, wherever they are done."""
    return Table(
        id="yards-activities",
        caption="Flat prices of activities",
        stub=text("yards-activities", "name", "Activity", "What you do."),
        columns=(
            Column("Price", rules.activity_cost, "Yards of Speed spent each time.", "yards"),
            told("yards-activities", "What it is", "What the activity does.", _amount),
        ),
        rows=ids("yards-activities"),
        authored=("yards-activities",),
        sources=facts("yards-activities"),
    )


def _amount(activity: Row) -> dict[str, str]:
    return {"amount": counted(activity.amount, activity.unit) if activity.unit else ""}


def costs() -> Table:
    """What a yard costs in each form, by the ground and on a retreat."""
    per_yard = "Yards of Speed for a yard of {}."
    return Table(
        id="yards-costs",
        caption="What a yard costs, by form and ground",
        stub=_form(),
        columns=(
            Column("Clear", rules.rate, per_yard.format("clear ground")),
            Column(
                "Challenging",
                rules.rate,
                per_yard.format("challenging terrain"),
                given={"challenging": True},
            ),
            Column(
                "Retreat",
                rules.rate,
                per_yard.format("a retreat over clear ground"),
                given={"retreating": True},
            ),
        ),
        rows=ids("yards-forms"),
        authored=("yards-forms", "yards-surcharges"),
        sources=facts("yards-forms", "yards-surcharges"),
    )
