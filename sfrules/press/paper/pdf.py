"""The book as a PDF: Chromium sets it twice, the second time with the numbers of its pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf

from sfrules.ground.system import is_root
from sfrules.press.paper.typeset import Listed, Sheets
from sfrules.press.paper.volume import Volume

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_LONGEST = 600  # seconds, on a busy machine
_ROUNDS = 4  # until no number of a page moves any other
# The document has no scripts, and whatever it may name is a file beside it.
_OPTIONS = (
    "--headless",
    "--disable-background-networking",
    "--disable-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-first-run",
    "--no-pdf-header-footer",
)


class NotPrinted(Exception):
    """Why there is no PDF; the message is for whoever asked for one."""


def find_chromium() -> str:
    """The Chromium that prints: the one that SFRULES_CHROMIUM names, or one on the path.

    Raises:
        NotPrinted: where there is none.
    """
    named = os.environ.get("SFRULES_CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else CHROMIUMS)), None)
    if found is None:
        where = f"{named} is no program" if named else "there is no Chromium on the path"
        raise NotPrinted(f"{where}: install one, or name it in SFRULES_CHROMIUM")
    return found


def pdf(volume: Volume, paper: str = "a4") -> bytes:
    """A volume as a PDF with outline and tags, on sheets of a size that CSS knows by name.

    Raises:
        NotPrinted: where there is no Chromium, or it fails.
    """
    chromium, sheets = find_chromium(), Sheets(volume, paper)
    pages: Mapping[str, int] = {}
    for _ in range(_ROUNDS):
        printed = _print(chromium, sheets.document(pages), volume.site)
        with pikepdf.open(BytesIO(printed)) as document:
            before, pages = pages, _pages(document)
            if before == pages:
                return _finished(document, sheets.listed, volume)
    raise NotPrinted("the numbers of the pages move each other; this is a fault of sfrules")


def _print(chromium: str, document: str, site: Path) -> bytes:
    """What Chromium makes of a document that stands in the folder of a site."""
    sandbox = ["--no-sandbox"] if is_root() else []  # which root cannot have
    file = site / "book-for-print.xhtml"
    file.write_text(document, encoding="utf-8", newline="\n")
    with tempfile.TemporaryDirectory(prefix="sfrules_") as folder:
        out = Path(folder, "book.pdf")
        own = [f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}", file.as_uri()]
        try:
            ended = subprocess.run(  # noqa: S603 the program is the user's
                [chromium, *_OPTIONS, *sandbox, *own],
                capture_output=True,
                text=True,
                timeout=_LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise NotPrinted(f"{chromium} takes longer than {_LONGEST} s") from None
        finally:
            file.unlink()
        if not out.is_file():
            *_, last = ["", *ended.stderr.strip().splitlines()]
            raise NotPrinted(f"{chromium} prints nothing: {last}")
        return out.read_bytes()


def _pages(document: pikepdf.Pdf) -> dict[str, int]:
    """The number of the page that each place of the book is on."""
    numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
    places = document.Root.get("/Dests", pikepdf.Dictionary())
    return {str(name)[1:]: numbers[place[0].objgen] for name, place in places.items()}


def _finished(document: pikepdf.Pdf, listed: list[Listed], volume: Volume) -> bytes:
    """The PDF with its outline and what it says of itself; the same bytes for the same text."""
    _outline(document, listed)
    document.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    document.Root.PageMode = pikepdf.Name.UseOutlines
    document.Root.Lang = pikepdf.String(volume.language)
    date = datetime.fromtimestamp(volume.date, UTC)
    del document.docinfo  # which is written anew from what is said here
    with document.open_metadata(set_pikepdf_as_editor=False) as said:
        said["dc:title"] = volume.title
        said["dc:description"] = volume.about
        said["dc:language"] = [volume.language]
        said["dc:rights"] = volume.rights
        said["xmp:CreatorTool"] = "sfrules"
        said["xmp:CreateDate"] = said["xmp:ModifyDate"] = date.isoformat()
    out = BytesIO()
    document.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return out.getvalue()


def _outline(document: pikepdf.Pdf, listed: list[Listed]) -> None:
    """An outline as deep as the contents; a part opens at its first chapter."""
    destinations = document.Root.get("/Dests", pikepdf.Dictionary())
    firsts = [each.place for each in listed]
    for at, after in reversed(list(pairwise(range(len(listed))))):
        firsts[at] = firsts[at] or firsts[after]
    with document.open_outline() as outline:
        outline.root.clear()
        above: list[tuple[int, list[pikepdf.OutlineItem]]] = [(-1, outline.root)]
        for line, first in zip(listed, firsts, strict=True):
            place = pikepdf.Array(destinations[f"/{first}"])
            item = pikepdf.OutlineItem(line.title, place)
            item.is_closed = line.kind != "part"
            while above[-1][0] >= line.depth:
                above.pop()
            above[-1][1].append(item)
            above.append((line.depth, item.children))
