"""Tables of movement that is paid in yards: what forms, ground, traits and activities cost."""

from sfrules import authored
from sfrules.book.tables.fields import counted, facts, ids, text
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import systems
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
            text("yards-other-traits", "effect", "What it does", "What a creature with it can do."),
            text("yards-other-traits", "unit", "Unit", "The unit of the trait's own number."),
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
            Column("For each", _amount, "What one payment goes for, if not one time.", text=True),
            text("yards-activities", "effect", "What it is", "What the activity does."),
        ),
        rows=ids("yards-activities"),
        authored=("yards-activities",),
        sources=facts("yards-activities"),
    )


def _amount(activity: str) -> str | None:
    row = authored.row("yards-activities", activity)
    return None if row.amount is None else counted(row.amount, row.unit)


def costs() -> Table:
    """Forms by ground: what a yard costs, and how far a typical Speed goes."""
    return Table(
        id="yards-costs",
        caption="What a yard costs, and how far a Speed goes",
        stub=_form(),
        columns=(_rates(), _reaches(systems.typical_turn("yards"))),
        rows=ids("yards-forms"),
        authored=("yards-forms", "yards-surcharges", "typical-turns"),
        sources=facts("yards-forms", "yards-surcharges"),
    )


def _rates() -> Spanner:
    per_yard = "Yards of Speed for a yard of {}."
    return Spanner(
        "Rate",
        (
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
    )


def _reaches(speed: object) -> Spanner:
    paid_for = "Whole yards of {} that a typical Speed pays for."
    return Spanner(
        f"Yards for a Speed of {speed}",
        (
            Column("Clear", rules.reach, paid_for.format("clear ground"), given={"speed": speed}),
            Column(
                "Challenging",
                rules.reach,
                paid_for.format("challenging terrain"),
                given={"speed": speed, "challenging": True},
            ),
        ),
    )
