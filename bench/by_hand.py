"""The case of a finding, held by Python alone: functions are called, and tables are read here."""

from __future__ import annotations

import csv
import os
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sfrules.analysis.model import Finding, Model


def holds_by_hand(model: Model, finding: Finding) -> bool:
    """Whether Python takes a case for true.

    A gap is shown by an answer that fails, which is another than one that the rule refuses.
    """
    space: dict[str, Any] = {"true": True, "false": False, "none": None, "Fraction": Fraction}
    for name, rule in model.rules.items():
        namespace, _, own = name.rpartition(".")
        setattr(space.setdefault(namespace, SimpleNamespace()), own, rule)
    for table, name in model.named.items():
        space[name] = _rows(next(Path().rglob(f"{table}.csv"), Path(os.devnull)))
    case = re.sub(r"(-?\d+)/(\d+)", r"Fraction(\1, \2)", finding.case)
    try:
        return eval(case, space) is True  # noqa: S307 - a line that analysis wrote
    except ValueError:
        return False
    except Exception:  # noqa: BLE001 - whatever the rule fails with
        return finding.kind == "gap"


def _rows(file: Path) -> SimpleNamespace:
    """Return the rows of a table by their first column, each with its cells, as a person reads."""
    with file.open(encoding="utf-8") as lines:
        head, *rows = csv.reader(lines) if file.suffix else [[]]
    names = [re.sub(r"\W", "_", name.lower()) for name in head]
    cells = [[int(c) if re.fullmatch(r"-?\d+", c) else c or None for c in row] for row in rows]
    found = {row[0]: SimpleNamespace(**dict(zip(names, row, strict=True))) for row in cells}
    return SimpleNamespace(**{re.sub(r"\W", "_", str(key)): row for key, row in found.items()})
