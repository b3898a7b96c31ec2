"""Another upgrade eases what impairs, or leaves it as it is."""

from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import impairment

NAMES = [row.name for row in authored.rows("upgrades")]
SITUATIONS = [row.id for row in authored.rows("impairment-situations")]


@given(
    st.sampled_from(SITUATIONS),
    st.lists(st.sampled_from(NAMES), unique=True),
    st.sampled_from(NAMES),
)
def test_another_upgrade_never_impairs_more(situation, upgrades, another):
    def impairments(taken):
        try:
            return impairment.situation_impairments(situation, taken)
        except ValueError:
            return 100

    more = upgrades if another in upgrades else [*upgrades, another]
    assert 0 <= impairments(more) <= impairments(upgrades)
