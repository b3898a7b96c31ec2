"""What a published site has beside its text.

Descriptions of its pages, a file for robots, and the service worker, for where there is no network.
"""

from __future__ import annotations

import hashlib
import json
import re
from html import unescape
from pathlib import Path

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
