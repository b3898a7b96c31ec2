"""Lighthouse over the built book, as a phone meets it: served here, compressed, three times a page.

make book
npm install --prefix .cache/lighthouse lighthouse@12
python bench/lighthouse.py site .cache/lighthouse/node_modules/.bin/lighthouse
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from measuring import asked

CHAPTERS = (
    "index.html",
    "play/first-evening.html",
    "core/characters.html",
    "core/damage.html",
    "core/turns.html",
    "systems/impairment.html",
    "systems/yards.html",
    "calculators.html",
)
# Milliseconds, a share of the screen, bytes that are loaded, and elements.
MEASURES = ("total-blocking-time", "cumulative-layout-shift", "total-byte-weight", "dom-size")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
TEXTS = {".html", ".css", ".js", ".json", ".svg", ".txt", ".webmanifest", ".xml"}
FLAGS = "--headless=new --no-sandbox --disable-gpu"
Report = Mapping[str, Mapping[str, Any]]


class Compressed(SimpleHTTPRequestHandler):
    """Serves a folder as a host of pages does: texts compressed, files kept under their digests."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        found = path.is_file()
        data = path.read_bytes() if found else b""
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Cache-Control", "max-age=31536000")
        if path.suffix in TEXTS:
            data = gzip.compress(data, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """Serve a site; gives its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Compressed, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def report_on(lighthouse: str, address: str, slowdown: float) -> Report:
    """What Lighthouse says of a page on a phone that is so many times slower than this machine."""
    chosen = f"--only-categories={','.join(CATEGORIES)}"
    slow = f"--throttling.cpuSlowdownMultiplier={slowdown:.1f}"
    flags = [slow, "--output=json", "--quiet", f"--chrome-flags={FLAGS}"]
    command = [lighthouse, address, chosen, *flags]
    env = {"CHROME_PATH": shutil.which("chromium") or "", **os.environ}
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    report: Report = json.loads(done.stdout)
    return report


def slowdown_of(index: float) -> float:
    """How many times slower than a machine a phone of the middle class is, by Lighthouse's index.

    It is the formula of the calculator to which Lighthouse's page on throttling leads. Its default
    of 4 is meant for a fast desktop, whose index is 1,533.
    """
    for least, times, step in ((1300, 3, 233), (800, 2, 323), (150, 1, 650)):
        if index >= least:
            return times + (index - least) / step
    return 1.0


def failures(report: Report) -> Iterator[str]:
    """What kept a category but performance from full marks."""
    for audit in report["audits"].values():
        if (
            audit["score"] is not None
            and audit["score"] != 1
            and audit["scoreDisplayMode"] == "binary"
        ):
            yield f"{audit['id']}: {audit['title']}"


def lines(page: str, reports: Sequence[Report]) -> Iterator[str]:
    """The row of a page, with medians of scores in percent and of measures; then what failed."""
    scores = [[100 * each["categories"][name]["score"] for each in reports] for name in CATEGORIES]
    measures = [[each["audits"][name]["numericValue"] for each in reports] for name in MEASURES]
    told = [str(round(median(each))) for each in scores]
    told += [f"{round(median(each), 3):.16g}" for each in measures]
    yield f"| `{page}` | {' | '.join(told)} |"
    yield from sorted({f"    {line}" for each in reports for line in failures(each)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("lighthouse")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--pages", nargs="*", default=CHAPTERS, help="or `all`")
    parser.add_argument("--slowdown", type=float, help="4 is the default of Lighthouse")
    given = asked(parser, times=1, pages=CHAPTERS[:1])
    with serving(given.site) as address:
        slow = given.slowdown
        if slow is None:
            first = report_on(given.lighthouse, address, 1)
            index = first["environment"]["benchmarkIndex"]
            slow = slowdown_of(index)
            print(f"an index of {index:.0f}: slowed down {slow:.1f} times", flush=True)
        print("| page |", " | ".join(CATEGORIES + MEASURES), "|")
        print("| --- |" + " ---: |" * len(CATEGORIES + MEASURES))
        every = sorted(given.site.rglob("*.html"))
        pages = [page.relative_to(given.site).as_posix() for page in every]
        for page in pages if given.pages == ["all"] else given.pages:
            url, times = address + page, range(given.times)
            reports = [report_on(given.lighthouse, url, slow) for _ in times]
            print("\n".join(lines(page, reports)), flush=True)


if __name__ == "__main__":
    main()
