"""What analysis reports: each class by a fault planted by hand, with a case that is true when run."""

import pytest

RANKS = "id,from_level,to_level,bonus\nnovice,1,3,0\nmaster,{},9,4\n"
MOUNTS = "id,pace,price\nmule,5,25\ncamel,{},{}\n"

# kind, what is planted, what the finding is about, and a sound neighbor in which nothing is found
PLANTED = {
    "never matters": (
        "@book.rule\ndef pay(level: range(1, 5), rank: range(3)) -> int:\n    return 2 * level\n",
        "planted.pay rank",
        "@book.rule\ndef pay(level: range(1, 5), rank: range(3)) -> int:\n    return 2 * level + rank\n",
    ),
    "reversal": (
        "@book.rule\ndef pay(level: range(1, 9)) -> int:\n    return level if level != 5 else 1\n",
        "planted.pay level",
        "@book.rule\ndef pay(level: range(1, 9)) -> int:\n    return level if level != 5 else 4\n",
    ),
    "dead branch": (
        "@book.rule\ndef pay(level: range(1, 9)) -> int:\n    return 5 if level > 8 else level\n",
        "planted.pay level > 8",
        "@book.rule\ndef pay(level: range(1, 9)) -> int:\n    return 5 if level > 7 else level\n",
    ),
    "gap": (
        "@book.rule\ndef pay(level: range(3)) -> Fraction:\n    return Fraction(1) / level\n",
        "planted.pay",
        "@book.rule\ndef pay(level: range(1, 3)) -> Fraction:\n    return Fraction(1) / level\n",
    ),
    "untried threshold": (
        '@book.rule\ndef pay(level: range(9)) -> int:\n    """Pay.\n\n    >>> pay(1)\n    1\n    """\n    return 5 if level > 6 else level\n',
        "planted.pay level > 6",
        '@book.rule\ndef pay(level: range(9)) -> int:\n    """Pay.\n\n    >>> pay(7)\n    5\n    """\n    return 5 if level > 6 else level\n',
    ),
    "idle number": (
        "@book.rule\ndef pay(level: range(1, 9)) -> int:\n    return max(-7, level)\n",
        "planted.pay 7 in line 2",
        "@book.rule\ndef pay(level: range(1, 9)) -> int:\n    return max(4, level)\n",
    ),
    "clash": (
        (
            "@book.rule\ndef one(level: range(9)) -> int:\n    return 2 * level\n\n"
            "@book.rule\ndef other(level: range(9)) -> int:\n    return level * level\n\nbook.agree(one, other)\n"
        ),
        "one agrees with other",
        (
            "@book.rule\ndef one(level: range(9)) -> int:\n    return 2 * level\n\n"
            "@book.rule\ndef other(level: range(9)) -> int:\n    return level + level\n\nbook.agree(one, other)\n"
        ),
    ),
    "broken law": (
        (
            "@book.rule\ndef pay(level: range(9)) -> int:\n    return level - 3\n\n"
            'book.law("nobody pays to work", lambda level: pay(level) >= 0)\n'
        ),
        "nobody pays to work",
        (
            "@book.rule\ndef pay(level: range(9)) -> int:\n    return level + 3\n\n"
            'book.law("nobody pays to work", lambda level: pay(level) >= 0)\n'
        ),
    ),
    "equal": (
        '@book.rule\ndef pay(who: Literal["cook", "guard", "guide"]) -> int:\n    return 5 if who == "guide" else 2\n',
        "planted.pay who cook = guard",
        '@book.rule\ndef pay(who: Literal["cook", "guard", "guide"]) -> int:\n    return 9 if who == "guide" else len(who)\n',
    ),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_reported_with_a_case_that_is_so(planted, kind):
    code, subject, _ = PLANTED[kind]
    book = planted(code)
    (found,) = book.told(kind)
    assert found.subject == subject
    assert found.span.source.path == "planted.py"
    answer = book.run(found.case)
    assert answer.startswith("error") if kind == "gap" else answer == "true"


@pytest.mark.parametrize("kind", PLANTED)
def test_its_sound_neighbor_is_not_reported(planted, kind):
    assert planted(PLANTED[kind][2]).told(kind) == []


@pytest.mark.parametrize(("start", "kind"), [(3, "overlap"), (4, None), (5, "gap"), (7, "gap")])
def test_levels_have_one_row_each(planted, start, kind):
    book = planted('ranks = book.csv("ranks")\n', ranks=RANKS.format(start))
    found = [each for each in book.findings() if each.kind in ("gap", "overlap")]
    assert [each.kind for each in found] == ([kind] if kind else [])
    assert all(book.run(each.case) == "true" for each in found)


@pytest.mark.parametrize(
    ("pace", "price", "is_dominated"),
    [(5, 26, True), (4, 25, True), (5, 25, False), (6, 26, False), (4, 24, False)],
)
def test_an_option_is_dominated_if_it_is_nowhere_better_and_somewhere_worse(
    planted, pace, price, is_dominated
):
    code = 'mounts = book.csv("mounts")\nbook.better(mounts, more=["pace"], less=["price"])\n'
    book = planted(code, mounts=MOUNTS.format(pace, price))
    found = book.told("dominated")
    assert [each.subject for each in found] == ["mounts camel"] * is_dominated
    assert all(book.run(each.case) == "true" for each in found)


def test_an_answer_that_the_annotation_does_not_allow_is_a_gap(planted):
    code = "@book.rule\ndef pay(level: range(1, 9)) -> range({}):\n    return level + 1\n"
    (found,) = planted(code.format(9)).told("gap")
    assert found.case == "planted.pay(8)"
    assert "pay is annotated to answer a whole number from 0 to 8" in found.message
    assert planted(code.format(9)).run(found.case).startswith("error")
    assert planted(code.format(10)).told("gap") == []


def test_a_rule_is_asked_with_the_decorators_that_its_author_gave_it(planted):
    code = """from functools import wraps

def at_most_four(pay):
    @wraps(pay)
    def held(level):
        return pay(min(level, 4))
    return held

@book.rule
@at_most_four
def pay(level: range(1, 9)) -> int:
    return level if level < 5 else 1
"""
    assert planted(code).told("reversal") == []
    found = planted(code.replace("@at_most_four\n", "")).told("reversal")
    assert [each.subject for each in found] == ["planted.pay level"]


def test_a_row_that_no_level_reaches_is_reported(planted):
    code = (
        'ranks = book.csv("ranks")\n@book.rule\ndef bonus(level: range(1, 9)) -> int:\n'
        "    return next(r.bonus for r in ranks if r.from_level <= level <= r.to_level)\n"
    )
    ranks = RANKS.format(4) + "hero,10,12,8\n"
    (found,) = planted(code, ranks=ranks).told("unreachable row")
    assert found.subject == "ranks hero"
    assert found.span.text == "hero"


def test_a_fact_that_is_not_what_the_rule_of_its_name_says_is_a_clash(planted):
    code = 'pays = book.csv("pays")\n@book.rule\ndef pay(level: range(9)) -> int:\n    return 2 * level\n'
    book = planted(code, pays="id,level,pay\na,1,2\nb,2,5\n")
    (found,) = book.told("clash")
    assert (found.span.text, found.case) == ("5", "planted.pay(2) != 5")
    assert book.run(found.case) == "true"


def test_an_exemption_accepts_a_finding_and_is_refused_without_one(planted):
    code, _, _ = PLANTED["reversal"]
    accepted = 'book.exempt("reversal", "planted.pay level", "The fifth is unlucky.")\n'
    idle = 'book.exempt("reversal", "planted.pay rank", "It is not so.")\n'
    problems, _ = planted(code + accepted).book.bound().analyze((), 1)
    assert not [each for each in problems if "reversal" in each.message]
    problems, _ = planted(code + accepted + idle).book.bound().analyze((), 1)
    assert "there is no such finding: reversal planted.pay rank" in [p.message for p in problems]


@pytest.mark.parametrize(("said", "is_so"), [("(2, 4)", True), ("(2, 5)", False)])
def test_an_example_that_the_rule_answers_otherwise_is_a_clash(planted, said, is_so):
    code = f'@book.rule\ndef pay(level: range(9)) -> int:\n    """Pay.\n\n    >>> pay(1), pay(2)\n    {said}\n    """\n    return 2 * level\n'
    book = planted(code)
    found = book.told("clash")
    assert [each.case for each in found] == ["planted.pay(2) != 5"] * (not is_so)
    assert all(book.run(each.case) == "true" for each in found)


def test_an_answer_of_one_thing_is_compared_whole_with_its_example(planted):
    code = (
        "@book.rule\ndef kin(level: range(9)) -> tuple[int, ...]:\n"
        '    """Kin.\n\n    >>> kin(1)\n    (1,)\n    """\n    return (level,)\n'
    )
    assert planted(code).told("clash") == []


@pytest.mark.parametrize(
    ("named", "gain", "is_clash"),
    [("pay", "2 * level", False), ("pay", "level * level", True), ("gift", "level * level", False)],
)
def test_rules_of_one_term_that_disagree_are_a_clash_without_a_statement(
    planted, named, gain, is_clash
):
    code = (
        "from sfrules.facts.domain import rule\n"
        "@rule\ndef pay(level: range(9)) -> int:\n    return 2 * level\n"
        f"@rule\ndef other(level: range(9)) -> int:\n    return {gain}\n"
        f"book.rules('town', {{'pay': pay}})\nbook.rules('road', {{'{named}': other}})\n"
    )
    book = planted(code)
    found = book.told("clash")
    assert [each.case for each in found] == ["town.pay(1) != road.pay(1)"] * is_clash
    assert all(book.run(each.case) == "true" for each in found)
