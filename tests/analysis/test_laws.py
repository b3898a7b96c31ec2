"""Laws: at every point, by z3, or at points that are tried; the counterexample is the smallest."""

import pickle
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product

import pytest

from sfrules.analysis.grid import Axis, Grid
from sfrules.analysis.law_findings import judge
from sfrules.analysis.survey import Chunk, _model, survey_chunk, surveys

HEAL = """
@book.rule
def healed(current: int, healing: Annotated[int, range(0, 1000000)], surge: Annotated[int, range(0, 1000000)]) -> int:
    now = current + healing
    return max(now, surge) if current < 1 <= now else now
"""


def reports(book):
    with ThreadPoolExecutor(1) as one:
        model = book.book.model()
        return judge(one, lambda: model, model, range(len(model.laws)))


def test_the_points_of_a_range_are_those_of_the_whole():
    sizes = random.Random(5)  # noqa: S311 — what is tried
    for _ in range(50):
        axes = [tuple(range(sizes.randint(1, 5))) for _ in range(sizes.randint(0, 4))]
        grid = Grid(tuple(Axis(f"p{at}", values) for at, values in enumerate(axes)))
        every = list(product(*axes))
        start = sizes.randint(0, len(every))
        stop = sizes.randint(start, len(every))
        assert list(grid.points(start, stop)) == every[start:stop]
        assert grid.size == len(every)


@pytest.mark.parametrize(
    ("law", "method"),
    [
        (
            "lambda current, healing, surge: healed(current, healing, surge) >= current",
            "proved by z3",
        ),
        (
            "lambda current, healing: healed(current, healing, 0) == current + healing",
            "proved by z3",
        ),
        ("lambda current: str(healed(current, 0, 0)) == str(current)", "not proved, tried"),
    ],
)
def test_a_law_over_endless_domains_is_proved_if_its_code_can_be_read(planted, law, method):
    (report,) = reports(planted(f"{HEAL}\nbook.law('healing never hurts', {law})\n"))
    assert report.method.startswith(method)
    assert report.finding is None


def test_z3_finds_a_counterexample_that_no_sample_has(planted):
    code = "@book.rule\ndef pay(level: int) -> int:\n    return 1 if level == 7654321 else 0\n"
    book = planted(f"{code}\nbook.law('nobody is paid', lambda level: pay(level) == 0)\n")
    (report,) = reports(book)
    assert report.finding.case == "planted.pay(7654321) == 1"
    assert book.run(report.finding.case) == "true"


def test_the_counterexample_is_the_smallest_that_a_brute_force_finds(planted):
    law = "healed(current, 8, 12) <= healed(current + 1, 8, 12)"
    book = planted(
        f"{HEAL}\nbook.law('more is no less', lambda current: {law}, current=range(-20, 21))\n"
    )

    def healed(current):
        return max(current + 8, 12) if current < 1 <= current + 8 else current + 8

    broken = [at for at in range(-20, 21) if healed(at) > healed(at + 1)]
    assert broken == [0]
    (report,) = reports(book)
    assert report.finding.case == "planted.healed(0, 8, 12) == 12 and planted.healed(1, 8, 12) == 9"
    assert (report.asked, book.run(report.finding.case)) == (41, "true")


def test_a_counterexample_with_a_fraction_runs(planted):
    code = "@book.rule\ndef half(of: range(1, 5)) -> Fraction:\n    return Fraction(of, 3)\n"
    book = planted(f"{code}\nbook.law('half is half', lambda of: half(of) == Fraction(of, 2))\n")
    (report,) = reports(book)
    assert report.finding.case == "planted.half(1) == 1/3"
    assert book.run(report.finding.case) == "true"


BOOK = """
@book.rule
def chance(bonus: range(100), target: range(100), faces: range(2, 52)) -> Fraction:
    return Fraction(max(0, min(faces, faces + 1 + bonus - target)), faces)

book.law("chances are chances", lambda bonus, target, faces: 0 <= chance(bonus, target, faces) <= 1, faces=[20])
book.law("bonuses help", lambda bonus, target: chance(bonus, target, 20) < 1 or target < 90)
"""


def loaded():
    import planted

    return planted.book.model()


def all_of(executor):
    return judge(executor, loaded, loaded(), (0, 1))


def test_a_process_pool_and_a_thread_come_to_the_same(planted):
    planted(BOOK)
    with ThreadPoolExecutor(1) as one, ProcessPoolExecutor(2) as two:
        here, there = all_of(one), all_of(two)
        assert here == there
        grid = {
            "planted.chance": Grid(
                (
                    Axis("bonus", tuple(range(40))),
                    Axis("target", tuple(range(60))),
                    Axis("faces", tuple(range(2, 52))),
                )
            )
        }
        assert surveys(one, loaded, grid) == surveys(two, loaded, grid)
    assert [(report.asked, bool(report.finding)) for report in here] == [
        (10_000, False),
        (10_000, True),
    ]


def test_a_process_loads_a_book_once_for_all_that_it_is_sent(planted):
    load = planted(BOOK).book.loader()
    sent = [pickle.loads(pickle.dumps(load)) for _ in range(2)]  # noqa: S301 — made just here
    _model.cache_clear()
    assert _model(sent[0]) is _model(sent[1])


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_dask_comes_to_the_same(planted, tmp_path):
    distributed = pytest.importorskip("distributed")
    planted(BOOK)
    with ThreadPoolExecutor(1) as one:
        here = all_of(one)
    from sfrules.binding.statements import BookModule

    file = BookModule(("planted",), str(tmp_path / "planted.py"), str(tmp_path))
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        there = judge(client.get_executor(), file, loaded(), (0, 1))
    assert [r.asked for r in there] == [r.asked for r in here]
    assert [r.finding and r.finding.case for r in there] == [
        r.finding and r.finding.case for r in here
    ]


def test_chunks_may_be_worked_out_in_any_order(planted):
    planted(BOOK)
    grid = Grid((Axis("bonus", (1, 2)), Axis("target", (5, 9)), Axis("faces", (6, 20))))
    whole = survey_chunk(Chunk(loaded, "planted.chance", grid, 0, 8)).answers
    parts = [
        survey_chunk(Chunk(loaded, "planted.chance", grid, at, at + 1)).answers for at in (7, 3, 0)
    ]
    assert parts == [[whole[7]], [whole[3]], [whole[0]]]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("book.law('', lambda x: True)", "a law has a text and a function"),
        ("book.law('so', lambda x: True)", "the law does not say the values of x"),
        ("book.law('so', lambda x: True, x=range(3), y=range(3))", "the law has no parameter y"),
        ("book.agree(len, 3)", "two rules can agree, and one of these is none"),
    ],
)
def test_a_mistake_in_a_statement_is_reported_at_its_line(planted, code, message):
    from sfrules.ground.problems import ProblemsFound

    book = planted(code + "\n")
    with pytest.raises(ProblemsFound) as found:
        book.book.bound()
    (problem,) = found.value.problems
    assert (problem.path, problem.line) == ("planted.py", 5)
    assert problem.message.startswith(message)
