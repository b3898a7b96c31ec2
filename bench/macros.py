"""The benchmark's book, for mkdocs-macros: pandas writes each table as Markdown."""

from __future__ import annotations

from typing import Any

import campaign
import pandas as pd


def define_env(env: Any) -> None:
    """Give the pages their two macros."""

    @env.macro
    def renown(page: int, place: int) -> int:
        return campaign.value(page, place)

    @env.macro
    def table(page: int, place: int) -> str:
        frame = pd.DataFrame(campaign.rows(page, place), columns=["Level", *campaign.COLUMNS])
        return f"**{campaign.caption(page, place)}**\n\n{frame.to_markdown(index=False)}"
