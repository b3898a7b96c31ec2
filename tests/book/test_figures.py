"""The drawings of the book show what the rules answer."""

from xml.etree import ElementTree

import pytest

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.things.figures import Panel, Square, figure_html
from sfrules.rules import core


def steps_to(start: Square, size: int) -> dict[Square, int]:
    """The steps that a king needs from one square to those around it, walked step by step."""
    steps, edge = {start: 0}, {start}
    for count in range(1, size + 1):
        around = {(x + dx, y + dy) for x, y in edge for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        edge = around - steps.keys()
        steps |= dict.fromkeys(edge, count)
    return steps


def standing(panel: Panel, state: str | None = None) -> set[tuple[str, Square]]:
    return {(t.name, t.square) for t in panel.tokens if state in (None, t.state)}


@pytest.mark.parametrize("name", BOOK.figures)
def test_a_figure_is_known_by_its_id_and_draws_wellformed(name: str) -> None:
    figure = BOOK.figures[name]()
    assert figure.id == name
    assert ElementTree.fromstring(figure_html(figure, "Figure 1")).tag == "figure"
    assert figure_html(BOOK.figures[name](), "Figure 1") == figure_html(figure, "Figure 1")
    assert figure.rules
    assert set(figure.rules) <= set(BOOK.rule_names)


def test_the_ids_of_all_figures_differ() -> None:
    html = "".join(figure_html(make()) for make in BOOK.figures.values())
    ids = [part.get("id") for part in ElementTree.fromstring(f"<p>{html}</p>").iter()]
    given = [name for name in ids if name]
    assert len(given) == len(set(given)) > len(BOOK.figures)


def test_the_fireball_hits_the_orc_and_the_goblins_around_it_and_nobody_else() -> None:
    before, after = BOOK.figures["lesser-fireball"]().panels
    assert standing(before) == standing(after)
    assert standing(before, "hit") == set()
    (orc,) = (token for token in before.tokens if token.name == "orc")
    reached = steps_to(orc.square, 1)
    assert standing(after, "hit") == {
        (n, square) for n, square in standing(after) if square in reached
    }
    assert sorted(name for name, _ in standing(after, "hit")) == ["goblin"] * 4 + ["orc"]
    assert {name for name, _ in standing(after, "ready")} == {"Tamsin"}


def test_the_fireball_is_seen_to_reach_a_corner_and_a_side() -> None:
    _, after = BOOK.figures["lesser-fireball"]().panels
    (orc,) = (token.square for token in after.tokens if token.name == "orc")
    apart = {
        abs(x - orc[0]) + abs(y - orc[1]) for name, (x, y) in standing(after) if name == "goblin"
    }
    assert apart == {1, 2}
    (blast,) = after.areas
    assert set(blast.squares) == set(steps_to(orc, 1))


def test_drawing_and_words_follow_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "burst", lambda center, _: ((3, 1), (3, 2), center))
    monkeypatch.setattr(authored.TABLES, "kept", lambda make: make())
    draw = BOOK.figures["lesser-fireball"]
    figure = draw()
    assert standing(figure.panels[1], "hit") == {("goblin", (3, 1)), ("orc", (4, 2))}
    assert "covers 3 squares. It hits the orc and the goblin." in figure.description
    assert "goblin, 1 square away, is safe." in figure.description
    monkeypatch.setattr(core, "burst", lambda *_: ())
    assert "covers 0 squares. It hits nobody." in draw().description


def test_every_square_shows_its_distance_from_the_middle() -> None:
    (panel,) = BOOK.figures["distance"]().panels
    (token,) = panel.tokens
    steps = steps_to(token.square, 4)
    assert {label.square: label.text for label in panel.labels} == {
        square: str(count) for square, count in steps.items() if count
    }
    assert len(panel.labels) == 80
    ones, threes = panel.areas
    assert {steps[square] for square in ones.squares} == {1}
    assert {steps[square] for square in threes.squares} == {3}


@pytest.mark.parametrize(("at", "radius", "size"), [(0, 1, 9), (1, 2, 25), (2, 3, 49)])
def test_a_burst_shows_its_squares_and_counts_them(at: int, radius: int, size: int) -> None:
    panel = BOOK.figures["bursts"]().panels[at]
    (area,), (center,) = panel.areas, panel.marks
    assert set(area.squares) == set(steps_to(center.square, radius)) == set(panel.extent)
    assert (panel.heading, panel.note) == (f"Radius {radius}", f"{size} squares")
    width = 2 * radius + 1
    assert panel.description == (
        f"A burst of radius {radius} covers {size} squares, {width} wide and {width} high."
    )
    assert f"{size}" in BOOK.figures["bursts"]().caption
