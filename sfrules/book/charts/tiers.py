"""The tiers as charts by level show them."""

from sfrules import authored
from sfrules.press.things.charts.chart import Boundary


def tier_boundaries() -> tuple[Boundary, ...]:
    """Where each tier begins."""
    return tuple(Boundary(tier.from_level, tier.name) for tier in authored.steps("tiers"))
