"""Every table of the book is a DataFrame to those who want one."""

import pytest

from sfrules import to_frame
from sfrules.book import table


def test_a_table_is_had_by_its_id_as_a_frame() -> None:
    frame = to_frame(table("hit-points"))
    assert frame.index.name == "Level"
    assert frame.loc[11, ("High", "HP")] == 66
    assert frame[("Low", "Surge value")].tolist()[:3] == [5, 6, 6]


def test_a_table_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError, match="hit-pionts"):
        table("hit-pionts")
