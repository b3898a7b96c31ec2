"""A box with the problems of a book, on every page of its last good site."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence

from sfrules.ground.problems import Problem, report_html
from sfrules.press.site.swap import Staging, publish, written

_OPEN, _CLOSE = "<!-- problems -->", "<!-- /problems -->"
_BOX = re.compile(f"{_OPEN}.*?{_CLOSE}", re.DOTALL)
_STYLE = (
    "<style>.press-problems{position:fixed;inset:auto 0 0 0;max-height:60vh;overflow:auto;"
    "z-index:99;margin:0;padding:.5rem 1rem 1rem;background:#fff4f2;color:#300;"
    "border-top:4px solid #b3261e;font:14px/1.4 system-ui,sans-serif}"
    ".press-problems h2{margin:.25rem 0 .5rem;font-size:1rem}"
    ".press-problems pre{margin:0;white-space:pre-wrap;font:13px/1.45 ui-monospace,monospace}"
    "</style>"
)
_EMPTY = "<!doctype html><body></body>"


def show_problems(staged: Staging, problems: Sequence[Problem]) -> None:
    """Publish the last good site again with a box on every page, in place of what was staged.

    If no site was good yet, the pages hold the box alone, at the addresses of the failed build.
    """
    box = _OPEN + _STYLE + report_html(problems) + _CLOSE
    last = [name for name in written(staged.site) if (staged.site / name).is_file()]
    if last:
        for entry in staged.folder.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    for name in last:
        copy = staged.folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(staged.site / name, copy)
    for page in staged.folder.rglob("*.html"):
        html = _BOX.sub("", page.read_text(encoding="utf-8")) if last else _EMPTY
        page.write_text(html.replace("</body>", f"{box}</body>"), encoding="utf-8")
    publish(staged)
