"""The service worker of a site: after one visit, the whole book is there with the network off."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

NAME = "service-worker.js"
# What is read with the book; downloads and the ledger stay on the network.
_SUFFIXES = frozenset({".css", ".html", ".ico", ".js", ".png", ".svg", ".webmanifest", ".woff2"})

# An edition is fetched whole, past the browser's own cache, before it takes the place of another.
_WORKER = """\
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
  return (await cache.match(url, { ignoreSearch: true })) ?? fetch(request);
};
addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("message", ({ data }) => data === "now" && skipWaiting());
addEventListener("fetch", (event) => {
  const own = event.request.url.startsWith(registration.scope);
  if (own && event.request.method === "GET") event.respondWith(answer(event.request));
});
"""


def service_worker(site: Path) -> str:
    """The worker for a finished site, whose files it names; another edition has another text."""
    files = sorted(
        path
        for path in site.rglob("*")
        if path.suffix in _SUFFIXES and path.is_file() and path != site / NAME
    )
    edition = hashlib.sha256()
    for path in files:
        edition.update(path.relative_to(site).as_posix().encode())
        edition.update(path.read_bytes())
    names = [path.relative_to(site).as_posix() for path in files]
    return (
        "const BOOK = `rulebook ${registration.scope} `;\n"
        f'const EDITION = BOOK + "{edition.hexdigest()[:16]}";\n'
        f"const FILES = {json.dumps(names, ensure_ascii=False)};\n{_WORKER}"
    )
