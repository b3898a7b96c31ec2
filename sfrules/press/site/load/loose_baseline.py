"""How many loose numbers each page may still have: a book may begin with many.

They are kept in `loose.csv` beside the site's configuration: a line for each page, and its number.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from sfrules.ground.file_door import read_source
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.press.things.counts.number_kinds import Audit

BASELINE = "loose.csv"
_HEAD = ("page", "loose")


def read_baseline(root: Path) -> dict[str, int]:
    """The pages that may have loose numbers, and how many; none without the file.

    Raises:
        ProblemsFound: for a line that is no page and a number.
    """
    if not (root / BASELINE).is_file():
        return {}
    source = read_source(root / BASELINE, BASELINE, [root])
    found = {}
    for line, cells in enumerate(csv.reader(StringIO(source.text)), 1):
        if line > 1 and (len(cells) != len(_HEAD) or not cells[1].isdecimal()):
            hint = "sfrules check --baseline writes it"
            text = source.line(line)
            message = "a line has a page, and how many loose numbers it has"
            raise ProblemsFound([Problem(BASELINE, line, 1, message, hint, text)])
        if line > 1:
            found[cells[0]] = int(cells[1])
    return found


def shrunk(
    before: Mapping[str, int], audits: Mapping[str, Audit], *, first: bool
) -> dict[str, int]:
    """What the pages may have from now on: what they have, and never more than before."""
    now = {page: len(audit.loose) for page, audit in audits.items() if audit.loose}
    return now if first else {p: min(n, before[p]) for p, n in now.items() if p in before}


def baseline_text(counts: Mapping[str, int]) -> str:
    """The file of the baseline."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(_HEAD)
    rows.writerows(sorted(counts.items()))
    return out.getvalue()
