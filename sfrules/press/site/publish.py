"""Put a finished site in the place of the last one, whole or not at all; and its small files.

A site is built in a folder beside its place; then the last site is renamed away, and the new one
into its place. A build that is killed in between leaves it to the next to put the last site back.
As with MkDocs alone, hidden files at the top of the folder stay, such as `.git` or `.nojekyll`.
The small files are those for robots, for installing the site, and for reading it without a net.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from sfrules.ground.problems import Mistake


@dataclass(frozen=True)
class Staging:
    """A folder beside a site, in which the next one is built."""

    site: Path
    began: float = field(default_factory=time.time)

    @property
    def around(self) -> Path:
        """The folder that a build has for itself."""
        return self.site.with_name(f".{self.site.name}-sfrules")

    @property
    def folder(self) -> Path:
        """Where the site is built."""
        return self.around / "new"

    @property
    def last(self) -> Path:
        """Where the last site is while the new one takes its place."""
        return self.around / "last"

    def drop(self) -> None:
        """Remove what was built, but for what belongs into the site and is not there."""
        with suppress(OSError):
            if self.last.exists() and not self.site.exists():
                self.last.rename(self.site)
            for folder in (self.last, self.folder):
                _move_hidden(folder, self.site)
            shutil.rmtree(self.around, ignore_errors=True)


def stage(site: Path) -> Staging:
    """A new folder beside the site; what a build that was killed has left there is removed.

    Raises:
        Mistake: if the place of the site is a file.
    """
    if site.exists() and not site.is_dir():
        raise Mistake(f"{site.name} is no folder", "a site is published into a folder of its own")
    staged = Staging(site)
    staged.drop()
    staged.folder.mkdir(parents=True)
    return staged


def publish(staged: Staging) -> None:
    """Put a staged site into its place, and end the staging.

    Raises:
        OSError: if the system does not let it; then the last site is there as it was.
    """
    folder, site = staged.folder, staged.site
    try:
        if site.exists():
            _copy_new(site, folder, staged.began)
            _move_hidden(site, folder)
            shutil.copymode(site, folder)
            site.rename(staged.last)
        folder.rename(site)
    finally:
        staged.drop()  # and put the last site back, if the new one is not there


def _move_hidden(source: Path, target: Path) -> None:
    """Move the hidden files at the top of a folder, and the folders, to where there are none."""
    for path in list(source.glob(".*")) if target.is_dir() else ():
        if not (target / path.name).exists():
            path.rename(target / path.name)


def _copy_new(source: Path, target: Path, began: float) -> None:
    """Copy files that somebody else has written since a moment, such as another plugin."""
    for path in source.rglob("[!.]*"):
        copy = target / path.relative_to(source)
        if path.is_file() and path.stat().st_mtime >= began and not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)


LONGEST = 160  # characters of a description that search engines show
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")

WORKER = "service-worker.js"
# What is read with the book; downloads stay on the network.
_SUFFIXES = frozenset({".css", ".html", ".ico", ".js", ".png", ".svg", ".webmanifest", ".woff2"})

# An edition is fetched whole, past the browser's own cache, before it takes the place of another.
_WORKING = """\
const keep = async () => {
  const cache = await caches.open(EDITION);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
};
const forget = async () => {
  const own = (await caches.keys()).filter((name) => name.startsWith(BOOK) && name !== EDITION);
  await Promise.all(own.map((name) => caches.delete(name)));
  await clients.claim();
};
const answer = async (request) => {
  const cache = await caches.open(EDITION);
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  const lost = (error) => {
    if (request.mode !== "navigate") throw error;
    return cache.match(new URL("404.html", registration.scope));
  };
  return (await cache.match(url, { ignoreSearch: true })) ?? fetch(request).catch(lost);
};
addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("message", ({ data }) => data === "now" && skipWaiting());
addEventListener("fetch", (event) => {
  const own = event.request.url.startsWith(registration.scope);
  if (own && event.request.method === "GET") event.respondWith(answer(event.request));
});
"""


def description_of(html: str) -> str:
    """What a page is about: the first sentences of its text, as many as search engines show."""
    texts = (" ".join(unescape(_TAG.sub("", text)).split()) for text in _PARAGRAPH.findall(html))
    first = next((text for text in texts if text), "")
    said = ""
    for sentence in _SENTENCE_END.split(first):
        if said and len(said) + len(sentence) >= LONGEST:
            break
        said = f"{said} {sentence}".strip()
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rpartition(' ')[0]}…"


def digest(text: str) -> str:
    """A short name for a text, which another text does not have: a cache may keep it for ever."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def address_of_code(repository: str) -> str:
    """What comes before the path of a file in the address that shows it; "" without a repository.

    >>> address_of_code("https://github.com/someone/book")
    'https://github.com/someone/book/blob/HEAD/'
    >>> address_of_code("https://gitlab.com/someone/book/")
    'https://gitlab.com/someone/book/-/blob/HEAD/'
    """
    if not repository:
        return ""
    folder = "-/blob" if "gitlab" in repository else "blob"
    return f"{repository.rstrip('/')}/{folder}/HEAD/"


def robots_txt(site_url: str) -> str:
    """Everything may be read; with an address of its own, a site says where its map is."""
    sitemap = f"\nSitemap: {site_url}sitemap.xml\n" if site_url else ""
    return f"User-agent: *\nAllow: /\n{sitemap}"


def manifest(title: str) -> str:
    """What a device shows for a book that is kept on it, where the book says nothing of its own."""
    said = {"name": title, "start_url": "index.html", "scope": "./", "display": "standalone"}
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def service_worker(site: Path) -> str:
    """The worker for a finished site, whose files it names; another edition has another text."""
    files = sorted(
        path
        for path in site.rglob("*")
        if path.suffix in _SUFFIXES and path.is_file() and path != site / WORKER
    )
    edition = hashlib.sha256()
    for path in files:
        edition.update(path.relative_to(site).as_posix().encode())
        edition.update(path.read_bytes())
    names = [path.relative_to(site).as_posix() for path in files]
    return (
        "const BOOK = `rulebook ${registration.scope} `;\n"
        f'const EDITION = BOOK + "{edition.hexdigest()[:16]}";\n'
        f"const FILES = {json.dumps(names, ensure_ascii=False)};\n{_WORKING}"
    )
