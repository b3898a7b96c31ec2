"""Put a finished site in the place of the last one: whole, or not at all."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from sfrules.ground.problems import Problem, report_html

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


def beside(site: Path) -> Path:
    """A new folder to build a site in, on the same file system as the site.

    Folders that an interrupted build has left behind are removed; those of running builds stay.
    """
    _put_back(site)
    for left in site.parent.glob(f"{_name(site)}-next-*"):
        if not _runs(left.name.rpartition("-")[2]):
            shutil.rmtree(left, ignore_errors=True)
    built = site.with_name(f"{_name(site)}-next-{os.getpid()}")
    shutil.rmtree(built, ignore_errors=True)
    return built


def _name(site: Path) -> str:
    return f".{site.name.lstrip('.')}"


def _runs(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def _put_back(site: Path) -> None:
    """Put an earlier site back that an interrupted move has left aside."""
    last = site.with_name(f"{_name(site)}-last")
    if last.exists() and not site.exists():
        last.rename(site)


def replace_site(built: Path, site: Path) -> None:
    """Move a built site into place; if that fails, the earlier one is put back.

    Hidden entries of the earlier site, such as a .git, do not belong to the book: they stay.
    """
    last = site.with_name(f"{_name(site)}-last")
    shutil.rmtree(last, ignore_errors=True)
    try:
        if site.exists():
            site.rename(last)
        built.rename(site)
        for hidden in last.glob(".*") if last.exists() else ():
            if not (site / hidden.name).exists():
                hidden.rename(site / hidden.name)
    finally:
        _put_back(site)
        shutil.rmtree(last, ignore_errors=True)


def show_problems(site: Path, built: Path, problems: Sequence[Problem]) -> None:
    """Put a box with the problems on every page of the last good site, for a preview.

    If no site was good yet, the pages hold the box alone, at the addresses of the failed build.
    """
    box = _OPEN + _STYLE + report_html(problems) + _CLOSE
    pages = sorted(site.rglob("*.html"))
    for page in pages:
        html = _BOX.sub("", page.read_text(encoding="utf-8"))
        page.write_text(html.replace("</body>", f"{box}</body>"), encoding="utf-8")
    if not pages:
        for failed in sorted(built.rglob("*.html")):
            page = site / failed.relative_to(built)
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(f"<!doctype html><body>{box}</body>", encoding="utf-8")
