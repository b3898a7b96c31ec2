"""The benchmark's book, for mkdocs-macros and markdown-exec: pandas writes each table."""

from __future__ import annotations

from typing import Any

import campaign
import pandas as pd


def renown(page: int, place: int) -> int:
    """Give a value."""
    return campaign.value(page, place)


def table(page: int, place: int) -> str:
    """Give a table, as Markdown."""
    frame = pd.DataFrame(campaign.rows(page, place), columns=["Level", *campaign.COLUMNS])
    return f"**{campaign.caption(page, place)}**\n\n{frame.to_markdown(index=False)}"


def define_env(env: Any) -> None:
    """Give the pages of mkdocs-macros their two macros."""
    for macro in (renown, table):
        env.macro(macro)
