"""Fonts that come with a site: families from packages of fonts, made small for its pages.

A book names them by their packages: `fonts: [source-serif-4, source-sans-3]`. They are subset when
the book is built, kept between builds, and never kept in a repository. Where the packages are not
installed, pages are set in what the reader's device has.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from sfrules.press.site.keep.cache import FOLDER

#: What packages of fonts are called before the name of the family.
PACKAGES = "fontpkg-"
ADDRESS = "assets/fonts"
#: A font that is late waits for the next page: no line moves under a reader's eyes.
DISPLAY = "font-display: optional"
_TOOLS = {"fontTools": "fonttools[woff]", "brotli": "fonttools[woff]", "uharfbuzz": "uharfbuzz"}
# The letters of western languages, and the signs of a rulebook: dashes, fractions, arrows, math.
_SIGNS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2010, 0x2050),
    *range(0x2150, 0x215F),
    *range(0x2190, 0x2194),
    *(0x20AC, 0x2122, 0x2212, 0x2215, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265, 0x25A1),
]
_FEATURES = ["kern", "liga", "lnum", "tnum", "frac", "sups", "ccmp", "locl", "mark"]
_SPACES = re.compile(r"(?<=[a-z])(?=[A-Z\d])")
_WEIGHTS, _OPTICAL_SIZE = (400, 700), 16
_NAMES = 26  # those of the format, which say whose a font is and under which license
# Fonts that most devices have, or have one of the same widths, and how wide a text is in them.
_TEXT = "the hero may roll and add five, so an orc with its bow is not safe here"
_DEVICES = {
    "serif": (("Times New Roman", "Liberation Serif"), 27.63),
    "sans": (("Arial", "Liberation Sans"), 30.40),
}


@dataclass(frozen=True)
class SiteFont:
    """A file of a site, and the rules of a style sheet that name it."""

    address: str
    content: bytes
    rules: str = ""


def fonts_of(families: Iterable[str], root: Path) -> Iterator[SiteFont]:
    """The fonts of some families; none of a family whose package is not installed."""
    for family in families if all(map(find_spec, _TOOLS)) else ():
        for path in _files(family):
            content = _kept(path, root)
            digest = hashlib.sha256(content).hexdigest()[:10]
            name = f"{family}{'-italic' if _is_italic(path) else ''}.{digest}.woff2"
            rules = _rules(content, name, path)
            yield SiteFont(f"{ADDRESS}/{name}", content, rules)
        for path in _named(family, "LICENSE")[:1]:
            yield SiteFont(f"{ADDRESS}/{family}.LICENSE.txt", path.read_bytes())


def missing(families: Iterable[str]) -> list[str]:
    """What would have to be installed for some families."""
    tools = {package for tool, package in _TOOLS.items() if not find_spec(tool)}
    return [*sorted(tools), *(f"{PACKAGES}{each}" for each in families if not _files(each))]


def _files(family: str) -> list[Path]:
    """The files of a family whose weights are variable, upright first."""
    shown = _named(family, "wght].ttf")
    # What stands in a sans serif is looked up, and nothing there is slanted.
    return sorted((e for e in shown if not ("Sans" in e.name and _is_italic(e))), key=_is_italic)


def _named(family: str, ending: str) -> list[Path]:
    """The files of a family's package by the ends of their names."""
    try:
        package = distribution(f"{PACKAGES}{family}")
    except PackageNotFoundError:
        return []
    files = (Path(str(package.locate_file(each))) for each in package.files or ())
    return [each for each in files if each.name.endswith(ending)]


def _is_italic(path: Path) -> bool:
    return "Italic" in path.name


def _kept(path: Path, root: Path) -> bytes:
    """A font made small: as it was made before, if its file and this code are the same."""
    made = hashlib.sha256(path.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:20]
    kept = root / FOLDER / f"{path.stem}.{made}.woff2"
    if not kept.is_file():
        content = _small(path)
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(content)
        except OSError:
            return content
    return kept.read_bytes()


def _small(path: Path) -> bytes:
    import uharfbuzz as hb
    from fontTools.ttLib import TTFont

    face, wanted = hb.Face(hb.Blob.from_file_path(path)), hb.SubsetInput()
    wanted.unicode_set.update(_SIGNS)
    wanted.layout_feature_tag_set.clear()
    wanted.layout_feature_tag_set.update(int.from_bytes(tag.encode()) for tag in _FEATURES)
    wanted.name_id_set.update(range(_NAMES))
    wanted.flags = hb.SubsetFlags.NO_HINTING
    wanted.set_axis_range(face, "wght", *_WEIGHTS)
    if any(axis.tag == "opsz" for axis in face.axis_infos):
        wanted.pin_axis_location(face, "opsz", _OPTICAL_SIZE)
    font = TTFont(BytesIO(hb.subset(face, wanted).blob.data), recalcTimestamp=False)
    font.flavor = "woff2"
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


def _rules(content: bytes, name: str, path: Path) -> str:
    """The rules of a style sheet that name a font, and what stands in for it until it is there."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(content))
    family = _SPACES.sub(" ", path.name.partition("[")[0].partition("-")[0])
    style = "italic" if _is_italic(path) else "normal"
    low, high = _WEIGHTS
    kind = "sans" if "Sans" in family else "serif"
    stand_ins = (
        f'@font-face {{ font-family: "{family} fallback"; font-style: {style};'
        f" font-weight: {weight}; {_stand_in(font, kind, ending)} }}\n"
        for weight, ending in ((low, ""), (high, " Bold"))
    )
    return (
        f'@font-face {{ font-family: "{family}"; font-style: {style}; font-weight: {low} {high};'
        f' {DISPLAY}; src: url("../fonts/{name}") format("woff2"); }}\n' + "".join(stand_ins)
    )


def _stand_in(font: Any, kind: str, ending: str) -> str:
    """A font of the device, made as wide and as high as the one that it waits for."""
    names, width = _DEVICES[kind]
    size, letters, widths = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
    adjust = sum(widths[letters[ord(each)]][0] for each in _TEXT) / size / width
    up, down = (abs(each) / size / adjust for each in (font["hhea"].ascent, font["hhea"].descent))
    sources = ", ".join(f'local("{name}{ending}")' for name in names)
    return (
        f"src: {sources}; size-adjust: {adjust:.1%}; ascent-override: {up:.1%};"
        f" descent-override: {down:.1%}; line-gap-override: 0%;"
    )
