"""The tables of the book with their charts: each says what it holds, and rules fill its cells."""

from sfrules.book.tables import (  # noqa: F401 — each offers its own as it is imported
    abilities,
    action_points,
    characters,
    checks,
    damage,
    dice,
    fights,
    impairment,
    monsters,
    play,
    plotted,
    progression,
    reference,
    scale,
    seconds,
    systems,
    terrain,
    turns,
    yards,
    yards_dangers,
)
