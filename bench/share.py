"""How much of each page is code: what stands inside double braces and statements, in percent.

    python bench/share.py

The proofs below the prose are counted beside it, and not as a part of the page.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from measuring import asked

from sfrules.press.page.regions import regions
from sfrules.press.proving.proof_fences import fences

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Print the pages, those with the largest share first, and all of them together."""
    asked(argparse.ArgumentParser(description=__doc__))
    pages = {path.relative_to(ROOT).as_posix(): counts(path) for path in ROOT.glob("docs/**/*.md")}
    pages["all pages"] = tuple(map(sum, zip(*pages.values(), strict=True)))
    for name, (code, proofs, text) in sorted(pages.items(), key=lambda page: -share(*page[1])):
        print(f"{share(code, proofs, text):5.1f} %  {name}, {proofs} characters of proofs")


def counts(path: Path) -> tuple[int, ...]:
    """The characters of macros and statements, those of proofs, and all of a page."""
    text = path.read_text(encoding="utf-8")
    found = regions(text)
    code = sum(region.end - region.start for region in found.found if region.kind == "jinja")
    proofs = sum(fence.region.end - fence.opening for fence in fences(text, found, 0))
    return code, proofs, len(text)


def share(code: int, proofs: int, text: int) -> float:
    """The characters of code in a hundred that are no proof."""
    return 100 * code / max(text - proofs, 1)


if __name__ == "__main__":
    main()
