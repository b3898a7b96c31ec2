"""A specification drawn, and the drawing kept until the specification changes."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from functools import cache
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

Json = dict[str, Any]

LIBRARIES = ("altair", "vl-convert-python")


def drawn(specification: Json, folder: Path) -> str:
    """The SVG of a Vega-Lite specification: the one kept in the folder, or else a new one."""
    kept = folder / f"{_name(specification)}.svg"
    found = _kept(kept)
    if found is None:
        found = draw(specification)
        _keep(kept, found)
    return found


def draw(specification: Json) -> str:
    """The SVG of a Vega-Lite specification, drawn anew."""
    import altair as alt  # a second's work, with what it loads: only for what has to be drawn

    svg = StringIO()
    alt.Chart.from_dict(specification).save(svg, format="svg")
    return svg.getvalue()


def _name(specification: Json) -> str:
    """What a drawing is kept as: it follows from all that the drawing follows from."""
    whole = json.dumps([specification, _versions()], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()


@cache
def _versions() -> tuple[str, ...]:
    return tuple(f"{name} {version(name)}" for name in LIBRARIES)


def _kept(path: Path) -> str | None:
    """A drawing as it was kept; None if there is none, or not the whole of it."""
    try:
        sealed = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    svg, _, _ = sealed.rpartition("<!-- ")
    return svg if svg and sealed == _sealed(svg) else None


def _sealed(svg: str) -> str:
    return f"{svg}<!-- {hashlib.sha256(svg.encode()).hexdigest()} -->\n"


def _keep(path: Path, svg: str) -> None:
    """Write a drawing beside its place and move it there; where that cannot be, do without."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_sealed(svg))
        Path(beside).replace(path)
    except OSError:
        Path(beside).unlink(missing_ok=True)
